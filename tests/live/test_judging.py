"""A real small model as a judge: what it says can be read, and a run of it ends with a name."""

import json
from pathlib import Path

import pytest

from tests.doors.commands import Said, Terminal
from tests.live.llamacpp import ALIAS

pytestmark = [pytest.mark.live, pytest.mark.timeout(1800)]

TEXTS = {
    "train": "The train leaves at nine. Come ten minutes early, bring your ticket, and change at the main station.",
    "train-vague": "The train leaves some time in the morning, I think. You will find out when you are there.",
    "tea": "Pour boiling water over the leaves, wait three minutes, take them out, and drink it while it is hot.",
    "tea-wrong": "Put the leaves into cold milk and eat them at once with a fork.",
    "rain": "Take an umbrella today: it will rain from noon until the evening, and the wind is strong.",
    "rain-empty": "Weather is a thing that happens.",
    "bread": "Mix flour, water, salt and yeast, knead it for ten minutes, let it rise, and bake it until it is brown.",
    "bread-short": "Bake bread.",
    "bike": "Check the brakes and the tyres before you ride, and wear a helmet.",
    "bike-rude": "You would only fall off. Walk.",
    "letter": "Dear neighbour, thank you for watering my plants. I owe you a cake. Yours, Ada.",
    "letter-odd": "Plants plants plants. Cake.",
}


def _patiently(terminal: Terminal, *arguments: str) -> Said:
    """A command in a process of its own; a small machine thinks for minutes."""
    with terminal.begin(*arguments) as process:
        out, error = process.communicate(timeout=1500)
    return Said(process.returncode, out, error)


def test_texts_are_ranked_by_a_real_model(terminal: Terminal, address: str) -> None:
    lines = [json.dumps({"id": name, "text": text}) for name, text in TEXTS.items()]
    texts = terminal.write("texts.jsonl", "\n".join(lines))
    providers = terminal.write(
        "providers.yaml", {"local": {"kind": "llamacpp", "base_url": address, "price": 0}}
    )

    said = _patiently(
        terminal,
        *("rank", texts, "--judge", f"local/{ALIAS}", "--providers", providers, "--seed", "1", "--json"),
        *("--budget-comparisons", "36", "--concurrency", "2", "--both-orders"),
    )

    result = json.loads(said.out)
    asked = sum(judge["comparisons"] + judge["not_judged"] for judge in result["judges"])
    assert result["settlement"] != "not_yet", said.err
    assert asked >= 30
    assert result["comparisons"] / asked > 0.5, "more than half of what it says can be read"
    if said.code == 0:
        assert {item["id"] for item in result["items"]} == TEXTS.keys()


def test_a_comparison_is_judged_by_a_real_model(terminal: Terminal, address: str, tmp_path: Path) -> None:
    suite = {
        "name": "small talk",
        "providers": {"local": {"kind": "llamacpp", "base_url": address, "price": 0}},
        "arms": [
            {"name": "short", "model": f"local/{ALIAS}", "max_tokens": 24, "temperature": 0},
            {"name": "long", "model": f"local/{ALIAS}", "max_tokens": 64, "temperature": 0},
        ],
        "prompt": "Name one thing that is {{ colour }}, in one sentence.",
        "cases": [
            {"id": f"case-{index}", "colour": ["red", "blue", "green", "white"][index % 4]}
            for index in range(20)
        ],
        "rubric": [
            {"name": "clear", "description": "It names one thing clearly.", "scale": {"min": 1, "max": 5}}
        ],
        "judges": [f"local/{ALIAS}"],
        "concurrency": 2,
    }
    file = terminal.write("suite.yaml", suite)
    out = tmp_path / "cells.jsonl"

    said = _patiently(terminal, "run", file, "--out", str(out), "--json")

    cells = [json.loads(line) for line in out.read_text().splitlines()]
    judgments = [judgment for cell in cells for judgment in cell["judgments"]]
    readable = [judgment for judgment in judgments if judgment["not_judged"] is None]
    assert said.code in (0, 1), said.err
    assert len(cells) == 40
    assert len(readable) / max(len(judgments), 1) > 0.5
