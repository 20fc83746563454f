"""Batteries from Python: `edison.battery("tools.json", models=["openai/gpt-4o-mini"])`."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from edison.actions.presets.batteries import (
    BatteryOptions,
    battery_suite,
    find_file,
    open_battery,
    plan_battery,
)
from edison.actions.results.reports import show_run
from edison.actions.results.verdicts import judge_run
from edison.actions.runs.progress import RunProgress
from edison.domain import to_microusd

from .house import open_house
from .python_api import RunResult, drive_plan, read_providers_given
from .python_prompts import settings_for


def battery(
    file: str | Path,
    *,
    models: Sequence[str] = (),
    judge_model: str | None = None,
    providers: str | Path | Mapping[str, Any] | None = None,
    database: str | None = None,
    watch: Callable[[RunProgress], None] | None = None,
    budget_usd: float | None = None,
    allow_code: bool = False,
    **changes: Any,
) -> RunResult:
    """Run a battery, BFCL or promptfoo file to its end and give back what came of it.

    Args:
        file: The file, or `starter:tools`, `starter:judges`, `starter:loops`.
        models: Who answers, as `provider/model`; a promptfoo configuration may name them itself.
        judge_model: Who judges, by the criteria of the tests.
        providers: A file that says how providers are reached, or the same as a mapping.
        database: Where the run is kept; EDISON_DATABASE_URL unless given.
        watch: Called with the progress about twice a second, from another thread.
        budget_usd: What the run may cost.
        allow_code: Whether code in the file is run; what it would find is not checked otherwise.
        **changes: `drift_threshold`, `system`, `max_tokens`, `timeout_s`; `repeats`, `seed`, `concurrency`, `cache`,
            `fail_under`, `embedder` (as `provider/model`, for what goes by meaning).

    Raises:
        EdisonError: it cannot be run; nothing was started.
    """
    own = {name: changes.pop(name, None) for name in ("drift_threshold", "system", "max_tokens", "timeout_s")}
    options = BatteryOptions(tuple(models), judge_model, **own)
    path, settings = find_file(Path(file)), settings_for(database)
    with open_house(settings, providers=read_providers_given(providers), allow_code=allow_code) as house:
        read = open_battery(path, system=options.system, allows_code=house.allows_code)
        suite = battery_suite(read, options, folder=path.parent).changed(
            budget_microusd=to_microusd(budget_usd), **changes
        )
        started = drive_plan(
            house,
            lambda: plan_battery(house, suite, notes=read.unhonoured, timeout_s=options.timeout_s),
            watch,
        )
        report = show_run(house, started)
        verdict = judge_run(report, fail_under=report.run.experiment.policy.fail_under)
    return RunResult(report, verdict, settings)
