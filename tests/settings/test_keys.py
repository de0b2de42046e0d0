from hypothesis import given
from hypothesis import strategies as st

from jobctrl_dagster.settings import keys


def every_path():
    return {key.path for model in keys.FILES.values() for key in keys.schema_keys(model)}


def test_words_from_elsewhere_lead_to_keys_that_exist():
    targets = set(keys._other_words().values())
    assert targets <= every_path()


def test_no_word_from_elsewhere_hides_a_key_of_the_top_level():
    top = {keys._plain(path) for path in every_path() if "." not in path}
    assert not top & keys._other_words().keys()


def test_keys_inside_lists_and_options_are_known():
    assert {
        "sources.company_boards[].url",
        "sources.broad_boards.searches[].query",
        "rules.pay_floor.amount",
        "hosts.timeout",
        "answers",
    } <= every_path()


@given(st.text(min_size=1, max_size=12))
def test_there_is_a_nearest_key_for_whatever_is_written(name):
    for model in keys.FILES.values():
        nearest = keys.nearest_key((name,), model)
        assert nearest.split("`")[1] in every_path()
