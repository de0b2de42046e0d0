"""Readable text of titles and descriptions."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jobctrl_dagster.facts.text import clean_html


@pytest.mark.parametrize("value", [None, float("nan"), "", "  \n ", 7, b"bytes", ["list"]])
def test_what_is_no_text_is_empty(value):
    assert clean_html(value) == ""


@pytest.mark.parametrize(
    ("value", "readable"),
    [
        ("R&amp;D Engineer", "R&D Engineer"),
        ("Sales &amp;amp;amp; Service", "Sales & Service"),
        ("Tom &copy 2020", "Tom © 2020"),
        ("research&notes ?a=1&copy=2", "research&notes ?a=1&copy=2"),
        ("AT&T, Q&A, R&D", "AT&T, Q&A, R&D"),
    ],
)
def test_references_in_plain_text_are_decoded_until_nothing_changes(value, readable):
    assert clean_html(value) == readable


@pytest.mark.parametrize(
    ("value", "readable"),
    [
        ("&lt;p&gt;Salt &amp;amp; Vinegar&lt;/p&gt;", "Salt & Vinegar"),
        ("&amp;lt;p&amp;gt;Hello&amp;lt;/p&amp;gt;", "Hello"),
        ("&lt;div title=&quot;a &gt; b&quot;&gt;ok&lt;/div&gt;", "ok"),
    ],
)
def test_escaped_markup_is_read_as_markup(value, readable):
    assert clean_html(value) == readable


def test_references_inside_real_markup_are_decoded_once():
    assert clean_html("<p>Use &lt;main&gt; &amp;amp; more</p>") == "Use <main> &amp; more"


@pytest.mark.parametrize(
    "value",
    [
        "Answers in < 5 ms at > 99% of calls",
        "if a <b and c> d",
        "List<String> and vector<int>",
        "Write to <jobs@example.com> or <https://example.com>",
        "5 <6 and 7> 3 <p",
    ],
)
def test_signs_that_belong_to_no_tag_stay(value):
    assert clean_html(value) == value


def test_items_are_lines_with_a_dash_at_any_depth():
    html = "<p>Intro</p><ul><li>A<ul><li>B</li></ul></li><li><p>C</p></li><li></li></ul><p>End</p>"
    assert clean_html(html) == "Intro\n\n- A\n- B\n- C\n\nEnd"


def test_items_without_end_tags_are_lines_too():
    assert clean_html("<ul><li>A<li>B</ul>") == "- A\n- B"


def test_a_bullet_written_in_an_item_is_not_doubled():
    assert clean_html("<ul><li>• one</li><li> - two</li></ul>") == "- one\n- two"


def test_inline_tags_part_nothing_and_cells_part_by_a_blank():
    assert clean_html("<b>Data</b><i>base</i>") == "Database"
    assert clean_html("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>") == "a b\nc"


def test_comments_scripts_and_styles_vanish():
    html = "<style>p{a:b}</style>one<!-- a > b --><script>if (a < b) '<p>'</script> two<!-- open"
    assert clean_html(html) == "one two"


def test_a_cdata_section_is_its_content():
    assert clean_html("<![CDATA[<p>Hi</p>]]>") == "Hi"


def test_a_tag_cut_off_at_the_end_is_dropped():
    assert clean_html('<p>Hello <a href="https://example') == "Hello"


def test_stray_quotes_in_tags_swallow_no_text():
    assert clean_html("<p>it's <a href=foo's>mine</a> isn't</p>") == "it's mine isn't"


@pytest.mark.parametrize(
    ("value", "readable"),
    [
        ("Data\x00 Engineer &#0;&#x110000;in Leeds", "Data Engineer in Leeds"),
        ("Night \ud83d shift", "Night shift"),
        ("Joy \ud83d\ude00", "Joy 😀"),
        ("a &#9999999999999999999; b", "a b"),
        ("\ufeffTitle\x07", "Title"),
    ],
)
def test_impossible_characters_leave_nothing(value, readable):
    assert clean_html(value) == readable


def test_all_kinds_of_blanks_become_one_and_lines_stay():
    assert clean_html(" a\u00a0\u2003b\t c \r\n\r\n\r\n\r\nd\x0be ") == "a b c\n\nd\ne"


@pytest.mark.parametrize(
    ("broken", "sound"),
    [
        ("CafÃ© in ZÃ¼rich, voilÃ\xa0 tout", "Café in Zürich, voilà tout"),
        ("KÃ–LN MÃœNCHEN STRAÃŸE", "KÖLN MÜNCHEN STRAßE"),
        ("donâ€™t â€œquoteâ€\x9d â€“ Â£50", "don’t “quote” – £50"),
        ("CafÃƒÂ©", "Café"),
        ("Ð¿Ñ€Ð¸Ð²ÐµÑ‚ Ð¸ Ð¼Ð¸Ñ€", "привет и мир"),
        ("wÄ…tek zaÅ‚oga", "wątek załoga"),
        ("ã‚¨ãƒ³ã‚¸ãƒ‹ã‚¢", "エンジニア"),
        ("Caf&Atilde;&copy;", "Café"),
    ],
)
def test_letters_broken_by_a_wrong_character_set_are_mended(broken, sound):
    assert clean_html(broken) == sound


@pytest.mark.parametrize(
    "sound",
    [
        "ROSÉ™ und CAFÉ®, “café”—oui",
        "INFORMAÇÃO, AMANHÃ” é sol",
        "coté à 3×½ 5 Å²",
        "Łódź, Žižkov, São Paulo, Ünal",
        "エンジニア, 개발자, инженер, مهندس",
    ],
)
def test_sound_text_is_never_changed(sound):
    assert clean_html(sound) == sound


def test_sound_text_with_odd_blanks_only_loses_the_blanks():
    assert clean_html("salarié\xa0€, café\xa0»") == "salarié €, café »"


HOSTILE = {
    "nested": "<div>" * 40_000,
    "nested lists": "<ul><li>" * 25_000,
    "open tags": "<p " * 66_000,
    "open quotes": "<p '<p \"" * 25_000,
    "open comments": "<!--" * 50_000,
    "open scripts": "<script>" * 25_000,
    "open sections": "<![CDATA[" * 22_000,
    "escaped escapes": "&" + "amp;" * 50_000,
    "numbered escapes": "&#38;" + "#38;" * 40_000,
    "endless number": "&#" + "9" * 200_000,
    "blanks": " " * 199_999 + "x",
    "broken letters": "Ã" * 200_000,
    "mended letters": "Ã©é" * 66_000,
    "halves": "\ud800" * 200_000,
}


@pytest.mark.parametrize("value", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_text_is_answered_in_time(value):
    start = time.process_time()
    clean_html(value)
    assert time.process_time() - start < 3


TAGS = ("<p>", "</p>", "<br>", "<li>", "<ul>", "<!--", "-->", "<a href='", "<script>", "<pre>")
SIGNS = ("&amp;", "&lt;", "&#0;", "\ud800", "Ã©", "<", ">", '"', "'", "\x00", "&", ";", "]]>")
PIECES = st.lists(st.one_of(st.text(max_size=8), st.sampled_from(TAGS + SIGNS)), max_size=30).map(
    "".join
)


@given(PIECES)
def test_any_markup_gives_tidy_text(value):
    text = clean_html(value)
    assert text == text.strip()
    assert "\n\n\n" not in text
    assert "  " not in text
    assert not any(sign < " " and sign != "\n" for sign in text)
    assert not any("\ud800" <= sign <= "\udfff" for sign in text)


@given(st.text(alphabet=st.characters(exclude_characters="<&", exclude_categories=["Cs"])))
def test_plain_text_once_cleaned_stays_as_it_is(value):
    cleaned = clean_html(value)
    assert clean_html(cleaned) == cleaned
