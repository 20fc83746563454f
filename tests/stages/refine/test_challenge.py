"""A candidate is adopted when it is surely better, whoever judges, and judges do not warn of more."""

import pytest

from edison.domain import CellPosition, CellScore, OutputStatus
from edison.stages.refine import (
    Challenge,
    Trial,
    VersionScores,
    decide_challenge,
    least_held_out,
    measure_gain,
)
from edison.stats.sequential import HoldoutLedger

LEDGER = HoldoutLedger(rounds=2)
CASES = range(24)
HERE = CellPosition(0, 0, 0, 0)


def scored(*judges: float, **changes: object) -> VersionScores:
    """Answers whose quality follows the case, so that a difference of versions is steady."""
    scores = {}
    for case in CASES:
        qualities = tuple(
            (judge, quality + 0.01 * (case * (1 + round(10 * quality)) % 7))
            for judge, quality in enumerate(judges)
        )
        told = {"cell": case, "place": HERE, "status": OutputStatus.OK, "qualities": qualities, **changes}
        scores[case, 0, 0] = CellScore(**told)
    return VersionScores(scores)


def only(challenge: Challenge) -> Trial:
    (outcome,) = challenge.outcomes
    return outcome


def test_of_several_better_candidates_the_best_is_adopted() -> None:
    decided = decide_challenge(scored(0.5), [scored(0.6), scored(0.8), scored(0.4)], ledger=LEDGER)

    assert [one.verdict for one in decided.outcomes] == ["better", "better", "worse"]
    assert decided.adopted == 1
    assert decided.ledger.rounds_decided == 1


def test_a_gain_that_all_judges_see_is_adopted() -> None:
    assert decide_challenge(scored(0.5, 0.3), [scored(0.7, 0.4)], ledger=LEDGER).adopted == 0


def test_equal_versions_are_not_called_better() -> None:
    decided = decide_challenge(scored(0.5), [scored(0.5)], ledger=LEDGER)

    assert (decided.adopted, only(decided).verdict) == (None, "not_yet_known")


def test_a_gain_that_one_judge_alone_sees_is_held_back() -> None:
    decided = decide_challenge(scored(0.5, 0.5), [scored(0.9, 0.45)], ledger=LEDGER)

    assert (decided.adopted, only(decided).verdict) == (None, "held_back")
    assert only(decided).reason == "one_judge_alone_sees_the_gain"


@pytest.mark.parametrize(("warned", "verdict"), [(1, "better"), (3, "held_back")])
def test_more_warnings_than_chance_would_do_hold_a_better_candidate_back(warned: int, verdict: str) -> None:
    candidate = scored(0.7)
    for case in range(warned):
        key = (case, 0, 0)
        flagged = CellScore(
            place=HERE,
            cell=case,
            status=OutputStatus.OK,
            qualities=((0, 0.7),),
            warnings=((0, ("pii_detected",)),),
        )
        candidate = VersionScores({**candidate.scores, key: flagged})

    assert only(decide_challenge(scored(0.5), [candidate], ledger=LEDGER)).verdict == verdict
    assert only(decide_challenge(scored(0.5), [candidate], ledger=LEDGER)).warnings == warned


def test_a_refusal_counts_as_nothing_and_trouble_as_unknown() -> None:
    refused = CellScore(place=HERE, cell=1, status=OutputStatus.SEMANTIC_FAILURE, reason="refusal")
    failed = CellScore(place=HERE, cell=1, status=OutputStatus.ERROR, reason="timeout")
    unjudged = CellScore(place=HERE, cell=1, status=OutputStatus.OK)

    qualities = [VersionScores({(1, 0, 0): one}).quality((1, 0, 0)) for one in (refused, failed, unjudged)]

    assert qualities[0] == 0.0
    assert [str(one) for one in (*qualities[1:], VersionScores({}).quality((1, 0, 0)))] == ["nan"] * 3


def test_cases_that_the_parent_passes_and_the_candidate_does_not_are_listed() -> None:
    parent, candidate = scored(0.7), scored(0.7)
    lost = CellScore(place=HERE, cell=3, status=OutputStatus.OK, qualities=((0, 0.2),))
    broken = CellScore(place=HERE, cell=4, status=OutputStatus.OK, qualities=((0, 0.9),), passed=False)
    candidate = VersionScores({**candidate.scores, (3, 0, 0): lost, (4, 0, 0): broken, (99, 0, 0): lost})

    assert only(decide_challenge(parent, [candidate], ledger=LEDGER)).regressions == (3, 4)


def test_cases_of_one_family_count_as_one() -> None:
    apart = decide_challenge(scored(0.5), [scored(0.55)], ledger=LEDGER)
    together = decide_challenge(
        scored(0.5, family="one source"), [scored(0.55, family="one source")], ledger=LEDGER
    )

    assert (apart.adopted, together.adopted) == (0, None)


def test_the_gain_is_measured_on_the_same_cases() -> None:
    gain = measure_gain(scored(0.5), scored(0.6), sealed=LEDGER)
    chosen = measure_gain(scored(0.5), scored(0.6))

    assert 0.05 < gain.interval.low < gain.difference < gain.interval.high < 0.1
    assert (gain.cases, gain.is_sealed) == (24, True)
    assert (chosen.difference, chosen.is_sealed) == (gain.difference, False)
    assert gain.first_quality == pytest.approx(gain.last_quality - gain.difference)


def test_answers_are_taken_by_version_and_case() -> None:
    places = (CellPosition(0, 1, 0, 0), CellPosition(0, 2, 0, 0), CellPosition(9, 1, 0, 0))
    one, *others = (CellScore(cell=1, place=place, status=OutputStatus.OK) for place in places)

    assert VersionScores.of((one, *others), version=1, cases=range(5)).scores == {(0, 0, 0): one}


def test_nothing_can_be_proven_on_very_few_cases() -> None:
    assert least_held_out(rounds=5, candidates=2, error=0.05) == 8
