"""Bodies of forms as browsers send them: multipart/form-data (RFC 7578)."""

import re
from dataclasses import dataclass
from email.message import Message


class MalformedFormError(ValueError):
    """A body is no whole multipart form."""


@dataclass(frozen=True)
class Part:
    """One part of a form; `filename` is None for a text, and empty where no file was chosen."""

    name: str
    content: bytes
    filename: str | None = None
    content_type: str = "text/plain"

    @property
    def text(self) -> str:
        """The content as text, with line ends as in a text field."""
        return self.content.decode(errors="replace").replace("\r\n", "\n")


def parse_form(content_type: str, body: bytes) -> tuple[Part, ...]:
    """Read the parts of a body, in their order.

    Raises:
        MalformedFormError: the type names no boundary, the last boundary is missing (the body was
            cut off), or a part has no name.
    """
    boundary = _boundary(content_type)
    mark = b"\r\n--" + boundary
    chunks = (b"\r\n" + body).split(mark)
    if len(chunks) < 2 or not chunks[-1].startswith(b"--"):
        raise MalformedFormError("the last boundary is missing: the body was cut off on its way")
    return tuple(_part(chunk) for chunk in chunks[1:-1])


def _boundary(content_type: str) -> bytes:
    message = Message()
    message["Content-Type"] = content_type
    boundary = message.get_param("boundary")
    if message.get_content_type() != "multipart/form-data" or not isinstance(boundary, str):
        raise MalformedFormError(
            f"{content_type or 'no content type'} is no multipart/form-data with a boundary"
        )
    return boundary.encode()


def _part(chunk: bytes) -> Part:
    head, found, content = chunk.partition(b"\r\n\r\n")
    lines = head.decode(errors="replace").split("\r\n")
    headers = {
        name.strip().casefold(): value.strip()
        for name, _, value in (line.partition(":") for line in lines if line)
    }
    disposition = headers.get("content-disposition", "")
    name = _quoted("name", disposition)
    if not found or name is None:
        raise MalformedFormError("a part has no name")
    filename = _quoted("filename", disposition)
    return Part(name, content, filename, headers.get("content-type", "text/plain"))


def _quoted(key: str, disposition: str) -> str | None:
    """A quoted parameter; browsers write quotes and line ends in it as percent codes."""
    found = re.search(rf'(?:^|[;\s]){key}="([^"]*)"', disposition)
    if found is None:
        return None
    return re.sub(r"%(22|0D|0A)", lambda code: chr(int(code[1], 16)), found[1])
