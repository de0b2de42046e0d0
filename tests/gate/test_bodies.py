import gzip
import tracemalloc
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jobctrl_dagster.gate.bodies import check_declared, read_body
from jobctrl_dagster.gate.refusals import BodyTooLarge, NetworkFailed

WHERE = "https://jobs.example.com/list"


def raw_deflate(data: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return packer.compress(data) + packer.flush()


def read(data: bytes, encoding: str = "", size: int = 1000, limit: int = 10_000_000) -> bytes:
    chunks = [data[start : start + size] for start in range(0, len(data), size)]
    return read_body(chunks, encoding, limit=limit, where=WHERE)


@given(st.binary(max_size=3_000), st.integers(1, 400), st.integers(1, 50))
def test_every_encoding_gives_the_body_back_however_it_is_cut(data, size, repeat):
    body = data * repeat
    assert read(body, "", size) == body
    assert read(gzip.compress(body, mtime=0), "gzip", size) == body
    assert read(zlib.compress(body), "deflate", size) == body
    assert (
        read(gzip.compress(body, mtime=0) + gzip.compress(data, mtime=0), "x-gzip", size)
        == body + data
    )


@given(st.binary(max_size=3_000), st.integers(16, 400))
def test_deflate_without_its_header_is_read_too(data, size):
    assert read(raw_deflate(b"[" + data), "Deflate", size) == b"[" + data


@given(st.integers(0, 5_000), st.sampled_from(["", "gzip", "deflate"]))
def test_the_limit_is_exact_for_what_a_body_decodes_to(size, encoding):
    body = bytes(size)
    packed = {"": bytes, "gzip": gzip.compress, "deflate": zlib.compress}[encoding](body)
    limit = max(2_500, len(packed))
    if size > limit:
        with pytest.raises(BodyTooLarge):
            read(packed, encoding, limit=limit)
    else:
        assert read(packed, encoding, limit=limit) == body


def test_a_bomb_never_unfolds_in_memory():
    bomb = gzip.compress(bytes(200_000_000))
    tracemalloc.start()
    try:
        with pytest.raises(BodyTooLarge) as refused:
            read(bomb, "gzip", size=len(bomb), limit=1_000_000)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 4_000_000
    assert refused.value.code == "response_body_budget"


def test_an_endless_chain_of_empty_members_is_stopped_by_what_was_sent():
    with pytest.raises(BodyTooLarge):
        read(gzip.compress(b"", mtime=0) * 1_000, "gzip", limit=5_000)


def test_what_follows_a_finished_stream_is_left_alone():
    assert read(gzip.compress(b"jobs", mtime=0) + b"\0\0trailer", "gzip") == b"jobs"


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        (gzip.compress(b"x" * 5_000, mtime=0)[:-20], "gzip"),
        (b"not compressed at all", "gzip"),
        (gzip.compress(b"jobs", mtime=0)[:10] + b"\xff" * 40, "gzip"),
        (b"\x1b\x03\x00", "br"),
        (gzip.compress(gzip.compress(b"x", mtime=0), mtime=0), "gzip, gzip"),
    ],
)
def test_a_damaged_or_foreign_encoding_is_a_failure_not_an_empty_body(data, encoding):
    with pytest.raises(NetworkFailed, match=r"jobs\.example\.com/list"):
        read(data, encoding)


def test_an_encoding_without_a_body_is_an_empty_body():
    assert read(b"", "br") == read(b"", "gzip") == b""
    assert read(b"jobs", "identity") == b"jobs"


@pytest.mark.parametrize(("length", "refused"), [("11", True), ("9" * 5_000, True), ("10", False)])
def test_a_declared_length_over_the_limit_is_refused_unread(length, refused):
    if refused:
        with pytest.raises(BodyTooLarge):
            check_declared(length, 10, WHERE)
    else:
        check_declared(length, 10, WHERE)
        check_declared(None, 10, WHERE)
