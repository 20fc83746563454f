"""A cell as plain values: the keys that every export of cells shares, in their order."""

import json
from collections.abc import Mapping

import orjson
from pydantic import JsonValue

from edison.domain import CellReport, CheckResult, Expectation, Judgment, OutputStatus, RunReport, to_usd

from ..words.boards import Names

LONGEST_INPUT = 4_000
"""Of a value that stands beside an answer."""


class CellWriter:
    """Writes the cells of one run; made once for a whole export."""

    def __init__(self, report: RunReport) -> None:
        snapshot = report.run.snapshot
        self.names = Names.of(snapshot)
        self.rubric = snapshot.rubric

    def write(self, cell: CellReport) -> dict[str, object]:
        """The keys of a line of JSONL."""
        return {
            "case_id": cell.case,
            "arm": self.names.name(cell.arm),
            "version": cell.version,
            "prompt": cell.prompt,
            "repeat": cell.repeat,
            "outcome": cell.outcome.value,
            "status": cell.status.value,
            "inputs": {name: _bounded(value) for name, value in cell.inputs.items()},
            "expected": None if cell.expected is None else _expected(cell.expected),
            "text": text_of(cell),
            "checks": [_check(check) for check in cell.checks],
            "safety": None if cell.safety is None else cell.safety.model_dump(mode="json"),
            "judgments": [self.judgment(judgment, cell) for judgment in cell.judgments],
            "latency_ms": cell.answered.latency_ms,
            "tokens_in": cell.answered.tokens_in,
            "tokens_out": cell.answered.tokens_out,
            "cost_usd": to_usd(cell.answered.microusd),
            "cached": cell.answered.from_cache,
        }

    def judgment(self, judgment: Judgment, cell: CellReport) -> dict[str, object]:
        return {
            "judge": self.names.name(judgment.judge_id),
            "repeat": judgment.repeat,
            "scores": {score.criterion: score.score for score in judgment.scores},
            "reasons": {score.criterion: score.reason for score in judgment.scores},
            "quality": self.quality(judgment, cell),
            "verdict": None if judgment.verdict is None else list(judgment.verdict.stages),
            "suggestions": [
                {"text": advice.text, "because": advice.because} for advice in judgment.suggestions
            ],
            "safety_flags": [flag.value for flag in judgment.safety_flags],
            "not_judged": judgment.not_judged,
        }

    def quality(self, judgment: Judgment, cell: CellReport) -> float | None:
        """The scores, weighed by what the case is judged by, from 0 to 1; None unless all are on their scales."""
        return judgment.quality(self.rubric.of_case(cell.criteria)) if self.rubric else None


def text_of(cell: CellReport) -> str | None:
    """What was answered, of a conversation all of it; None where there is no answer, which is not an empty one."""
    if cell.output is None or cell.output.status is OutputStatus.ERROR:
        return None
    return cell.output.shown


def json_bytes(value: Mapping[str, object]) -> bytes:
    """Compact JSON; text that is no UTF-8 is escaped rather than lost."""
    try:
        return orjson.dumps(value)
    except TypeError:
        return json.dumps(value, separators=(",", ":")).encode()


def _check(check: CheckResult) -> dict[str, object]:
    return {
        "check": check.check,
        "value": check.value,
        "finding": check.finding.value,
        "reason": check.reason,
        **({"measured": check.measured, "embedder": check.embedder} if check.embedder else {}),
        **({} if check.z is None else {"z": check.z}),
    }


def _expected(expected: Expectation) -> dict[str, object]:
    return {name: _bounded(value) for name, value in expected.model_dump(exclude_none=True).items()}


def _bounded(value: JsonValue) -> JsonValue:
    """As it is, unless it is long: then as a text that says how much is missing."""
    told = told_value(value)
    if len(told) <= LONGEST_INPUT:
        return value
    return f"{told[:LONGEST_INPUT]}… ({len(told) - LONGEST_INPUT:,} more characters)"


def tell_expected(expected: Expectation) -> str:
    """What a good answer looks like, in a line."""
    told = expected.model_dump(exclude_none=True)
    if set(told) == {"answer"}:
        return told_value(told["answer"])
    return "; ".join(f"{name.replace('_', ' ')}: {told_value(value)}" for name, value in told.items())


def told_value(value: JsonValue) -> str:
    """A text as it is, anything else as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def told_inputs(cell: CellReport) -> str:
    """What a cell was asked about, in a line."""
    if len(cell.inputs) == 1:
        return told_value(next(iter(cell.inputs.values())))
    return "; ".join(f"{name}: {told_value(value)}" for name, value in cell.inputs.items())
