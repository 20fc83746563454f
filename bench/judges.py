"""Judges of known kinds before the starter suite: does a card say what is wrong with them, and nothing else?

Worlds: every content of the suite has a better side by a normal amount in logits, drawn anew in each world; twins
differ from each other a little, and equals hardly at all. A judge prefers a side with the logistic chance of that
lead, drawn anew for every comparison. A biased judge adds a constant on the logit for the place, the longer text or
its own voice, such that what it favours wins 65 of 100 comparisons of the pairs that tell.
"""

from collections import Counter
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache

import numpy as np
from numpy.typing import NDArray

from bench.bars import Bar
from bench.stats._rates import Rate
from edison.domain import (
    ASSISTANT_STYLE,
    Comparison,
    ComparisonId,
    Endpoint,
    Judge,
    JudgeCard,
    JudgeId,
    Judgment,
    JudgmentId,
    OutputId,
    PairSide,
    ProjectId,
    Reading,
    RubricId,
    RunId,
    SuiteMatch,
    Verdict,
    Winner,
)
from edison.formats.judge_suite.suite import starter_suite
from edison.stages.plan import Qualification, plan_qualification
from edison.stages.rank import CardEvidence, SeenPair, SeenVerdict, make_card

SEED = 20_261_115
WORLDS = 500
FAVOURED = 0.65
LEAST_FOUND = 0.95
MOST_FALSE = 0.05
SPREADS = (2.0, 3.0)
"""A fair judge is then right in 78 and in 84 of 100 comparisons that have a better side."""
TWIN_JITTER = 0.5
EQUALS_SPREAD = 0.3
IGNORED = 0.3
SHARP = 8.0
"""The spread for a judge that is right in 94 of 100 where it looks at the content at all."""

BIASES = ("position", "length", "own_style", "obedience")
COLUMNS = (*BIASES, "chance", "noise")

Floats = NDArray[np.float64]
JUDGE = Judge(
    id=JudgeId("jdg_1"),
    project_id=ProjectId("prj_1"),
    name="simulated",
    rubric_id=RubricId("rub_1"),
    endpoint=Endpoint.parse("sim/simulated"),
)
WHEN = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Kind:
    """What a judge is like."""

    name: str
    spread: float
    favours: str = ""
    obeys: float = 0.0
    ignores: float = 0.0
    """The share of questions that it answers without a look at the content."""
    found_as: str = ""
    """What its card should say."""


def kinds(spread: float) -> tuple[Kind, ...]:
    fair = Kind("fair", spread)
    return (
        fair,
        *(replace(fair, name=bias, favours=bias, found_as=bias) for bias in BIASES[:3]),
        replace(fair, name="obedient", obeys=1.0, found_as="obedience"),
        replace(fair, name="half obedient", obeys=0.5),
        replace(fair, name="at chance", ignores=1.0, found_as="chance"),
    )


NOISY = (Kind("sharp", SHARP), Kind("sharp, ignoring 30 %", SHARP, ignores=IGNORED, found_as="noise"))


def judges(worlds: int = WORLDS) -> list[Bar]:
    """What cards say about judges of known kinds, within 200 judgments."""
    print(
        f"\nJudge cards: {worlds} worlds a line, at most 200 judgments each; ± is one Monte-Carlo standard error"
    )
    print(f"    {'judge':<22}{'sd':>4}{'right':>7}  " + "".join(f"{column:>14}" for column in COLUMNS))
    bars: list[Bar] = []
    for kind in (*(kind for spread in SPREADS for kind in kinds(spread)), *NOISY):
        rates, accuracy = examine(kind, worlds=worlds)
        cells = "".join(f"{rates[column]!s:>14}" for column in COLUMNS)
        print(f"    {kind.name:<22}{kind.spread:>4g}{100 * accuracy:>6.0f}%  {cells}")
        bars.extend(_bars(kind, rates))
    return bars


def examine(kind: Kind, *, worlds: int) -> tuple[dict[str, Rate], float]:
    """How often the card of such a judge says what, and how often the judge is right."""
    said: Counter[str] = Counter()
    right: list[float] = []
    for world in range(worlds):
        card = card_of(kind, world=world)
        said.update(set(said_by(card)))
        right.append(card.measures["pair_accuracy"].value)
    return {column: Rate(said[column], worlds) for column in COLUMNS}, float(np.mean(right))


def card_of(kind: Kind, *, world: int) -> JudgeCard:
    """The card of one judge in one world."""
    rng = np.random.default_rng([SEED, world, *kind.name.encode()])
    plan = plan_qualification(starter_suite(), seed=world)
    evidence = CardEvidence(
        pairs=_compare(kind, plan=plan, rng=rng),
        verdicts=_judge(kind, plan=plan, rng=rng),
    )
    return make_card(
        starter_suite(), evidence=evidence, judges=[JUDGE], run_id=RunId("run_1"), made_at=WHEN, seed=world
    )


def said_by(card: JudgeCard) -> list[str]:
    """The biases a card names, and whether it speaks of chance or of noise."""
    told = {"not shown to be better than chance": "chance", "is noisy": "noise"}
    return [
        *card.biases,
        *(word for sentence in card.reasons for part, word in told.items() if part in sentence),
    ]


def _bars(kind: Kind, rates: dict[str, Rate]) -> list[Bar]:
    about = f"{kind.name}, sd {kind.spread:g}"
    if kind.found_as == "noise":
        false = [
            Bar(f"{about}: called {bias}", rates[bias].share, MOST_FALSE, at_most=True) for bias in BIASES
        ]
        return [Bar(f"{about}: called noise", rates["noise"].share, LEAST_FOUND), *false]
    if kind.found_as:
        return [Bar(f"{about}: called {kind.found_as}", rates[kind.found_as].share, LEAST_FOUND)]
    wrong = [*BIASES, "chance"] if kind.name in ("fair", "sharp") else []
    return [Bar(f"{about}: called {one}", rates[one].share, MOST_FALSE, at_most=True) for one in wrong]


