"""draft: a model writes goals, rubrics, prompts, cases or instructions for judges, or edits what is there."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from pydantic import JsonValue

from edison.domain import (
    CASES_AT_ONCE,
    DRAFT,
    DRAFT_TASK,
    EMBED,
    EMBEDDED_AT_ONCE,
    UNVERIFIED,
    CaseAim,
    CaseSpec,
    DatasetId,
    DraftMode,
    DraftTask,
    EmbedTask,
    Endpoint,
    Settlement,
    StoredDataset,
    StoredSuggestion,
    SuggestedChange,
    SuiteCase,
    UserId,
    suggestion_id,
)
from edison.engine import Next, NextWave, Results, Story, WrittenCases
from edison.formats import CasesKind, read_cases
from edison.formats.words.wording import tell_end
from edison.text import is_in_another, several

from .preset import ShownAs

if TYPE_CHECKING:
    from ..house import House
    from ..runs.plan import RunPlan
    from .draft_plans import DraftRequest

PRESET = "draft"
WRITER = UserId("model")
"""Who stands for sets that a model wrote, until a person approves them."""
MOST_WAVES = 4
"""So often cases are asked for until there are enough of them."""
_MOST_SHOWN = 30
_BY_ITSELF = (Settlement.TARGET_REACHED, Settlement.ROUNDS_DONE)
_LONGEST_ORIGIN = 1_000
_ALIKE, _ALIKE_AT_MOST = 0.97, 0.90
"""The cosine from which two inputs are near-duplicates: without diversity, and with all of it."""


@dataclass(frozen=True, slots=True)
class Gathered:
    """The cases that were written so far."""

    cases: tuple[dict[str, JsonValue], ...]
    duplicates: int
    failed: int
    """Batches of which nothing could be used."""
    in_another: int
    """Cases in a language that nobody asked for."""


@dataclass(frozen=True, slots=True)
class DraftTexts:
    """One wave for drafts; as many as it takes, up to a limit, for a number of cases."""

    name: str = PRESET
    shown_as: ShownAs = ShownAs.DRAFTS
    takes_suites: bool = False
    tells_cells: bool = False

    def plan(self, house: "House", request: "DraftRequest") -> "RunPlan":
        from .draft_plans import plan_draft

        return plan_draft(house, request)

    def next(self, story: Story) -> Next:
        task = _task(story)
        if not story.waves:
            units = task.alternatives if task.spec is None else -(-task.missing // CASES_AT_ONCE)
            return _wave(task, units)
        if task.spec is None:
            made = [one for wave in story.waves for one in story.proposals_of(wave)]
            usable = any(one.not_proposed is None for one in made)
            return Settlement.TARGET_REACHED if usable else Settlement.NO_PROGRESS
        unmeant = _without_vectors(story, task)
        if unmeant is not None:
            return unmeant
        gathered = gather_cases(story, task)
        missing = task.spec.count - len(gathered.cases)
        if missing <= 0:
            return Settlement.TARGET_REACHED
        if len(story.waves_of(DRAFT)) >= MOST_WAVES:
            return Settlement.ROUNDS_DONE if gathered.cases else Settlement.NO_PROGRESS
        seen = tuple(_said(case) for case in gathered.cases[-_MOST_SHOWN:])
        return _wave(task.model_copy(update={"missing": missing, "seen": seen}), -(-missing // CASES_AT_ONCE))

    def results(self, story: Story, settlement: Settlement) -> Results:
        task = _task(story)
        if task.spec is not None:
            return Results(dataset=_new_cases(story, task, settlement))
        if task.prompt is None or task.version is None or task.project_id is None:
            return Results()
        return Results(suggested=tuple(_suggested(story, task)))


def gather_cases(story: Story, task: DraftTask) -> Gathered:
    """Every case that can be used, without those that say what another says, in the order in which they came."""
    rows = _rows(story, task)
    vectors = None if task.spec is None or task.spec.embedder is None else _vectors_of(story)
    kept = _unlike([_said(row) for row in rows], task, vectors=vectors)
    proposals = [one for wave in story.waves_of(DRAFT) for one in story.proposals_of(wave)]
    failed = sum(one.not_proposed is not None for one in proposals)
    most = len(rows) if task.spec is None else task.spec.count
    return Gathered(
        tuple(rows[place] for place in kept[:most]),
        duplicates=len(rows) - len(kept),
        failed=failed,
        in_another=len(_written(story, task)) - len(rows),
    )


def _rows(story: Story, task: DraftTask) -> list[dict[str, JsonValue]]:
    """All that was written in a language that was asked for, whatever it repeats."""
    languages = () if task.spec is None else task.spec.languages
    return [row for row in _written(story, task) if not is_in_another(_said(row), languages)]


def _written(story: Story, task: DraftTask) -> list[dict[str, JsonValue]]:
    return [
        _aimed(cast("dict[str, JsonValue]", row), None if task.spec is None else task.spec.aim(place))
        for wave in story.waves_of(DRAFT)
        for place, one in enumerate(story.proposals_of(wave))
        if one.draft
        for row in json.loads(one.draft)
    ]


def _without_vectors(story: Story, task: DraftTask) -> NextWave | None:
    """The wave that has vectors made of what was written since the last one, where a provider is to make them."""
    if task.spec is None or task.spec.embedder is None:
        return None
    asked = {
        text for wave in story.waves_of(EMBED) for text in EmbedTask.model_validate_json(wave.body).texts
    }
    texts = tuple(
        text
        for text in dict.fromkeys((*task.existing, *(_said(row) for row in _rows(story, task))))
        if text not in asked
    )
    if not texts:
        return None
    wanted = EmbedTask(to=Endpoint.parse(task.spec.embedder), texts=texts)
    return NextWave(EMBED, -(-len(texts) // EMBEDDED_AT_ONCE), wanted.model_dump_json())


def _vectors_of(story: Story) -> dict[str, tuple[float, ...]]:
    """What a provider made of texts; of those it failed at nothing."""
    from edison.stats.vectors import unpack_vectors

    found: dict[str, tuple[float, ...]] = {}
    for wave in story.waves_of(EMBED):
        task = EmbedTask.model_validate_json(wave.body)
        proposals = story.proposals_of(wave)
        # Of a wave that was broken off nobody knows which of its batches are missing.
        for place, one in enumerate(proposals if len(proposals) == wave.units else ()):
            made = unpack_vectors(one.draft) if one.draft else []
            found.update(zip(task.batch(place), made, strict=False))
    return found


def _aimed(row: dict[str, JsonValue], aim: CaseAim | None) -> dict[str, JsonValue]:
    """A case with what it was aimed at, which is never sent."""
    if aim is None:
        return row
    tags = cast("list[JsonValue]", row.get("tags") or [])
    tagged: list[JsonValue] = [*dict.fromkeys((*map(str, tags), *aim.tags))]
    return {**row, "tags": tagged, "metadata": {"aimed_at": aim.spot, "failed_in": aim.run}}


def tell_gathered(gathered: Gathered, count: int) -> str:
    """Whether as many came as were asked for, and why not."""
    other = f", {gathered.in_another} in another language" if gathered.in_another else ""
    if len(gathered.cases) >= count:
        return (
            f"{count} cases as asked for; left out: {several(gathered.duplicates, 'near-duplicate')}{other}."
        )
    return (
        f"{len(gathered.cases)} of {count} cases: {gathered.duplicates} were near-duplicates{other}, and of "
        f"{gathered.failed} batches nothing could be used."
    )


def _unlike(
    texts: Sequence[str], task: DraftTask, *, vectors: Mapping[str, tuple[float, ...]] | None
) -> list[int]:
    """The places of texts that say what none before them, and none that exists, says."""
    from edison.stats.vectors import near_duplicates

    first: dict[str, int] = {}
    for place, text in enumerate(texts):
        first.setdefault(_plain(text), place)
    known = {_plain(text) for text in task.existing}
    places = [place for text, place in first.items() if text not in known]
    meant = _embedded([texts[place] for place in places], task) if vectors is None else vectors
    known_by_meaning = [place for place in places if texts[place] in meant]
    if not known_by_meaning:
        return places
    diversity = 0.5 if task.spec is None else task.spec.diversity
    existing = [meant[text] for text in task.existing if text in meant]
    found = near_duplicates(
        [meant[texts[place]] for place in known_by_meaning],
        existing=existing or None,
        threshold=_ALIKE - (_ALIKE - _ALIKE_AT_MOST) * diversity,
    )
    kept = {known_by_meaning[place] for place in found.kept}
    return [place for place in places if place in kept or texts[place] not in meant]


def _embedded(texts: Sequence[str], task: DraftTask) -> dict[str, tuple[float, ...]]:
    """What the embedder on this machine makes of texts and of those that exist; nothing where there is none."""
    from edison.gateway import local_embedder

    embedder = local_embedder()
    if not texts or not embedder.is_installed:
        return {}
    wanted = list(dict.fromkeys((*texts, *task.existing)))
    return dict(zip(wanted, embedder.embed_now(wanted), strict=True))


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


def _said(case: dict[str, JsonValue]) -> str:
    """What a case says to a model: its inputs."""
    return " ".join(
        str(value) for name, value in case.items() if name not in ("expect", "tags", "difficulty", "metadata")
    )


def _task(story: Story) -> DraftTask:
    task = story.document(DRAFT_TASK, DraftTask)
    assert task is not None, "a run of this preset knows what it drafts"
    return task


def _wave(task: DraftTask, units: int) -> NextWave:
    return NextWave(DRAFT, units, task.model_copy(update={"existing": (), "cases": ()}).model_dump_json())


def _new_cases(story: Story, task: DraftTask, settlement: Settlement) -> WrittenCases | None:
    spec = task.spec
    gathered = gather_cases(story, task)
    if spec is None or task.project_id is None or not gathered.cases:
        return None
    is_addition = task.mode is DraftMode.COMPLETE
    # What is added must not be called like anything that is there.
    called = f"{spec.name}-{story.run.id[-6:]}" if is_addition else spec.name
    rows = [{"id": f"{called}-{place:04d}", **row} for place, row in enumerate(gathered.cases, 1)]
    text = json.dumps(rows).encode()
    cases = [_marked(case) for case in read_cases([text], kind=CasesKind.JSON, name=f"{spec.name}.json")]
    cover = StoredDataset(
        project_id=task.project_id,
        name=spec.name,
        number=1,
        kind=spec.kind,
        dataset_id=DatasetId(""),
        cases=len(cases),
        origin=f"generate {story.run.id}{_told_aims(spec)}"[:_LONGEST_ORIGIN],
        author=WRITER,
        made_at=story.at,
        note=f"{tell_gathered(gathered, spec.count)}{_told_stop(settlement)}",
    )
    return WrittenCases(cover, tuple(cases), is_addition=is_addition)


def _told_stop(settlement: Settlement) -> str:
    """Why no more were asked for, where that was nobody's plan."""
    return "" if settlement in _BY_ITSELF else f" {tell_end(settlement)}"


def _told_aims(spec: CaseSpec) -> str:
    runs = dict.fromkeys(aim.run for aim in spec.aims)
    return f" at {', '.join(aim.spot for aim in spec.aims)} of {', '.join(runs)}" if runs else ""


def _marked(case: SuiteCase) -> SuiteCase:
    return case.model_copy(update={"tags": (*case.tags, UNVERIFIED)})


def _suggested(story: Story, task: DraftTask) -> Iterator[StoredSuggestion]:
    """Edits of a prompt that is kept wait for a person, like those of a run that refines."""
    assert task.version is not None, "what is improved is there"
    assert task.project_id is not None, "what is kept belongs to somebody"
    for wave in story.waves:
        for place, proposal in enumerate(story.proposals_of(wave)):
            if not proposal.edits:
                continue
            change = SuggestedChange(
                project_id=task.project_id,
                prompt=task.prompt or "",
                parent=task.version,
                hunks=proposal.edits,
                note=proposal.note,
                author=story.run.snapshot.arms[0].endpoint.name,
            )
            yield StoredSuggestion(
                id=suggestion_id(story.run.id, wave.first_unit + place), change=change, made_at=story.at
            )
