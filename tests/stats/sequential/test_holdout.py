import math

import numpy as np
import pytest

from edison.errors import LengthsDiffer, SampleBroken, SampleEmpty, StatisticRefused
from edison.stats.comparing import ComparisonVerdict, VerdictReason, adjust
from edison.stats.sequential import (
    GainStanding,
    HoldoutLedger,
    LookKind,
    decide_round,
    open_sealed,
)

UNIT = (0.0, 1.0)
CASES = 60


def arms(*shifts: float, seed: int = 1) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    rng = np.random.default_rng(seed)
    baseline = rng.uniform(0.4, 0.5, CASES)
    return baseline, {
        f"v{place}": baseline + shift + rng.uniform(-0.15, 0.15, CASES)
        for place, shift in enumerate(shifts, start=2)
    }


def test_the_best_of_the_better_ones_is_chosen_and_its_gain_is_called_optimistic() -> None:
    baseline, candidates = arms(0.0, 0.1, 0.2, -0.1)

    decision = decide_round(baseline, candidates, ledger=HoldoutLedger(), scale=UNIT)

    assert [outcome.candidate for outcome in decision.outcomes] == ["v2", "v3", "v4", "v5"]
    assert [outcome.verdict for outcome in decision.outcomes] == [
        ComparisonVerdict.NOT_YET_KNOWN,
        ComparisonVerdict.BETTER,
        ComparisonVerdict.BETTER,
        ComparisonVerdict.WORSE,
    ]
    assert decision.chosen == "v4"
    assert decision.gain is not None
    assert decision.gain.candidate == "v4"
    assert decision.gain.standing is GainStanding.OPTIMISTIC


def test_lower_costs_are_adopted_where_lower_is_better() -> None:
    baseline, candidates = arms(0.2, -0.1, -0.2)

    decision = decide_round(baseline, candidates, ledger=HoldoutLedger(), scale=UNIT, lower_is_better=True)

    assert decision.chosen == "v4"


def test_without_a_better_candidate_nothing_is_chosen_but_the_look_is_recorded() -> None:
    baseline, candidates = arms(0.0, 0.0)

    decision = decide_round(baseline, candidates, ledger=HoldoutLedger(), scale=UNIT)

    assert decision.chosen is None
    assert decision.gain is None
    assert decision.ledger.error_spent == pytest.approx(0.005)
    (look,) = decision.ledger.looks
    assert (look.kind, look.candidates, look.adopted) == (LookKind.DECISION, ("v2", "v3"), None)


def test_what_a_lone_comparison_would_call_better_is_taken_back_among_many() -> None:
    baseline, candidates = arms(0.035, 0.0, 0.0)

    decision = decide_round(baseline, candidates, ledger=HoldoutLedger(), scale=UNIT)

    first = decision.outcomes[0]
    assert first.comparison.difference_p <= 0.05
    assert first.verdict is ComparisonVerdict.NOT_YET_KNOWN
    assert first.reason is VerdictReason.MANY_COMPARISONS


@pytest.mark.parametrize("seed", range(8))
def test_a_round_steps_down_as_holm_does(seed: int) -> None:
    baseline, candidates = arms(0.02, 0.04, 0.05, 0.06, 0.08, seed=seed)
    ledger = HoldoutLedger(error=0.05, rounds=1)

    decision = decide_round(baseline, candidates, ledger=ledger, scale=UNIT)

    compared = [outcome.comparison for outcome in decision.outcomes]
    one_sided = [
        one.difference_p / 2 if one.difference.mean > 0 else 1 - one.difference_p / 2 for one in compared
    ]
    expected = adjust(one_sided) <= 0.05
    assert [outcome.verdict is ComparisonVerdict.BETTER for outcome in decision.outcomes] == expected.tolist()


def test_candidates_that_were_inspected_count_as_tested_in_the_next_round_only() -> None:
    baseline, candidates = arms(0.1)
    ledger = HoldoutLedger().inspect(["v2", "v7", "v8"])

    first = decide_round(baseline, candidates, ledger=ledger, scale=UNIT)
    second = decide_round(baseline, candidates, ledger=first.ledger, scale=UNIT)

    assert (first.family, second.family) == (3, 1)
    assert first.outcomes[0].comparison.difference.level == pytest.approx(1 - 2 * 0.005 / 3)
    assert [look.kind for look in second.ledger.looks] == [
        LookKind.INSPECTION,
        LookKind.DECISION,
        LookKind.DECISION,
    ]


def test_planned_rounds_share_one_budget_and_then_it_is_spent() -> None:
    baseline, candidates = arms(0.0)
    ledger = HoldoutLedger(error=0.05, rounds=3)

    for _ in range(3):
        ledger = decide_round(baseline, candidates, ledger=ledger, scale=UNIT).ledger

    assert ledger.error_spent == pytest.approx(0.05)
    assert ledger.error_left == pytest.approx(0)
    with pytest.raises(StatisticRefused, match="all 3 rounds"):
        decide_round(baseline, candidates, ledger=ledger, scale=UNIT)


def test_rounds_without_end_never_spend_it_all() -> None:
    ledger = HoldoutLedger(rounds=None)
    shares = [0.05 * 6 / (math.pi * number) ** 2 for number in range(1, 100_000)]
    baseline, candidates = arms(0.0)

    first = decide_round(baseline, candidates, ledger=ledger, scale=UNIT)

    assert first.share == pytest.approx(shares[0])
    assert first.ledger.next_share == pytest.approx(shares[1])
    assert sum(shares) < 0.05


def test_missing_results_that_could_turn_it_keep_a_candidate_out() -> None:
    baseline, candidates = arms(0.1)
    candidates["v2"][:20] = np.nan

    decision = decide_round(baseline, candidates, ledger=HoldoutLedger(), scale=UNIT)

    assert decision.chosen is None
    assert decision.outcomes[0].reason is VerdictReason.MISSING_RESULTS


def test_the_sealed_split_is_opened_once() -> None:
    baseline, candidates = arms(0.1)

    opened = open_sealed(
        baseline, candidates["v2"], candidate="v2", ledger=HoldoutLedger().inspect(["v2"]), scale=UNIT
    )

    assert opened.gain.standing is GainStanding.SEALED
    assert opened.gain.difference == opened.comparison.difference
    assert opened.ledger.is_opened
    assert opened.ledger.error_spent == 0
    with pytest.raises(StatisticRefused, match="optimistic"):
        open_sealed(baseline, candidates["v2"], candidate="v2", ledger=opened.ledger, scale=UNIT)


def test_opening_the_sealed_split_tests_nobody_in_the_next_round() -> None:
    baseline, candidates = arms(0.1)
    ledger = open_sealed(
        baseline, candidates["v2"], candidate="v9", ledger=HoldoutLedger().inspect(["v8"]), scale=UNIT
    ).ledger

    assert ledger.family(["v2"]) == {"v2", "v8"}


@pytest.mark.parametrize(("error", "rounds"), [(0.0, 10), (1.0, 10), (0.05, 0)])
def test_a_budget_that_is_none_is_refused(error: float, rounds: int) -> None:
    with pytest.raises(SampleBroken):
        HoldoutLedger(error=error, rounds=rounds)


def test_a_round_without_candidates_and_columns_that_do_not_match_are_refused() -> None:
    with pytest.raises(SampleEmpty):
        decide_round([0.5], {}, ledger=HoldoutLedger())
    with pytest.raises(LengthsDiffer):
        decide_round([0.5], {"v2": [0.5, 0.6]}, ledger=HoldoutLedger())
