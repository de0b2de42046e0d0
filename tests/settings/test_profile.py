import json
from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jobctrl_dagster.settings.profile import Profile
from jobctrl_dagster.settings.profile_dates import months_held
from jobctrl_dagster.settings.profile_items import ItemKind, ProfileItem

NOW = date(2026, 11, 30)


def profile(**sections):
    return Profile.model_validate_json(json.dumps(sections))


def test_every_quotable_item_has_the_id_of_its_place_in_the_file():
    person = profile(
        basics={"name": "Ana", "label": "Engineer", "summary": "Builds things."},
        work=[
            {
                "name": "Acme",
                "position": "Developer",
                "startDate": "2020-01",
                "endDate": "",
                "summary": "Made tools.",
                "highlights": ["First", "", "Third"],
            }
        ],
        education=[{"institution": "ETH", "studyType": "MSc", "area": "Physics", "courses": ["A"]}],
        skills=[{"name": ""}, {"name": "Web", "level": "good", "keywords": ["HTML"]}],
        projects=[{"name": "P", "description": "D", "roles": ["Lead"]}],
        references=[{"name": "Bo", "reference": "Great."}],
        awards=[{"title": "Prize", "awarder": "Club", "date": "2019"}],
    )
    assert person.items()[:2] == (
        ProfileItem("basics.label", ItemKind.BASICS, "Engineer"),
        ProfileItem("basics.summary", ItemKind.BASICS, "Builds things."),
    )
    told = {item.id: (item.kind, item.text, item.start, item.end) for item in person.items()}
    assert told["work[0]"] == ("work", "Developer, Acme", "2020-01", "")
    assert told["work[0].highlights[2]"] == ("work", "Third", "2020-01", "")
    assert "work[0].highlights[1]" not in told
    assert told["education[0]"][1] == "MSc, Physics, ETH"
    assert told["education[0].courses[0]"][1] == "A"
    assert told["skills[1].keywords[0]"][:2] == ("skill", "HTML")
    assert told["skills[1].level"][1] == "good"
    assert told["projects[0].description"][1] == "D"
    assert told["projects[0].roles[0]"][1] == "Lead"
    assert told["references[0].reference"][1] == "Great."
    assert told["awards[0]"] == ("award", "Prize, Club", "2019", "2019")
    assert "skills[0]" not in told


def test_contact_details_are_no_items():
    person = profile(basics={"name": "Ana", "email": "a@example.org", "phone": "1"})
    assert person.items() == ()


def test_ids_of_items_are_unique(recorded):
    from jobctrl_dagster.settings.resume import read_resume

    for file in sorted((recorded / "resumes").glob("jsonresume*/*.json")):
        ids = [item.id for item in read_resume(file).profile.items()]
        assert len(ids) == len(set(ids))


def test_keys_of_the_persons_own_are_written_out_again():
    text = {"basics": {"name": "Ana", "pronouns": "she"}, "work": [{"startDate": "2020"}]}
    assert profile(**text).as_json_resume() == text


@pytest.mark.parametrize(
    ("spans", "months"),
    [
        ([("2013-09", "2014-03")], 7),
        ([("2013-12-01", "2014-12-01")], 12),
        ([("2012", "2014")], 24),
        ([("2012", "2012")], 1),
        ([("2012-09", "2012")], 1),
        ([("2012", "2012-03")], 1),
        ([("2026-06", "")], 6),
        ([("2026-06", "Present")], 6),
        ([("2026-06", "2030-01")], 6),
        ([("2020-01", "2020-12"), ("2020-06", "2021-06")], 18),
        ([("2020-01", "2020-12"), ("2020-03", "2020-04")], 12),
        ([("2020-01-15T09:00:00", "2021-01-14")], 12),
        ([("2027", "")], 0),
        ([("2014-03", "2013-09")], 0),
        ([("", "2014")], 0),
        ([("May 2014", "2015")], 0),
        ([("2014-13", "2015"), ("2014-02-30", "2015")], 0),
        ([], 0),
    ],
)
def test_months_of_work(spans, months):
    work = [{"startDate": start, "endDate": end} for start, end in spans]
    assert profile(work=work).months_of_work(NOW) == months


def test_a_moment_does_as_well_as_a_day():
    person = profile(work=[{"startDate": "2026-01"}])
    moment = datetime(2026, 11, 30, 23, tzinfo=UTC)
    assert person.months_of_work(moment) == person.months_of_work(NOW) == 11


days = st.dates(date(1990, 1, 1), date(2030, 12, 31)).map(date.isoformat)
written = st.one_of(days, days.map(lambda d: d[:7]), days.map(lambda d: d[:4]), st.just(""))
spans = st.lists(st.tuples(written, written), max_size=5)


@given(spans, st.tuples(written, written))
def test_a_further_post_never_makes_experience_less(known, more):
    assert months_held([*known, more], NOW) >= months_held(known, NOW)


@given(spans)
def test_the_same_posts_told_twice_or_in_another_order_count_once(known):
    assert months_held([*reversed(known), *known], NOW) == months_held(known, NOW)


@given(spans)
def test_experience_is_never_longer_than_the_time_since_the_first_post(known):
    years = [int(start[:4]) for start, _ in known if start]
    most = (NOW.year - min(years) + 1) * 12 if years else 0
    assert 0 <= months_held(known, NOW) <= max(most, 0)
