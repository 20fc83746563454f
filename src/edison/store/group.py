"""One group of entries, turned into rows and written in one transaction."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import IntFlag
from functools import cache

from edison.domain import AttemptState, Failure, Finding
from edison.errors import BudgetSpent, PriceUnknown, RunSuperseded

from . import rows
from .bodies import pack_body
from .bulk import Bulk, Cursor, Row, Translate
from .comparisons import comparison_row
from .entries import (
    Arrival,
    Ending,
    Entry,
    Judged,
    Opening,
    OutputMade,
    ReplyEntry,
    RunKey,
    Verdict,
)
from .losslessly import pack
from .noun_text import findings_text, noun_text, reply_bytes, tool_calls_text
from .times import to_micros

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


class GroupOutrun(Exception):
    """Another process changed a run while its group was written: write it anew, with the run's row held."""


class Packed(IntFlag):
    """Which bodies of an exchange are compressed."""

    NONE = 0
    REQUEST = 1
    RESPONSE = 2


@dataclass(slots=True)
class _Standing:
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


@dataclass(slots=True)
class _Rows:
    attempts: list[Row] = field(default_factory=list[Row])
    ends: list[Row] = field(default_factory=list[Row])
    exchanges: list[Row] = field(default_factory=list[Row])
    answers: list[Row] = field(default_factory=list[Row])
    outputs: list[Row] = field(default_factory=list[Row])
    checked: list[Row] = field(default_factory=list[Row])
    judgments: list[Row] = field(default_factory=list[Row])
    comparisons: list[Row] = field(default_factory=list[Row])


class GroupWriter:
    """Knows the statements of one database dialect."""

    def __init__(self, *, translate: Translate, can_lock: bool, worker: str) -> None:
        self._translate = cache(translate)
        self._lock = " FOR UPDATE" if can_lock else ""
        self._worker = worker
        self._attempts = Bulk(rows.ATTEMPT, translate=translate)
        self._ends = Bulk(rows.ATTEMPT_END, translate=translate, on_conflict=_ENDS)
        self._exchanges = Bulk(rows.EXCHANGE, translate=translate)
        self._answers = Bulk(rows.ANSWER, translate=translate)
        self._outputs = Bulk(rows.OUTPUT, translate=translate)
        self._checked = Bulk(rows.CHECKED, translate=translate)
        self._judgments = Bulk(rows.JUDGMENT, translate=translate)
        self._comparisons = Bulk(rows.COMPARISON, translate=translate)

    def was_written(self, cursor: Cursor, number: int) -> bool:
        """Whether this group arrived although its commit was never confirmed."""
        self._execute(cursor, "SELECT number FROM written WHERE worker = ?", self._worker)
        found = cursor.fetchone()
        return found is not None and found[0] == number

    def write(
        self, cursor: Cursor, entries: Sequence[Entry], *, number: int, locked: bool = False
    ) -> list[Verdict]:
        """Write the group; one verdict for each entry. Raises GroupOutrun when it must be written with the lock."""
        runs = self._read_runs(cursor, {entry.run.no for entry in entries}, locked=locked)
        made = _Rows()
        for ending in _endings(entries):
            _settle(ending, runs[ending.run.no], made)
        for arrival in _arrivals(entries):
            made.answers.extend(_answer_row(arrival.run, recorded) for recorded in arrival.replies)
        verdicts = [self._admit(entry, runs, made) for entry in entries]
        self._attempts.insert(cursor, made.attempts)
        self._ends.insert(cursor, made.ends)
        self._exchanges.insert(cursor, made.exchanges)
        late = self._write_answers(cursor, entries, made.answers)
        for index, entry in enumerate(entries):
            if isinstance(entry, Arrival):
                verdicts[index] = _conclude(entry, runs[entry.run.no], made, outdated=id(entry) in late)
        self._outputs.insert(cursor, made.outputs)
        self._checked.insert(cursor, made.checked)
        self._judgments.insert(cursor, made.judgments)
        self._comparisons.insert(cursor, made.comparisons)
        self._write_money(cursor, runs)
        self._execute(cursor, _NUMBER, self._worker, number)
        return verdicts

    def _read_runs(self, cursor: Cursor, numbers: set[int], *, locked: bool) -> dict[int, _Standing]:
        # In order, so that two writers never wait for each other.
        marks = ", ".join("?" * len(numbers))
        self._execute(
            cursor,
            "SELECT no, epoch, budget_microusd, spent_microusd, held_microusd FROM run "
            f"WHERE no IN ({marks}) ORDER BY no{self._lock if locked else ''}",
            *sorted(numbers),
        )
        return {row[0]: _Standing(*row[1:]) for row in cursor.fetchall()}

    def _admit(self, entry: Entry, runs: dict[int, _Standing], made: _Rows) -> Verdict:
        if not isinstance(entry, Opening):
            return Verdict()
        run = runs[entry.run.no]
        refused = _refusal(entry, run)
        if refused is not None:
            return Verdict(refused)
        run.reserving += entry.attempt.worst_case_microusd or 0
        made.attempts.append(_attempt_row(entry, self._worker))
        return Verdict()

    def _write_answers(self, cursor: Cursor, entries: Sequence[Entry], answers: list[Row]) -> set[int]:
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

    def _write_money(self, cursor: Cursor, runs: dict[int, _Standing]) -> None:
        for no, run in sorted(runs.items()):
            held = run.reserving - run.releasing
            if not (run.spending or held or run.reserving):
                continue
            if run.reserving:
                self._execute(cursor, _RESERVE, run.spending, held, no, run.epoch, run.spending + held)
            else:
                self._execute(cursor, _SPEND, run.spending, held, no, run.epoch)
            if cursor.rowcount != 1:
                raise GroupOutrun

    def _execute(self, cursor: Cursor, sql: str, *parameters: object) -> None:
        cursor.execute(self._translate(sql), parameters)


