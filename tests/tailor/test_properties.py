"""Laws of every resume and letter, over profiles at random."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from jobctrl_dagster.score.records import Evidence, Requirement
from jobctrl_dagster.settings.profile import Profile
from jobctrl_dagster.tailor.documents import Limits, make_letter, make_resume
from jobctrl_dagster.tailor.layout import printed, resume_blocks
from jobctrl_dagster.tailor.readback import first_difference
from jobctrl_dagster.tailor.records import TailorInput
from jobctrl_dagster.tailor.refusals import TailorRefused

SIGNS = "abc XYZ 019 $#@_*<>&\\|'\"~^`-+=/.,:;!?()%é ñ ł Ω ж 中 € – “”"
TEXT = st.text(SIGNS, min_size=1, max_size=60).filter(str.strip)
MAYBE = st.one_of(st.just(""), TEXT)
DATE = st.sampled_from(["", "2011", "2014-05", "2019-12-01", "some day"])
TERMS = ("Python", "Apache Kafka", "Terraform")
HIGHLIGHTS = st.lists(st.one_of(TEXT, st.sampled_from(["Python", "Kafka"])), max_size=6)
WORK = st.fixed_dictionaries(
    {
        "name": MAYBE,
        "position": MAYBE,
        "startDate": DATE,
        "endDate": DATE,
        "summary": MAYBE,
        "highlights": HIGHLIGHTS,
    }
)
SKILL = st.fixed_dictionaries({"name": MAYBE, "keywords": st.lists(TEXT, max_size=4)})
SCHOOL = st.fixed_dictionaries({"institution": MAYBE, "area": MAYBE, "startDate": DATE})
PROFILES = st.fixed_dictionaries(
    {
        "basics": st.fixed_dictionaries({"name": TEXT, "label": TEXT, "summary": MAYBE}),
        "work": st.lists(WORK, max_size=4),
        "skills": st.lists(SKILL, max_size=3),
        "education": st.lists(SCHOOL, max_size=2),
        "projects": st.lists(
            st.fixed_dictionaries({"name": MAYBE, "highlights": HIGHLIGHTS}), max_size=2
        ),
        "languages": st.lists(st.fixed_dictionaries({"language": MAYBE}), max_size=2),
    }
)
REQUIREMENTS = st.lists(
    st.builds(
        lambda number, kind, verdict, item: Requirement(
            id=f"r{number}",
            text=TERMS[number],
            kind=kind,
            terms=(TERMS[number],),
            verdict=verdict,
            evidence=(Evidence(item=item, how="vector", detail="", strength=0.5),),
        ),
        st.integers(0, 2),
        st.sampled_from(["must", "nice", "responsibility"]),
        st.sampled_from(["met", "partly", "unmet", "unknown"]),
        st.sampled_from(["work[0].highlights[1]", "work[1].highlights[0]", "skills[0]"]),
    ),
    max_size=4,
)
QUICK = settings(
    max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)


@QUICK
@given(
    PROFILES,
    st.sampled_from([1, 1, 30]),
    REQUIREMENTS,
    st.booleans(),
    st.integers(1, 2),
    st.integers(0, 3),
)
def test_a_resume_is_true_whole_and_readable_or_refused(raw, more, wanted, tailor, pages, least):
    for post in raw["work"]:
        post["highlights"] = post["highlights"] * more
    profile = Profile.model_validate(raw)
    posting = TailorInput(
        job_key="me.a.b.1", company="A & B", title="C#", requirements=tuple(wanted), tailor=tailor
    )
    refusal = None
    try:
        plan, document = make_resume(profile, posting, Limits(pages, least))
        _, letter = make_letter(profile, posting, plan)
    except TailorRefused as refused:
        refusal = refused
    if refusal is not None:
        assert refusal.code in {"placeholder", "page_overflow"}, refusal.sentence
        return
    highlights = {
        f"{section}[{at}].highlights[{number}]": text.strip()
        for section in ("work", "projects")
        for at, entry in enumerate(raw[section])
        for number, text in enumerate(entry["highlights"])
    }
    bullets = [bullet for entry in plan.entries() for bullet in entry.bullets]
    assert all(highlights[bullet.item] == bullet.text for bullet in bullets)
    assert {b.item for b in bullets} | set(plan.left_out) == set(highlights)
    filled = [
        f"work[{at}]"
        for at, post in enumerate(raw["work"])
        if any(value for value in post.values())
    ]
    assert sorted(post.item for post in plan.posts) == filled
    assert document.pages <= pages
    assert first_difference(tuple(printed(resume_blocks(plan))), document.text) is None
    assert "A & B" in letter.text
