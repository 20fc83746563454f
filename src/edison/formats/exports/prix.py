"""Results as prompt-prix writes them: tests by models, and with repeats what each cell's repeats say together."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from edison.domain import CellReport, LoopStop, Output, RunReport, TraceStep

from ..words.boards import Names
from ..words.cells import reasons_of
from .repeats import RepeatedCell, group_repeats, written_status
from .written_cells import CellWriter, json_bytes, text_of

_COLUMNS = (
    *("test_id", "model_id", "repeat", "status", "response", "latency_ms", "error", "failure_reason"),
    *("judge_result", "drift_score", "react_trace"),
)


def write_prix_json(report: RunReport, cells: Iterable[CellReport]) -> Iterator[bytes]:
    """`tests`, `models` and `results`; with several repeats `runs_total` and `aggregates`, flaky cells first."""
    writer, names = CellWriter(report), Names.of(report.run.snapshot)
    repeated = group_repeats(cells)
    header: dict[str, object] = {
        "tests": list(dict.fromkeys(one.case for one in repeated)),
        "models": [names.name(arm.name) for arm in report.run.snapshot.arms],
    }
    if report.run.snapshot.repeats == 1:
        results = [_result(cell, writer) for one in repeated for cell in one.cells]
        yield json_bytes({**header, "results": results}) + b"\n"
        return
    seeds = [arm.sampling.seed for arm in report.run.snapshot.arms]
    aggregates = [_aggregate(one, writer) for one in repeated]
    yield (
        json_bytes(
            {
                **header,
                "runs_total": report.run.snapshot.repeats,
                "seeds": _seeds(seeds, report),
                "aggregates": aggregates,
            }
        )
        + b"\n"
    )


def write_prix_csv(report: RunReport, cells: Iterable[CellReport]) -> Iterator[bytes]:
    """A record for every cell, flaky ones first; every field is quoted."""
    writer = CellWriter(report)
    yield _record(_COLUMNS)
    for one in group_repeats(cells):
        for cell in one.cells:
            result = _result(cell, writer)
            yield _record([_plain(result[column]) for column in _COLUMNS])


def _aggregate(one: RepeatedCell, writer: CellWriter) -> dict[str, object]:
    times = [cell.answered.latency_ms for cell in one.cells if cell.answered.latency_ms is not None]
    return {
        "test_id": one.case,
        "model_id": writer.names.name(one.arm),
        "status": one.tally.consistency.value,
        "passes": one.tally.passes,
        "total": one.tally.told,
        "errors": one.tally.errors,
        "avg_latency_ms": sum(times) / len(times) if times else None,
        "results": [_result(cell, writer) for cell in one.cells],
    }


def _result(cell: CellReport, writer: CellWriter) -> dict[str, object]:
    status = written_status(cell)
    told = (
        "; ".join(f"{word}: {sentence}" for word, sentence in islice(reasons_of(cell), 1))
        if cell.status.is_bad
        else None
    )
    drift = next((check for check in cell.checks if check.check == "drift"), None)
    return {
        "test_id": cell.case,
        "model_id": writer.names.name(cell.arm),
        "repeat": cell.repeat,
        "status": status,
        "response": text_of(cell),
        "latency_ms": cell.answered.latency_ms,
        "error": told if status == "error" else None,
        "failure_reason": told if status == "semantic_failure" else None,
        "judge_result": [writer.judgment(judgment, cell) for judgment in cell.judgments] or None,
        "drift_score": drift.measured if drift else None,
        "drift_z": drift.z if drift else None,
        "react_trace": _trace(cell.output) if cell.output else None,
    }


_TERMINATIONS: dict[str | None, str] = {
    LoopStop.CYCLE.value: "cycle_detected",
    LoopStop.MAX_ITERATIONS.value: "max_iterations",
}


def _trace(output: Output) -> dict[str, object] | None:
    """A loop under the names that prompt-prix gives it; a conversation's words stand beside it."""
    trace = output.trace
    if trace is None:
        return None
    cycle = trace.steps[-len(trace.cycle) :] if trace.cycle else ()
    return {
        "completed": trace.completed,
        "total_iterations": len(trace.steps),
        "valid_iterations": trace.valid,
        "invalid_iterations": trace.invalid,
        "cycle_detected": bool(cycle),
        "cycle_pattern": [{"name": one.call.name, "args": one.call.arguments} for one in cycle] or None,
        "termination_reason": _TERMINATIONS.get(output.reason),
        "iterations": [_iteration(step) for step in trace.steps],
        **({"said": [one.model_dump(mode="json") for one in trace.said]} if trace.said else {}),
    }


def _iteration(step: TraceStep) -> dict[str, object]:
    call = step.call
    return {
        "iteration": step.turn,
        "tool_call": {"id": call.id, "name": call.name, "args": call.arguments},
        "observation": step.observation,
        "success": step.success,
        "thought": step.thought or None,
        "latency_ms": None,
    }


def _seeds(bases: Sequence[int | None], report: RunReport) -> list[int] | None:
    """The seeds of the repeats, which all cells share; None where none is sent."""
    base = next((seed for seed in bases if seed is not None), None)
    return None if base is None else [base + repeat for repeat in range(report.run.snapshot.repeats)]


def _plain(value: object) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json_bytes({"value": value})[len(b'{"value":') : -1].decode()


def _record(values: Sequence[str]) -> bytes:
    quoted = (value.replace('"', '""') for value in values)
    return (",".join(f'"{value}"' for value in quoted) + "\r\n").encode("utf-8", "replace")
