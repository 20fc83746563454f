"""One group of entries, written in one transaction: what may be sent, what counts, and what it does to the money."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from edison.domain import AttemptState
from edison.errors import AnsweredAlready, BudgetSpent, PriceUnknown, RunSuperseded, TakenForDead

from .. import tables as rows
from ..database.statements import BulkInsert, Cursor, Translate, ValueRow
from .entries import (
    AnswerEntry,
    AttemptEndEntry,
    AttemptEntry,
    CallPlace,
    CommitResult,
    Entry,
    ReplyEntry,
    RunKey,
)
from .group_rows import EntryRows, GroupRows, endings_of, make_rows

PRESUMED = "presumed_unknown"
"""The trouble of an attempt whose worker died: what really became of it replaces this, should it be told after all."""

_ENDS = (
    "DO UPDATE SET "
    + ", ".join(
        f"{column.name} = excluded.{column.name}"
        for column in rows.ATTEMPT_END.columns
        if column.name != "attempt_id"
    )
    + f" WHERE attempt_end.trouble = '{PRESUMED}'"
)

_DECIDED = "DO UPDATE SET " + ", ".join(
    f"{column.name} = excluded.{column.name}"
    for column in rows.CHECKED.columns
    # Nothing that a judge decides changes what was found by looking through an output.
    if not column.primary_key and column.name != "safety"
)


_SPEND = (
    "UPDATE run SET spent_microusd = spent_microusd + ?, held_microusd = held_microusd + ? "
    "WHERE no = ? AND epoch = ?"
)
# Repeated in the statement itself: another worker may have reserved since the row was read.
_RESERVE = f"{_SPEND} AND (budget_microusd IS NULL OR spent_microusd + held_microusd + ? <= budget_microusd)"
_NUMBER = (
    "INSERT INTO written (worker, number) VALUES (?, ?) "
    "ON CONFLICT (worker) DO UPDATE SET number = excluded.number"
)


_FINE = CommitResult()


class GroupOvertaken(Exception):
    """Another process changed a run while its group was written: write it anew, with the run's row held."""


@dataclass(slots=True)
class _RunMoney:
    """A run at the beginning of the group, and what the group does to its money."""

    epoch: int
    budget: int | None
    spent: int
    held: int
    spending: int = 0
    releasing: int = 0
    reserving: int = 0

    @property
    def left(self) -> int | None:
        if self.budget is None:
            return None
        return self.budget - self.spent - self.held - self.spending + self.releasing - self.reserving


