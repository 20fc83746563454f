import json
from pathlib import Path

import numpy as np
import pytest
from scipy import stats as oracle

from edison.errors import LengthsDiffer, SampleBroken, SampleEmpty
from edison.stats.comparing import compare_shares, mcnemar_p


def columns(*, both: int, gained: int, lost: int, neither: int) -> tuple[list[int], list[int]]:
    baseline = [1] * both + [0] * gained + [1] * lost + [0] * neither
    candidate = [1] * both + [1] * gained + [0] * lost + [0] * neither
    return baseline, candidate


@pytest.mark.parametrize(("gained", "lost"), [(9, 2), (2, 9), (5, 5), (1, 0), (0, 0), (40, 20)])
def test_mcnemars_exact_test_is_a_binomial_test(gained: int, lost: int) -> None:
    expected = oracle.binomtest(gained, gained + lost).pvalue if gained + lost else 1.0

    assert mcnemar_p(gained, lost) == pytest.approx(expected)


def test_a_table_of_pairs_is_counted() -> None:
    found = compare_shares(*columns(both=20, gained=9, lost=2, neither=5))

    assert (found.both, found.gained, found.lost, found.neither) == (20, 9, 2, 5)
    assert found.discordant == 11
    assert found.difference == pytest.approx(7 / 36)
    assert found.low < 7 / 36 < found.high


def test_the_mid_p_takes_off_half_of_what_was_seen() -> None:
    # Fagerland, Lydersen and Laake (2013), airway hyper-responsiveness: 1 and 7 discordant pairs of 21.
    found = compare_shares(*columns(both=1, gained=7, lost=1, neither=12))

    assert found.exact_p == pytest.approx(0.0703, abs=5e-5)
    assert found.mid_p == pytest.approx(0.0391, abs=5e-5)


def test_equal_gains_and_losses_are_no_evidence() -> None:
    found = compare_shares(*columns(both=5, gained=4, lost=4, neither=5))

    assert found.exact_p == 1
    assert 0.5 < found.mid_p <= 1


def test_identical_columns_still_have_an_interval_with_a_width() -> None:
    found = compare_shares([1, 1, 0], [1, 1, 0])

    assert found.low < 0 < found.high
    assert (found.exact_p, found.discordant) == (1.0, 0)
    assert found.low >= -1
    assert found.high <= 1


def test_broken_columns_are_refused() -> None:
    with pytest.raises(SampleBroken, match="candidate"):
        compare_shares([0, 1], [0, 0.5])
    with pytest.raises(SampleBroken, match="baseline"):
        compare_shares([0, float("nan")], [0, 1])
    with pytest.raises(LengthsDiffer):
        compare_shares([0, 1], [0])
    with pytest.raises(SampleEmpty):
        compare_shares([], [])


def test_the_larger_system_is_better_on_real_answers(golden: Path) -> None:
    lines = (golden / "gsm8k" / "example_model_solutions.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    small, large = (
        [row[name]["is_correct"] for row in rows] for name in ("6b_verification", "175b_verification")
    )
    gained = sum(after > before for before, after in zip(small, large, strict=True))
    expected = oracle.binomtest(gained, int(np.not_equal(small, large).sum())).pvalue

    found = compare_shares(small, large)

    assert found.difference == pytest.approx(np.mean(large) - np.mean(small))
    assert found.exact_p == pytest.approx(expected)
    assert found.low > 0
