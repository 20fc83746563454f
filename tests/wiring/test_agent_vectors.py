"""Vectors that an agent or a command asks for: kept before their call counts as answered."""

from edison.actions.agents.measuring import measuring_session
from edison.actions.house import House
from edison.actions.results.calls import list_latest_calls
from edison.domain import Ask, Endpoint
from edison.engine.calls.vectors import ProviderEmbedder
from edison.sim import SimProcess
from edison.wiring.house import open_house
from edison.wiring.python_prompts import settings_for
from tests.doors.suites import a_provider

EMBEDDER = "local/edison-embed-small"


def states(house: House) -> list[str]:
    return [one.state.value for one in list_latest_calls(house).items]


async def test_a_call_for_vectors_is_settled_after_they_are_kept(database_url: str, sim: SimProcess) -> None:
    with open_house(settings_for(database_url), providers={"local": a_provider(sim)}) as house:
        session = measuring_session(house, name="geometry drift", embedder=EMBEDDER, budget_microusd=10**6)
        embedder = session.embedder
        assert isinstance(embedder, ProviderEmbedder)
        async with embedder.ask(Ask.for_vectors(Endpoint.parse(EMBEDDER), ["one", "two"])):
            # One thread writes: once a further call is in the ledger, so is all that was said of this one.
            await embedder.embed(["three"])
            meanwhile = states(house)
        left = session.ledger.left_microusd
        await session.close()
        after = states(house)

    # Whoever dies here has an open call, of which nobody says that it was answered.
    assert meanwhile[-1] == "open"
    assert after == ["settled", "settled"]
    assert left is not None
    assert 0 < left < 10**6
