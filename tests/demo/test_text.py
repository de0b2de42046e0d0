"""The light markup of the market data."""

from hypothesis import given
from hypothesis import strategies as st

from jobctrl_dagster.demo.text import Block, Markup, Section, as_html, as_plain, items_html, parse

SOURCE = """
First line
goes on.

## Tasks
- One - with a dash
- Two
  goes on
- Three

After the list.
"""


def test_headings_paragraphs_and_bullets_are_told_apart():
    assert parse(SOURCE) == (
        Section("", (Block(("First line goes on.",)),)),
        Section(
            "Tasks",
            (
                Block(("One - with a dash", "Two goes on", "Three"), bullets=True),
                Block(("After the list.",)),
            ),
        ),
    )


def test_a_text_may_begin_with_a_heading():
    assert parse("## Tasks\n- One\n")[0].heading == "Tasks"


def test_html_escapes_what_the_text_holds():
    section = Section("A & B", (Block(("1 < 2",)), Block(("<b>",), bullets=True)))
    assert as_html((section,), Markup()) == (
        "<h2>A &amp; B</h2>\n<p>1 &lt; 2</p>\n<ul><li>&lt;b&gt;</li></ul>"
    )
    assert items_html(section, Markup()) == "<li>&lt;b&gt;</li>"


LINES = st.text(alphabet="abcdef {}<&é", min_size=1).map(lambda s: " ".join(s.split())).filter(bool)
SECTIONS = st.lists(
    st.builds(
        Section,
        LINES,
        st.lists(
            st.builds(Block, st.lists(LINES, min_size=1).map(tuple), st.just(True)), max_size=3
        ).map(tuple),
    ),
    max_size=4,
).map(tuple)


@given(SECTIONS)
def test_what_is_written_in_the_markup_is_read_back(sections: tuple[Section, ...]):
    written = "\n".join(
        f"## {section.heading}\n"
        + "\n".join("".join(f"- {line}\n" for line in block.lines) for block in section.blocks)
        for section in sections
    )
    assert parse(written) == sections


@given(SECTIONS)
def test_no_line_is_lost_in_the_plain_form(sections: tuple[Section, ...]):
    plain = as_plain(sections).splitlines()
    for section in sections:
        assert section.heading in plain
        assert all(f"• {line}" in plain for block in section.blocks for line in block.lines)
