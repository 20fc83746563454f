"""Experiments from Python: `edison.experiments.add("edison.yaml")`, `edison.experiments.run("Support")`."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from edison.actions.experiments.editing import (
    ExperimentRequest,
    add_experiment,
    change_experiment,
    find_experiment,
    list_experiments,
    show_experiment,
)
from edison.actions.experiments.files import add_from_template, open_experiment, save_experiment
from edison.actions.experiments.running import check_experiment, plan_experiment
from edison.actions.results.refinements import show_refinement
from edison.actions.results.reports import read_run, show_run
from edison.actions.results.verdicts import judge_run
from edison.actions.views.experiment import ExperimentCheckView, ExperimentLineView, ExperimentView
from edison.domain import ExperimentStatus

from .house import open_house
from .python_api import RefineResult, RunResult, drive_plan
from .python_prompts import settings_for


class ExperimentLibrary:
    """What a notebook wants of experiments; one is named by its id, a part of it, or its name."""

    def __init__(self, *, database: str | None = None, project: str | None = None) -> None:
        self._database = database
        self._project = project

    def at(self, *, database: str | None = None, project: str | None = None) -> "ExperimentLibrary":
        """The same for another database or project."""
        return ExperimentLibrary(database=database, project=project)

    def add(
        self,
        what: str | Path | Mapping[str, Any] | None = None,
        *,
        template: str | None = None,
        **options: Any,
    ) -> ExperimentView:
        """Keep an experiment: from a suite file, from the same as a mapping, from a template, or empty.

        Args:
            what: A file, or a mapping as it stands in one, whole or not.
            template: The name of one of those that come with Edison; `name`, `model` and `judge` may be given with it.
            **options: `name` and `description`.
        """
        with open_house(settings_for(self._database)) as house:
            if template is not None:
                return add_from_template(house, template, project=self._project, **options)
            if isinstance(what, str | Path):
                return open_experiment(house, Path(what), project=self._project)
            return add_experiment(house, ExperimentRequest(definition=what, **options), project=self._project)

    def all(self, *, status: str | None = None, archived: bool = False) -> list[ExperimentLineView]:
        """Experiments, the one that was changed last first."""
        wanted = None if status is None else ExperimentStatus(status)
        with open_house(settings_for(self._database)) as house:
            return list_experiments(house, project=self._project, status=wanted, archived=archived)

    def show(self, name: str) -> ExperimentView:
        """One experiment, whole, with its runs."""
        with open_house(settings_for(self._database)) as house:
            return show_experiment(house, name)

    def change(self, name: str, *, seen: int | None = None, **options: Any) -> ExperimentView:
        """Give `name`, `description`, `definition`, `files` or `is_archived` anew; `seen` is the revision looked at."""
        with open_house(settings_for(self._database)) as house:
            return change_experiment(house, name, ExperimentRequest(**options), seen=seen)

    def check(self, name: str, *, how: Literal["run", "refine"] | None = None) -> ExperimentCheckView:
        """Everything that is wrong or missing, or what a run may cost."""
        with open_house(settings_for(self._database)) as house:
            return check_experiment(house, name, how=how)

    def run(self, name: str, *, budget_usd: float | None = None) -> RunResult:
        """Run an experiment to its end and give back what came of it."""
        settings = settings_for(self._database)
        with open_house(settings) as house:
            found = find_experiment(house, name)
            started = drive_plan(
                house, lambda: plan_experiment(house, found, how="run", budget_usd=budget_usd), None
            )
            report = show_run(house, started)
            verdict = judge_run(report, fail_under=report.run.experiment.policy.fail_under)
        return RunResult(report, verdict, settings)

    def refine(self, name: str, *, budget_usd: float | None = None) -> RefineResult:
        """Refine the prompt of an experiment and give back what was adopted, with the proof."""
        with open_house(settings_for(self._database)) as house:
            found = find_experiment(house, name)
            started = drive_plan(
                house, lambda: plan_experiment(house, found, how="refine", budget_usd=budget_usd), None
            )
            ended = read_run(house, started)
            return RefineResult(ended, show_refinement(house, ended))

    def export(self, name: str, folder: str | Path) -> tuple[Path, ...]:
        """Write an experiment as edison.yaml with the files it names; nothing is overwritten."""
        with open_house(settings_for(self._database)) as house:
            return save_experiment(house, name, Path(folder))


experiments = ExperimentLibrary()
