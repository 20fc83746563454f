"""Rate limits by the simulator's own clock, and who comes in spite of being told to wait."""

import pytest

from edison.sim import FaultPlan, KeyLimit, Match, Rule, Simulator, fingerprint_of_key
from edison.sim.faults import Fail
from edison.sim.faults.dice import Arrival
from edison.sim.faults.limits import Denial, LimitBook, Ticket
from tests.sim.asking import DOORS, KEY, MODEL, a_chat, ask, knock


@pytest.fixture
def still(sim: Simulator) -> Simulator:
    """A simulator whose time stands still unless it is moved."""
    sim.admin.set_speed(0.0)
    return sim


def statuses(sim: Simulator, count: int) -> list[int]:
    return [knock(sim, "openai-chat").status for _ in range(count)]


def test_requests_per_minute_are_counted_over_a_sliding_minute(still: Simulator) -> None:
    still.admin.set_limits([KeyLimit(requests_per_minute=3)])

    first = statuses(still, 2)
    still.admin.advance(30)
    second = statuses(still, 2)
    still.admin.advance(30.5)
    third = statuses(still, 3)

    assert (first, second, third) == ([200, 200], [200, 429], [200, 200, 429])


def test_a_refusal_says_when_to_come_back(still: Simulator) -> None:
    still.admin.set_limits([KeyLimit(requests_per_minute=1)])
    knock(still, "openai-chat")
    still.admin.advance(20)

    answer = knock(still, "openai-chat")

    assert answer.json["error"]["code"] == "rate_limit_exceeded"
    assert answer.headers["retry-after"] == "40"
    assert answer.headers["retry-after-ms"] == "40000"
    assert answer.headers["x-ratelimit-remaining-requests"] == "0"
    assert answer.headers["x-ratelimit-reset-requests"] == "40s"


@pytest.mark.parametrize(
    ("format", "status", "where"),
    [
        ("openai-responses", 429, "x-ratelimit-limit-requests"),
        ("anthropic-messages", 429, "anthropic-ratelimit-requests-reset"),
        ("gemini", 429, "content-type"),
        ("bedrock-converse", 429, "x-amzn-errortype"),
    ],
)
def test_every_provider_refuses_in_its_own_way(
    still: Simulator, format: str, status: int, where: str
) -> None:
    still.admin.set_limits([KeyLimit(requests_per_minute=1)])
    knock(still, format)

    answer = knock(still, format)

    assert answer.status == status
    assert where in answer.headers


def test_google_says_in_the_body_how_long_to_wait(still: Simulator) -> None:
    still.admin.set_limits([KeyLimit(requests_per_minute=1)])
    knock(still, "gemini")

    error = knock(still, "gemini").json["error"]

    assert error["status"] == "RESOURCE_EXHAUSTED"
    assert error["details"][0]["retryDelay"] == "60.000s"


def test_tokens_per_minute_follow_what_was_really_used(still: Simulator) -> None:
    whole = knock(still, "openai-chat").json["usage"]["total_tokens"]
    still.admin.set_limits([KeyLimit(tokens_per_minute=whole * 2)])

    first = statuses(still, 3)
    still.admin.advance(61)

    assert first == [200, 200, 429]
    assert statuses(still, 1) == [200]


def test_each_key_and_each_model_has_a_limit_of_its_own(still: Simulator) -> None:
    still.admin.set_limits([KeyLimit(requests_per_minute=1)])
    chat = DOORS["openai-chat"].path

    answers = [
        ask(still, chat, a_chat(model=model), headers={"Authorization": f"Bearer {key}"}).status
        for key, model in [("a", MODEL), ("b", MODEL), ("a", "gpt-4o-mini"), ("a", MODEL)]
    ]

    assert answers == [200, 200, 200, 429]


def test_what_is_under_way_is_counted_until_it_is_settled() -> None:
    book = LimitBook((KeyLimit(concurrent=1),))
    arrival = Arrival(at_s=0.0, format="", operation="", path="", model="m", key="k", content="")

    first, second = book.admit(arrival), book.admit(arrival)
    assert isinstance(first, Ticket)
    book.settle(first.number, tokens=1, microusd=1)
    third = book.admit(arrival)

    assert isinstance(second, Denial)
    assert isinstance(third, Ticket)


@pytest.mark.parametrize(
    ("format", "status", "words"),
    [
        ("openai-chat", 429, "insufficient_quota"),
        ("anthropic-messages", 400, "credit balance is too low"),
        ("gemini", 429, "exceeded your current quota"),
        ("bedrock-converse", 400, "quota"),
    ],
)
def test_when_the_money_is_gone_waiting_does_not_help(
    still: Simulator, format: str, status: int, words: str
) -> None:
    still.admin.set_limits([KeyLimit(microusd=1)])
    assert knock(still, format).status == 200

    still.admin.advance(3600)
    answer = knock(still, format)

    assert answer.status == status
    assert words in answer.body.decode()
    assert "retry-after" not in answer.headers


def test_a_limit_may_be_for_one_key_only(still: Simulator) -> None:
    still.admin.set_limits([KeyLimit(key=fingerprint_of_key("someone else"), requests_per_minute=1)])

    assert statuses(still, 3) == [200, 200, 200]


def test_who_comes_too_early_is_noted(still: Simulator) -> None:
    still.admin.set_limits([KeyLimit(requests_per_minute=1)])
    statuses(still, 2)

    still.admin.advance(10)
    knock(still, "openai-chat")
    still.admin.advance(51)
    knock(still, "openai-chat")

    early = still.admin.violations()
    assert len(early) == 1
    assert early[0].since_told_s == pytest.approx(10, abs=0.5)
    assert early[0].key == fingerprint_of_key(KEY)
    assert still.admin.violations(grace_s=20) == []


def test_a_planned_refusal_opens_a_window_too(still: Simulator) -> None:
    rule = Rule(
        action=Fail(status=429, headers={"Retry-After": "{http_date+30}"}, window_s=29), match=Match(nth=(1,))
    )
    still.admin.set_plan(FaultPlan(rules=(rule,)))
    knock(still, "openai-chat")

    still.admin.advance(28)
    knock(still, "openai-chat")
    still.admin.advance(2)
    knock(still, "openai-chat")

    assert len(still.admin.violations()) == 1
