import pytest

from jobctrl_dagster.tailor.placeholders import find_placeholder


@pytest.mark.parametrize(
    "text",
    [
        "[ ]", "[]", "a [__] b", "{{name}}", "Dear {{ company }},", "{% if x %}", "${name}", "TBD",
        "Location: TBD.", "[Your Name]", "[insert metric here]", "[company name]", "<your title>",
        "Dear {company}", "TODO: numbers", "FIXME", "by XX%", "$XXk", "since 20XX", "Lorem ipsum",
        "name: ______",
    ],
)  # fmt: skip
def test_what_waits_to_be_filled_in_is_found(text):
    assert find_placeholder(text) is not None


@pytest.mark.parametrize(
    "text",
    [
        "$$120k", "$&", "int[] and string[][]", "[1] and […]", "Optional[str]", "<T> generics",
        "GET /users/{id}", "Built a TODO app", "TBDs", "Rewrote <title> tags", "XXL sizes", "50%",
        "f(x) = {x}", "snake_case and __init__", "(the first in town)", "World Cup 2010",
        "[Remote]",
    ],
)  # fmt: skip
def test_ordinary_signs_are_left_alone(text):
    assert find_placeholder(text) is None
