"""A real small model as a judge: what it says can be read, and a run of it ends with a name."""

import json
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from edison.domain import Comparison, Judgment, Reading, RunId
from edison.wiring import open_house
from tests.doors.commands import Said, Terminal
from tests.live.llamacpp import ALIAS, SLOTS

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

TRAITS = (
    *("red", "blue", "green", "white", "black", "yellow", "brown", "grey", "pink", "orange"),
    *("purple", "golden", "silver", "round", "square", "cold", "hot", "wet", "soft", "loud"),
)

Tell = Callable[[str], None]


def test_texts_are_ranked_by_a_real_model(terminal: Terminal, address: str, tell: Tell) -> None:
    lines = [json.dumps({"id": name, "text": text}) for name, text in TEXTS.items()]
    texts = terminal.write("texts.jsonl", "\n".join(lines))
    providers = terminal.write("providers.yaml", {"local": _server_at(address)})

    said = _patiently(
        terminal,
        *("rank", texts, "--judge", f"local/{ALIAS}", "--providers", providers, "--seed", "1", "--json"),
        *("--budget-comparisons", "24", "--concurrency", str(SLOTS)),
    )

    assert said.code in (0, 3), said.err
    result = said.json
    compared = _comparisons(RunId(result["run"]))
    tell(_ranking_told(result))
    tell(_readings_told(compared))
    assert result["settlement"] in ("comparisons_spent", "stable", "pairs_exhausted")
    assert len(compared) >= 12
    assert _share_read(compared) >= 0.9
    assert {item["id"] for item in result["items"]} == TEXTS.keys()


def test_a_comparison_is_judged_by_a_real_model(terminal: Terminal, address: str, tell: Tell) -> None:
    suite = {
        "name": "small talk",
        "providers": {"local": _server_at(address)},
        "arms": [
            {"name": "cold", "model": f"local/{ALIAS}", "max_tokens": 60, "temperature": 0},
            {"name": "warm", "model": f"local/{ALIAS}", "max_tokens": 60, "temperature": 1.2, "seed": 7},
        ],
        "prompt": "Name one thing that is {{ trait }}, in one sentence.",
        "cases": [{"id": f"case-{index}", "trait": trait} for index, trait in enumerate(TRAITS)],
        "rubric": [
            {"name": "clear", "description": "It names one thing clearly.", "scale": {"min": 1, "max": 5}}
        ],
        "judges": [{"model": f"local/{ALIAS}", "thinking": "direct", "max_tokens": 600}],
        "concurrency": SLOTS,
    }

    said = _patiently(terminal, "run", terminal.write("suite.yaml", suite), "--json")

    assert said.code in (0, 1), said.err
    result = said.json
    judged = _judgments(RunId(result["id"]))
    tell(_run_told(result))
    tell(_readings_told(judged))
    assert result["settlement"] == "all_cells_done"
    assert result["planned"] == 2 * len(TRAITS)
    assert len(judged) >= len(TRAITS), "most answers come to an end and are judged"
    assert _share_read(judged) >= 0.9


def _server_at(address: str) -> dict[str, object]:
    return {"kind": "llamacpp", "base_url": address, "price": 0, "timeout_s": 900}


def _patiently(terminal: Terminal, *arguments: str) -> Said:
    """A command in a process of its own; a small machine thinks for minutes."""
    with terminal.begin(*arguments) as process:
        try:
            out, error = process.communicate(timeout=1500)
        finally:
            process.kill()
    return Said(process.returncode, out, error)


def _comparisons(run_id: RunId) -> list[Comparison]:
    with open_house() as house, house.store.reading() as work:
        return [line.comparison for line in work.comparisons.page(run_id)]


def _judgments(run_id: RunId) -> list[Judgment]:
    with open_house() as house, house.store.reading() as work:
        return [judgment for cell in work.results.reports(run_id) for judgment in cell.judgments]


def _share_read(findings: Iterable[Comparison | Judgment]) -> float:
    told = [finding.not_judged is None for finding in findings]
    return sum(told) / len(told)


def _ranking_told(result: dict[str, Any]) -> str:
    order = ", ".join(f"{item['id']} {item['score']:+.2f}" for item in result["items"])
    return (
        f"{result['comparisons']} comparisons, {result['settlement']}; flags: {', '.join(result['flags']) or 'none'}; "
        f"SSR {result['reliability']['ssr']}, position effect {result['position_effect']}; {order}"
    )


def _run_told(result: dict[str, Any]) -> str:
    boards = (
        f"{board['board']}: " + ", ".join(f"{item['name']} {item['strength']:.3g}" for item in board["items"])
        for board in result["boards"]
    )
    return f"{result['settlement']}, {result['counts']}; doubts: {result['doubts'] or 'none'}; {'; '.join(boards)}"


def _readings_told(findings: list[Comparison] | list[Judgment]) -> str:
    """How each reply could be read, and how many of the questions were left open, and why."""
    replies = Counter(reading for finding in findings for reading in finding.readings)
    shares = ", ".join(f"{reading.value} {replies[reading] / replies.total():.1%}" for reading in Reading)
    why = Counter(finding.not_judged for finding in findings if finding.not_judged is not None)
    open_ones = "; ".join(f"{count} × {reason}" for reason, count in why.most_common())
    return (
        f"{replies.total()} replies to {len(findings)} questions: {shares}; "
        f"not judged {1 - _share_read(findings):.1%} ({open_ones or 'none'})"
    )
