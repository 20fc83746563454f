"""Labels: what people say about outputs, judges held against it, and corrections that become golden data."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from edison.domain import (
    CELLS,
    Case,
    CellLayout,
    CellReport,
    DatasetKind,
    EventType,
    Expectation,
    JudgeId,
    OutputReview,
    Right,
    Run,
    RunId,
    SuiteCase,
)
from edison.engine import newest_labels, read_labels
from edison.errors import ChangedMeanwhile, DatasetRefused, LabelRefused, SampleEmpty, StatisticRefused
from edison.formats import Names
from edison.formats.exports.csv import csv_record
from edison.stages.rank import is_current, set_beside
from edison.stats.judges import score_agreement
from edison.store import UnitOfWork

from .access import verb
from .datasets import DatasetOrigin, DatasetRef, add_dataset, as_written, stored_cases
from .house import House
from .people import gather_beside
from .prompts import project_id_of
from .results.cells import find_cells
from .views.dataset import DatasetView
from .views.label import JudgePeopleView, LabelView, RunLabelsView, view_label

_MOST_TOLD = 8


@dataclass(frozen=True, slots=True)
class OutputRef:
    """An output as people name it: by its case, and by as much else as tells it from others."""

    case: str
    arm: str | None = None
    prompt: str | None = None
    repeat: int | None = None


@dataclass(frozen=True, slots=True)
class LabelRequest:
    """What somebody says about an output; what is None stays as the same person said it before."""

    label: str | None = None
    score: float | None = None
    """From 0 to 1."""
    correction: str | None = None
    note: str | None = None


@verb(Right.CHANGE)
def label_output(house: House, run_id: RunId, where: OutputRef, request: LabelRequest) -> LabelView:
    """Say something about an output; others may say something else, and all of it is kept.

    Raises:
        LabelRefused: there is no such output, or several; or nothing is said, or nothing that can be kept.
        ChangedMeanwhile: the same person said something else at the same moment.
    """
    names = Names.of(_run(house, run_id).snapshot)
    return _keep(house, run_id, _find(house, run_id, where, names=names), request, names=names)


@verb(Right.CHANGE)
def label_cell(
    house: House, run_id: RunId, number: int, request: LabelRequest, *, seen: int | None = None
) -> LabelView:
    """The same about the output of a cell, by its number.

    Args:
        house: Where it is kept.
        run_id: Whose cell.
        number: Which cell.
        request: What is said.
        seen: The revision of what the same person said before, 0 for nothing; refused where there is a newer one.

    Raises:
        LabelRefused: there is no such cell, it has no output, or nothing is said, or nothing that can be kept.
        ChangedMeanwhile: the same person said something else, and that was not seen.
    """
    names = Names.of(_run(house, run_id).snapshot)
    with house.store.reading() as work:
        cell = work.results.report(run_id, number)
    if cell is None:
        raise LabelRefused(run_id, f"it has no cell {number}", "edison show lists its cells.")
    return _keep(house, run_id, _answered(run_id, cell), request, names=names, seen=seen)


def _keep(
    house: House,
    run_id: RunId,
    cell: CellReport,
    request: LabelRequest,
    *,
    names: Names,
    seen: int | None = None,
) -> LabelView:
    def keep(work: UnitOfWork) -> OutputReview:
        before = work.output_reviews.of_cell(run_id, cell.number, house.actor.name)
        if seen is not None and seen != (0 if before is None else before.revision):
            raise ChangedMeanwhile("label of cell", str(cell.number))
        review = _review(house, run_id, cell, request, before=before)
        if (
            before is not None
            and before.model_copy(update={"at": review.at, "revision": review.revision}) == review
        ):
            return before
        work.output_reviews.add(run_id, review)
        about = {"by": house.actor.name, "cell": str(cell.number), "revision": str(review.revision)}
        work.events.append(run_id, EventType.OUTPUT_REVIEWED, at=review.at, about=about)
        return review

    return view_label(house.write(keep), cell, arm=names.name(cell.arm))


@verb(Right.READ)
def list_labels(house: House, run_id: RunId) -> RunLabelsView:
    """What people said about the outputs of a run, and how far each of its judges agrees with them."""
    snapshot = _run(house, run_id).snapshot
    names = Names.of(snapshot)
    labelled = _read(house, run_id)
    return RunLabelsView(
        run=run_id,
        labels=tuple(view_label(review, cell, arm=names.name(cell.arm)) for review, cell in labelled),
        judges=tuple(
            _beside_people(names.name(judge), pairs)
            for judge, pairs in set_beside(labelled, snapshot=snapshot).items()
        ),
    )


@verb(Right.READ)
def people_beside(
    house: House, judges: Collection[JudgeId]
) -> Mapping[JudgeId, Sequence[tuple[float, float]]]:
    """What these judges and people think of the same cases, over the newest runs whose outputs people labelled."""
    with house.store.reading() as work:
        found = gather_beside(newest_labels(work, judges=frozenset(judges)))
    return {judge: pairs for judge, pairs in found.items() if judge in judges}


@verb(Right.READ)
def export_labels(house: House, run_id: RunId) -> Iterator[bytes]:
    """The labels of a run as CSV, a record for each person and output; whatever is wrong is told before the first."""
    return _records(list_labels(house, run_id))


def _records(found: RunLabelsView) -> Iterator[bytes]:
    yield csv_record(tuple(LabelView.model_fields))
    for label in found.labels:
        said = {**label.as_json(), "is_current": "yes" if label.is_current else "no"}
        yield csv_record(tuple(said.values()))


@verb(Right.CHANGE)
def add_corrected(
    house: House, where: DatasetRef, run_id: RunId, *, by: str | None = None, arm: str | None = None
) -> DatasetView:
    """Keep the cases that people corrected, with what they say as the expected answer: the next version of a set.

    A case that the set has is expected to be answered as corrected; one that it has not is added.

    Args:
        house: Where to.
        where: Which set; it is made where there is none.
        run_id: Whose outputs were corrected.
        by: Only what this person said.
        arm: Only what was said about this arm.

    Raises:
        DatasetRefused: nothing was corrected, people disagree, or the set has another case of the same name.
        ChangedMeanwhile: somebody else changed the set at the same moment.
    """
    with house.store.reading() as work:
        project_id = project_id_of(work, where.project)
        last = work.library.find(project_id, where.name)
        base = None if last is None else work.library.get(project_id, where.name, where.number)
    if base is not None and not base.is_verified:
        raise DatasetRefused(where.name, "nobody stands for its cases yet", "edison data approve does that.")
    corrected = _corrected(house, where, run_id, by=by, arm=arm)
    cases = [] if base is None else list(stored_cases(house, base))
    new = DatasetOrigin(
        kind=DatasetKind.GOLDEN if base is None else base.kind,
        origin=f"corrections of {run_id}",
        parent=None if base is None else base.number,
        approved_by=None if base is None else base.approved_by,
        newest=last.number if last else 0,
    )
    return add_dataset(house, where, _joined(where, cases, corrected), new)


def _run(house: House, run_id: RunId) -> Run:
    with house.store.reading() as work:
        return work.runs.get(run_id)


def _find(house: House, run_id: RunId, where: OutputRef, *, names: Names) -> CellReport:
    cells = list(find_cells(house, run_id, case=where.case))
    # A prompt that has no name is v1; whoever says 1 means that, where none is called so.
    prompt = where.prompt
    if prompt is not None and prompt.isdecimal() and prompt not in {cell.prompt for cell in cells}:
        prompt = f"v{prompt}"
    found = [
        cell
        for cell in cells
        if where.arm in (None, names.name(cell.arm), cell.arm)
        and prompt in (None, cell.prompt)
        and where.repeat in (None, cell.repeat)
    ]
    if not found:
        told = f"it has no such output of case {where.case}"
        there = [f"{names.name(cell.arm)}, {cell.prompt}, repeat {cell.repeat}" for cell in cells]
        if there:
            told = f"{told}; it has {' / '.join(there[:_MOST_TOLD])}{' / …' if there[_MOST_TOLD:] else ''}"
        raise LabelRefused(run_id, told, "edison show lists its cells.")
    if len(found) > 1:
        told = f"{len(found)} outputs of case {where.case} are meant"
        raise LabelRefused(run_id, told, "name one with --arm, --prompt or --repeat.")
    return _answered(run_id, found[0])


def _answered(run_id: RunId, cell: CellReport) -> CellReport:
    if cell.output is None:
        raise LabelRefused(run_id, f"case {cell.case} has no answer yet", "label it when it has one.")
    return cell


def _review(
    house: House, run_id: RunId, cell: CellReport, request: LabelRequest, *, before: OutputReview | None
) -> OutputReview:
    given: dict[str, object] = {
        "label": request.label,
        "score": request.score,
        "correction": request.correction,
        "note": request.note,
    }
    said = {name: value for name, value in given.items() if value is not None}
    if not said:
        raise LabelRefused(run_id, "nothing is said", "give --label, --score, --correction or --note.")
    kept: dict[str, object] = before.model_dump() if before is not None and is_current(before, cell) else {}
    fields = {
        **kept,
        **said,
        "cell": cell.number,
        "output_id": None if cell.output is None else cell.output.id,
        "reviewer": house.actor.name,
        "revision": 1 if before is None else before.revision + 1,
        "at": house.clock.now(),
    }
    try:
        return OutputReview.model_validate(fields)
    except ValueError as error:
        advice = "a label is a word, a score lies between 0 and 1, a correction has words."
        raise LabelRefused(run_id, "that cannot be kept", advice) from error


def _read(house: House, run_id: RunId) -> list[tuple[OutputReview, CellReport]]:
    with house.store.reading() as work:
        return read_labels(work, run_id)


def _beside_people(judge: str, pairs: Sequence[tuple[float, float]]) -> JudgePeopleView:
    unknown = JudgePeopleView(
        judge=judge,
        cases=len(pairs),
        lean=None,
        lean_interval=None,
        error=None,
        pearson=None,
        pearson_interval=None,
        spearman=None,
        spearman_interval=None,
        why_not=None,
    )
    try:
        found = score_agreement([mine for mine, _ in pairs], [theirs for _, theirs in pairs])
    except (SampleEmpty, StatisticRefused) as error:
        return unknown.model_copy(update={"why_not": error.sentence})
    return unknown.model_copy(
        update={
            "lean": found.lean,
            "lean_interval": (found.lean_low, found.lean_high),
            "error": found.error,
            "pearson": found.pearson.value,
            "pearson_interval": (found.pearson.low, found.pearson.high),
            "spearman": found.spearman.value,
            "spearman_interval": (found.spearman.low, found.spearman.high),
        }
    )


def _corrected(
    house: House, where: DatasetRef, run_id: RunId, *, by: str | None, arm: str | None
) -> list[SuiteCase]:
    """The corrected cases of a run, each with the one answer that people want of it."""
    run = _run(house, run_id)
    names = Names.of(run.snapshot)
    wanted: dict[str, OutputReview] = {}
    for review, cell in _read(house, run_id):
        if review.correction is None or by not in (None, review.reviewer):
            continue
        if arm not in (None, names.name(cell.arm), cell.arm):
            continue
        other = wanted.setdefault(cell.case, review)
        if other.correction != review.correction:
            told = f"{other.reviewer} and {review.reviewer} correct case {cell.case} differently"
            raise DatasetRefused(where.name, told, "choose with --by or --arm, or agree on one answer.")
    if not wanted:
        raise DatasetRefused(where.name, f"nothing of {run_id} was corrected", "edison label does that.")
    with house.store.reading() as work:
        layout = CellLayout(work.waves.of_run(run_id, lane=CELLS))
        return [_with_answer(_case(work, run, layout, review.cell), review) for review in wanted.values()]


def _case(work: UnitOfWork, run: Run, layout: CellLayout, cell: int) -> Case:
    [case] = work.datasets.cases(run.snapshot.dataset.id, first=layout.place(cell).case, count=1)
    return case


def _with_answer(case: Case, review: OutputReview) -> SuiteCase:
    expected = case.expectation
    answer = Expectation(
        answer=review.correction,
        must=None if expected is None else expected.must,
        must_not=None if expected is None else expected.must_not,
    )
    return as_written(case).model_copy(update={"expectation": answer})


def _joined(where: DatasetRef, cases: Sequence[SuiteCase], corrected: Sequence[SuiteCase]) -> list[SuiteCase]:
    """All cases of the set with the corrected ones in their places, new ones last."""
    joined = {case.name: case for case in cases}
    for case in corrected:
        there = joined.get(case.name)
        if there is not None and there.variables != case.variables:
            told = f"its case {case.name} asks something else than the one that was corrected"
            raise DatasetRefused(where.name, told, "name another set.")
        kept = case if there is None else there.model_copy(update={"expectation": case.expectation})
        joined[case.name] = kept
    return list(joined.values())
