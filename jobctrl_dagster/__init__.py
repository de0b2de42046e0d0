"""A job search that runs itself, truthfully, on Dagster."""
