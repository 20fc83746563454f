"""JSON: the run, its counts and boards, then every cell, piece by piece. JSONL: a line per cell and nothing else."""

from datetime import datetime

from edison.domain import Arm, CellReport, Judge, PromptVersion, RankedItem, Ranking, RunReport, to_usd

from ..words.wording import tell_doubts
from .cell_by_cell import CellByCell, WriteCell
from .provenance import write_provenance
from .written_cells import CellWriter, json_bytes

_COMPARED = {"compared", "groups", "pairs", "panel", "frontier"}


def _json_head(report: RunReport) -> bytes:
    writer = CellWriter(report)
    doubts = tell_doubts(report)
    header: dict[str, object] = {
        "run": _run(report),
        "counts": _counts(report),
        "trust": {"trustworthy": not doubts, "doubts": doubts},
        "boards": [_board(board, writer) for board in report.boards],
        "disagreements": report.disagreements.model_dump(mode="json") if report.disagreements else None,
        "facets": None if report.facets is None else [one.model_dump(mode="json") for one in report.facets],
        "safety": None if report.safety is None else [one.model_dump(mode="json") for one in report.safety],
    }
    return json_bytes(header)[:-1] + b',"cells":[\n'


def _json_cells(report: RunReport) -> WriteCell:
    writer = CellWriter(report)
    return lambda cell: json_bytes(_cell(cell, writer))


def _lines(report: RunReport) -> WriteCell:
    writer = CellWriter(report)
    return lambda cell: json_bytes(writer.write(cell)) + b"\n"


JSON = CellByCell(head=_json_head, cells=_json_cells, between=b",\n", tail=b"\n]}\n")
"""One object; `cells` is its last key and may be of any length."""
JSONL = CellByCell(head=lambda _: b"", cells=_lines)
"""A line for every cell, with the keys of `CellWriter.write` in their order."""
write_json, write_jsonl = JSON.write, JSONL.write


def _run(report: RunReport) -> dict[str, object]:
    run = report.run
    snapshot = run.snapshot
    return {
        "id": run.id,
        "name": run.experiment.name,
        "goal": snapshot.goal,
        "seed": run.seed,
        "began_at": _time(run.began_at),
        "ended_at": _time(run.ended_at),
        "desired": run.desired.value,
        "settlement": run.settlement.value,
        "halted": run.halted.model_dump(mode="json") if run.halted else None,
        "budget_usd": to_usd(run.experiment.policy.budget_microusd),
        "cases": snapshot.cases,
        "repeats": snapshot.repeats,
        "arms": [_arm(arm) for arm in snapshot.arms],
        "versions": [_version(version) for version in snapshot.versions],
        "checks": [{"check": check.name, "value": check.value} for check in snapshot.checks],
        "rubric": [criterion.model_dump(mode="json") for criterion in snapshot.rubric.criteria]
        if snapshot.rubric
        else [],
        "judges": [_judge(judge) for judge in snapshot.judges],
        "provenance": write_provenance(run),
    }


def _counts(report: RunReport) -> dict[str, object]:
    return {
        "planned": report.planned,
        "done": report.done,
        "outcomes": {outcome.value: count for outcome, count in report.outcomes.items()},
        "checks_passed": report.checks_passed,
        "checks_failed": report.checks_failed,
        "not_checked": report.not_checked,
        "judgments_planned": report.judgments_planned,
        "judged": report.judged,
        "not_judged": report.not_judged,
        "judges": [
            {"name": one.name, "asked": one.asked, "not_judged": one.not_judged, "unreadable": one.unreadable}
            for one in report.judges
        ],
        "attempts": report.attempts,
        "spent_usd": to_usd(report.known_microusd),
        "unpriced_calls": report.unpriced,
        "held_usd": to_usd(report.held_microusd),
    }


def _board(board: Ranking, writer: CellWriter) -> dict[str, object]:
    return {
        "board": board.board.value,
        "lower_is_better": board.lower_is_better,
        "flags": [flag.value for flag in board.flags],
        "items": [_item(item, writer) for item in board.items],
        **board.model_dump(mode="json", include=_COMPARED),
    }


def _item(item: RankedItem, writer: CellWriter) -> dict[str, object]:
    written = item.model_dump(mode="json")
    return {"name": writer.names.contender(item), **{key: written[key] for key in written if key != "name"}}


def _cell(cell: CellReport, writer: CellWriter) -> dict[str, object]:
    output = cell.output
    return {
        **writer.write(cell),
        "reason": output.reason if output else None,
        "sentence": output.sentence if output else None,
        "tool_calls": [call.model_dump(mode="json") for call in output.tool_calls] if output else [],
        **({"trace": output.trace.model_dump(mode="json")} if output and output.trace else {}),
        "model": cell.answered.model,
        "tags": list(cell.tags),
    }


def _arm(arm: Arm) -> dict[str, object]:
    led = arm.model_dump(mode="json", include={"technique", "samples"}, exclude_defaults=True)
    drawn = arm.sampling.model_dump(exclude_defaults=True)
    return {"name": arm.name, "model": arm.endpoint.name, **led, **drawn}


def _judge(judge: Judge) -> dict[str, object]:
    return {"name": judge.name, "model": judge.endpoint.name}


def _version(version: PromptVersion) -> dict[str, object]:
    return {"number": version.number, "name": version.name, "system": version.system, "user": version.user}


def _time(time: datetime | None) -> str | None:
    return time.isoformat() if time else None
