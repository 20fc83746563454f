"""What a token is good for."""

from edison.domain import AgentToken, AgentTokenId, Right
from tests.factories import SOME_TIME


def a_token(cap: int | None, taken: int = 0) -> AgentToken:
    return AgentToken(
        id=AgentTokenId("tok_1"), name="ci", cap_microusd=cap, taken_microusd=taken, made_at=SOME_TIME
    )


def test_only_a_token_with_a_cap_may_spend() -> None:
    reader, spender = a_token(None).actor, a_token(5).actor

    assert (reader.name, reader.rights) == ("ci", {Right.READ})
    assert spender.may(Right.SPEND)
    assert not spender.may(Right.OPERATE)


def test_what_is_left_is_never_less_than_nothing() -> None:
    assert [a_token(cap, 7).left_microusd for cap in (None, 5, 10)] == [0, 0, 3]