def _endings(entries: Sequence[Entry]) -> Iterable[Ending]:
    for entry in entries:
        if isinstance(entry, Ending):
            yield entry
        elif isinstance(entry, Arrival):
            yield from entry.endings


def _arrivals(entries: Sequence[Entry]) -> Iterable[Arrival]:
    return (entry for entry in entries if isinstance(entry, Arrival))


def _refusal(entry: Opening, run: _Standing) -> Exception | None:
    if entry.run.epoch != run.epoch:
        return RunSuperseded(entry.run.epoch, run.epoch)
    left = run.left
    if left is None:
        return None
    worst = entry.attempt.worst_case_microusd
    if worst is None:
        return PriceUnknown(entry.attempt.endpoint)
    return BudgetSpent(needed_microusd=worst, left_microusd=left) if worst > left else None


def _settle(ending: Ending, run: _Standing, made: _Rows) -> None:
    end, usage = ending.end, ending.end.usage
    made.ends.append(
        (
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
    )
    _keep_exchange(ending, made)
    if end.cost.microusd is not None and end.state is not AttemptState.OUTCOME_UNKNOWN:
        # What may have been billed without our knowing stays held, so that the budget cannot be exceeded.
        run.spending += end.cost.microusd
        run.releasing += ending.worst_microusd or 0


def _keep_exchange(ending: Ending, made: _Rows) -> None:
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


def _attempt_row(entry: Opening, worker: str) -> Row:
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


def _answer_row(run: RunKey, recorded: ReplyEntry) -> Row:
    failed = int(isinstance(recorded.reply, Failure))
    body = reply_bytes(recorded.reply)
    return (run.no, *recorded.place, recorded.attempt_id, recorded.fingerprint, failed, body)


def _conclude(arrival: Arrival, run: _Standing, made: _Rows, *, outdated: bool) -> Verdict:
    """Conclusions count only under the current epoch and from the accepted answer; answers are kept always."""
    if arrival.run.epoch != run.epoch:
        return Verdict(RunSuperseded(arrival.run.epoch, run.epoch), outdated)
    if outdated:
        return Verdict(outdated=True)
    for output in arrival.outputs:
        _add_output(arrival.run, output, made)
    made.judgments.extend(_judgment_row(arrival.run, judged) for judged in arrival.judgments)
    made.comparisons.extend(comparison_row(arrival.run.no, compared) for compared in arrival.comparisons)
    return Verdict()


def _add_output(run: RunKey, made_output: OutputMade, made: _Rows) -> None:
    output, answer = made_output.output, made_output.answer
    key = (run.no, made_output.cell, made_output.generation)
    made.outputs.append(
        (
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
    )
    if made_output.checks is None:
        return
    found = [check.finding for check in made_output.checks]
    counts = (found.count(Finding.PASSED), found.count(Finding.FAILED), found.count(Finding.NOT_CHECKED))
    made.checked.append((*key, *counts, findings_text(made_output.checks)))


def _judgment_row(run: RunKey, judged: Judged) -> Row:
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
