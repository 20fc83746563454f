"""Which answer to a test is the best one: by what a judge says who compared them, or by what was found of each.

Nobody is called the best by luck: where what is missing could change it, or two are level, it is not checked.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from math import fsum

from pydantic import JsonValue

from edison.domain import (
    MAX_SCORE,
    SELECT_BEST,
    Case,
    CheckResult,
    Finding,
    Grid,
    PairLine,
    Rivals,
    find_best_of_tests,
    times_met,
)

_ALONE = "There is no other answer to its test to compare it with."
_NO_JUDGE = "Not judged: nobody compares answers; name a judge with --judge-model."

_Found = Mapping[int, tuple[CheckResult, ...]]


def decide_best(
    cases: Sequence[Case], grid: Grid, *, found: _Found, answered: Collection[int], lines: Iterable[PairLine]
) -> dict[int, tuple[CheckResult, ...]]:
    """The findings of all cells whose answers are compared with others, with what came of that.

    Args:
        cases: All cases of the run.
        grid: Its cells.
        found: What was found of each cell so far.
        answered: The cells whose output is an answer; what is none has failed already.
        lines: What judges said who compared.
    """
    decided = dict(found)
    ready, said = frozenset(answered), tuple(lines)
    for rivals in find_best_of_tests(cases, grid, kind=SELECT_BEST):
        cells = [cell for cell in rivals.cells if cell in ready and cell in found]
        for cell, told in _selected(cells, said).items():
            decided[cell] = _with(decided[cell], SELECT_BEST, told)
    for rivals in find_best_of_tests(cases, grid, kind=MAX_SCORE):
        cells = [cell for cell in rivals.cells if cell in ready and cell in found]
        for cell, told in _highest(cells, rivals, decided).items():
            decided[cell] = _with(decided[cell], MAX_SCORE, told)
    return {cell: results for cell, results in decided.items() if results != found[cell]}


_Told = tuple[Finding, str | None, float | None]


def _with(results: tuple[CheckResult, ...], kind: str, told: _Told) -> tuple[CheckResult, ...]:
    finding, reason, measured = told
    changed = {"finding": finding, "reason": reason, "measured": measured}
    return tuple(one.model_copy(update=changed) if one.check == kind else one for one in results)


def _selected(cells: Sequence[int], lines: Sequence[PairLine]) -> dict[int, _Told]:
    """Who won most comparisons, surely: whoever could still be overtaken by what is missing is not the best."""
    if len(cells) < 2:
        return dict.fromkeys(cells, (Finding.NOT_CHECKED, _ALONE, None))
    among = frozenset(cells)
    met = [line for line in lines if line.left in among and line.right in among]
    if not met:
        return dict.fromkeys(cells, (Finding.NOT_CHECKED, _NO_JUDGE, None))
    asked = times_met(len(cells)) * (len(cells) - 1)
    won, lost = dict.fromkeys(cells, 0.0), dict.fromkeys(cells, 0.0)
    for line in met:
        if line.outcome is not None:
            for cell, share in ((line.left, line.outcome), (line.right, 1 - line.outcome)):
                won[cell] += share
                lost[cell] += 1 - share
    most = {cell: asked - lost[cell] for cell in cells}
    told: dict[int, _Told] = {}
    for cell in cells:
        others = [other for other in cells if other != cell]
        score = f"it won {won[cell]:g} of {asked} comparisons"
        if won[cell] > max(most[other] for other in others):
            told[cell] = Finding.PASSED, None, won[cell] / asked
        elif most[cell] < max(won[other] for other in others):
            told[cell] = Finding.FAILED, f"Another answer to its test is better: {score}.", won[cell] / asked
        else:
            told[cell] = Finding.NOT_CHECKED, f"Not judged: no answer to its test stands out; {score}.", None
    return told


def _highest(cells: Sequence[int], rivals: Rivals, found: _Found) -> dict[int, _Told]:
    """Who has the highest score; of equals the first, as in promptfoo."""
    if len(cells) < 2:
        return dict.fromkeys(cells, (Finding.NOT_CHECKED, _ALONE, None))
    options = rivals.check.value if isinstance(rivals.check.value, dict) else {}
    scores = {cell: _score(found[cell], options) for cell in cells}
    known = {cell: score for cell, score in scores.items() if score is not None}
    if len(known) < len(cells):
        open_ = "Not every answer to its test has a score: something could not be checked or judged."
        return dict.fromkeys(cells, (Finding.NOT_CHECKED, open_, None))
    best = max(cells, key=lambda cell: known[cell])
    least = options.get("at_least")
    is_enough = not isinstance(least, int | float) or known[best] >= least
    told: dict[int, _Told] = {}
    for cell, score in known.items():
        if cell == best and is_enough:
            told[cell] = Finding.PASSED, None, score
        elif cell == best:
            told[cell] = Finding.FAILED, f"Its score {score:.3f} is the highest, but below {least}.", score
        elif score == known[best]:
            level = f"Another answer to its test has the same score, {score:.3f}, and stands before it."
            told[cell] = Finding.FAILED, level, score
        else:
            higher = f"Its score {score:.3f} is not the highest ({known[best]:.3f})."
            told[cell] = Finding.FAILED, higher, score
    return told


def _score(results: Iterable[CheckResult], options: Mapping[str, JsonValue]) -> float | None:
    """What all else counts together; None where part of it is not known."""
    weights = options.get("weights")
    given = weights if isinstance(weights, dict) else {}
    counted = [
        (_weight(given.get(one.check)), one.score)
        for one in results
        if one.check not in (SELECT_BEST, MAX_SCORE)
    ]
    if not counted or any(score is None for _, score in counted):
        return None
    total = fsum(weight * (score or 0.0) for weight, score in counted)
    if options.get("method") == "sum":
        return total
    whole = fsum(weight for weight, _ in counted)
    return total / whole if whole else 0.0


def _weight(given: JsonValue) -> float:
    return float(given) if isinstance(given, int | float) else 1.0
