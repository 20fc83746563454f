"""Tokens of agents: known by a digest, and never more taken than their caps."""

from datetime import timedelta

from edison.domain import AgentToken, AgentTokenId
from edison.store import Store
from tests.factories import SOME_TIME
from tests.store.threads import at_once

LATER = SOME_TIME + timedelta(hours=1)
CI = AgentToken(id=AgentTokenId("tok_1"), name="ci", cap_microusd=100, made_at=SOME_TIME)
READER = AgentToken(id=AgentTokenId("tok_2"), name="reader", made_at=LATER)


def test_tokens_are_known_by_their_digests_until_they_are_revoked(store: Store) -> None:
    with store.work() as work:
        work.agent_tokens.add(READER, digest="bb")
        work.agent_tokens.add(CI, digest="aa")

        assert work.agent_tokens.all() == [CI, READER]
        assert (work.agent_tokens.by_digest("aa"), work.agent_tokens.by_digest("cc")) == (CI, None)
        work.agent_tokens.revoke(CI.id, at=LATER)
        work.agent_tokens.revoke(CI.id, at=SOME_TIME)
        assert work.agent_tokens.by_digest("aa") is None
        assert work.agent_tokens.get(CI.id).revoked_at == LATER
        assert not work.agent_tokens.take(CI.id, 1)


def test_nobody_takes_more_than_the_cap_however_many_try_at_once(store: Store) -> None:
    with store.work() as work:
        work.agent_tokens.add(CI, digest="aa")
        work.agent_tokens.add(READER, digest="bb")

    def take(_: int) -> bool:
        with store.work() as work:
            return work.agent_tokens.take(CI.id, 30)

    taken = at_once(take, 6)

    with store.work() as work:
        work.agent_tokens.give_back(CI.id, 25)
        assert (sum(taken), work.agent_tokens.get(CI.id).left_microusd) == (3, 35)
        assert not work.agent_tokens.take(READER.id, 0)
