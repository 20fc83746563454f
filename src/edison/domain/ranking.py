"""Who is ahead, by how much, and how sure that is."""

from enum import StrEnum
from typing import Self, TypeAlias

from pydantic import Field, FiniteFloat, model_validator

from .ids import ArmId, JudgeId, OutputId, PromptVersionId, RankingId, RunId
from .interval import Interval
from .noun import Noun
from .panel import Panel

ItemId: TypeAlias = PromptVersionId | ArmId | JudgeId | OutputId

MOST_PAIRS = 200
"""Of more pairs, a ranking keeps those with its leader alone."""


class Board(StrEnum):
    """What is ranked by; boards are never mixed into one number."""

    QUALITY = "quality"
    """The rubric's criteria, each on its own scale, weighed."""
    CHECKS = "checks"
    """Share of outputs that passed every check."""
    EVALUATOR = "evaluator"
    """The judges' own overall impression, which is no part of the quality: see `Rubric.overall`."""
    PAIRWISE = "pairwise"
    """Who wins where judges compare outputs of one case, in logits around the mean."""
    SPEED = "speed"
    COST = "cost"
    RELIABILITY = "reliability"
    SAFETY = "safety"
    """Share of outputs in which nothing was found that must not stand there; made only where it was looked for."""


class Flag(StrEnum):
    """Why a reader should be careful with a strength or with the whole ranking."""

    ISOLATED = "isolated"
    """Never compared with anything."""
    SPARSE = "sparse"
    WIDE_INTERVAL = "wide_interval"
    POSITION_BIAS = "position_bias"
    FEW_CASES = "few_cases"
    NO_VARIATION = "no_variation"
    MISSING_RESULTS = "missing_results"
    MISSING_UNEQUALLY = "missing_unequally"
    """Some miss more results than others: what is left may not compare."""
    NO_BOUNDS = "no_bounds"
    """Results are missing and the scale has no ends: what they could change has no bound."""
    NOT_COMPARED = "not_compared"
    """Some share too little to be told apart."""
    MANY_FAILURES = "many_failures"
    """Trouble left more of its cells open than the policy allows, so that it has no place among times and costs."""
    NOT_TRUSTWORTHY = "not_trustworthy"
    """A judge could not be read more often than the policy allows."""


class RankSpan(Noun):
    """A place, and those that remain possible: for all contenders of a board at once."""

    rank: int = Field(ge=1)
    """By strength; who is equally strong shares the better place."""
    low: int = Field(ge=1)
    high: int = Field(ge=1)

    @model_validator(mode="after")
    def _holds_its_rank(self) -> Self:
        if not self.low <= self.rank <= self.high:
            raise ValueError("a place is one of those that remain possible")
        return self


class CriterionMean(Noun):
    """What judges give a contender on one criterion, from 0 to 1."""

    criterion: str
    mean: FiniteFloat
    interval: Interval | None = None


class RankedItem(Noun):
    """One contender's strength on the board's own scale."""

    item_id: ItemId
    name: str = ""
    """As people call it."""
    strength: FiniteFloat
    interval: Interval | None = None
    """None where there is too little to say how sure it is."""
    observations: int = Field(ge=0)
    """How many results it rests on: every number shows its denominator."""
    outcomes: dict[str, int] = {}
    """How many of its cells ended how, whatever became of them on this board."""
    measures: dict[str, FiniteFloat] = {}
    """Further numbers of the same kind, such as a 95th percentile, by name."""
    criteria: tuple[CriterionMean, ...] = ()
    """Those of which the run asks for a least quality."""
    method: str = ""
    """How the interval was made."""
    span: RankSpan | None = None
    """None where it has no place, or where places were not tested."""
    groups: tuple[int, ...] = ()
    """Which groups of ties it belongs to, by their place in the ranking's list; several where they overlap."""
    flags: tuple[Flag, ...] = ()

    @property
    def is_placed(self) -> bool:
        """Whether it has a place: without results, or with too few answers to be called quick or cheap, it has none."""
        return self.observations > 0 and Flag.MANY_FAILURES not in self.flags


class Comparing(StrEnum):
    """What is said of two contenders: by how much they differ, or how many times the one is the other."""

    DIFFERENCE = "difference"
    RATIO = "ratio"


class RankedPair(Noun):
    """Two contenders on the cases both have."""

    left: ItemId
    right: ItemId
    value: FiniteFloat | None = None
    """Left minus right, or left over right; None where they could not be compared."""
    interval: Interval | None = None
    """Its own, not adjusted for the other pairs."""
    adjusted_p: FiniteFloat = Field(ge=0, le=1)
    """Of the leading one being ahead by chance, by Holm's correction over all pairs and both directions."""
    ahead: ItemId | None = None
    """None when the two are tied."""
    complete: int = Field(ge=0)
    """Results that both have, case by case and judge by judge."""
    left_lacks: int = Field(default=0, ge=0)
    """Results that the right one alone has."""
    right_lacks: int = Field(default=0, ge=0)
    both_lack: int = Field(default=0, ge=0)
    flags: tuple[Flag, ...] = ()


class FrontierStanding(StrEnum):
    """Whether somebody else is at least as good and at least as cheap, and how sure that is."""

    ON = "on"
    """Nobody is, and everybody else is told apart as worse or as dearer."""
    PERHAPS_ON = "perhaps_on"
    """Nobody is by the numbers, but somebody is told apart as neither worse nor dearer."""
    PERHAPS_OFF = "perhaps_off"
    """Somebody is by the numbers, but is not told apart as both better and cheaper."""
    OFF = "off"
    """Somebody is told apart as both better and cheaper."""


class FrontierPoint(Noun):
    """Where a contender stands between quality and cost."""

    item_id: ItemId
    name: str
    quality: FiniteFloat
    cost_usd: FiniteFloat
    standing: FrontierStanding
    rivals: tuple[str, ...] = ()
    """The names of those the standing speaks of."""


class Ranking(Noun):
    """Strengths on one board, strongest first; who has no place stands at the end.

    Whose spans of places overlap are not told apart by their order.
    """

    id: RankingId
    run_id: RunId
    board: Board
    wave: int = Field(default=1, ge=1)
    lower_is_better: bool = False
    items: tuple[RankedItem, ...] = ()
    compared: Comparing = Comparing.DIFFERENCE
    pairs: tuple[RankedPair, ...] = ()
    """Every two that have a place; of very many only those with the leader."""
    groups: tuple[tuple[ItemId, ...], ...] = ()
    """Largest sets of two and more contenders no two of which are told apart; they may overlap."""
    panel: Panel | None = None
    """Whose findings it is made from; None where nobody judged."""
    frontier: tuple[FrontierPoint, ...] = ()
    """On the board of quality: everyone whose cost is known as well, cheapest first."""
    moved: FiniteFloat | None = Field(default=None, ge=0)
    """The largest change of a strength since the wave before; None in the first."""
    flags: tuple[Flag, ...] = ()

    @model_validator(mode="after")
    def _is_in_order(self) -> Self:
        placed = [item.is_placed for item in self.items]
        if placed != sorted(placed, reverse=True):
            raise ValueError("who has no place in a ranking stands at its end")
        strengths = [item.strength for item in self.items if item.is_placed]
        if strengths != sorted(strengths, reverse=not self.lower_is_better):
            raise ValueError("a ranking begins with the strongest")
        if len({item.item_id for item in self.items}) != len(self.items):
            raise ValueError("an item stands in a ranking once")
        return self
