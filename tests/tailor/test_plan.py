import pytest

from jobctrl_dagster.settings.profile import Profile
from jobctrl_dagster.tailor.base import base_plan
from jobctrl_dagster.tailor.fit import without
from jobctrl_dagster.tailor.plan import plan_resume
from jobctrl_dagster.tailor.refusals import TailorRefused
from jobctrl_dagster.tailor.render import render_resume


def bullets(plan, post=0):
    return [bullet.item[-2] for bullet in plan.posts[post].bullets]


def test_bullets_that_bear_out_a_met_must_come_first(person, posting, asks):
    profile = person("Kept minutes", "Wrote Kafka consumers", "Ran Terraform", "Cleaned Kafka")
    plan = plan_resume(
        profile, posting(asks("Terraform", "Terraform", kind="nice"), asks("Kafka", "Apache Kafka"))
    )
    assert bullets(plan) == ["1", "3", "2", "0"]
    assert plan.posts[0].bullets[0].requirement == "r-Kafka"
    assert plan.posts[0].bullets[3].requirement is None


def test_a_bullet_that_scoring_cites_counts_without_naming_a_technology(person, posting, asks):
    cited = asks("Mentor others", item="work[0].highlights[1]")
    plan = plan_resume(person("Wrote reports", "Taught two juniors"), posting(cited))
    assert bullets(plan) == ["1", "0"]


def test_an_unmet_requirement_orders_nothing(person, posting, asks):
    plan = plan_resume(person("One", "Used Kafka"), posting(asks("K", "Kafka", verdict="unmet")))
    assert bullets(plan) == ["0", "1"]


def test_matched_keywords_lead_and_groups_stay(demo, posting, asks):
    plan = plan_resume(demo, posting(asks("Terraform", "Terraform"), asks("Data quality checks")))
    assert [group.name.text for group in plan.skills] == [group.name for group in demo.skills]
    by_name = {group.name.text: [word.text for word in group.keywords] for group in plan.skills}
    assert by_name["Infrastructure"] == ["Terraform", "AWS", "Kubernetes", "Docker", "CI/CD"]
    assert by_name["Practice"][:2] == ["Data quality", "Data modelling"]


def test_all_posts_keep_employer_title_and_dates(long, posting, asks):
    plan = plan_resume(long, posting(asks("Kafka", "Apache Kafka")))
    assert plan.left_out
    for post, planned in zip(long.work, plan.posts, strict=True):
        assert planned.title[0].text == post.position
        assert planned.organization[0].text == post.name
        assert planned.start.text == post.start_date
        assert (planned.end.text if planned.end else "") == post.end_date
        assert len(planned.bullets) >= 2


def test_the_least_relevant_bullets_go_first_and_are_listed(long, posting, asks):
    plan = plan_resume(long, posting(asks("Kafka", "Apache Kafka"), asks("IaC", "Terraform")))
    printed = {bullet.item for entry in plan.entries() for bullet in entry.bullets}
    assert printed.isdisjoint(plan.left_out)
    assert {"work[0].highlights[1]", "work[0].highlights[3]"} <= printed
    assert printed | set(plan.left_out) == {i.id for i in long.items() if ".highlights[" in i.id}
    assert plan.left_out[0] == "work[3].highlights[31]"


def test_no_more_bullets_are_left_out_than_needed(long, posting):
    plan = plan_resume(long, posting())
    one_more = without(base_plan(long), plan.left_out[:-1]).model_copy(
        update={"density": "compact"}
    )
    with pytest.raises(TailorRefused, match="3 pages, 2 are allowed"):
        render_resume(long, one_more)


def test_what_does_not_fit_is_refused_by_name(posting):
    summary = "A long story. " * 2500
    profile = Profile.model_validate({"basics": {"name": "A", "summary": summary}})
    with pytest.raises(TailorRefused, match="pages, 2 are allowed") as refused:
        plan_resume(profile, posting())
    assert refused.value.code == "page_overflow"


def test_one_line_too_many_is_set_compactly_with_all_its_text(person, posting):
    profile = person(*[f"Did thing number {number} and wrote it down" for number in range(105)])
    plan = plan_resume(profile, posting())
    with pytest.raises(TailorRefused):
        render_resume(profile, plan.model_copy(update={"density": "normal"}))
    assert (plan.density, plan.left_out) == ("compact", ())


def test_a_job_not_to_be_tailored_gets_the_base_resume(demo, posting, asks):
    plan = plan_resume(demo, posting(asks("Kafka", "Apache Kafka"), tailor=False))
    assert not plan.tailored
    assert bullets(plan) == ["0", "1", "2", "3", "4"]
    assert [word.text for word in plan.skills[4].keywords] == list(demo.skills[4].keywords)


def test_posts_written_oldest_first_are_shown_newest_first(posting):
    work = [
        {"name": "Old", "position": "A", "startDate": "2010", "endDate": "2012-03"},
        {"name": "New", "position": "B", "startDate": "2012-04"},
    ]
    profile = Profile.model_validate({"basics": {"name": "A"}, "work": work})
    named = [post.organization[0].text for post in plan_resume(profile, posting()).posts]
    base = plan_resume(profile, posting(tailor=False)).posts
    assert named == ["New", "Old"]
    assert [post.organization[0].text for post in base] == ["Old", "New"]


def test_posts_with_a_date_nobody_can_read_stay_as_they_stand(posting):
    work = [
        {"name": "X", "position": "A", "startDate": "summer"},
        {"name": "Y", "position": "B", "startDate": "2012"},
    ]
    profile = Profile.model_validate({"basics": {"name": "A"}, "work": work})
    assert [p.item for p in plan_resume(profile, posting()).posts] == ["work[0]", "work[1]"]


@pytest.mark.parametrize(
    ("profile", "code"),
    [
        ({}, "name_missing"),
        ({"basics": {"name": "  "}}, "name_missing"),
        ({"basics": {"name": "A"}}, "profile_empty"),
    ],
)
def test_what_cannot_be_a_resume_is_refused(posting, profile, code):
    with pytest.raises(TailorRefused) as refused:
        plan_resume(Profile.model_validate(profile), posting())
    assert refused.value.code == code
