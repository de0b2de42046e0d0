"""Hacker News, "Ask HN: Who is hiring?": postings that people write as comments of a thread.

Source: the Algolia search API, https://hn.algolia.com/api. By custom, a comment begins with a
line such as ``Company | Title | Place | REMOTE | Full-time``. Only comments whose first line names
a role in this form become postings; every other comment at the top of the thread is kept as a row
that could not be read, and answers to comments are left alone.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping
from typing import Any

from jobctrl_dagster.discover.cleaning import RowRejectedError, build_fault, build_posting, cleaned
from jobctrl_dagster.discover.feeds.reader import rows_under
from jobctrl_dagster.discover.port import Cursor, Item
from jobctrl_dagster.discover.records import RawPosting, Unit
from jobctrl_dagster.discover.verdicts import (
    SourceError,
    check_status,
    completed,
    stopped,
    unsupported,
)
from jobctrl_dagster.gate.door import Door

STORIES = (
    "https://hn.algolia.com/api/v1/search_by_date?tags=story,author_whoishiring&hitsPerPage=12"
)
COMMENTS = "https://hn.algolia.com/api/v1/search?tags=comment,story_{story}&hitsPerPage=1000"
ITEM = "https://news.ycombinator.com/item?id={id}"
LONGEST_NAME = 80

_THREAD = re.compile(r"^Ask HN: Who is hiring\?", re.IGNORECASE)
_ROLE = re.compile(
    r"\b(engineer(s|ing)?|engs?|swe|developers?|devs?|scientists?|designers?|managers?|leads?|head"
    r"|analysts?|architects?|founding|co-?founder|sres?|devops|pms?|ems?|cto|ceo|cfo|vp|director"
    r"|roles?|positions?|researchers?|technicians?|support|administrators?|sysadmin|specialists?"
    r"|professors?|recruiters?|editors?|writers?|consultants?|programmers?|staff|bdrs?|qa|gtm"
    r"|executives?|accountants?|marketers?|operators?|interns?|product|sales|data|security)\b",
    re.IGNORECASE,
)
_WORKPLACE = re.compile(
    r"\b(remote(ly)?|on-?site|hybrid|in[- ]person|in[- ]office)\b", re.IGNORECASE
)
_CONTRACT = re.compile(
    r"\b(full[- ]?time|part[- ]?time|contract(or|-to-hire)?|freelance|internships?|temporary)\b",
    re.IGNORECASE,
)
_PAY = re.compile(r"[$€£¥]\s?\d|\b\d{2,3}\s?[–-]\s?\d{2,3}\s?k\b|\b\d{2,3}k\b", re.IGNORECASE)
_ADDRESS = re.compile(r"https?://\S+|\bwww\.\S+|^[\w-]+(\.[\w-]+)+(/\S*)?$", re.IGNORECASE)
_OTHER = re.compile(r"\b(equity|visa|relocation|sponsorship|yc [swf]\d\d)\b", re.IGNORECASE)
_NO_OFFER = re.compile(r"\bseeking (work|freelancers?)\b|\bnot hiring\b", re.IGNORECASE)
_TAG = re.compile(r"<[^>]+>")


class HackerNews:
    """Reads the newest hiring thread."""

    kind = "community"

    def read(
        self,
        unit: Unit,
        door: Door,
        *,
        cursor: Mapping[str, Any] | None,
    ) -> Iterator[Item]:
        """Stream the thread; see `jobctrl_dagster.discover.port.Adapter`."""
        if unit.config.get("name") != "hackernews":
            sentence = f"there is no community {unit.config.get('name')!r}; there is hackernews"
            yield unsupported(unit, "unknown_community", sentence)
            return
        position = dict(cursor or {})
        postings, faults = 0, 0
        try:
            story = position.get("story") or _newest_thread(door)
            page = int(position.get("page", 0))
            while True:
                comments, pages = _comments(door, str(story), page)
                for number, comment in enumerate(comments):
                    try:
                        yield posting_of(comment, source=unit.id)
                        postings += 1
                    except RowRejectedError as error:
                        faults += 1
                        yield build_fault(
                            unit.id, number, str(error), row=comment.get("comment_text"),
                            external_id=comment.get("objectID"),
                        )  # fmt: skip
                page += 1
                if page >= pages:
                    break
                yield Cursor({"story": story, "page": page})
        except Exception as error:  # noqa: BLE001 - the report says what the source provoked
            yield stopped(unit, error, postings=postings)
            return
        yield Cursor()
        yield completed(unit, postings=postings, faults=faults)


def posting_of(comment: Mapping[str, Any], *, source: str) -> RawPosting:
    """Read one comment at the top of a thread.

    Raises:
        RowRejectedError: Its first line names no role in the customary form.
    """
    text = comment.get("comment_text")
    if not isinstance(text, str) or not text.strip():
        msg = "the comment has no text"
        raise RowRejectedError(msg)
    header = _header(text)
    if _NO_OFFER.search(header):
        msg = "the comment offers no job"
        raise RowRejectedError(msg)
    company, title, rest = _read_header(header)
    places = [part for part in rest if not _is_aside(part)]
    kinds = {_workplace(match[0]) for part in rest for match in _WORKPLACE.finditer(part)}
    contracts = [match[0] for part in rest for match in _CONTRACT.finditer(part)]
    return build_posting(
        source=source,
        provider="hackernews",
        external_id=comment.get("objectID"),
        url=ITEM.format(id=comment.get("objectID")),
        company=company,
        title=title,
        location="; ".join(places),
        workplace_type=kinds.pop() if len(kinds) == 1 else None,
        description=text,
        pay_text=next((part for part in rest if _PAY.search(part)), None),
        posted_at=comment.get("created_at"),
        employment_type=", ".join(dict.fromkeys(contracts)),
        extra={"header": header, "thread": comment.get("story_id")},
    )


def _newest_thread(door: Door) -> str:
    reply = door.get(STORIES, kind="api")
    check_status(reply.status, STORIES)
    _, stories = rows_under(reply, "hits")
    for story in stories:
        if isinstance(story, dict) and _THREAD.match(str(story.get("title"))):
            return str(story.get("objectID"))
    raise SourceError("no_thread", f"{reply.url} lists no hiring thread.", status=reply.status)


def _comments(door: Door, story: str, page: int) -> tuple[list[dict[str, Any]], int]:
    """Comments at the top of a thread, and how many pages of comments there are."""
    url = COMMENTS.format(story=story) + (f"&page={page}" if page else "")
    reply = door.get(url, kind="api")
    check_status(reply.status, url)
    payload, hits = rows_under(reply, "hits")
    pages = payload.get("nbPages")
    rows = [cleaned(hit) for hit in hits if isinstance(hit, dict)]
    top = [row for row in rows if str(row.get("parent_id")) == str(row.get("story_id"))]
    return top, pages if isinstance(pages, int) else 1


def _header(text: str) -> str:
    line = re.split(r"<p>|<br\s*/?>|\n", text.strip(), maxsplit=1)[0]
    return html.unescape(_TAG.sub("", line)).strip().strip("*").strip()


def _read_header(header: str) -> tuple[str | None, str, list[str]]:
    """Company, title and the other parts of a header.

    Raises:
        RowRejectedError: It has no parts, or none of them is a role.
    """
    parts = [part.strip() for part in header.split("|") if part.strip()]
    if len(parts) < 2:
        msg = "the first line has no parts separated by |"
        raise RowRejectedError(msg)
    first = _company(parts[0])
    if _is_role(parts[0]) and not any(_is_role(part) for part in parts[1:]):
        return None, parts[0], parts[1:]
    if "," in first and len(parts) > 2 and _is_bare_name(parts[1]):
        parts = [parts[1], parts[0], *parts[2:]]
        first = _company(parts[0])
    title = next((part for part in parts[1:] if _is_role(part)), None)
    if title is None or not first or len(first) > LONGEST_NAME or len(title) > 2 * LONGEST_NAME:
        msg = "the first line names no company and role"
        raise RowRejectedError(msg)
    return first, title, [part for part in parts[1:] if part is not title]


def _company(part: str) -> str:
    return re.sub(r"\s*\(?https?://\S+\)?", "", part).strip(" -–—")


def _is_role(part: str) -> bool:
    if _ADDRESS.fullmatch(part) or _PAY.search(part):
        return False
    if part.endswith(":") or part.lower().startswith(("we are ", "we're ", "we’re ")):
        return False
    words = _CONTRACT.sub("", _WORKPLACE.sub("", part))
    return bool(_ROLE.search(words))


def _is_bare_name(part: str) -> bool:
    marks = (_ROLE, _WORKPLACE, _CONTRACT, _PAY, _ADDRESS)
    return "," not in part and not any(mark.search(part) for mark in marks)


def _is_aside(part: str) -> bool:
    """Whether a part of a header names no place: pay, an address, or a kind of contract."""
    if _PAY.search(part) or _ADDRESS.search(part) or _OTHER.search(part) or _is_role(part):
        return True
    return not _CONTRACT.sub("", part).strip(" ,/-+()")


def _workplace(word: str) -> str:
    word = word.lower()
    if word.startswith("remote"):
        return "remote"
    return "hybrid" if word == "hybrid" else "onsite"
