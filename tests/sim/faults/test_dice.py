"""Which request a rule befalls: a pure function of the plan, its seed and what came before."""

from typing import Any

import pytest

from edison.sim import FaultPlan, Match, Rule
from edison.sim.faults import Burst, Empty
from edison.sim.faults.dice import Arrival, FaultDice


def an_arrival(**fields: Any) -> Arrival:
    usual = {
        "at_s": 0.0,
        "format": "openai-chat",
        "operation": "chat",
        "path": "/v1/chat/completions",
        "model": "small",
        "key": "k",
        "content": "c",
    }
    return Arrival(**{**usual, **fields})


def hits(match: Match, arrivals: list[Arrival], *, seed: int = 0, times: int | None = None) -> list[int]:
    """The numbers of the arrivals a rule befalls, counted from 1."""
    dice = FaultDice(FaultPlan(seed=seed, rules=(Rule(action=Empty(), match=match, times=times),)))
    return [number for number, arrival in enumerate(arrivals, 1) if dice.draw(arrival) is not None]


@pytest.mark.parametrize(
    ("match", "expected"),
    [
        (Match(), [1, 2, 3, 4, 5, 6]),
        (Match(nth=(2, 5)), [2, 5]),
        (Match(every=3), [3, 6]),
        (Match(share=0.0), []),
        (Match(share=1.0), [1, 2, 3, 4, 5, 6]),
        (Match(nth_of_content=(1,)), [1]),
        (Match(nth_of_content=(2, 3)), [2, 3]),
    ],
)
def test_a_rule_counts_the_requests_it_concerns(match: Match, expected: list[int]) -> None:
    assert hits(match, [an_arrival()] * 6) == expected


@pytest.mark.parametrize(
    "match",
    [
        Match(format="gemini"),
        Match(operation="embeddings"),
        Match(path="/anthropic/*"),
        Match(model="large*"),
        Match(key="other"),
        Match(stream=True),
        Match(after_s=10.0),
        Match(before_s=0.0),
    ],
)
def test_a_rule_leaves_others_alone(match: Match) -> None:
    assert hits(match, [an_arrival()]) == []


def test_requests_of_others_are_not_counted() -> None:
    arrivals = [an_arrival(model=model) for model in ("large", "small", "large", "small")]

    assert hits(Match(model="small", nth=(2,)), arrivals) == [4]


def test_a_window_of_time_opens_and_closes() -> None:
    arrivals = [an_arrival(at_s=float(second)) for second in range(10)]

    assert hits(Match(after_s=3.0, before_s=6.0), arrivals) == [4, 5, 6]


def test_a_rule_may_wear_out() -> None:
    assert hits(Match(), [an_arrival()] * 5, times=2) == [1, 2]


def test_a_share_by_count_is_met_on_average_and_repeats_by_seed() -> None:
    arrivals = [an_arrival()] * 5000

    first = hits(Match(share=0.1), arrivals, seed=1)

    # Five standard deviations of a binomial draw: sqrt(5000 * 0.1 * 0.9) is about 21.
    assert abs(len(first) - 500) < 106
    assert first == hits(Match(share=0.1), arrivals, seed=1)
    assert first != hits(Match(share=0.1), arrivals, seed=2)


def test_a_share_by_content_hits_the_same_content_always() -> None:
    arrivals = [an_arrival(content=f"c{number % 50}") for number in range(200)]

    found = hits(Match(share=0.3, share_by="content"), arrivals)

    rounds = [{number % 50 for number in found if (number - 1) // 50 == turn} for turn in range(4)]
    assert rounds[0]
    assert all(turn == rounds[0] for turn in rounds)


def test_bursts_come_in_rows() -> None:
    found = hits(Match(burst=Burst(probability=0.02, length=5)), [an_arrival()] * 2000)

    starts = [number for number in found if number - 1 not in found]
    lengths = [next(step for step in range(1, 2000) if start + step not in found) for start in starts]
    assert len(starts) > 10
    assert min(lengths) >= 5


def test_the_first_rule_that_applies_wins() -> None:
    plan = FaultPlan(
        rules=(
            Rule(action=Empty(status=201), match=Match(nth=(2,))),
            Rule(action=Empty(status=202)),
        )
    )
    dice = FaultDice(plan)

    assert [dice.draw(an_arrival()) for _ in range(3)] == [1, 0, 1]
