"""A battery as a suite: what is open for a judge closes where one is named."""

import json

from edison.actions.presets.batteries import BatteryOptions, battery_suite
from edison.formats import read_battery


def test_what_only_a_judge_can_decide_is_left_to_the_judge_that_is_named() -> None:
    config = {
        "prompts": ["Hello"],
        "tests": [{"assert": [{"type": "llm-rubric", "value": "Is kind."}, {"type": "is-json"}]}],
    }
    battery = read_battery(json.dumps(config).encode(), name="config.yaml", read_file=lambda _: None)

    alone = battery_suite(battery, BatteryOptions(["sim/one"]))
    judged = battery_suite(battery, BatteryOptions(["sim/one"], judge="sim/judge"))

    kinds = [[check.kind for case in file.cases() for check in case.checks] for file in (alone, judged)]
    assert kinds == [["judged", "json_valid"], ["json_valid"]]
    assert [judge.endpoint.name for judge in judged.suite.judges] == ["sim/judge"]
