"""``python -m jobctrl_dagster.cli``: the same as ``jobctrl``."""

from jobctrl_dagster.cli import app

if __name__ == "__main__":
    app(prog_name="jobctrl")