class GroupWriter:
    """Knows the statements of one database dialect."""

    def __init__(self, *, translate: Translate, can_lock: bool, worker: str) -> None:
        self._translate = cache(translate)
        self._lock = " FOR UPDATE" if can_lock else ""
        # Held to the end of the transaction: whoever is cut off in the middle of it cannot be dismissed meanwhile.
        self._hold = " FOR SHARE" if can_lock else ""
        self._worker = worker
        self._attempts = BulkInsert(rows.ATTEMPT, translate=translate)
        self._ends = BulkInsert(rows.ATTEMPT_END, translate=translate, on_conflict=_ENDS)
        self._exchanges = BulkInsert(rows.EXCHANGE, translate=translate)
        self._answers = BulkInsert(rows.ANSWER, translate=translate)
        self._outputs = BulkInsert(rows.OUTPUT, translate=translate)
        self._checked = BulkInsert(rows.CHECKED, translate=translate)
        self._judgments = BulkInsert(rows.JUDGMENT, translate=translate)
        self._decided = BulkInsert(rows.CHECKED, translate=translate, on_conflict=_DECIDED)
        self._comparisons = BulkInsert(rows.COMPARISON, translate=translate)
        self._proposals = BulkInsert(rows.PROPOSAL, translate=translate)

    def was_written(self, cursor: Cursor, number: int) -> bool:
        """Whether this group arrived although its commit was never confirmed."""
        self._execute(cursor, "SELECT number FROM written WHERE worker = ?", self._worker)
        found = cursor.fetchone()
        return found is not None and found[0] == number

    def make_rows(self, entries: Sequence[Entry]) -> GroupRows:
        """All that does not depend on what is in the database; it need not be locked meanwhile."""
        return make_rows(entries, worker=self._worker)

    def write(
        self,
        cursor: Cursor,
        entries: Sequence[Entry],
        made: GroupRows,
        *,
        number: int,
        locked: bool = False,
    ) -> list[CommitResult]:
        """Write the group; one verdict for each entry. Raises GroupOvertaken when it must be written with the lock."""
        runs = self._read_runs(cursor, {entry.run.no for entry in entries}, locked=locked)
        for ending in endings_of(entries):
            _settle(ending, runs[ending.run.no])
        asked = [entry for entry in entries if isinstance(entry, AttemptEntry)]
        answered = self._find_answered(cursor, asked) if asked else set[tuple[int, CallPlace]]()
        refused = None if not asked or self._may_send(cursor) else TakenForDead(self._worker)
        verdicts = [_admit(entry, runs, answered, refused=refused) for entry in entries]
        self._attempts.insert(cursor, _admitted(made.attempts, verdicts))
        self._ends.insert(cursor, made.ends)
        self._exchanges.insert(cursor, made.exchanges)
        late = self._write_answers(cursor, entries, made.answers)
        for position, entry in enumerate(entries):
            if isinstance(entry, AnswerEntry):
                verdicts[position] = _conclude(entry, runs[entry.run.no], outdated=id(entry) in late)
        self._outputs.insert(cursor, _admitted(made.outputs, verdicts))
        self._checked.insert(cursor, _admitted(made.checked, verdicts))
        self._judgments.insert(cursor, _admitted(made.judgments, verdicts))
        # Of several about one output the last counts: no statement may change a row twice.
        last = {row[:3]: row for row in _admitted(made.decided, verdicts)}
        self._decided.insert(cursor, list(last.values()))
        self._comparisons.insert(cursor, _admitted(made.comparisons, verdicts))
        self._proposals.insert(cursor, _admitted(made.proposals, verdicts))
        self._write_money(cursor, runs)
        self._execute(cursor, _NUMBER, self._worker, number)
        return verdicts

    def _read_runs(self, cursor: Cursor, numbers: set[int], *, locked: bool) -> dict[int, _RunMoney]:
        # In order, so that two writers never wait for each other.
        marks = ", ".join("?" * len(numbers))
        self._execute(
            cursor,
            "SELECT no, epoch, budget_microusd, spent_microusd, held_microusd FROM run "
            f"WHERE no IN ({marks}) ORDER BY no{self._lock if locked else ''}",
            *sorted(numbers),
        )
        return {row[0]: _RunMoney(*row[1:]) for row in cursor.fetchall()}

    def _may_send(self, cursor: Cursor) -> bool:
        self._execute(cursor, f"SELECT 1 FROM worker WHERE id = ? AND beat >= 0{self._hold}", self._worker)
        return cursor.fetchone() is not None

    def _find_answered(self, cursor: Cursor, asked: Sequence[AttemptEntry]) -> set[tuple[int, CallPlace]]:
        """Which of the questions that are about to be asked have their answer: by whom, does not matter."""
        marks = ", ".join(["(?, ?, ?, ?, ?, ?, ?)"] * len(asked))
        self._execute(
            cursor,
            "SELECT run_no, stage, unit, part, generation, turn, branch FROM answer "
            f"WHERE (run_no, stage, unit, part, generation, turn, branch) IN (VALUES {marks})",
            *(value for entry in asked for value in (entry.run.no, *entry.place)),
        )
        return {(row[0], CallPlace(*row[1:])) for row in cursor.fetchall()}

    def _write_answers(self, cursor: Cursor, entries: Sequence[Entry], answers: list[ValueRow]) -> set[int]:
        if self._answers.insert(cursor, answers) == len(answers):
            return set()
        return {
            id(arrival)
            for arrival in _arrivals(entries)
            if any(self._came_late(cursor, arrival.run, recorded) for recorded in arrival.replies)
        }

    def _came_late(self, cursor: Cursor, run: RunKey, recorded: ReplyEntry) -> bool:
        self._execute(
            cursor,
            "SELECT attempt_id FROM answer WHERE run_no = ? AND stage = ? AND unit = ? "
            "AND part = ? AND generation = ? AND turn = ? AND branch = ?",
            run.no,
            *recorded.place,
        )
        found = cursor.fetchone()
        return found is None or found[0] != recorded.attempt_id

    def _write_money(self, cursor: Cursor, runs: dict[int, _RunMoney]) -> None:
        for no, run in sorted(runs.items()):
            held = run.reserving - run.releasing
            if not (run.spending or held or run.reserving):
                continue
            if run.reserving:
                self._execute(cursor, _RESERVE, run.spending, held, no, run.epoch, run.spending + held)
            else:
                self._execute(cursor, _SPEND, run.spending, held, no, run.epoch)
            if cursor.rowcount != 1:
                raise GroupOvertaken

    def _execute(self, cursor: Cursor, sql: str, *parameters: object) -> None:
        cursor.execute(self._translate(sql), parameters)


def _arrivals(entries: Sequence[Entry]) -> Iterable[AnswerEntry]:
    return (entry for entry in entries if isinstance(entry, AnswerEntry))


def _admit(
    entry: Entry,
    runs: dict[int, _RunMoney],
    answered: set[tuple[int, CallPlace]],
    *,
    refused: Exception | None,
) -> CommitResult:
    if not isinstance(entry, AttemptEntry):
        return _FINE
    run = runs[entry.run.no]
    refused = refused or _refusal(entry, run)
    if refused is None and (entry.run.no, entry.place) in answered:
        refused = AnsweredAlready(entry.place.unit)
    if refused is not None:
        return CommitResult(refused)
    run.reserving += entry.attempt.worst_case_microusd or 0
    return _FINE


def _refusal(entry: AttemptEntry, run: _RunMoney) -> Exception | None:
    if entry.run.epoch != run.epoch:
        return RunSuperseded(entry.run.epoch, run.epoch)
    left = run.left
    if left is None:
        return None
    worst = entry.attempt.worst_case_microusd
    if worst is None:
        return PriceUnknown(entry.attempt.endpoint)
    return BudgetSpent(needed_microusd=worst, left_microusd=left) if worst > left else None


def _settle(ending: AttemptEndEntry, run: _RunMoney) -> None:
    end = ending.end
    if end.cost.microusd is not None and end.state is not AttemptState.OUTCOME_UNKNOWN:
        # What may have been billed without our knowing stays held, so that the budget cannot be exceeded.
        run.spending += end.cost.microusd
        run.releasing += ending.worst_microusd or 0


def _conclude(arrival: AnswerEntry, run: _RunMoney, *, outdated: bool) -> CommitResult:
    """Conclusions count only under the current epoch and from the accepted answer; answers are kept always."""
    if arrival.run.epoch != run.epoch:
        return CommitResult(RunSuperseded(arrival.run.epoch, run.epoch), outdated)
    return CommitResult(outdated=True) if outdated else _FINE


def _admitted(rows: EntryRows, verdicts: Sequence[CommitResult]) -> list[ValueRow]:
    """The rows whose entries count."""
    return [row for position, row in rows if verdicts[position] is _FINE]
