"""Multipart bodies, as httpx and browsers write them."""

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jobctrl_dagster.demo.multipart import MalformedFormError, Part, parse_form


def sent(data: dict[str, str], files: dict[str, tuple[str, bytes]]) -> tuple[str, bytes]:
    request = httpx.Request("POST", "http://127.0.0.1", data=data, files=files)
    request.read()
    return request.headers["content-type"], request.content


@given(
    texts=st.dictionaries(st.sampled_from(["name", "cards[a][field0]", "ärger"]), st.text()),
    content=st.binary(),
    filename=st.sampled_from(
        ["resume.pdf", 'my "best" resume.pdf', "Lebenslauf – Ä.pdf", "a;b.txt"]
    ),
)
def test_what_is_sent_is_read_back_byte_for_byte(
    texts: dict[str, str], content: bytes, filename: str
):
    parts = parse_form(*sent(texts, {"resume": (filename, content)}))
    assert {p.name: p.content for p in parts if p.filename is None} == {
        name: text.encode(errors="surrogatepass") for name, text in texts.items()
    }
    (file,) = (part for part in parts if part.filename is not None)
    assert (file.name, file.filename, file.content) == ("resume", filename, content)


def test_a_file_field_left_empty_has_an_empty_file_name():
    body = (
        b'--x\r\nContent-Disposition: form-data; name="resume"; filename=""\r\n'
        b"Content-Type: application/octet-stream\r\n\r\n\r\n--x--\r\n"
    )
    (part,) = parse_form('multipart/form-data; boundary="x"', body)
    assert part == Part("resume", b"", "", "application/octet-stream")


@given(st.data())
def test_a_body_that_was_cut_off_is_refused(data: st.DataObject):
    kind, body = sent({"name": "Ada"}, {"resume": ("a.pdf", b"content")})
    kept = data.draw(st.integers(0, len(body) - 5))
    with pytest.raises(MalformedFormError):
        parse_form(kind, body[:kept])


@pytest.mark.parametrize(
    ("kind", "body", "complaint"),
    [
        ("", b"", "no content type"),
        ("application/json", b"{}", "application/json is no multipart"),
        ("multipart/form-data", b"--x--", "with a boundary"),
        ("multipart/form-data; boundary=x", b"--x\r\n\r\ntext\r\n--x--", "no name"),
    ],
)
def test_what_is_no_form_is_refused_with_the_reason(kind: str, body: bytes, complaint: str):
    with pytest.raises(MalformedFormError, match=complaint):
        parse_form(kind, body)
