"""One group of entries, written in one transaction: what may be sent, what counts, and what it does to the money."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import IntFlag
from functools import cache

from edison.domain import AttemptState, Failure, Finding
from edison.errors import BudgetSpent, PriceUnknown, RunSuperseded

from .. import tables as rows
from ..database.noun_text import findings_text, noun_text, reply_bytes, tool_calls_text
from ..database.packing import pack, pack_body, to_micros
from ..database.statements import BulkInsert, Cursor, Translate, ValueRow
from ..repositories.comparisons import comparison_row
from .entries import (
    AnswerEntry,
    AttemptEndEntry,
    AttemptEntry,
    CommitResult,
    Entry,
    JudgmentEntry,
    OutputEntry,
    ReplyEntry,
    RunKey,
)

EntryRows = list[tuple[int, ValueRow]]
"""Rows, each with the position of the entry without which it is not written."""


class Packed(IntFlag):
    """Which bodies of an exchange are compressed."""

    NONE = 0
    REQUEST = 1
    RESPONSE = 2


@dataclass(slots=True)
class GroupRows:
    """All rows that a group may write."""

    attempts: EntryRows = field(default_factory=EntryRows)
    ends: list[ValueRow] = field(default_factory=list[ValueRow])
    exchanges: list[ValueRow] = field(default_factory=list[ValueRow])
    answers: list[ValueRow] = field(default_factory=list[ValueRow])
    outputs: EntryRows = field(default_factory=EntryRows)
    checked: EntryRows = field(default_factory=EntryRows)
    judgments: EntryRows = field(default_factory=EntryRows)
    comparisons: EntryRows = field(default_factory=EntryRows)


def make_rows(entries: Sequence[Entry], *, worker: str) -> GroupRows:
    """The rows of a group; whether an attempt may be made or a conclusion counts is decided when they are written."""
    made = GroupRows()
    for position, entry in enumerate(entries):
        if isinstance(entry, AttemptEntry):
            made.attempts.append((position, _attempt_row(entry, worker)))
        elif isinstance(entry, AnswerEntry):
            made.answers.extend(_answer_row(entry.run, recorded) for recorded in entry.replies)
            _add_conclusions(position, entry, made)
    for ending in endings_of(entries):
        made.ends.append(_end_row(ending))
        _keep_exchange(ending, made)
    return made


def endings_of(entries: Sequence[Entry]) -> Iterable[AttemptEndEntry]:
    """How attempts ended, alone or together with their answers."""
    for entry in entries:
        if isinstance(entry, AttemptEndEntry):
            yield entry
        elif isinstance(entry, AnswerEntry):
            yield from entry.endings


def _add_conclusions(position: int, arrival: AnswerEntry, made: GroupRows) -> None:
    for output in arrival.outputs:
        _add_output(position, arrival.run, output, made)
    for judged in arrival.judgments:
        made.judgments.append((position, _judgment_row(arrival.run, judged)))
    for compared in arrival.comparisons:
        made.comparisons.append((position, comparison_row(arrival.run.no, compared)))


def _end_row(ending: AttemptEndEntry) -> ValueRow:
    end, usage = ending.end, ending.end.usage
    return (
        end.attempt_id,
        ending.run.no,
        end.state.value,
        to_micros(end.ended_at),
        end.trouble,
        None if end.sentence is None else pack(end.sentence),
        end.retry_after_s,
        None if end.partial_text is None else pack(end.partial_text),
        usage.input_tokens,
        usage.output_tokens,
        usage.cached_tokens,
        usage.cache_write_tokens,
        usage.reasoning_tokens,
        end.cost.microusd,
        end.cost.certainty.value,
        _micros(end.timing.queue_s),
        _micros(end.timing.latency_s),
        None if end.timing.first_token_s is None else _micros(end.timing.first_token_s),
    )


def _keep_exchange(ending: AttemptEndEntry, made: GroupRows) -> None:
    raw = ending.end.raw
    if not raw.request and not raw.response:
        return
    request, request_packed = pack_body(raw.request)
    response, response_packed = pack_body(raw.response)
    packed = (Packed.REQUEST if request_packed else 0) | (Packed.RESPONSE if response_packed else 0)
    made.exchanges.append(
        (
            ending.end.attempt_id,
            request,
            response,
            int(packed),
            raw.status,
            raw.response_bytes,
            int(raw.truncated),
        )
    )


def _attempt_row(entry: AttemptEntry, worker: str) -> ValueRow:
    attempt = entry.attempt
    return (
        attempt.id,
        entry.run.no,
        *entry.place,
        attempt.number,
        entry.run.epoch,
        worker,
        pack(attempt.endpoint),
        attempt.fingerprint,
        to_micros(attempt.opened_at),
        attempt.worst_case_microusd,
    )


def _answer_row(run: RunKey, recorded: ReplyEntry) -> ValueRow:
    failed = int(isinstance(recorded.reply, Failure))
    body = reply_bytes(recorded.reply)
    return (run.no, *recorded.place, recorded.attempt_id, recorded.fingerprint, failed, body)


def _add_output(position: int, run: RunKey, made_output: OutputEntry, made: GroupRows) -> None:
    output, answer = made_output.output, made_output.answer
    key = (run.no, made_output.cell, made_output.generation)
    row = (
        *key,
        output.status.value,
        output.reason,
        None if output.sentence is None else pack(output.sentence),
        pack(output.text),
        tool_calls_text(output.tool_calls),
        int(output.handed_in),
        None if answer is None or answer.from_cache else _micros(answer.timing.latency_s),
        None if answer is None else answer.usage.input_tokens,
        None if answer is None else answer.usage.output_tokens,
        None if answer is None or answer.reported_model is None else pack(answer.reported_model),
    )
    made.outputs.append((position, row))
    if made_output.checks is None:
        return
    found = [check.finding for check in made_output.checks]
    counts = (found.count(Finding.PASSED), found.count(Finding.FAILED), found.count(Finding.NOT_CHECKED))
    made.checked.append((position, (*key, *counts, findings_text(made_output.checks))))


def _judgment_row(run: RunKey, judged: JudgmentEntry) -> ValueRow:
    return (
        run.no,
        judged.cell,
        judged.generation,
        judged.judge,
        judged.judging,
        int(judged.judgment.not_judged is None),
        judged.quality,
        noun_text(judged.judgment),
    )


def _micros(seconds: float) -> int:
    return round(seconds * 1_000_000)


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
        self._worker = worker
        self._attempts = BulkInsert(rows.ATTEMPT, translate=translate)
        self._ends = BulkInsert(rows.ATTEMPT_END, translate=translate, on_conflict=_ENDS)
        self._exchanges = BulkInsert(rows.EXCHANGE, translate=translate)
        self._answers = BulkInsert(rows.ANSWER, translate=translate)
        self._outputs = BulkInsert(rows.OUTPUT, translate=translate)
        self._checked = BulkInsert(rows.CHECKED, translate=translate)
        self._judgments = BulkInsert(rows.JUDGMENT, translate=translate)
        self._comparisons = BulkInsert(rows.COMPARISON, translate=translate)

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
        verdicts = [_admit(entry, runs) for entry in entries]
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
        self._comparisons.insert(cursor, _admitted(made.comparisons, verdicts))
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


def _admit(entry: Entry, runs: dict[int, _RunMoney]) -> CommitResult:
    if not isinstance(entry, AttemptEntry):
        return _FINE
    run = runs[entry.run.no]
    refused = _refusal(entry, run)
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
