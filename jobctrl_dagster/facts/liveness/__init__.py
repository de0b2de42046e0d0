"""Whether a posting is still open."""

from jobctrl_dagster.facts.liveness.verdict import Liveness, classify

__all__ = ["Liveness", "classify"]
