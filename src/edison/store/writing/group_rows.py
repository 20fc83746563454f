"""The rows of one group of entries: all that does not depend on what is in the database."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import IntFlag

from edison.domain import Answer, CheckResult, Failure, Finding, Output, OutputStatus, SafetyScan

from ..database.noun_text import findings_text, noun_text, reply_bytes, tool_calls_text, trace_text
from ..database.packing import pack, pack_body, to_micros
from ..database.statements import ValueRow
from ..repositories.comparisons import comparison_row
from .entries import (
    AnswerEntry,
    AttemptEndEntry,
    AttemptEntry,
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
    decided: EntryRows = field(default_factory=EntryRows)
    """What takes the place of findings, by what judges decided."""
    comparisons: EntryRows = field(default_factory=EntryRows)
    proposals: EntryRows = field(default_factory=EntryRows)


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
        if judged.findings is not None:
            key = (arrival.run.no, judged.cell, judged.generation)
            made.decided.append((position, _checked_row(key, judged.findings)))
    for compared in arrival.comparisons:
        made.comparisons.append((position, comparison_row(arrival.run.no, compared)))
    for proposed in arrival.proposals:
        row = (arrival.run.no, proposed.unit, proposed.generation, noun_text(proposed.proposal))
        made.proposals.append((position, row))


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
        None if answer is None or not _took_its_time(output, answer) else _micros(answer.timing.latency_s),
        None if answer is None else answer.usage.input_tokens,
        None if answer is None else answer.usage.output_tokens,
        None if answer is None or answer.reported_model is None else pack(answer.reported_model),
        trace_text(output.trace),
    )
    made.outputs.append((position, row))
    if made_output.checks is None:
        return
    made.checked.append((position, _checked_row(key, made_output.checks, made_output.safety)))


def _took_its_time(output: Output, answer: Answer) -> bool:
    """Whether the latency is an answer's: not of one that was kept, nor of a turn after which all failed."""
    return not answer.from_cache and output.status is not OutputStatus.ERROR


def _checked_row(
    key: tuple[int, int, int], checks: Sequence[CheckResult], safety: SafetyScan | None = None
) -> ValueRow:
    found = [check.finding for check in checks]
    counts = (found.count(Finding.PASSED), found.count(Finding.FAILED), found.count(Finding.NOT_CHECKED))
    return (*key, *counts, findings_text(checks), None if safety is None else noun_text(safety))


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
