"""How far a request has been redirected, carried from hop to hop by whoever follows."""

from __future__ import annotations

from dataclasses import dataclass

import httpx

_EXTENSION = "jobctrl.chain"


@dataclass(frozen=True)
class Chain:
    """The redirects behind a request.

    Attributes:
        hops: Redirects followed so far.
        spent: Seconds that the hops before this one spent on the network.
    """

    hops: int = 0
    spent: float = 0.0

    @property
    def text(self) -> str:
        """The chain as a header value; see `read`."""
        return f"{self.hops} {self.spent:.3f}"

    @classmethod
    def read(cls, text: str) -> Chain:
        """The chain that `text` made; an empty text is the start of one."""
        if not text:
            return cls()
        hops, spent = text.split()
        return cls(int(hops), float(spent))


def chain_of(request: httpx.Request) -> Chain:
    """The chain behind a request; `httpx` hands extensions on to the request that follows."""
    chain = request.extensions.get(_EXTENSION)
    return chain if isinstance(chain, Chain) else Chain()


def set_chain(request: httpx.Request, chain: Chain) -> None:
    """Put a chain behind a request."""
    request.extensions[_EXTENSION] = chain
