from decimal import Decimal

import pytest

from jobctrl_dagster.settings.faults import SettingsError
from jobctrl_dagster.settings.load import (
    load_answers,
    load_profile,
    load_search,
    load_system,
)
from jobctrl_dagster.settings.schema import SearchSettings, SystemSettings


def search(home, text):
    file = home.tenant("me").search
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return load_search(home, "me")


def told(home, text, faults_of):
    """Line, key and problem of each fault, and its advice."""
    return [(f.line, f.key, f.problem, f.advice) for f in faults_of(lambda: search(home, text))]


def test_a_key_that_nothing_reads_is_named_with_its_line_and_the_nearest_valid_key(home):
    text = "rules:\n  remote: ok\n\nlocation: {accept_patterns: [Leeds]}\n"
    with pytest.raises(SettingsError) as caught:
        search(home, text)
    message = str(caught.value)
    assert f"{home.tenant('me').search}, line 4" in message
    assert "`location`" in message
    assert "accept_patterns" in message
    assert "nearest valid key is `rules.cities`" in message


@pytest.mark.parametrize(
    ("text", "line", "key", "nearest"),
    [
        ("rules:\n  citys: [Leeds]\n", 2, "rules.citys", "`rules.cities`"),
        ("treshold: 8\n", 1, "treshold", "`scoring.threshold`"),
        ("rules: {pay_flor: {}}\n", 1, "rules.pay_flor", "`rules.pay_floor`"),
        ("wishes:\n  excluded_title: [x]\n", 2, "wishes.excluded_title", "`rules.excluded_titles`"),
        ("slots: 4\n", 1, "slots", "`slots` in config.yaml"),
        (
            "sources:\n  company_boards:\n  - urll: x\n    url: x\n",
            3,
            "sources.company_boards[0].urll",
            "`sources.company_boards[].url`",
        ),
        (
            "sources:\n  broad_boards:\n    searches:\n    - query: x\n      hours_old: 24\n",
            5,
            "sources.broad_boards.searches[0].hours_old",
            "`sources.broad_boards.searches[].max_age_days`",
        ),
    ],
)
def test_the_nearest_key_is_sought_in_the_group_then_everywhere(
    home, faults_of, text, line, key, nearest
):
    ((at, named, problem, advice),) = told(home, text, faults_of)
    assert (at, named) == (line, key)
    assert "nothing reads" in problem
    assert advice == f"the nearest valid key is {nearest}"


