"""Answers of versions with what judges think of them, and what the challenge says of one."""

from edison.domain import CellPosition, CellScore, OutputStatus
from edison.stages.refine import Challenge, Trial, VersionScores
from edison.stats.sequential import HoldoutLedger

LEDGER = HoldoutLedger(rounds=2)
CASES, MANY = range(24), range(60)
HERE = CellPosition(0, 0, 0, 0)


def scored(*judges: float, cases: range = CASES, **changes: object) -> VersionScores:
    """Answers whose quality follows the case, so that a difference of versions is steady."""
    scores = {}
    for case in cases:
        qualities = tuple(
            (judge, quality + 0.01 * (case * (1 + round(10 * quality)) % 7))
            for judge, quality in enumerate(judges)
        )
        told = {"cell": case, "place": HERE, "status": OutputStatus.OK, "qualities": qualities, **changes}
        scores[case, 0, 0] = CellScore(**told)
    return VersionScores(scores)


def only(challenge: Challenge) -> Trial:
    (outcome,) = challenge.outcomes
    assert outcome is not None
    return outcome
