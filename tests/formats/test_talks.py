"""Cases that are conversations, as suites write them."""

import pytest

from edison.domain import SuiteCase
from edison.errors import SuiteBroken

from .suites import a_read_suite


def read(case: str) -> SuiteCase:
    cases = a_read_suite(cases=f"[{case}]", prompt="'{{ turn }}'").cases
    assert cases is not None
    return cases[0]


def test_turns_and_a_simulated_user_are_read() -> None:
    told = read("{turns: [Hello, Bye], who: Ann}")
    played = read("{user: {goal: Get a refund., model: local/player, limit: 3, temperature: 1}}")

    assert told.talk is not None
    assert (told.talk.turns, told.talk.most_turns, told.variables) == (("Hello", "Bye"), 2, {"who": "Ann"})
    assert "2. Bye" in told.talk.task
    assert played.talk is not None
    assert played.talk.user is not None
    assert (played.talk.user.endpoint.name, played.talk.most_turns) == ("local/player", 3)
    assert played.talk.user.sampling.temperature == 1
    assert "Get a refund." in played.talk.task


def test_what_is_no_conversation_is_a_variable() -> None:
    case = read("{turns: 3, user: {name: Ann}}")

    assert case.talk is None
    assert case.variables == {"turns": 3, "user": {"name": "Ann"}}


@pytest.mark.parametrize(
    ("case", "said"),
    [
        ("{turns: [Hello, ' ']}", "no turns of a conversation"),
        ("{turns: [Hello], user: {goal: x, model: a/b}}", "both are given"),
        ("{user: {goal: x}}", "model"),
        ("{user: {goal: x, model: a/b, limit: 99}}", "limit"),
    ],
)
def test_what_cannot_be_held_is_refused(case: str, said: str) -> None:
    with pytest.raises(SuiteBroken) as broken:
        read(case)

    assert said in broken.value.sentence
