"""Results in the form of promptfoo's own output files, so that its viewer and its tools read them."""

from collections.abc import Iterable, Iterator

from edison.domain import CellReport, CellStatus, CheckResult, Finding, RunReport, to_usd

from ..words.cells import reasons_of
from .written_cells import CellWriter, json_bytes, text_of

_VERSION = 3
_NO_FAILURE, _ASSERTION, _TROUBLE = 0, 1, 2
_UNSHOWN = ("task", "prompt_label", "name", "severity")
"""Variables that reading a battery added."""


def write_promptfoo(report: RunReport, cells: Iterable[CellReport]) -> Iterator[bytes]:
    """`evalId`, `config` and `results`, cell by cell; statistics stand behind them."""
    writer, run = CellWriter(report), report.run
    began = run.began_at.isoformat()
    config = {
        "description": run.experiment.name,
        "providers": [arm.endpoint.name for arm in run.snapshot.arms],
        "prompts": [version.user or version.system for version in run.snapshot.versions],
        "tests": run.snapshot.dataset.name,
    }
    head = json_bytes({"evalId": f"eval-{run.id}", "config": config, "shareableUrl": None})[:-1]
    yield head + b',"results":' + json_bytes({"version": _VERSION, "timestamp": began})[:-1] + b',"results":['
    separator = b"\n"
    counted = {_NO_FAILURE: 0, _ASSERTION: 0, _TROUBLE: 0}
    tests: dict[str, int] = {}
    for cell in cells:
        if cell.status is CellStatus.SKIPPED:
            continue
        written = _result(cell, writer, test=tests.setdefault(cell.case, len(tests)))
        counted[_failure(cell)] += 1
        yield separator + json_bytes(written)
        separator = b",\n"
    stats = {"successes": counted[_NO_FAILURE], "failures": counted[_ASSERTION], "errors": counted[_TROUBLE]}
    yield b'\n],"stats":' + json_bytes(stats) + b"}}\n"


def _result(cell: CellReport, writer: CellWriter, *, test: int) -> dict[str, object]:
    answered, passed = cell.answered, cell.status is CellStatus.PASSED
    told = "; ".join(sentence for _, sentence in reasons_of(cell)) if cell.status.is_bad else None
    variables = {name: value for name, value in cell.inputs.items() if name not in _UNSHOWN}
    model = writer.names.name(cell.arm)
    components = [_component(check) for check in cell.checks]
    scores = [1.0 if one["pass"] else 0.0 for one in components]
    score = sum(scores) / len(scores) if scores else float(passed)
    tokens = {"prompt": answered.tokens_in, "completion": answered.tokens_out}
    return {
        "testIdx": test,
        "promptIdx": cell.version - 1,
        "testCase": {"description": cell.case, "vars": variables, "metadata": {"test_id": cell.case}},
        "provider": {"id": model, "label": model},
        "prompt": {"raw": str(cell.inputs.get("task", cell.prompt)), "label": cell.prompt},
        "vars": variables,
        "response": {"output": text_of(cell), "tokenUsage": tokens, "cost": to_usd(answered.microusd)},
        "success": passed,
        "failureReason": _failure(cell),
        "error": told,
        "score": score,
        "latencyMs": answered.latency_ms,
        "cost": to_usd(answered.microusd),
        "namedScores": {},
        "metadata": {
            "repeat": cell.repeat,
            "judgments": [writer.judgment(one, cell) for one in cell.judgments],
        },
        "gradingResult": {
            "pass": passed,
            "score": score,
            "reason": told or "All assertions passed",
            "componentResults": components,
        },
    }


def _component(check: CheckResult) -> dict[str, object]:
    passed = check.finding is Finding.PASSED
    type_ = check.check.replace("_", "-")
    return {
        "pass": passed,
        "score": 1 if passed else 0,
        "reason": check.reason or "Assertion passed",
        "assertion": {"type": type_, "value": check.value},
    }


def _failure(cell: CellReport) -> int:
    if cell.status is CellStatus.PASSED:
        return _NO_FAILURE
    return _ASSERTION if cell.status is CellStatus.FAILED else _TROUBLE
