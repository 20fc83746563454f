"""Experiments as they go out: in a list, whole, and what is wrong with one."""

from collections.abc import Sequence

from pydantic import JsonValue

from edison.domain import Experiment, ExperimentStatus

from .estimate import EstimateView
from .page import BestView, RunLineView
from .refinement import GainView
from .view import BaseView, Moment


class ExperimentLineView(BaseView):
    """An experiment in a list."""

    id: str
    project: str | None
    """The slug; null where one person works alone."""
    name: str
    description: str
    goal: str
    preset: str | None
    """What a run of it does; null: every cell is answered, checked and judged."""
    status: ExperimentStatus
    revision: int
    """How many changes were made to it; whoever changes it by what they saw here gives it back."""
    runs: int
    best: BestView | None
    """Who stands first in the newest run that ended."""
    gain: GainView | None
    """What the newest run gained, where it refined a prompt."""
    spent_usd: float | None
    """By all its runs, removed ones as well, as far as it is known."""
    unpriced_calls: int
    last_run: RunLineView | None
    author: str
    made_at: Moment
    changed_by: str
    changed_at: Moment


class ExperimentView(ExperimentLineView):
    """An experiment, whole."""

    definition: dict[str, JsonValue]
    """As a suite file says it, key by key."""
    files: dict[str, str]
    """What the definition names, by name."""
    all_runs: tuple[RunLineView, ...]
    """The newest first."""


class MistakeView(BaseView):
    """One thing that is wrong with an experiment."""

    path: str
    """Where in the definition, such as `arms[1].temperature`; empty where it is about the whole."""
    what: str
    advice: str
    file: str | None
    """The file that it stands in; null for the definition itself."""


class ExperimentCheckView(BaseView):
    """Whether an experiment can be run, and what that may cost."""

    is_ready: bool
    missing: tuple[str, ...]
    """Keys of the definition that are needed and say nothing yet."""
    mistakes: tuple[MistakeView, ...]
    estimate: EstimateView | None
    """Null where it cannot be run as it is."""


class TemplateView(BaseView):
    """An experiment to begin with."""

    name: str
    about: str


class SuiteTemplateView(TemplateView):
    """A suite to begin with."""

    files: tuple[str, ...]
    """What is written, the suite first."""


class WholeTemplateView(TemplateView):
    """The same with what it says."""

    definition: dict[str, JsonValue]
    files: dict[str, str]


class ExperimentStanding(BaseView):
    """What is known of an experiment's runs."""

    status: ExperimentStatus
    runs: int
    best: BestView | None
    gain: GainView | None
    spent_usd: float | None
    unpriced_calls: int
    last_run: RunLineView | None


def view_experiment_line(
    experiment: Experiment, standing: ExperimentStanding, *, project: str | None
) -> ExperimentLineView:
    """An experiment for a list."""
    goal, preset = experiment.definition.get("goal"), experiment.definition.get("preset")
    return ExperimentLineView(
        **dict(standing),
        id=experiment.id,
        project=project,
        name=experiment.name,
        description=experiment.description,
        goal=goal if isinstance(goal, str) else "",
        preset=preset if isinstance(preset, str) else None,
        revision=experiment.revision,
        author=experiment.author,
        made_at=experiment.made_at,
        changed_by=experiment.changed_by,
        changed_at=experiment.changed_at,
    )


def view_experiment(
    experiment: Experiment, standing: ExperimentStanding, *, project: str | None, runs: Sequence[RunLineView]
) -> ExperimentView:
    """An experiment, whole."""
    return ExperimentView(
        **dict(view_experiment_line(experiment, standing, project=project)),
        definition=experiment.suite,
        files=experiment.files,
        all_runs=tuple(runs),
    )
