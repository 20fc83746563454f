"""The admin surface: who may use it, and what it changes."""

import pytest

from edison.sim import FaultPlan, Match, Rule, Simulator
from edison.sim.admin import TOKEN_HEADER
from edison.sim.faults import Fail
from edison.sim.world import Persona

from .asking import CASE, a_chat, ask, knock


@pytest.mark.parametrize("headers", [{}, {TOKEN_HEADER: "guessed"}])
def test_without_the_token_the_door_is_shut(sim: Simulator, headers: dict[str, str]) -> None:
    answer = ask(sim, "/_sim/plan", method="GET", headers=headers)

    assert answer.status == 403


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", "/wings", None, 404),
        ("PUT", "/plan", {"wings": 2}, 400),
        ("POST", "/batches/tick", {"id": "x"}, 400),
    ],
)
def test_what_makes_no_sense_is_refused(
    sim: Simulator, method: str, path: str, body: object, status: int
) -> None:
    headers = {TOKEN_HEADER: sim.ready.admin_token}

    answer = ask(sim, f"/_sim{path}", body, method=method, headers=headers)

    assert answer.status == status
    assert answer.json["error"]


def test_a_plan_comes_back_as_it_was_set(sim: Simulator) -> None:
    rule = Rule(
        action=Fail(status=503, headers={"Retry-After": "2"}), match=Match(share=0.5, nth=(1, 2)), name="x"
    )
    plan = FaultPlan(seed=5, rules=(rule,), removed_models=("gone",))

    sim.admin.set_plan(plan)

    assert sim.admin.plan() == plan


def test_admin_requests_do_not_stand_on_the_bill(sim: Simulator) -> None:
    sim.admin.plan()

    assert sim.bill() == []


def test_time_can_be_moved_stopped_and_hurried(sim: Simulator) -> None:
    sim.admin.set_speed(0.0)
    stopped = sim.admin.elapsed_s()
    assert sim.admin.elapsed_s() == stopped

    sim.admin.advance(3600)
    assert sim.admin.elapsed_s() == pytest.approx(stopped + 3600)

    sim.admin.set_speed(1e6)
    assert sim.admin.elapsed_s() > stopped + 3601


def test_the_bill_goes_by_simulated_time(sim: Simulator) -> None:
    knock(sim, "openai-chat")
    sim.admin.advance(3600)
    knock(sim, "openai-chat")

    first, second = sim.bill()
    assert second.at - first.at == pytest.approx(3600, abs=5)
    assert second.wall_at - first.wall_at < 60


def test_an_outage_has_its_window(sim: Simulator) -> None:
    sim.admin.set_speed(0.0)
    outage = Rule(action=Fail(status=503), match=Match(after_s=100.0, before_s=200.0))
    sim.admin.set_plan(FaultPlan(rules=(outage,)))

    statuses: list[int] = []
    for _ in range(3):
        statuses.append(knock(sim, "openai-chat").status)
        sim.admin.advance(100)

    assert statuses == [200, 503, 200]


def test_a_persona_can_be_added(sim: Simulator) -> None:
    assert ask(sim, "/v1/chat/completions", a_chat(model="nobody")).status == 404

    sim.admin.set_persona(Persona(id="nobody", usd_per_million_input=7.0))

    assert ask(sim, "/v1/chat/completions", a_chat(model="nobody")).status == 200


def test_the_truth_can_be_asked_for(sim: Simulator) -> None:
    case = sim.admin.cases(3, seed=1)[0]
    good = sim.admin.truth_of_answer(case.text, case.expected)
    bad = sim.admin.truth_of_answer(case.text, "Bananas are yellow.")
    prompt = sim.admin.truth_of_prompt("Be brief. {question}")

    assert good.overall > bad.overall
    assert prompt.overall("edison-sim-large") > prompt.overall("edison-sim-tiny")
    assert len(sim.admin.entries(4, seed=1)) == 4


def test_a_model_that_was_removed_is_no_longer_listed(sim: Simulator) -> None:
    sim.admin.remove_models("edison-sim-small")
    listed = ask(sim, "/v1/models", method="GET").json
    sim.admin.reset()

    names = [one["id"] for one in listed["data"]]
    assert ("edison-sim-small" in names, "edison-sim-large" in names) == (False, True)


def test_a_reset_forgets_everything(sim: Simulator) -> None:
    sim.admin.set_plan(FaultPlan(removed_models=("edison-sim-small",)))
    sim.admin.advance(100)
    ask(sim, "/v1/chat/completions", a_chat(CASE))

    sim.admin.reset()

    assert sim.admin.plan() == FaultPlan()
    assert sim.admin.elapsed_s() < 60
    assert sim.bill() == []
    assert sim.admin.batches() == []
