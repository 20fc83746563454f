"""Writers: objectives, rubrics, prompts and cases in the forms asked for, good or bad by rate."""

from __future__ import annotations

import re
from typing import Any

import orjson
import pytest

from edison.sim.world import Persona, SimCase, WriterTraits
from edison.sim.world.knowledge.corpus import find_case
from edison.sim.world.reading.instructions import read_template
from tests.sim.world.asks import a_world, ask

GOOD = "edison-writer-good"
GOAL = "Objective: answer the questions of customers of a small online shop"


def strings(*names: str) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {name: {"type": "string"} for name in names},
        "required": list(names),
        "additionalProperties": False,
    }


def an_array(name: str, items: dict[str, Any], **more: int) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {name: {"type": "array", "items": items, **more}},
        "required": [name],
    }


def written(prompt: str, schema: dict[str, Any], *, model: str = GOOD, **more: Any) -> Any:
    return orjson.loads(ask(prompt, model=model, schema=schema, **more).text)


@pytest.mark.parametrize("count", [1, 3, 5])
def test_as_many_alternatives_are_drafted_as_asked_for(count: int) -> None:
    schema = an_array("alternatives", strings("system", "user"), minItems=count, maxItems=count)
    prompt = (
        f"{GOAL}\n\nDraft {count} alternatives of a prompt. Variables: {{{{ question }}}}, {{{{ name }}}}"
    )

    drafts = written(prompt, schema)["alternatives"]

    assert len({draft["system"] for draft in drafts}) == count
    assert all("{{ question }}" in draft["user"] and "{{ name }}" in draft["user"] for draft in drafts)


def test_drafted_prompts_ask_clearly_for_criteria_and_do_better_than_a_bare_one() -> None:
    world = a_world()
    bare = world.truth_of_prompt("Answer the question. {{ question }}")
    for place in range(20):
        draft = written(f"{GOAL} (draft {place})\n\nWrite a prompt.", strings("system", "user"))
        drafted = world.truth_of_prompt(f"{draft['system']}\n{draft['user']}")

        assert len(drafted.reading.asked) >= 3
        assert drafted.overall("edison-sim-medium") > bare.overall("edison-sim-medium")


def test_harmful_writers_draft_prompts_that_contradict_themselves_or_are_bloated() -> None:
    readings = [
        read_template(
            written(
                f"{GOAL} ({place})\n\nWrite a prompt.",
                strings("system", "user"),
                model="edison-writer-harmful",
            )["system"]
        )
        for place in range(60)
    ]

    assert sum(bool(reading.clashes) or reading.burden > 0.2 for reading in readings) > 35


def test_a_rubric_has_known_criteria_whose_weights_sum_to_one() -> None:
    row = {
        "type": "object",
        "properties": {
            "name": {"type": "string"},
            "description": {"type": "string"},
            "weight": {"type": "number"},
        },
        "required": ["name", "description", "weight"],
    }
    for place in range(20):
        rows = written(f"{GOAL} ({place})\n\nWrite a rubric.", an_array("criteria", row))["criteria"]

        assert 3 <= len({row["name"] for row in rows}) == len(rows)
        assert sum(row["weight"] for row in rows) == pytest.approx(1.0)


def test_weights_may_be_asked_for_as_a_mapping() -> None:
    schema = {
        "type": "object",
        "properties": {"weights": {"type": "object", "additionalProperties": {"type": "number"}}},
        "required": ["weights"],
    }

    assert sum(written(f"{GOAL}\n\nWrite a rubric.", schema)["weights"].values()) == pytest.approx(1.0)


def test_an_objective_speaks_of_the_goal() -> None:
    assert "customers" in written(f"{GOAL}\n\nImprove this objective.", strings("objective"))["objective"]


