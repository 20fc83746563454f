"""`edison.refine` in a script or a notebook."""

import pytest

import edison
from edison.domain import Settlement
from edison.sim import SimProcess
from tests.doors.suites import a_shop_to_refine

pytestmark = pytest.mark.timeout(240)


def test_a_prompt_is_refined_and_the_best_version_is_at_hand(database: str, sim: SimProcess) -> None:
    result = edison.refine(a_shop_to_refine(sim), database=database, rounds=1, seed=7, budget_usd=5.0)

    assert result.run.settlement is Settlement.ROUNDS_DONE
    assert result.improved
    assert "policy" in result.best.system
    assert result.to_json()["champion"] == result.refinement.champion == 2


def test_a_budget_that_is_spent_ends_it_with_what_was_found_by_then(database: str, sim: SimProcess) -> None:
    result = edison.refine(a_shop_to_refine(sim), database=database, budget_usd=0.02)

    assert result.run.settlement is Settlement.BUDGET_SPENT
    assert not result.improved
    assert result.best.number == 1
    assert sim.totals().microusd <= 20_000
