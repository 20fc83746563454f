"""Drafts: have a model write goals, rubrics, prompts, cases and instructions for judges, or edit what is there."""

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace

from edison.domain import (
    DRAFT,
    DRAFT_TASK,
    Case,
    CaseSpec,
    DatasetKind,
    DraftKind,
    DraftMode,
    DraftTask,
    Endpoint,
    PromptId,
    PromptVersion,
    PromptVersionId,
    Proposal,
    Right,
    Run,
    SuitePrompt,
    Technique,
)
from edison.engine import Story
from edison.errors import DraftRefused, EdisonError, NotDrafted
from edison.stages.plan import PromptNeeds, name_dataset, pin_case
from edison.stages.refine import EditsRefused, edited_version, text_of, words_of
from edison.store import UnitOfWork
from edison.text import Template, unified

from .access import verb
from .datasets import DatasetRef, stored_cases, with_stored_cases
from .failing import AimRequest, aim_at, writer_of
from .house import House
from .presets.draft_plans import DraftRequest
from .presets.drafting import gather_cases, tell_gathered
from .presets.suites import SuiteFile
from .prompts import PromptRef, project_id_of
from .results.reports import read_run, state_of
from .views.draft import DraftsView, DraftView


@dataclass(frozen=True, slots=True)
class WantedDraft:
    """What somebody wants written; what a suite says already need not be said again."""

    kind: DraftKind
    mode: DraftMode = DraftMode.DRAFT
    goal: str = ""
    text: str = ""
    """What is there: to be completed or improved, or the prompt that cases are for."""
    focus: tuple[str, ...] = ()
    """The criteria that an improvement is to help."""
    alternatives: int = 3
    writer: str | None = None
    """As provider/model; the suite's refiner, else its first judge, else its first arm."""
    technique: Technique = Technique.DIRECT
    """How the writer is led to it."""
    budget_usd: float | None = None
    prompt: PromptRef | None = None
    """A kept prompt that is improved; its edits wait for a review."""
    spec: CaseSpec | None = None
    at: AimRequest | None = None
    """Where a run fails, for cases that are aimed there; what the run says already need not be said again."""
    beside: DatasetRef | None = None
    """A set of which nothing is to be written again."""
    seed: int | None = None
    project: str | None = None
    """Whose a new set of cases is; the prompt's unless given."""


@verb(Right.READ)
def request_draft(house: House, wanted: WantedDraft, *, suite: SuiteFile | None = None) -> DraftRequest:
    """What a model is asked, from what somebody wants and from a suite; nothing is stored or paid for.

    Raises:
        DraftRefused: something is missing: a writer, a goal, a text to go on from.
    """
    run = None if wanted.at is None else read_run(house, wanted.at.run)
    if wanted.at is not None and run is not None:
        wanted = _aimed(house, wanted, wanted.at, run)
    with house.store.reading() as work:
        version = _version(work, wanted, suite)
        project = wanted.project or (None if wanted.prompt is None else wanted.prompt.project)
        project_id = project_id_of(work, project)
        if wanted.spec is not None:
            _refuse_name(
                wanted.spec.name,
                wanted.mode,
                is_there=work.library.find(project_id, wanted.spec.name) is not None,
            )
    shown = wanted.text or ("" if version is None else words_of(version))
    goal = wanted.goal or ("" if suite is None else suite.suite.goal)
    _refuse_little(wanted, goal=goal, shown=shown)
    criteria = wanted.focus or (
        () if suite is None else tuple(criterion.name for criterion in suite.suite.criteria)
    )
    is_cases = wanted.kind is DraftKind.CASES
    improved = _improved(wanted, version) if wanted.mode is DraftMode.IMPROVE else None
    task = DraftTask(
        kind=wanted.kind,
        mode=wanted.mode,
        goal=goal,
        text=shown if is_cases or wanted.mode is not DraftMode.DRAFT else wanted.text,
        variables=_variables(shown) or (("input",) if is_cases else ()),
        criteria=criteria,
        alternatives=1 if wanted.mode is DraftMode.IMPROVE else wanted.alternatives,
        spec=wanted.spec,
        missing=0 if wanted.spec is None else wanted.spec.count,
        existing=_existing(house, wanted),
        version=improved,
        cases=() if improved is None else tuple(_cases_to_suit(house, wanted, suite, improved)),
        project_id=project_id,
        prompt=None if wanted.prompt is None else wanted.prompt.name,
    )
    return DraftRequest(
        task,
        _writer(wanted, suite),
        {} if run is None else dict(run.snapshot.providers),
        technique=wanted.technique,
        seed=wanted.seed,
    ).within(wanted.budget_usd, suite=suite)