def test_every_fault_of_a_file_is_told_at_once_in_its_order(home, faults_of):
    text = (
        "rules:\n"
        "  cities: Leeds\n"
        "  max_age_days: true\n"
        "  countries: [GB, gb, 4]\n"
        "  remote: maybe\n"
        "  pay_floor: {amount: 5}\n"
        "scoring: {threshold: 11}\n"
        "wishes: [a]\n"
    )
    assert [(line, key, problem) for line, key, problem, _ in told(home, text, faults_of)] == [
        (2, "rules.cities", "must be a list, not the text 'Leeds'"),
        (3, "rules.max_age_days", "must be a whole number, not the yes/no value true"),
        (
            4,
            "rules.countries[1]",
            "must be a country code of two capital letters such as GB, not the text 'gb'",
        ),
        (4, "rules.countries[2]", "must be text, not the number 4"),
        (5, "rules.remote", "must be 'only', 'ok' or 'no', not the text 'maybe'"),
        (6, "rules.pay_floor.currency", "is missing"),
        (7, "scoring.threshold", "must be at most 10, not the number 11"),
        (8, "wishes", "must be a group of keys, not a list"),
    ]


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        (b"", 1, "the file is empty"),
        (b"\xef\xbb\xbf\n", 1, "the file is empty"),
        (b"# only a remark\n", 1, "the file holds no keys"),
        (b"\n- a\n- b\n", 2, "the file holds a list"),
        (b"hello\n", 1, "the file holds a single value"),
        (b"rules:\n  cities: [M\xfcnchen]\n", 2, "the file is not UTF-8 text (byte 0xfc)"),
        ("rules: {}\n".encode("utf-16"), 1, "the file is not UTF-8 text (byte 0xff)"),
        (b"rules:\n\tremote: ok\n", 2, "a tab indents the line"),
        (b"rules: {}\nx: \x07\n", 2, "the file holds a control character"),
        (b"a: [b\nc: d\n", 2, "the YAML cannot be read (expected ',' or ']', but got ':')"),
        (
            b"rules: {}\n---\nwishes: {}\n",
            2,
            "the YAML cannot be read (but found another document)",
        ),
        (b"1: x\n", 1, "the file has the key 1, which is not text"),
        (b"rules: {<<: {a: b}}\n", 1, "has the key <<, which is not text"),
        (b"rules: &a\n  x: *a\n", 1, "contains itself"),
        (b"[" * 3000, None, "the file is nested too deeply"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_line(home, faults_of, text, line, problem):
    (fault,) = faults_of(lambda: search(home, text))
    assert (fault.line, fault.problem) == (line, problem)
    assert fault.advice


def test_a_key_that_stands_twice_is_told_with_both_lines(home, faults_of):
    text = "rules: {}\nrules: {}\nwishes:\n  titles: [a]\n  titles: [b]\n"
    assert [(line, key, problem) for line, key, problem, _ in told(home, text, faults_of)] == [
        (2, "rules", "stands twice, first on line 1"),
        (5, "wishes.titles", "stands twice, first on line 4"),
    ]


def test_anchors_that_multiply_are_stopped(home, faults_of):
    rows = ["a: &a [x, x, x, x, x, x, x, x, x, x]"]
    for before, name in zip("abcdefg", "bcdefgh", strict=True):
        rows.append(f"{name}: &{name} [{', '.join([f'*{before}'] * 10)}]")
    (fault,) = faults_of(lambda: search(home, "\n".join(rows)))
    assert "more than" in fault.problem


def test_a_key_left_empty_means_its_default(home):
    text = "rules:\n  cities:\n  remote:\nwishes:\nscoring: {threshold: }\n"
    assert search(home, text) == SearchSettings()


def test_an_unknown_key_left_empty_is_still_unknown(home, faults_of):
    ((line, key, *_),) = told(home, "rules:\nwihses:\n", faults_of)
    assert (line, key) == (2, "wihses")


def test_an_empty_entry_of_a_list_is_a_fault(home, faults_of):
    ((line, key, problem, _),) = told(home, "rules:\n  cities:\n  - Leeds\n  -\n", faults_of)
    assert (line, key, problem) == (4, "rules.cities[1]", "must be text, not nothing")


def test_values_keep_their_kind(home):
    text = (
        "rules:\n  countries: [NO]\n  remote: no\n  pay_floor: {amount: 90000.10, currency: EUR}\n"
        "sources:\n  imports: [{path: 2026-01-01}]\n"
    )
    settings = search(home, text)
    assert settings.rules.countries == ("NO",)
    assert settings.rules.remote == "no"
    assert settings.rules.pay_floor.amount == Decimal("90000.1")
    assert settings.sources.imports[0].path == "2026-01-01"


@pytest.mark.parametrize(
    ("board", "right"),
    [
        ("{url: x}", True),
        ("{provider: greenhouse, board: x}", True),
        ("{provider: greenhouse}", False),
        ("{url: x, board: y}", False),
        ("{company: x}", False),
    ],
)
def test_a_company_board_is_named_in_one_way(home, board, right):
    text = f"sources:\n  company_boards:\n  - {board}\n"
    if right:
        assert len(search(home, text).sources.company_boards) == 1
        return
    with pytest.raises(SettingsError, match=r"line 3: `sources.company_boards\[0\]` is not right"):
        search(home, text)


def test_the_installation_is_read_as_strictly(home, faults_of):
    home.config.write_text(
        "slots: true\n"
        "hosts:\n"
        "  timeout: '5'\n"
        "  allow: [localhost]\n"
        "  intervals: {jobs.example.org: -1}\n"
        "schedule:\n"
        "  timezone: Berlin\n"
    )
    faults = faults_of(lambda: load_system(home))
    assert [(f.line, f.key) for f in faults] == [
        (1, "slots"),
        (3, "hosts.timeout"),
        (4, "hosts.allow[0]"),
        (5, 'hosts.intervals["jobs.example.org"]'),
        (7, "schedule.timezone"),
    ]
    assert "Europe/Berlin" in str(faults[-1])


@pytest.mark.parametrize("cron", ["0 7 * * *", "*/15 8-18 * * 1-5", "0,30 7 1 1 0", "5 4 */2 * 7"])
def test_a_cron_expression_of_numbers_is_taken(home, cron):
    home.config.write_text(f'schedule: {{cron: "{cron}"}}\n')
    assert load_system(home).schedule.cron == cron


@pytest.mark.parametrize(
    ("cron", "why"),
    [
        ("0 7 * *", "4 fields"),
        ("60 7 * * *", "minute '60'"),
        ("0 24 * * *", "hour '24'"),
        ("0 7 0 * *", "day of the month '0'"),
        ("0 7 * 9-3 *", "'9-3' is no month"),
        ("daily 7 * * *", "'daily' is no minute"),
        ("0 7 * * */0", "is no day of the week"),
    ],
)
def test_a_faulty_cron_expression_is_told_by_its_field(home, cron, why):
    home.config.write_text(f'schedule: {{cron: "{cron}"}}\n')
    with pytest.raises(SettingsError, match=r"`schedule\.cron` is not right") as caught:
        load_system(home)
    assert why in str(caught.value)


def test_answers_are_text_numbers_or_yes_and_no(home, faults_of):
    file = home.tenant("me").answers
    file.write_text('answers:\n  "Notice?": 3 months\n  visa: true\n  pay: 65000\n  years: 2.5\n')
    assert load_answers(home, "me").answers == {
        "Notice?": "3 months",
        "visa": True,
        "pay": 65000,
        "years": 2.5,
    }
    file.write_text('answers:\n  "Notice?": [3, months]\n  visa: {x: 1}\n')
    faults = faults_of(lambda: load_answers(home, "me"))
    assert [(f.line, f.key) for f in faults] == [(2, 'answers["Notice?"]'), (3, "answers.visa")]
    assert faults[0].problem == "must be text, a number or true/false, not a list"


@pytest.mark.parametrize("load", [load_search, load_answers, load_profile])
def test_a_missing_file_of_a_tenant_is_named_with_the_command_that_writes_it(home, load):
    with pytest.raises(SettingsError, match=r"me/\w+\.\w+: the file does not exist.*jobctrl init"):
        load(home, "me")


def test_a_missing_installation_file_is_named(home):
    with pytest.raises(SettingsError, match=r"config\.yaml: the file does not exist.*jobctrl init"):
        load_system(home)


def test_a_folder_in_place_of_a_file_is_told(home, faults_of):
    home.config.mkdir()
    (fault,) = faults_of(lambda: load_system(home))
    assert fault.file == home.config
    assert "cannot be read" in fault.problem


def test_a_minimal_file_is_enough(home):
    home.config.write_text("slots: 4\n")
    assert load_system(home) == SystemSettings()
