"""What can go wrong with a backup or a restore."""

from __future__ import annotations


class BackupError(Exception):
    """A backup cannot be made, or an archive cannot be restored; says what to do next."""
