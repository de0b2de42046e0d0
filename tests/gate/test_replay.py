import json

import httpx
import pytest

from jobctrl_dagster.gate.refusals import AddressRefused, BodyTooLarge, NotRecorded
from jobctrl_dagster.gate.replay import Replay, ReplayInvalidError


def forbidden_resolver(host: str, port: int) -> list[str]:
    raise AssertionError(f"replay asked for the address of {host}:{port}")


@pytest.fixture
def folder(tmp_path):
    """A data folder with one recorded board, its later day, a redirect and a refusing page."""
    (tmp_path / "boards").mkdir()
    (tmp_path / "boards" / "acme.json").write_text('{"jobs": [1]}')
    (tmp_path / "boards" / "later.json").write_text('{"jobs": [1, 2]}')
    (tmp_path / "boards" / "page1.json").write_text('{"page": 1}')
    home = tmp_path / "replay"
    home.mkdir()
    entry = {"method": "GET", "status": 200, "headers": {"content-type": "application/json"}}
    board = "https://boards.example.com/acme/jobs"
    index = [
        {**entry, "url": board, "file": "boards/acme.json"},
        {**entry, "url": f"{board}?page=1", "file": "boards/page1.json"},
        {
            **entry,
            "url": "https://old.example.com/acme",
            "status": 301,
            "headers": {"location": f"{board}?page=1"},
            "file": "boards/page1.json",
        },
        {**entry, "method": "POST", "url": "https://api.example.com/q", "file": "boards/acme.json"},
    ]
    (home / "index.json").write_text(json.dumps(index))
    later = [{**entry, "url": board, "file": "boards/later.json"}]
    (home / "index-later.json").write_text(json.dumps(later))
    return tmp_path


def test_the_exact_url_wins_over_the_url_without_its_query(folder):
    replay = Replay.load(folder)
    assert (
        replay.answer("GET", "https://boards.example.com/acme/jobs?page=1").body == b'{"page": 1}'
    )
    assert replay.answer("get", "HTTPS://Boards.example.com:443/acme/jobs?x=2#y").status == 200
    for method, url in (
        ("GET", "https://boards.example.com/acme"),
        ("POST", "https://boards.example.com/acme/jobs"),
        ("GET", "https://api.example.com/q"),
    ):
        with pytest.raises(NotRecorded):
            replay.answer(method, url)


def test_the_folder_may_be_the_index_s_own_or_the_one_above_it(folder):
    url = "https://boards.example.com/acme/jobs"
    for given in (folder, folder / "replay"):
        assert Replay.load(given).answer("GET", url).body == b'{"jobs": [1]}'
    with pytest.raises(ReplayInvalidError, match="holds neither"):
        Replay.load(folder / "boards")


def test_an_override_replaces_only_its_own_entries(folder):
    replay = Replay.load(folder, overrides=["index-later.json"])
    assert replay.answer("GET", "https://boards.example.com/acme/jobs").body == b'{"jobs": [1, 2]}'
    assert replay.answer("POST", "https://api.example.com/q").body == b'{"jobs": [1]}'


@pytest.mark.parametrize("file", ["../outside.json", "/etc/hostname", "boards/link.json"])
def test_a_file_outside_the_data_is_an_error_that_says_so(folder, file):
    outside = folder.parent / "outside.json"
    outside.write_text("{}")
    (folder / "boards" / "link.json").symlink_to(outside)
    entry = {"method": "GET", "url": "https://x.example.com/", "status": 200, "file": file}
    (folder / "replay" / "index.json").write_text(json.dumps([entry]))
    with pytest.raises(ReplayInvalidError, match="outside"):
        Replay.load(folder)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "index.json: "),
        ('[{"method": "GET", "url": "https://x.example.com/", "status": 200}]', "0.file"),
        ('[{"method": "GET", "url": "u", "status": "ok", "file": "f"}]', "0.status"),
        (
            '[{"method": "GET", "url": "u", "status": 200, "file": "boards/none.json"}]',
            "not a file",
        ),
    ],
)
def test_a_faulty_index_names_the_entry_at_fault(folder, text, says):
    (folder / "replay" / "index.json").write_text(text)
    with pytest.raises(ReplayInvalidError, match=says):
        Replay.load(folder)


def test_an_override_is_a_name_beside_the_index(folder):
    with pytest.raises(ReplayInvalidError, match="plain name"):
        Replay.load(folder, overrides=["../replay/index.json"])
    with pytest.raises(ReplayInvalidError, match="cannot be read"):
        Replay.load(folder, overrides=["index-none.json"])


def test_replay_reaches_no_network_asks_no_robots_and_keeps_no_pace(folder, new_door, clock):
    door = new_door(replay=Replay.load(folder), resolve=forbidden_resolver)
    for _ in range(3):
        assert door.get("https://boards.example.com/acme/jobs", kind="page").json() == {"jobs": [1]}
    assert clock.slept == []
    with pytest.raises(NotRecorded) as refused:
        door.get("https://boards.example.com/other?key=hush", kind="page")
    assert refused.value.code == "not_recorded"
    assert "hush" not in str(refused.value)


def test_a_recorded_redirect_is_followed_among_recordings(folder, new_door):
    door = new_door(replay=Replay.load(folder), resolve=forbidden_resolver)
    reply = door.get("https://old.example.com/acme", kind="api")
    assert reply.url == "https://boards.example.com/acme/jobs?page=1"
    assert reply.requested_url == "https://old.example.com/acme"
    assert reply.json() == {"page": 1}


def test_replay_keeps_the_rules_for_addresses_and_sizes(folder, new_door):
    door = new_door(replay=Replay.load(folder), resolve=forbidden_resolver, max_body=5)
    with pytest.raises(AddressRefused):
        door.get("http://127.0.0.1/", kind="api")
    with pytest.raises(BodyTooLarge):
        door.get("https://boards.example.com/acme/jobs", kind="api")


@pytest.mark.recorded
def test_every_recorded_board_answers_with_its_file(recorded, new_door):
    home = recorded / "replay"
    door = new_door(replay=Replay.load(home), resolve=forbidden_resolver)
    for entry in json.loads((home / "index.json").read_text()):
        reply = door.request(entry["method"], entry["url"], kind="api")
        assert reply.status == entry["status"]
        assert reply.content == (recorded / entry["file"]).read_bytes()
    later = Replay.load(home, overrides=["index-later.json"])
    changed = json.loads((home / "index-later.json").read_text())
    assert changed
    assert all(
        later.answer(e["method"], e["url"]).body == (recorded / e["file"]).read_bytes()
        for e in changed
    )


@pytest.mark.recorded
def test_a_client_of_a_library_reads_recordings_with_a_query_of_its_own(recorded, new_door):
    door = new_door(replay=Replay.load(recorded), resolve=forbidden_resolver)
    with httpx.Client(transport=door.transport("api")) as client:
        url = "https://api.smartrecruiters.com/v1/companies/visa/postings"
        assert client.get(url, params={"limit": 100}).json()["content"]