def _cases_to_suit(
    house: House, wanted: WantedDraft, suite: SuiteFile | None, version: PromptVersion
) -> Iterator[Case]:
    """Those of a suite that a prompt which is improved can be filled from."""
    if suite is None or wanted.kind is not DraftKind.PROMPT:
        return
    needs = PromptNeeds([version])
    dataset = name_dataset(suite.suite.name, project_id=suite.project_id, digest="")
    for position, case in enumerate(with_stored_cases(house, suite).cases()):
        # What cannot be filled before need not be after.
        with suppress(EdisonError):
            if not needs.missing_from(case):
                yield pin_case(case, dataset=dataset, position=position)


def _aimed(house: House, wanted: WantedDraft, at: AimRequest, run: Run) -> WantedDraft:
    """The request with what a run says: what went wrong there, its goal, its prompt and who writes."""
    if wanted.spec is None:
        raise DraftRefused(run.id, "only cases are aimed at what fails", "use edison data generate --at.")
    snapshot = run.snapshot
    writer = writer_of(house, run)
    return replace(
        wanted,
        goal=wanted.goal or snapshot.goal,
        text=wanted.text or (words_of(snapshot.versions[0]) if snapshot.versions else ""),
        writer=wanted.writer or (None if writer is None else writer.name),
        spec=wanted.spec.model_copy(
            update={"kind": DatasetKind.ADVERSARIAL, "aims": aim_at(house, run, at.spots)}
        ),
    )


@verb(Right.READ)
def show_drafts(house: House, run: Run) -> DraftsView:
    """What a run wrote, or why it could not; of a set of cases, which version it became."""
    with house.store.reading() as work:
        task = work.documents.get(run.id, DRAFT_TASK, DraftTask)
        if task is None:
            raise NotDrafted(run.id)
        waves = work.waves.of_run(run.id, lane=DRAFT)
        made = {
            unit: proposal
            for wave in waves
            for unit, proposal in work.proposals.of_units(run.id, range(wave.first_unit, wave.end)).items()
        }
        kept = (
            None
            if task.spec is None or task.project_id is None
            else work.library.find(task.project_id, task.spec.name)
        )
        story = Story(work, run, at=house.clock.now(), mint=house.mint)
        note = kept.note if kept else ""
        if task.spec is not None and not kept and run.settlement.is_end:
            note = tell_gathered(gather_cases(story, task), task.spec.count)
        waiting = work.suggestions.waiting(run.id)
        project = None if task.project_id is None else work.projects.find(task.project_id)
    return DraftsView(
        run=run.id,
        state=state_of(run),
        settlement=run.settlement,
        kind=task.kind,
        mode=task.mode,
        drafts=tuple(_view(proposal, task) for proposal in made.values()),
        suggestion=waiting[0] if waiting else None,
        dataset=f"{kept.name}@{kept.number}" if kept else None,
        project=None if project is None else project.slug,
        note=note,
    )


def _view(proposal: Proposal, task: DraftTask) -> DraftView:
    diff, text = "", proposal.draft
    if proposal.edits and task.version is not None:
        edited = edited_version(task.version, proposal.edits, number=task.version.number + 1)
        if not isinstance(edited, EditsRefused):
            diff = unified(text_of(task.version), text_of(edited))
            text = words_of(edited) if edited.user else edited.system
    is_json = task.kind in (DraftKind.RUBRIC, DraftKind.PROMPT, DraftKind.CASES)
    return DraftView(
        text=text,
        value=json.loads(proposal.draft) if proposal.draft and is_json else None,
        diff=diff,
        note=proposal.note,
        failed=proposal.not_proposed,
    )


