"""Refinements with caps: whatever the cap, it is never exceeded, and whoever has none comes to the end."""

import pytest

from edison.domain import Chance, Settlement
from tests.engine.house import House
from tests.engine.refinements import start_refinement

pytestmark = pytest.mark.timeout(3600)


async def test_a_cap_is_never_exceeded_wherever_it_falls(
    house: House, database_url: str, request: pytest.FixtureRequest
) -> None:
    is_full = bool(request.config.getoption("--whole-storm"))
    # Each kind of database has caps of its own.
    draws = Chance(5).stream(f"caps {database_url.partition(':')[0]}")
    ended: set[Settlement] = set()
    for _ in range(100 if is_full else 1):
        cap = int(draws.uniform(500, 400_000))
        run = await house.work_on(
            start_refinement(
                house, budget_microusd=cap, rounds=1 + draws.below(3), parallel=1 + draws.below(16)
            )
        )

        evidence = house.check(run)
        billed = sum(
            one.microusd for one in evidence.bill or () if (one.idempotency or "").startswith(run.id)
        )
        assert max(billed, evidence.standing.spent_microusd) <= cap
        ended.add(run.settlement)
    assert ended <= {Settlement.BUDGET_SPENT, Settlement.ROUNDS_DONE}