@pytest.mark.parametrize("size", [3, 4, 5, 7])
def test_a_stage_rubric_has_exactly_the_stages_asked_for(size: int) -> None:
    form = f"RUBRIC: with exactly {size} stages, N) Label :: a; b; c"
    prompt = f'Concept: "freedom of the press"\nThink freely, then {form}'

    reasoning, _, block = ask(prompt, model=GOOD).text.partition("RUBRIC:\n")

    lines = block.splitlines()
    assert len(reasoning.split()) > 10
    assert [stage_number(line) for line in lines] == list(range(1, size + 1))
    middle = lines[size // 2].split(" :: ")[0].split(") ")[1]
    assert (middle == "Ambiguous / Mixed Evidence") is (size % 2 == 1)


def stage_number(line: str) -> int:
    match = re.fullmatch(r"(\d+)\) (.+) :: ([^;]+; ){2,5}[^;]+", line)
    assert match, line
    return int(match[1])


def known(row: dict[str, Any]) -> SimCase:
    """Give the world's case behind a written one."""
    case = find_case(row["input"])
    assert case, row
    return case


CASE = {
    "type": "object",
    "properties": {
        "input": {"type": "string"},
        "expected": {"type": "string"},
        "tags": {"type": "array", "items": {"type": "string"}},
    },
    "required": ["input", "expected", "tags"],
    "additionalProperties": False,
}


@pytest.mark.parametrize("count", [1, 7, 40, 400])
def test_exactly_as_many_different_cases_are_written_as_asked_for(count: int) -> None:
    cases = written(f"{GOAL}\n\nWrite {count} test cases.", an_array("cases", CASE))["cases"]

    assert len({case["input"] for case in cases}) == count
    assert all(find_case(case["input"]) and case["expected"] and case["tags"] for case in cases)


@pytest.mark.parametrize(
    ("goal", "domain"),
    [
        ("support for shop customers", "support"),
        ("a geography quiz about capitals", "factual"),
        ("summaries of notices", "summary"),
        ("arithmetic word problems", "arithmetic"),
        ("extract fields from messages", "extraction"),
    ],
)
def test_cases_come_from_the_domain_of_the_goal(goal: str, domain: str) -> None:
    cases = written(f"Objective: {goal}\n\nWrite 6 test cases.", an_array("cases", CASE))["cases"]

    assert {known(case).domain for case in cases} == {domain}


def test_cases_for_a_foreign_goal_speak_of_it() -> None:
    cases = written(
        "Objective: write haiku on autumn leaves\n\nWrite 9 test cases.", an_array("cases", CASE)
    )["cases"]

    assert len({case["input"] for case in cases}) == 9
    assert all(
        "haiku" in case["input"] or "autumn" in case["input"] or "leaves" in case["input"] for case in cases
    )


def test_adversarial_cases_are_the_tricky_ones() -> None:
    cases = written(f"{GOAL}\n\nWrite 8 adversarial test cases.", an_array("cases", CASE))["cases"]

    assert all(known(case).difficulty > 0.5 for case in cases)


def test_cases_already_there_are_not_written_again() -> None:
    known = [case.text for case in a_world().cases(700, seed=1) if case.domain == "factual"][:150]
    listed = "\n".join(f"- {text}" for text in known)

    cases = written(
        f"Objective: a quiz on facts\nKnown so far:\n{listed}\n\nWrite 20 test cases.",
        an_array("cases", CASE),
    )

    assert not {case["input"] for case in cases["cases"]} & set(known)


def test_cases_can_carry_the_variables_of_the_draft() -> None:
    row = {
        "type": "object",
        "properties": {"variables": {"type": "object", "additionalProperties": {"type": "string"}}},
    }
    prompt = f"{GOAL}\n<prompt>Answer {{{{ question }}}} on {{{{ topic }}}}.</prompt>\nWrite 3 test cases."

    cases = written(prompt, an_array("cases", row))["cases"]

    assert all(set(case["variables"]) == {"question", "topic"} for case in cases)


def test_a_miscounting_writer_is_off_by_one_at_its_rate() -> None:
    world = a_world().with_persona(
        Persona(id="miscounts", writer=WriterTraits(bad=0, malformed=0, wrong_count=0.4))
    )
    schema = an_array("cases", CASE, minItems=5, maxItems=5)

    counts = [
        len(
            orjson.loads(
                ask(f"{GOAL} {n}\n\nWrite 5 test cases.", world=world, model="miscounts", schema=schema).text
            )["cases"]
        )
        for n in range(200)
    ]

    assert set(counts) == {4, 5, 6}
    assert sum(count != 5 for count in counts) / 200 == pytest.approx(0.4, abs=0.1)


ARTICLE = (
    "Menu\nShare this\nThe shocking regime of Ruritania slammed Elena Marsh on Monday.\nAdvertisement\n"
    "She stayed calm."
)


def test_evidence_is_cleaned_neutralised_and_abstracted() -> None:
    clean = ask(f"Remove the page furniture.\n<article>{ARTICLE}</article>").text
    neutral = ask(f"Neutralise loaded language.\n<article>{clean}</article>").text
    abstract = ask(f"Use role placeholders such as COUNTRY_A for names.\n<article>{neutral}</article>").text

    assert clean == "The shocking regime of Ruritania slammed Elena Marsh on Monday.\nShe stayed calm."
    assert "shocking" not in neutral
    assert "criticised" in neutral
    assert "Ruritania" not in abstract
    assert "Elena Marsh" not in abstract
