# Two commands for a fresh machine with Python 3.11+, git and make: `make run` and `make test`.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
export JOBCTRL_HOME ?= $(CURDIR)/.jobctrl
export DAGSTER_HOME ?= $(JOBCTRL_HOME)/dagster
export DAGSTER_DISABLE_TELEMETRY := 1
export PYTHONUNBUFFERED := 1

.PHONY: run ui test test-long bench check format docs setup browser

run: setup browser $(DAGSTER_HOME)/dagster.yaml ## set up, run the whole pipeline, print the funnel
	@$(BIN)/python -m jobctrl_dagster.demo run

ui: setup browser $(DAGSTER_HOME)/dagster.yaml ## the Dagster web UI, with sensors running and schedules ready
	@$(BIN)/python -m jobctrl_dagster.demo ui

test: setup browser ## the whole test suite but the long campaigns
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/python -m pytest -n 2 --dist loadgroup -m "not long" $(ARGS)

test-long: setup browser ## the long campaigns, with fixed seeds
	@$(BIN)/python -m pytest -m long $(ARGS)

check: setup ## lint and types alone
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

format: setup ## mend what can be mended
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

bench: setup ## measurements into bench/results; ONLY=name, QUICK=1
	@$(BIN)/python -m bench $(if $(ONLY),--only $(ONLY)) $(if $(QUICK),--quick)

docs: setup ## the generated pages of the documentation
	@$(BIN)/python -c "from jobctrl_dagster.discover.sources_page import sources_page; print(sources_page(), end='')" > docs/sources.md

setup: $(VENV)/.installed

$(VENV)/.installed: pyproject.toml constraints.txt
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Installing into $(VENV) (a minute or two the first time)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade 'pip>=25.1'
	@PYTHONWARNINGS=ignore $(BIN)/python -m pip install --quiet --disable-pip-version-check \
		--constraint constraints.txt --group dev --editable .
	@touch $@

$(DAGSTER_HOME)/dagster.yaml: dagster.yaml
	@mkdir -p -m 700 $(DAGSTER_HOME)
	@cp dagster.yaml $@

browser: ## Chromium for the browser tests, from the system's packages where there is none
	@deploy/ensure_browser.sh
