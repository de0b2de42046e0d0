"""The daily discovery, off until a person switches it on."""

import dagster as dg

from jobctrl_dagster.defs.jobs import plan_discovery
from jobctrl_dagster.defs.resources import InstallationResource
from jobctrl_dagster.discover.run import unfinished_execution
from jobctrl_dagster.settings.faults import SettingsError
from jobctrl_dagster.settings.home import Home
from jobctrl_dagster.settings.load import load_system
from jobctrl_dagster.settings.schema import ScheduleSettings
from jobctrl_dagster.stages import BY_NAME


def _settings() -> ScheduleSettings:
    """The configured time; the default where there is no valid configuration yet."""
    try:
        return load_system(Home.from_env()).schedule
    except SettingsError:
        return ScheduleSettings()


@dg.definitions
def schedules() -> dg.Definitions:
    """The schedule at the local time that config.yaml names."""
    settings = _settings()

    @dg.schedule(
        job=plan_discovery,
        cron_schedule=settings.cron,
        execution_timezone=settings.timezone,
        default_status=dg.DefaultScheduleStatus.STOPPED,
    )
    def daily_discovery(
        context: dg.ScheduleEvaluationContext, installation: InstallationResource
    ) -> list[dg.RunRequest] | dg.SkipReason:
        """Plans a discovery for every tenant whose last one has ended."""
        opened = installation.opened
        free = [
            tenant.name
            for tenant in opened.active_tenants()
            if unfinished_execution(opened.store, tenant.name) is None
        ]
        if not free:
            return dg.SkipReason("Every tenant's discovery is still under way, or paused.")
        at = context.scheduled_execution_time
        return [
            dg.RunRequest(
                run_key=f"plan:{name}:{at:%Y-%m-%dT%H:%M%z}",
                partition_key=name,
                tags=BY_NAME["discover"].tags(name),
            )
            for name in free
        ]

    return dg.Definitions(schedules=[daily_discovery])
