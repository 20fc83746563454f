"""Batteries: files of tests in the forms that people have them, run as what they are."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from edison import formats
from edison.domain import (
    JUDGED,
    MAX_SCORE,
    SELECT_BEST,
    Battery,
    Case,
    CaseId,
    CaseTask,
    Check,
    DatasetId,
    Endpoint,
    JudgeAssignment,
    JudgeMode,
    Message,
    PresetName,
    Right,
    Sampling,
    Suite,
    SuiteArm,
    SuiteCase,
    SuiteJudge,
    SuitePrompt,
)
from edison.errors import CasesDoNotFit, EdisonError, ModelsNotNamed, OptionNotForSuites
from edison.formats import BatteryFormat, name_battery_format, read_battery
from edison.gateway import Manifest
from edison.stages.check import prepare_checks
from edison.stages.plan import TASK_PROMPT, most_best_pairs, pin_case, pin_judges
from edison.text import several

from ..access import verb
from ..files import Folder, read_whole
from ..house import House
from ..providers.connecting import names_code
from ..providers.models import refuse_unlisted
from ..runs.plan import Questions, RunPlan
from ..runs.prepare import choose_forms
from .loop_questions import with_loops
from .suite_plans import plan_suite, questions_to_judge
from .suites import SuiteFile

USUAL_MAX_TOKENS = 2048
_MOST_PROBLEMS = 20
_MOST_SEED = 2**31 - 1_000
_STARTER = "starter:"
_LITERAL = Case(
    id=CaseId("case"), dataset_id=DatasetId("set"), name="any", task=CaseTask(messages=(Message.user("any"),))
)
"""A case whose texts, and those of its checks, are literal."""


@dataclass(frozen=True, slots=True)
class BatteryOptions:
    """How a battery is run: what does not stand in its file."""

    models: Sequence[str] = ()
    judge: str | None = None
    drift_threshold: float | None = None
    max_tokens: int | None = None
    system: str | None = None
    timeout_s: float | None = None
    """How long one call may take; as the providers have it, mostly 300, where nothing is said."""

    def refuse_for_suites(self) -> None:
        """Refuse what is given for a suite: all of it stands in the suite itself."""
        given = {
            "--models": self.models,
            "--judge-model": self.judge,
            "--drift-threshold": self.drift_threshold,
            "--max-tokens": self.max_tokens,
            "--system": self.system,
            "--timeout": self.timeout_s,
        }
        for option, value in given.items():
            if value:
                raise OptionNotForSuites(option)


def find_file(path: Path) -> Path:
    """A file that a person named; `starter:tools`, `starter:judges` and `starter:loops` come with Edison."""
    given = str(path)
    if not given.startswith(_STARTER):
        return path
    return (
        Path(formats.__file__).parent
        / "starter"
        / "batteries"
        / f"{Path(given.removeprefix(_STARTER)).name}.json"
    )


def is_suite(path: Path) -> bool:
    """Whether a file is a suite, and no battery of any form."""
    path = find_file(path)
    return name_battery_format(read_whole(path), name=path.name) is BatteryFormat.SUITE


def open_battery(
    path: Path, *, system: str | None = None, also: Iterable[Path] = (), allows_code: bool = False
) -> Battery:
    """Read a battery from this machine's disk; whatever is wrong with it is told at once.

    Args:
        path: The file.
        system: Sent where a case has no system text of its own.
        also: Folders in which files that it names may lie, besides its own.
        allows_code: Whether code in it will be run.

    Raises:
        SuiteBroken, CasesDoNotFit: it cannot be used, with everything that is in the way.
    """
    path = find_file(path)
    files = Folder(path.parent, also=also)
    battery = read_battery(
        read_whole(path),
        name=path.name,
        read_file=files.whole,
        system=system,
        misfit=name_misfit,
        allows_code=allows_code,
    )
    refuse_misfits(path.name, battery)
    return battery


def battery_suite(battery: Battery, options: BatteryOptions, *, folder: Path | None = None) -> SuiteFile:
    """The battery as a suite: the models are its arms, and each case brings what is sent; code lies in the folder."""
    named = tuple(SuiteArm(endpoint=Endpoint.parse(model.strip())) for model in options.models)
    arms = tuple(_sampled(arm, options) for arm in named or battery.arms)
    if not arms:
        raise ModelsNotNamed(battery.name)
    judges = () if options.judge is None else (SuiteJudge(endpoint=Endpoint.parse(options.judge)),)
    suite = Suite(
        name=battery.name,
        arms=arms,
        prompts=(SuitePrompt(user=TASK_PROMPT),),
        cases=tuple(_case(case, options) for case in battery.cases),
        judges=judges,
    )
    return SuiteFile(battery.name, suite, Folder(folder or Path()))


def _sampled(arm: SuiteArm, options: BatteryOptions) -> SuiteArm:
    """With what was said of all, then what its file says of it, then what is usual."""
    given = arm.sampling.model_dump(exclude_none=True)
    most = options.max_tokens or given.get("max_tokens", USUAL_MAX_TOKENS)
    sampling = Sampling.model_validate({"temperature": 0.0, **given, "max_tokens": most})
    return arm.model_copy(update={"sampling": sampling})


@verb(Right.READ)
def plan_battery(
    house: House, file: SuiteFile, *, notes: Sequence[str] = (), timeout_s: float | None = None
) -> RunPlan:
    """Everything that a run of a battery is made from; nothing is stored or paid for. Blocks; not for a loop.

    Args:
        house: The house.
        file: The battery as a suite, whatever of it was changed since.
        notes: What of its file will not be done.
        timeout_s: How long one call may take, whatever its provider's form says.

    Raises:
        ModelUnknown: a provider lists its models, and one of those that are to be asked is not among them.
    """
    file, judging = _with_judges(file)
    asked = [one.endpoint for one in (*file.suite.arms, *file.suite.judges)]
    asked += [] if file.suite.embedder is None else [file.suite.embedder]
    refuse_unlisted(
        house,
        asked,
        forms=choose_forms(house, [one.provider for one in asked], written=file.suite.providers),
    )
    file, seeding = _with_seeds(house, file)
    plan = plan_suite(house, file)
    plan = replace(plan, questions=tuple(with_loops(plan.questions, list(file.cases()))))
    snapshot = plan.snapshot
    if snapshot.judges:
        per_case = snapshot.grid.per_case
        cells = tuple(
            cell
            for place, case in enumerate(file.cases())
            if case.criteria
            for cell in range(place * per_case, (place + 1) * per_case)
        )
        seated = (JudgeAssignment(cells=cells, judges=snapshot.cell_judges),) if cells else ()
        snapshot = snapshot.model_copy(update={"assignments": seated, "judge_decides": True})
        plan = replace(plan, questions=tuple(_about(plan.questions, judged=len(cells))))
    if timeout_s is not None:
        snapshot = snapshot.model_copy(update={"timeout_s": timeout_s})
    if snapshot.runs_code and not house.allows_code and not names_code(snapshot.providers):
        # What code would find is not checked; all else is.
        snapshot = snapshot.model_copy(update={"runs_code": False})
    experiment = plan.experiment.model_copy(update={"preset": PresetName.BATTERY.value})
    notes = (*plan.notes, *judging, *seeding, *notes[:_MOST_PROBLEMS])
    return _with_best(file, replace(plan, experiment=experiment, snapshot=snapshot, notes=notes))


def _with_judges(file: SuiteFile) -> tuple[SuiteFile, tuple[str, ...]]:
    """The battery with judges where there is something to judge, and what is to be said of it."""
    judged = sum(bool(case.criteria) for case in file.cases())
    compared = any(_is_compared(case) for case in file.cases())
    if not file.suite.judges:
        told = f"Nobody judges {several(judged, 'test')} with criteria: name a judge (--judge-model)."
        return file, (told,) if judged else ()
    if judged or compared:
        return file, ()
    return file.changed(judges=()), ("No test has criteria, so the judge is not asked.",)


def _about(questions: Iterable[Questions], *, judged: int) -> Iterator[Questions]:
    """The same questions, where judges are asked about some cells alone, or about none."""
    for asked in questions:
        if not asked.are_judgments:
            yield asked
        elif judged:
            yield replace(asked, units=judged)


def _with_best(file: SuiteFile, plan: RunPlan) -> RunPlan:
    """The plan with what it takes to find the best answers of tests, where any are to be found."""
    snapshot = plan.snapshot
    cases = [pin_case(case, dataset=snapshot.dataset, position=at) for at, case in enumerate(file.cases())]
    compared = [case for case in cases if _is_compared(case)]
    if not any(check.kind in (SELECT_BEST, MAX_SCORE) for case in cases for check in case.checks):
        return plan
    snapshot = snapshot.model_copy(update={"picks_best": True})
    if not compared or snapshot.rubric is None:
        return replace(plan, snapshot=snapshot)
    comparing = [
        judge.model_copy(
            update={"mode": JudgeMode.PAIRWISE, "name": f"{judge.name or judge.endpoint.name} (compares)"}
        )
        for judge in file.suite.judges
    ]
    judges = tuple(pin_judges(comparing, rubric=snapshot.rubric))
    snapshot = snapshot.model_copy(update={"judges": (*snapshot.judges, *judges)})
    asked = [
        questions_to_judge(judge, snapshot, compared, units=most_best_pairs(cases, snapshot.grid))
        for judge in judges
    ]
    return replace(plan, snapshot=snapshot, questions=(*plan.questions, *asked))


def _is_compared(case: Case | SuiteCase) -> bool:
    """Whether a judge says if it is the best answer to its test."""
    return any(check.kind == SELECT_BEST for check in case.checks)


def _with_seeds(house: House, file: SuiteFile) -> tuple[SuiteFile, tuple[str, ...]]:
    """Repeats with a seed each, the same for all cells, where models take one; nothing kept is taken for them.

    Repeats count on from the seed of their arm, which is stored with the run.
    """
    suite = file.suite
    if suite.repeats == 1:
        return file, ()
    drawn = house.chance.stream("seeds", house.mint.new("seeds")).seed % _MOST_SEED
    base = drawn if suite.seed is None else suite.seed % _MOST_SEED
    forms = choose_forms(house, [arm.endpoint.provider for arm in suite.arms], written=suite.providers)
    manifest = Manifest.load()
    arms: list[SuiteArm] = []
    told: list[str] = []
    for arm in suite.arms:
        provider = house.provider_at(arm.endpoint, form=forms[arm.endpoint.provider])
        if "seed" in manifest.of(provider, arm.endpoint.model).takes:
            seed = base if arm.sampling.seed is None else arm.sampling.seed
            arms.append(arm.model_copy(update={"sampling": arm.sampling.model_copy(update={"seed": seed})}))
        else:
            told.append(f"{arm.endpoint.name} takes no seed: its repeats are independent draws.")
            arms.append(arm)
    return file.changed(arms=tuple(arms), cache=False), tuple(told)


def _case(case: SuiteCase, options: BatteryOptions) -> SuiteCase:
    """The case as it is run: with the threshold that was named, and open for no judge where one decides."""
    kept = [check for check in case.checks if options.judge is None or check.kind != JUDGED]
    return case.model_copy(
        update={"checks": tuple(_limited(check, options.drift_threshold) for check in kept)}
    )


def _limited(check: Check, threshold: float | None) -> Check:
    if threshold is None or check.kind != "drift" or not isinstance(check.value, dict):
        return check
    return check.model_copy(update={"value": {**check.value, "at_most": threshold}})


def name_misfit(check: Check) -> str | None:
    """Why a check cannot be made, such as a pattern that needs looking around; None where it can."""
    try:
        prepare_checks((check,), case=_LITERAL)
    except EdisonError as error:
        return error.sentence.removesuffix(".")
    return None


def refuse_misfits(name: str, battery: Battery) -> None:
    """Find out beforehand that what a case expects cannot be tested."""
    problems: list[str] = []
    for case in battery.cases:
        try:
            prepare_checks(case.checks, case=_as_case(case))
        except EdisonError as error:
            problems.append(f"{case.name}: {error.sentence}")
    if problems:
        told = problems[:_MOST_PROBLEMS]
        raise CasesDoNotFit(name, problems=told, more=len(problems) - len(told))


def _as_case(case: SuiteCase) -> Case:
    return Case(id=CaseId("case"), dataset_id=DatasetId("set"), name=case.name, task=case.task)
