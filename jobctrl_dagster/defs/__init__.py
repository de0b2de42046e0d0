"""The Dagster layer: the only code, with definitions.py, that knows Dagster."""
