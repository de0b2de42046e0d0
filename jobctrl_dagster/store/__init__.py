"""What is remembered: postings, jobs, outcomes, events, leases; on SQLite or PostgreSQL."""

from jobctrl_dagster.store.errors import (
    LeaseHeld,
    LeaseLost,
    RuntimeIdentityMismatch,
    StoreError,
    TransactionUnfinished,
)
from jobctrl_dagster.store.store import Store

__all__ = [
    "LeaseHeld",
    "LeaseLost",
    "RuntimeIdentityMismatch",
    "Store",
    "StoreError",
    "TransactionUnfinished",
]
