"""Experiments: check, with all mistakes and the estimate, and run."""

import json
from dataclasses import dataclass, replace
from typing import Literal, cast

from pydantic import JsonValue

from edison.domain import Experiment, PresetName, Right, Run, StageName, to_microusd
from edison.errors import CasesDoNotFit, EdisonError, ExperimentRefused, SuiteBroken

from ..access import verb
from ..files import Texts
from ..house import House
from ..presets import PRESETS, ShownAs, plan_file
from ..presets.suites import ALL_CASES, CaseChoice, SuiteFile, load_suite
from ..runs.plan import RunPlan
from ..runs.prepare import prepare_run
from ..runs.start import start_run
from ..views.estimate import EstimateView, tell_estimate
from ..views.experiment import ExperimentCheckView, MistakeView
from .editing import find_experiment
from .parts import with_kept_parts

How = Literal["run", "refine"]
"""What is done with an experiment, where that is not what its definition says."""

SUITE = "edison.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Portion:
    """Which of its cases an experiment is run with this time, and after which stage a person looks."""

    choice: CaseChoice = ALL_CASES
    pause_after: StageName | None = None


WHOLE = Portion()
_NEEDED = ("arms", "prompt", "cases")
_REFINING = ("rubric", "judges")
_PATHS = {
    "endpoint_not_allowed": "arms",
    "parameters_not_taken": "arms",
    "extra_refused": "arms",
    "price_unknown": "budget_usd",
    "extra_not_priced": "budget_usd",
    "check_broken": "checks",
    "nothing_to_compare": "judges",
    "not_refinable": "refine",
    "dataset_unknown": "cases",
    "choice_unknown": "preset",
    "key_missing": "providers",
    "key_kept_back": "providers",
    "provider_settings": "providers",
    "provider_unknown": "providers",
    "provider_unreachable": "providers",
    "code_not_allowed": "providers",
}
"""Where in a definition to look, by the code of what went wrong after it was read."""


@verb(Right.READ)
def check_experiment(
    house: House, text: str, *, how: How | None = None, portion: Portion = WHOLE
) -> ExperimentCheckView:
    """Everything that is wrong with an experiment, or what a run of it may cost. Nothing paid for is sent; blocks."""
    experiment = find_experiment(house, text)
    missing = _missing(experiment, how)
    mistakes, estimate = _look(house, experiment, how, portion)
    return ExperimentCheckView(
        is_ready=estimate is not None, missing=missing, mistakes=tuple(mistakes), estimate=estimate
    )


@verb(Right.SPEND)
def start_experiment(
    house: House,
    text: str,
    *,
    how: How | None = None,
    budget_usd: float | None = None,
    portion: Portion = WHOLE,
    start_key: str | None = None,
) -> Run:
    """Run an experiment as it is now; an equal key gives the run that was started with it. Blocks; not for a loop."""
    experiment = find_experiment(house, text)
    plan = plan_experiment(house, experiment, how=how, budget_usd=budget_usd, portion=portion)
    return start_run(house, prepare_run(house, plan), start_key=start_key)


@verb(Right.READ)
def plan_experiment(
    house: House,
    experiment: Experiment,
    *,
    how: How | None = None,
    budget_usd: float | None = None,
    portion: Portion = WHOLE,
) -> RunPlan:
    """What a run of an experiment is made from; nothing is stored or paid for. Blocks; not for a loop."""
    if experiment.is_archived:
        raise ExperimentRefused(experiment.name, "it is archived", "take it up again first.")
    budget = to_microusd(budget_usd)
    file = suite_of(house, experiment, how=how).changed(budget_microusd=budget).choosing(portion.choice)
    plan = replace(plan_file(house, file), pause_after=portion.pause_after)
    design = plan.experiment.model_copy(update={"id": experiment.id})
    return replace(plan, experiment=design, experiment_id=experiment.id)


@verb(Right.READ)
def suite_of(house: House, experiment: Experiment, *, how: How | None = None) -> SuiteFile:
    """The definition as a suite with its files and kept parts; whatever is wrong with it is told with fields."""
    filled = with_kept_parts(house, experiment.suite, project_id=experiment.project_id)
    written = json.dumps(filled).encode()
    file = load_suite(SUITE, written, files=Texts(experiment.files), house=house)
    preset = None if how is None else PresetName.REFINE_PROMPT if how == "refine" else PresetName.BATTERY
    return replace(file.changed(preset=preset), project_id=experiment.project_id)


def _look(
    house: House, experiment: Experiment, how: How | None, portion: Portion
) -> tuple[list[MistakeView], EstimateView | None]:
    try:
        prepared = prepare_run(house, plan_experiment(house, experiment, how=how, portion=portion))
    except SuiteBroken as broken:
        found = [_mistake(one.field, one.what, one.advice, one.file) for one in broken.problems]
        return found, None
    except CasesDoNotFit as error:
        return [
            _mistake("cases", told, "") for told in cast("tuple[str, ...]", error.fields["problems"])
        ], None
    except EdisonError as error:
        return [_mistake(_PATHS.get(error.code, ""), error.sentence, "")], None
    return [], tell_estimate(prepared)


def _mistake(path: str, what: str, advice: str, file: str = SUITE) -> MistakeView:
    # Of what is missing altogether only its name is known.
    where = path or ("prompt" if what.startswith("prompt is missing") else "")
    return MistakeView(path=where, what=what, advice=advice, file=None if file == SUITE else file)


def _missing(experiment: Experiment, how: How | None) -> tuple[str, ...]:
    """What is needed and says nothing yet, in the order in which people write it."""
    says: dict[str, JsonValue] = {key: value for key, value in experiment.definition.items() if value}
    if "prompts" in says:
        says["prompt"] = says["prompts"]
    named = PRESETS.get(str(says.get("preset")))
    refines = how == "refine" or (how is None and named is not None and named.shown_as is ShownAs.ROUNDS)
    return tuple(key for key in (*_NEEDED, *(_REFINING if refines else ())) if key not in says)
