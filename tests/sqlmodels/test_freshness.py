from jobctrl_dagster.sqlmodels.freshness import LONGEST_SECONDS, QUIET_SECONDS, Seen


def test_an_empty_store_is_not_built() -> None:
    assert not Seen().decide(0, 1000.0).build


def test_the_models_are_built_once_the_store_has_come_to_rest() -> None:
    first = Seen().decide(5, 1000.0)
    assert not first.build
    again = first.seen.decide(7, 1005.0)
    assert not again.build, "it is still changing"
    still = again.seen.decide(7, 1005.0 + QUIET_SECONDS)
    assert still.build
    assert not still.seen.decide(7, 2000.0).build, "nothing has changed since"


def test_a_store_that_never_rests_is_built_each_minute() -> None:
    seen = Seen(latest=1, since=0.0, built=1, built_at=1000.0)
    builds = 0
    for second in range(0, 180, 5):
        decided = seen.decide(2 + second, 1000.0 + second)
        builds += decided.build
        seen = decided.seen
    assert builds == 180 // LONGEST_SECONDS - 1


def test_a_cursor_that_cannot_be_read_is_a_first_look() -> None:
    assert Seen.parse("garbage") == Seen() == Seen.parse(None)
    assert Seen.parse(Seen(3, 1.0, 2, 0.5).dump()) == Seen(3, 1.0, 2, 0.5)
