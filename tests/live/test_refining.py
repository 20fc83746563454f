"""A real small model goes the whole way: a goal, a prompt that it drafts, one round, and a person who decides."""

import json
from collections.abc import Callable

import pytest

from tests.doors.commands import Said, Terminal
from tests.live.llamacpp import ALIAS, SLOTS

pytestmark = [pytest.mark.live, pytest.mark.timeout(3600)]

GOAL = "Answer customers of a small shop politely, in one or two sentences."
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


def test_a_goal_becomes_a_prompt_that_a_person_reviewed(terminal: Terminal, address: str, tell: Tell) -> None:
    local = {"kind": "llamacpp", "base_url": address, "price": 0, "timeout_s": 900}
    model = f"local/{ALIAS}"
    providers = terminal.write("providers.yaml", {"local": local})

    drafted = _patiently(
        terminal,
        "draft",
        "prompt",
        "--goal",
        GOAL,
        "--model",
        model,
        "-n",
        "1",
        "--providers",
        providers,
        "--json",
    )
    suite = {
        "name": "shop",
        "goal": GOAL,
        "providers": {"local": local},
        "arms": [{"model": model, "max_tokens": 60}],
        "prompt": {"system": GOAL, "user": "{{ question }}"},
        "cases": [
            {"id": f"c{at}", "question": text, "split": "development" if at < DEVELOPMENT else "held_out"}
            for at, text in enumerate(QUESTIONS)
        ],
        "rubric": [{"name": "polite", "scale": "1-5", "description": "It is friendly and answers."}],
        "judges": [{"model": model, "max_tokens": 300}],
        "refine": {
            "refiner": {"model": model, "max_tokens": 500},
            "rounds": 1,
            "candidates": 1,
            "autonomy": "manual",
            "most_changed": 1,
        },
        "concurrency": SLOTS,
        "seed": 1,
    }
    refined = _patiently(terminal, "refine", terminal.write("shop.yaml", suite), "--json", "--quiet")
    waits = "It asks people." in refined.err
    if waits:
        reviewed = terminal.edison("review", "latest", "approve", "--note", "Read by a person.")
        refined = _patiently(terminal, "resume", "latest", "--json", "--quiet")
        tell(reviewed.out)

    tell(f"drafting: exit {drafted.code}; {(drafted.out or drafted.err)[:300]}")
    told = json.loads(refined.out)
    tell("\n".join(told["summary"]))
    tell(
        json.dumps([(one["refused"], one["verdict"], one["diff"]) for one in told["rounds"][0]["candidates"]])
    )
    assert refined.code in (0, 1), refined.err
    assert told["settlement"] == "rounds_done"
    assert told["champion"] == (2 if waits else 1)


def _patiently(terminal: Terminal, *arguments: str) -> Said:
    """A command in a process of its own; a small machine thinks for minutes."""
    with terminal.begin(*arguments) as process:
        try:
            out, error = process.communicate(timeout=3000)
        finally:
            process.kill()
    return Said(process.returncode, out, error)