def _refuse_little(wanted: WantedDraft, *, goal: str, shown: str) -> None:
    what = f"{wanted.mode.value} {wanted.kind.value}"
    if wanted.mode is not DraftMode.DRAFT and not shown and wanted.spec is None:
        raise DraftRefused(what, "there is nothing to go on from", "give a text, a suite, or a kept prompt.")
    if wanted.mode is DraftMode.DRAFT and not goal and not shown:
        raise DraftRefused(what, "nobody said what it is for", "give --goal, or a suite that has one.")
    if wanted.kind is DraftKind.CASES and wanted.spec is None and wanted.mode is not DraftMode.IMPROVE:
        raise DraftRefused(what, "nobody said which cases", "use edison data generate.")


def _writer(wanted: WantedDraft, suite: SuiteFile | None) -> Endpoint:
    if wanted.writer is not None:
        return Endpoint.parse(wanted.writer)
    if suite is None:
        what = f"{wanted.mode.value} {wanted.kind.value}"
        raise DraftRefused(what, "nobody said who writes", "give --model PROVIDER/MODEL, or a suite.")
    written = suite.suite
    return written.refine.refiner or (written.judges[0] if written.judges else written.arms[0]).endpoint


def _version(work: UnitOfWork, wanted: WantedDraft, suite: SuiteFile | None) -> PromptVersion | None:
    """The prompt that it is about: one that is kept, else the suite's."""
    if wanted.prompt is not None:
        prompt = work.prompts.get(project_id_of(work, wanted.prompt.project), wanted.prompt.name)
        newest = work.prompts.newest(prompt.id)
        return None if newest is None else newest.version
    about_prompt = wanted.kind in (DraftKind.PROMPT, DraftKind.CASES)
    return _of(suite.suite.prompts[0]) if suite is not None and about_prompt and not wanted.text else None


def _improved(wanted: WantedDraft, version: PromptVersion | None) -> PromptVersion:
    return version if version is not None and not wanted.text else _of(SuitePrompt(system=wanted.text))


def _of(prompt: SuitePrompt) -> PromptVersion:
    return PromptVersion(
        id=PromptVersionId("ver_draft"),
        prompt_id=PromptId("prm_draft"),
        number=1,
        system=prompt.system,
        user=prompt.user,
        few_shots=prompt.few_shots,
        tools=prompt.tools,
        tool_choice=prompt.tool_choice,
    )


def _variables(text: str) -> tuple[str, ...]:
    try:
        return tuple(Template.parse(text).names)
    except EdisonError:
        # A text that is no template, such as code with braces in a draft of instructions.
        return ()


def _refuse_name(name: str, mode: DraftMode, *, is_there: bool) -> None:
    if is_there and mode is not DraftMode.COMPLETE:
        raise DraftRefused(
            name, "there is a set of cases called so", "choose another name, or complete it: --complete."
        )
    if not is_there and mode is DraftMode.COMPLETE:
        raise DraftRefused(name, "there is no set of cases to complete", "leave out --complete.")


def _existing(house: House, wanted: WantedDraft) -> tuple[str, ...]:
    """What is not to be written again: the set that is completed, and another one."""
    known = [] if wanted.beside is None else [wanted.beside]
    if wanted.spec is not None and wanted.mode is DraftMode.COMPLETE:
        known.append(DatasetRef(wanted.spec.name, project=wanted.project))
    said: dict[str, None] = {}
    for one in known:
        with house.store.reading() as work:
            kept = work.library.get(project_id_of(work, one.project), one.name, one.number)
        for case in stored_cases(house, kept):
            said[" ".join(map(str, case.variables.values()))] = None
    return tuple(said)