def _compare(kind: Kind, *, plan: Qualification, rng: np.random.Generator) -> list[SeenPair]:
    leads = _leads(kind.spread, rng=rng)
    by_cells = {(match.a, match.b): match for match in _matches()}
    constant = _constant(kind.favours, kind.spread)
    seen: list[SeenPair] = []
    for number, pair in enumerate(plan.pairs):
        a_first = (pair.left, pair.right) in by_cells
        match = by_cells[(pair.left, pair.right) if a_first else (pair.right, pair.left)]
        lean = leads[match.a] + constant * _favour(kind.favours, match, a_first=a_first)
        a_wins = _decide(kind, match, lean=lean, rng=rng)
        comparison = Comparison(
            id=ComparisonId(f"cmp_{number}"),
            judge_id=JUDGE.id,
            left_id=OutputId(f"out_{pair.left}"),
            right_id=OutputId(f"out_{pair.right}"),
            repeat=pair.repeat,
            winner=Winner.LEFT if a_wins == a_first else Winner.RIGHT,
            readings=(Reading.STRICT,),
        )
        seen.append(SeenPair(pair.left, pair.right, comparison))
    return seen


def _decide(kind: Kind, match: SuiteMatch, *, lean: float, rng: np.random.Generator) -> bool:
    instructs = PairSide.TIE if match.pair is None else match.pair.instructs
    if instructs is not PairSide.TIE and rng.random() < kind.obeys:
        return instructs is PairSide.A
    if rng.random() < kind.ignores:
        return bool(rng.random() < 0.5)
    return bool(rng.random() < _logistic(np.array(lean)))


def _judge(kind: Kind, *, plan: Qualification, rng: np.random.Generator) -> list[SeenVerdict]:
    """Right as often as about pairs; what is wrong is any of the other stages."""
    suite, right = starter_suite(), _accuracy(kind.spread)
    size = len(suite.stages)
    seen: list[SeenVerdict] = []
    for number, asked in enumerate(plan.verdicts):
        case = suite.verdicts[asked.cell]
        true = 1 + suite.stages.index(case.right)
        others = [stage for stage in range(1, size + 1) if stage != true]
        stage = true if rng.random() < right else int(rng.choice(others))
        if rng.random() < kind.ignores:
            stage = int(rng.integers(1, size + 1))
        if case.instructs and rng.random() < kind.obeys:
            stage = size
        judgment = Judgment(
            id=JudgmentId(f"jud_{number}"),
            output_id=OutputId(f"out_{asked.cell}"),
            judge_id=JUDGE.id,
            repeat=asked.repeat,
            verdict=Verdict(scale_size=size, stages=(stage,)),
            readings=(Reading.STRICT,),
        )
        seen.append(SeenVerdict(asked.cell, judgment))
    return seen


def _leads(spread: float, *, rng: np.random.Generator) -> dict[int, float]:
    """By the cell of side A, by how much it is the better one."""
    families: dict[str, float] = {}
    leads: dict[int, float] = {}
    for match in _matches():
        if match.right is PairSide.TIE:
            leads[match.a] = float(rng.normal(0.0, EQUALS_SPREAD))
            continue
        content = families.setdefault(match.family, abs(float(rng.normal(0.0, spread))))
        better = content + float(rng.normal(0.0, TWIN_JITTER))
        leads[match.a] = better if match.right is PairSide.A else -better
    return leads


def _favour(bias: str, match: SuiteMatch, *, a_first: bool) -> float:
    """1 where side A is what the bias is for, −1 where side B is, 0 where neither."""
    if bias == "position":
        return 1.0 if a_first else -1.0
    if match.pair is None or not bias:
        return 0.0
    if bias == "length":
        return 2 * match.pair.longer.share - 1
    return float(match.pair.style_a == ASSISTANT_STYLE) - float(match.pair.style_b == ASSISTANT_STYLE)


@cache
def _matches() -> tuple[SuiteMatch, ...]:
    return starter_suite().matches


@cache
def _constant(bias: str, spread: float) -> float:
    """The constant on the logit by which what is favoured wins 65 of 100 of the pairs that tell."""
    if not bias:
        return 0.0
    tilted = _favoured_leads(bias, spread)
    low, high, middle = 0.0, 30.0, 15.0
    for _ in range(60):
        middle = (low + high) / 2
        won = float(_logistic(tilted + middle).mean())
        low, high = (middle, high) if won < FAVOURED else (low, middle)
    return middle


def _favoured_leads(bias: str, spread: float) -> Floats:
    """By how much the favoured side is the better one, over many worlds."""
    rng = np.random.default_rng([SEED, 1])
    found: list[float] = []
    for _ in range(300):
        leads = _leads(spread, rng=rng)
        for match in _matches():
            for a_first in (True, False):
                sign = _favour(bias, match, a_first=a_first)
                if sign and (bias == "position" or (match.pair and match.pair.instructs is PairSide.TIE)):
                    found.append(sign * leads[match.a])
    return np.array(found)


@cache
def _accuracy(spread: float) -> float:
    """How often a fair judge is right about pairs."""
    rng = np.random.default_rng([SEED, 2])
    drawn = np.abs(rng.normal(0.0, spread, 20_000)) + rng.normal(0.0, TWIN_JITTER, 20_000)
    return float(_logistic(drawn).mean())


def _logistic(values: Floats) -> Floats:
    return 0.5 * (1 + np.tanh(values / 2))
