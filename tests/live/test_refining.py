"""A real small model goes the whole way: a goal, a draft, cases, one round, and a person who decides."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.doors.commands import Said, Terminal
from tests.live.llamacpp import LARGER, SLOTS

pytestmark = [pytest.mark.live, pytest.mark.timeout(10_800)]

GOAL = "Answer customers of a small tea shop politely, in one or two sentences."
QUESTIONS = (
    "Where is my parcel?",
    "Can I give the kettle back?",
    "Do you sell green tea?",
    "My cup arrived broken.",
    "When do you open?",
    "May I pay by card?",
    "Is the teapot dishwasher safe?",
    "How do I cancel an order?",
)
DEVELOPMENT = 3

Tell = Callable[[str], None]


def test_a_goal_becomes_a_prompt_that_a_person_reviewed(
    terminal: Terminal, larger_address: str, tell: Tell
) -> None:
    local = {"kind": "llamacpp", "base_url": larger_address, "price": 0, "timeout_s": 3600}
    model = f"local/{LARGER}"
    asked = ("--model", model, "--providers", terminal.write("providers.yaml", {"local": local}), "--json")

    drafted = _patiently(terminal, "draft", "prompt", "--goal", GOAL, "-n", "1", *asked)
    tell(f"drafting: exit {drafted.code}; {(drafted.out or drafted.err)[:600]}")
    written = _patiently(
        terminal,
        "data",
        "generate",
        "customers",
        "--count",
        "3",
        "--goal",
        GOAL,
        *asked,
    )
    tell(f"cases: exit {written.code}; {(written.out or written.err)[:600]}")

    suite = _suite(local, model, _prompt_of(drafted))
    refined = _patiently(terminal, "refine", terminal.write("shop.yaml", suite), "--json", "--quiet")
    waits = "It asks people." in refined.err
    if waits:
        tell(terminal.edison("review", "latest").out)
        tell(terminal.edison("review", "latest", "approve", "--note", "Read by a person.").out)
        refined = _patiently(terminal, "resume", "latest", "--json", "--quiet")

    told = json.loads(refined.out)
    tell("\n".join(told["summary"]))
    tell(
        json.dumps([(one["refused"], one["verdict"], one["diff"]) for one in told["rounds"][0]["candidates"]])
    )
    assert refined.code in (0, 1), refined.err
    assert told["settlement"] == "rounds_done"
    assert told["champion"] == (2 if waits else 1)


def _suite(local: dict[str, Any], model: str, prompt: dict[str, str]) -> dict[str, Any]:
    return {
        "name": "shop",
        "goal": GOAL,
        "providers": {"local": local},
        "arms": [{"model": model, "max_tokens": 60}],
        "prompt": prompt,
        "cases": [
            {"id": f"c{at}", "question": text, "split": "development" if at < DEVELOPMENT else "held_out"}
            for at, text in enumerate(QUESTIONS)
        ],
        "rubric": [{"name": "polite", "scale": "1-5", "description": "It is friendly and answers."}],
        "judges": [{"model": model, "max_tokens": 200}],
        "refine": {
            "refiner": {"model": model, "max_tokens": 400},
            "rounds": 1,
            "candidates": 1,
            "autonomy": "manual",
            "most_changed": 1,
        },
        "concurrency": SLOTS,
        "seed": 1,
    }


def _prompt_of(drafted: Said) -> dict[str, str]:
    """What the model drafted, if a case can be filled in; else what a person would have begun with."""
    drafts = json.loads(drafted.out)["drafts"] if drafted.code == 0 else []
    own = drafts[0]["value"] if drafts else {}
    is_usable = isinstance(own, dict) and "question" in str(own.get("user"))
    return own if is_usable else {"system": GOAL, "user": "{{ question }}"}


def _patiently(terminal: Terminal, *arguments: str) -> Said:
    """A command in a process of its own; a small machine thinks for minutes."""
    with terminal.begin(*arguments) as process:
        try:
            out, error = process.communicate(timeout=10_000)
        finally:
            process.kill()
    return Said(process.returncode, out, error)
