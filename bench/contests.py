"""What a judge's leaning to one side does to a ranking: the same pairs before a judge that leans and one that does not.

Both judges live in simulators of the same seed under the same name and are asked the same questions, so that their
noise is the same draw by draw: what differs is the constant on the logit of whatever is shown first. It is such that
the first text wins 65 of 100 comparisons over pairs shown equally often in both orders. The model has what being
shown first is worth as a covariate.
"""

import json
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from pydantic import JsonValue
from scipy.stats import rankdata

from bench.bars import Bar
from bench.judges import FAVOURED
from bench.sims import asked, forms_of, fresh_house, in_batches, provider_of, simulators, work_off
from edison.actions.house import House
from edison.actions.presets.entries import open_entries
from edison.actions.presets.rank_requests import judge_named
from edison.actions.presets.rankings import RankInput, plan_ranking
from edison.actions.results.entry_rankings import show_entry_ranking
from edison.actions.runs.prepare import prepare_run
from edison.actions.runs.start import start_run
from edison.domain import Contest, Pair, RunId
from edison.sim.world import JudgeTraits, Persona, SimEntry, default_world

WORLDS = 500
TEXTS, MEETINGS = 30, 10
"""So many texts, each in so many comparisons."""
SHARPNESS = 1.0
MOST_WORSE = 1.1
AT_ONCE = 20
IN_FLIGHT = 8
JUDGE = "judge-of-essays"
KINDS = ("fair", "position")

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Ranked:
    """What came of one contest."""

    error: float
    """1 − Spearman's correlation with the true qualities."""
    first: float
    """What being shown first is worth, as the model has it."""


def contests(scale: float = 1.0) -> list[Bar]:
    """The ranking error of a judge that leans to the first text, against one that does not."""
    worlds, began = max(2, round(scale * WORLDS)), time.perf_counter()
    pairs = TEXTS * MEETINGS // 2
    print(f"\nContests over HTTP: {worlds} worlds, {TEXTS} texts, {pairs} comparisons by each judge")
    ranked: list[tuple[Ranked, Ranked]] = []
    with simulators(*([judge] for judge in judges())) as sims:
        for both in in_batches(partial(compete, forms_of(sims)), range(worlds), size=AT_ONCE):
            ranked.extend(both)
        calls, seconds = asked(sims), time.perf_counter() - began
    print(f"    {calls:,} requests over HTTP in {seconds:.0f} s; ± is one Monte-Carlo standard error")
    errors = np.array([[one.error for one in both] for both in ranked])
    firsts = np.array([[one.first for one in both] for both in ranked])
    leans = (0.0, constant())
    for kind, error, first, lean in zip(KINDS, errors.T, firsts.T, leans, strict=True):
        print(
            f"    {kind:<10} 1 − Spearman {_mean(error)}   first is worth {_mean(first)} logits (truly {lean:.3f})"
        )
    ratio, spread = ratio_of(errors)
    print(f"    ratio of the means {ratio:.3f} ±{spread:.3f}")
    return [Bar("ranking error of a judge that leans against a fair one", ratio, MOST_WORSE, at_most=True)]


def judges() -> tuple[Persona, Persona]:
    """The fair one and the one that leans to what is shown first; of the same name, and equal in all else."""
    traits = (
        JudgeTraits(discrimination=SHARPNESS, steadiness=0.0, position=lean) for lean in (0.0, constant())
    )
    fair, leaning = (Persona(id=JUDGE, judge=one) for one in traits)
    return fair, leaning


def compete(forms: Mapping[str, JsonValue], worlds: Sequence[int]) -> list[tuple[Ranked, Ranked]]:
    """Both judges in each of some worlds."""
    with fresh_house(forms) as house, tempfile.TemporaryDirectory() as folder:
        essays = {world: essays_of(world) for world in worlds}
        started = {
            (world, place): _start(
                house, world, place=place, texts=_written(essays[world], Path(folder), world)
            )
            for world in worlds
            for place in range(len(KINDS))
        }
        work_off(house, started.values())
        return [
            (
                _ranked(house, started[world, 0], essays[world]),
                _ranked(house, started[world, 1], essays[world]),
            )
            for world in worlds
        ]


def essays_of(world: int) -> list[SimEntry]:
    return default_world(1).entries(TEXTS, seed=world)


def pairs_of(world: int) -> list[Pair]:
    """Every text meets as many others, as often on the left as on the right."""
    rng = np.random.default_rng([17, world])
    pairs: list[Pair] = []
    for _ in range(MEETINGS // 2):
        circle = rng.permutation(TEXTS).tolist()
        pairs.extend(
            Pair(left=one, right=other) for one, other in zip(circle, circle[1:] + circle[:1], strict=True)
        )
    return pairs


def ratio_of(errors: Floats) -> tuple[float, float]:
    """The second mean against the first, with the error of that by leaving out one world at a time."""
    fair, leaning = errors.T
    ratio = float(leaning.mean() / fair.mean())
    without = (leaning.sum() - leaning) / (fair.sum() - fair)
    return ratio, float(np.sqrt((len(fair) - 1) * np.mean((without - without.mean()) ** 2)))


@cache
def constant() -> float:
    """The constant on the logit by which what is shown first wins 65 of 100."""
    leads = SHARPNESS * np.concatenate([_leads(world) for world in range(200)])
    low, high, middle = 0.0, 30.0, 15.0
    for _ in range(60):
        middle = (low + high) / 2
        won = float(np.mean(0.5 * (1 + np.tanh((leads + middle) / 2))))
        low, high = (middle, high) if won < FAVOURED else (low, middle)
    return middle


def _leads(world: int) -> Floats:
    """Of what is shown first, in both orders."""
    quality = np.array([essay.quality for essay in essays_of(world)])
    pairs = pairs_of(world)
    leads = quality[[pair.left for pair in pairs]] - quality[[pair.right for pair in pairs]]
    return np.concatenate([leads, -leads])


def _written(essays: Sequence[SimEntry], folder: Path, world: int) -> Path:
    path = folder / f"essays-{world}.jsonl"
    path.write_text("".join(json.dumps({"id": essay.id, "text": essay.text}) + "\n" for essay in essays))
    return path


def _start(house: House, world: int, *, place: int, texts: Path) -> RunId:
    pairs = tuple(pairs_of(world))
    asked = RankInput(
        entries=open_entries([texts]),
        judges=(judge_named(f"{provider_of(place)}/{JUDGE}"),),
        contest=Contest(pairs=pairs),
        comparisons=len(pairs),
        concurrency=IN_FLIGHT,
        seed=world,
    )
    return start_run(house, prepare_run(house, plan_ranking(house, asked))).id


def _ranked(house: House, run_id: RunId, essays: Sequence[SimEntry]) -> Ranked:
    entry_ranking, about = show_entry_ranking(house, run_id)
    if about.comparisons != TEXTS * MEETINGS // 2 or entry_ranking.first_position is None:
        raise SystemExit(f"{run_id}: {about.comparisons} comparisons, first {entry_ranking.first_position}")
    scores = {item.name: item.score for item in entry_ranking.items}
    found = rankdata([scores[essay.id] for essay in essays])
    true = rankdata([essay.quality for essay in essays])
    return Ranked(1 - float(np.corrcoef(found, true)[0, 1]), entry_ranking.first_position)


def _mean(values: Floats) -> str:
    return f"{values.mean():.4f} ±{values.std(ddof=1) / np.sqrt(len(values)):.4f}"
