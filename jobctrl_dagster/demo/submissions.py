"""What the demo market has received: applications, with the digests of their files."""

import hashlib
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, overload

from jobctrl_dagster.demo.multipart import Part


@dataclass(frozen=True)
class ReceivedFile:
    """One uploaded file: the field, the name it was sent under, bytes, and SHA-256 in hex."""

    field: str
    name: str
    size: int
    sha256: str

    @classmethod
    def of(cls, part: Part) -> "ReceivedFile":
        """The record of a file part; its content is not kept."""
        digest = hashlib.sha256(part.content).hexdigest()
        return cls(part.name, part.filename or "", len(part.content), digest)


@dataclass(frozen=True)
class Submission:
    """One application that the market took.

    `number` counts from 1 in the order of arrival; `fields` holds what was sent by field name,
    `answers` the same by the visible label, empty answers left out.
    """

    number: int
    board: str
    public_id: str
    title: str
    email: str
    fields: Mapping[str, tuple[str, ...]]
    answers: Mapping[str, str]
    files: tuple[ReceivedFile, ...]

    def as_json(self) -> dict[str, Any]:
        """The submission in plain values."""
        return {
            **vars(self),
            "fields": {name: list(values) for name, values in self.fields.items()},
            "answers": dict(self.answers),
            "files": [vars(file) for file in self.files],
        }


class Submissions(Sequence[Submission]):
    """The applications in the order of arrival; one for each posting and e-mail address."""

    def __init__(self) -> None:
        self._taken: list[Submission] = []
        self._lock = threading.Lock()

    def take(
        self,
        *,
        board: str,
        public_id: str,
        title: str,
        email: str,
        fields: Mapping[str, tuple[str, ...]],
        answers: Mapping[str, str],
        files: tuple[ReceivedFile, ...],
    ) -> Submission | None:
        """Record an application, or None if this address has applied for the posting before."""
        address = email.strip().casefold()
        with self._lock:
            if any(
                (s.board, s.public_id, s.email) == (board, public_id, address) for s in self._taken
            ):
                return None
            submission = Submission(
                number=len(self._taken) + 1,
                board=board,
                public_id=public_id,
                title=title,
                email=address,
                fields=fields,
                answers=answers,
                files=files,
            )
            self._taken.append(submission)
            return submission

    @overload
    def __getitem__(self, index: int) -> Submission: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Submission]: ...
    def __getitem__(self, index: int | slice) -> Submission | Sequence[Submission]:
        """The submission at an index, from 0."""
        return self._taken[index]

    def __len__(self) -> int:
        return len(self._taken)

    def __iter__(self) -> Iterator[Submission]:
        return iter(tuple(self._taken))
