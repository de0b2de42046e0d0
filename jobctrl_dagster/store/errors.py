"""What can go wrong with the store, each with a code that outcomes and logs carry."""

from __future__ import annotations

from typing import ClassVar


class StoreError(Exception):
    """A fault of the store or of its use."""

    code: ClassVar[str] = "store_error"


class TransactionUnfinished(StoreError):  # noqa: N818 - the name is the promise others rely on
    """A unit of work was left without commit or rollback; its writes are rolled back."""

    code = "activity_transaction_unfinished"


class LeaseHeld(StoreError):  # noqa: N818 - states a condition, as the codes do
    """Another live owner holds the lease."""

    code = "lease_held"


class LeaseLost(StoreError):  # noqa: N818 - as above
    """The lease expired or was taken over; its former owner may publish nothing."""

    code = "stale_lease"


class RuntimeIdentityMismatch(StoreError):  # noqa: N818 - as above
    """A Dagster instance is bound to another store than the one it was pointed at."""

    code = "runtime_identity_mismatch"
