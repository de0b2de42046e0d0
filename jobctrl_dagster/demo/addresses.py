"""Where the boards and postings of the demo market are found by a reader."""

from jobctrl_dagster.demo.records import Posting


def board_url(origin: str, board_key: str) -> str:
    """The public page that lists a board."""
    return f"{origin}/{board_key}"


def page_url(origin: str, posting: Posting) -> str:
    """The public page of a posting."""
    middle = "/jobs" if posting.board.startswith("greenhouse/") else ""
    return f"{board_url(origin, posting.board)}{middle}/{posting.public_id}"


def apply_url(origin: str, posting: Posting) -> str:
    """The address for applying that a board gives beside the page."""
    if posting.apply_url is not None:
        return posting.apply_url
    tail = "/application" if posting.board.startswith("ashby/") else "/apply"
    return page_url(origin, posting) + tail
