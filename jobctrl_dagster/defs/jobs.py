"""Jobs: the whole pipeline or one stage in one process, and the asset jobs that sensors launch.

``dagster job execute -m jobctrl_dagster.definitions -j job_pipeline`` runs outside the queue, in
its own process, and logs the same materializations.
"""

from collections.abc import Callable
from typing import Any

import dagster as dg

from jobctrl_dagster.defs.apply import applications
from jobctrl_dagster.defs.discover import discovered_jobs, discovery_plan
from jobctrl_dagster.defs.enrich import enrichment
from jobctrl_dagster.defs.ops import (
    approve_demo_jobs,
    decide_application,
    discover_postings,
    enrich_postings,
    fill_forms,
    score_jobs,
    tailor_resumes,
    write_letters,
)
from jobctrl_dagster.defs.score import scores
from jobctrl_dagster.defs.tailor import cover_letter, resume
from jobctrl_dagster.stages import BY_NAME, Lane, StageName


def _in_process(
    name: str, description: str, stage: str, *, lane: Lane = "work"
) -> Callable[[Callable[[], None]], dg.JobDefinition]:
    """The settings of a job whose ops do everything in the run's own process."""
    return dg.job(
        name=name,
        description=description,
        executor_def=dg.in_process_executor,
        run_tags={"jobctrl/lane": lane, "jobctrl/stage": stage},
    )


@_in_process("job_pipeline", "From the boards to filled forms, in one process.", "pipeline")
def job_pipeline() -> None:
    """Discover, enrich, score, tailor, cover; a dry run of what is approved."""
    documents = write_letters(tailor_resumes(score_jobs(enrich_postings(discover_postings()))))
    fill_forms(approve_demo_jobs(documents))


@_in_process("discover", "Read every family of every tenant.", "discover")
def discover() -> None:
    """Discover alone."""
    discover_postings()


@_in_process("enrich", "Enrich every job that is ready.", "enrich")
def enrich() -> None:
    """Enrich alone."""
    enrich_postings()


@_in_process("score", "Score every job that is ready.", "score")
def score() -> None:
    """Score alone."""
    score_jobs()


@_in_process("tailor", "Make the resumes of the shortlist.", "tailor")
def tailor() -> None:
    """Tailor alone."""
    tailor_resumes()


@_in_process("cover_letters", "Write the letters of the shortlist.", "cover")
def cover_letters() -> None:
    """Cover alone."""
    write_letters()


@_in_process("apply", "Fill the forms of approved jobs in a dry run.", "apply")
def apply() -> None:
    """Apply alone."""
    fill_forms()


@_in_process("approve", "Approve or reject a job's documents.", "approve", lane="control")
def approve() -> None:
    """A person's decision, from the web UI's launchpad or the command line."""
    decide_application()


def _asset_job(name: str, asset: dg.AssetsDefinition, stage: StageName) -> Any:
    """An unresolved asset job, whose type Dagster does not export."""
    return dg.define_asset_job(
        name,
        selection=dg.AssetSelection.assets(asset).without_checks(),
        executor_def=dg.in_process_executor,
        run_tags={"jobctrl/lane": BY_NAME[stage].lane, "jobctrl/stage": stage},
        description=f"One run of {asset.key.to_user_string()}, launched by a sensor.",
    )


plan_discovery = _asset_job("plan_discovery", discovery_plan, "discover")
discover_family = _asset_job("discover_family", discovered_jobs, "discover")
enrichment_slice = _asset_job("enrichment_slice", enrichment, "enrich")
score_slice = _asset_job("score_slice", scores, "score")
tailor_resume = _asset_job("tailor_resume", resume, "tailor")
write_letter = _asset_job("write_letter", cover_letter, "cover")
fill_form = _asset_job("fill_form", applications, "apply")
