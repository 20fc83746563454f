"""`make demo`: three simulated models, each in another provider's format, answer ten cases through the gateway."""

import asyncio
import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from rich.box import SIMPLE_HEAD
from rich.console import Console, Group
from rich.live import Live
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from edison.domain import Answer, Ask, Endpoint, Message, Sampling
from edison.errors import EdisonError
from edison.gateway import Gateway, Price, Provider, Secret
from edison.sim import SimProcess, SimSettings, read_latency
from edison.sim.world import ModelCard, SimCase, default_world
from edison.text import printable
from edison.wiring import open_gateway

SEED = 7
CASES = 10
CONTESTANTS = {"openai": "edison-sim-large", "anthropic": "edison-sim-small", "google": "edison-sim-terse"}
SYSTEM = (
    "You answer customers of a small online shop. Be polite and concise. "
    "Answer only from the shop's policies, name the policy, and say what the customer should do next."
)


@dataclass
class Score:
    """What one model has done so far."""

    endpoint: Endpoint
    card: ModelCard
    answers: list[tuple[SimCase, Answer]] = field(default_factory=list)
    failed: int = 0
    facts: dict[str, float] = field(default_factory=dict)
    """Share of a case's facts that the answer had right, by the simulator's own truth."""

    @property
    def cost_usd(self) -> float:
        return sum(answer.cost.microusd or 0 for _, answer in self.answers) / 1e6

    @property
    def latency_s(self) -> float | None:
        return median(answer.timing.latency_s for _, answer in self.answers) if self.answers else None


def main(arguments: list[str]) -> None:
    """Show the demo; `--picture FILE` also keeps it as an SVG."""
    picture = Path(arguments[1]) if arguments[:1] == ["--picture"] else None
    console = Console(record=picture is not None, width=96 if picture else None)
    with SimProcess(SimSettings(seed=SEED, latency=read_latency("real"))) as sim:
        asyncio.run(_show(console, sim))
    if picture is not None:
        drawn = console.export_svg(title="make demo")
        # The fonts it names are fetched from elsewhere; any monospaced one will do.
        drawn = drawn.replace("<!-- Generated with Rich https://www.textualize.io -->", "")
        picture.write_text(re.sub(r"@font-face \{.*?\}", "", drawn, flags=re.DOTALL), encoding="utf-8")


async def _show(console: Console, sim: SimProcess) -> None:
    cases = [case for case in sim.admin.cases(80, seed=SEED) if case.domain == "support"][:CASES]
    scores = _line_up()
    console.print("[bold]Three simulated models answer ten customers of a small shop[/bold]")
    console.print("over real HTTP, each in another provider's format; no key, no network.\n")
    async with open_gateway(_providers(sim, scores)) as gateway:
        with Live(console=console, refresh_per_second=8, get_renderable=lambda: _board(scores, len(cases))):
            await _ask_all(gateway, scores, cases, sim)
    console.print()
    console.print(_side_by_side(scores, max(cases, key=lambda case: _disagreement(scores, case))))
    spent = sum(score.cost_usd for score in scores)
    billed = sim.totals().microusd / 1e6
    console.print(
        f"Spent {spent:.6f} USD by our ledger; the simulator's own bill says {billed:.6f} USD.",
        highlight=False,
    )


def _line_up() -> list[Score]:
    cards = {card.id: card for card in default_world(SEED).models()}
    return [Score(Endpoint(provider=kind, model=model), cards[model]) for kind, model in CONTESTANTS.items()]


def _providers(sim: SimProcess, scores: Iterable[Score]) -> list[Provider]:
    return [
        Provider(
            name=score.endpoint.provider,
            kind=score.endpoint.provider,
            base_url=sim.base_url(score.endpoint.provider),
            key=Secret("demo-key-that-opens-nothing"),
            price=Price(score.card.usd_per_million_input, score.card.usd_per_million_output),
        )
        for score in scores
    ]


async def _ask_all(gateway: Gateway, scores: list[Score], cases: list[SimCase], sim: SimProcess) -> None:
    async with asyncio.TaskGroup() as group:
        for score in scores:
            for case in cases:
                group.create_task(_answer(gateway, score, case, sim))


async def _answer(gateway: Gateway, score: Score, case: SimCase, sim: SimProcess) -> None:
    ask = Ask(
        to=score.endpoint,
        messages=(Message.system(SYSTEM), Message.user(case.text)),
        sampling=Sampling(max_tokens=300),
    )
    try:
        answer = await gateway.ask(ask)
    except EdisonError:
        score.failed += 1
        return
    truth = await asyncio.to_thread(sim.admin.truth_of_answer, case.text, answer.text)
    score.answers.append((case, answer))
    score.facts[case.id] = truth.scores["correct"]


def _board(scores: Iterable[Score], cases: int) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for name in ("Model", "Format", "Answered"):
        table.add_column(name, no_wrap=True)
    for name in ("Facts", "Tokens", "Latency", "Cost"):
        table.add_column(name, justify="right", no_wrap=True)
    for score in scores:
        table.add_row(*_row(score, cases))
    return table


def _row(score: Score, cases: int) -> list[str]:
    done = len(score.answers)
    tokens = sum((answer.usage.output_tokens or 0) for _, answer in score.answers)
    failed = f" ✗{score.failed}" if score.failed else ""
    return [
        score.endpoint.model.removeprefix("edison-"),
        score.endpoint.provider,
        f"[green]{'━' * done}[/green][dim]{'━' * (cases - done - score.failed)}[/dim] {done}{failed}",
        f"{sum(score.facts.values()) / len(score.facts):.0%}" if score.facts else "–",
        f"{tokens:,}",
        f"{score.latency_s:.2f} s" if score.latency_s is not None else "–",
        f"${score.cost_usd:.6f}",
    ]


def _disagreement(scores: Iterable[Score], case: SimCase) -> float:
    seen = [score.facts[case.id] for score in scores if case.id in score.facts]
    return max(seen) - min(seen) if seen else 0.0


def _side_by_side(scores: Iterable[Score], case: SimCase) -> Group:
    said = [
        (score.endpoint.model, answer.text)
        for score in scores
        for one, answer in score.answers
        if one is case
    ]
    panels = [Panel(Text(printable(text)), title=model, title_align="left") for model, text in said]
    return Group(Text(f"One of the ten: “{case.text}”", style="bold"), *panels)


if __name__ == "__main__":
    main(sys.argv[1:])
