from hypothesis import given
from hypothesis import strategies as st

from jobctrl_dagster.tailor.readback import first_difference

WORDS = st.lists(st.text("abcdé", min_size=1, max_size=6), min_size=1, max_size=8)


@given(st.lists(WORDS, min_size=1, max_size=5), st.sampled_from([" ", "\n", " \n"]))
def test_lines_may_break_anywhere_between_words(lines, gap):
    planned = [" ".join(line) for line in lines]
    assert first_difference(planned, gap.join(gap.join(line) for line in lines)) is None


@given(WORDS.filter(lambda words: len(words) > 1))
def test_words_that_run_together_are_a_difference(words):
    assert first_difference([" ".join(words)], "".join(words)) is not None


def test_order_loss_and_surplus_are_differences():
    assert first_difference(["one", "two"], "two\none") is not None
    assert first_difference(["one", "two"], "one").planned == "two"
    assert first_difference(["one"], "one\nmore").read == "more"


def test_a_long_word_may_break():
    assert first_difference(["https://example.org/abc"], "https://example.org/\nabc") is None


def test_right_to_left_words_may_come_in_another_order_but_not_change():
    assert first_difference(["שלום עולם", "then"], "עולם שלום\nthen") is None
    assert first_difference(["שלום", "then"], "שלוף\nthen") is not None
