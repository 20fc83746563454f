"""Where texts stand after they were compared: strengths, grades, and how far all of it can be believed."""

from enum import StrEnum
from math import exp

from pydantic import Field, FiniteFloat

from .card import SeenCard
from .interval import Interval
from .noun import Noun


class GradeCertainty(StrEnum):
    """How sure a projected grade is, in a word."""

    HIGH = "high"
    MID = "mid"
    LOW = "low"


class ProjectedGrade(Noun):
    """The grade a text would get."""

    grade: str
    """The likeliest one."""
    fine: str
    """With a minus or a plus where the scale has them."""
    probabilities: dict[str, FiniteFloat]
    confidence: FiniteFloat = Field(ge=0, le=1)
    """How likely the likeliest grade is."""
    certainty: GradeCertainty
    """The same in a word."""


_FAR = 700.0
"""In logits: beyond it the exponential overflows, and nothing changes."""


def win_chance(ahead: float) -> float:
    """Of a text that is ahead by so many logits (Bradley and Terry 1952)."""
    return 1 / (1 + exp(-min(max(ahead, -_FAR), _FAR)))


class RankedEntry(Noun):
    """One text among the others."""

    cell: int = Field(ge=0)
    name: str
    rank: int = Field(ge=1)
    score: FiniteFloat
    """In logits around the mean."""
    se: FiniteFloat | None = None
    interval: Interval | None = None
    comparisons: int = Field(ge=0)
    wins: FiniteFloat = Field(ge=0)
    """A tie counts half."""
    infit: FiniteFloat | None = None
    """1 where its comparisons came out as its strength says; above, they surprise."""
    misfits: bool = False
    skew: FiniteFloat = Field(default=0.0, ge=0, le=1)
    """0 when it was shown first as often as second, 1 when always on one side."""
    component: int = Field(default=0, ge=0)
    """Scores and ranks of different components are not compared: no comparison connects them."""
    anchor_grade: str | None = None
    projected: ProjectedGrade | None = None

    @property
    def chance(self) -> float:
        """Of winning against a text of average strength: its score between 0 and 1."""
        return win_chance(self.score)


class HalvesOf(StrEnum):
    """What is halved to see whether both halves find the same order."""

    JUDGES = "judges"
    COMPARISONS = "comparisons"
    """Of one judge: tells how well it would find its own order again, not whether others would share it."""


LEAST_RELIABILITY = 0.7
"""Below it an order shows nothing that may be relied on."""

DEPENDABLE = 0.8
"""From where on an order may bear decisions that matter."""

LEAST_FIT = 0.6
"""Of Kendall's tau between the order found and the grades that people gave: below it anchors carry no grades."""

SSR_INFLATED, LOW_RELIABILITY = "ssr_inflated", "low_reliability"
"""Cautions: pairs were chosen by earlier results, and the order may not be relied on."""


class Reliability(Noun):
    """How well the order would be found again; what cannot be told is None."""

    ssr: FiniteFloat | None = None
    """Scale separation reliability; inflated where pairs were chosen by earlier results."""
    split_half: FiniteFloat | None = None
    """The correlation of halves, stepped up; None where pairs were chosen by earlier results."""
    halves_of: HalvesOf | None = None
    """What was halved."""
    no_split_half: str | None = None
    """Why nothing was, in a sentence; None where something was, or where nobody tried."""
    streams: FiniteFloat | None = None
    """The correlation of two independent streams, stepped up."""
    hierarchical: FiniteFloat | None = None
    cautions: tuple[str, ...] = ()

    @property
    def headline(self) -> float | None:
        """The most honest number there is: what two streams agree on that know nothing of each other.

        Where there are none, the least of the others: halves of few texts may agree by luck, and how far scores
        stand apart says nothing of judges who disagree.
        """
        if self.streams is not None:
            return self.streams
        separation = None if SSR_INFLATED in self.cautions else self.ssr
        measured = (self.split_half, self.hierarchical, separation)
        return min((value for value in measured if value is not None), default=None)


class AnsweredBy(Noun):
    """Who gave the answers of a judge, by what is stored of them rather than by what was wished for."""

    endpoint: str
    """Provider and model as they were asked."""
    model: str | None
    """As the answers name it; None where they name none."""
    answers: int = Field(ge=1)


class ComparingJudge(Noun):
    """One judge among those who compared."""

    name: str
    is_person: bool = False
    comparisons: int = Field(ge=0)
    not_judged: int = Field(default=0, ge=0)
    agreement: FiniteFloat | None = None
    """How often it chose as the fitted order does."""
    first_chosen: FiniteFloat | None = None
    """How often it chose what was shown first."""
    flips: FiniteFloat | None = None
    """How often it changed its mind with the order, over pairs it saw both ways round."""
    infit: FiniteFloat | None = None
    misfits: bool = False
    answered_by: tuple[AnsweredBy, ...] = ()
    """Who answered most comes first."""
    card: SeenCard | None = None
    """What is known of it; None where it was never examined, and for people."""


class JudgesAlike(Noun):
    """How far two judges agree on the pairs that both saw."""

    first: str
    second: str
    kappa: FiniteFloat = Field(ge=-1, le=1)
    """Cohen's."""
    interval: Interval | None = None
    """Of the kappa, over pairs; None in rankings that were made before it was known."""
    pairs: int = Field(ge=1)


class KeptChance(Noun):
    """How often texts won that the order gives about this chance."""

    chance: FiniteFloat = Field(ge=0, le=1)
    came: FiniteFloat = Field(ge=0, le=1)
    interval: Interval
    comparisons: int = Field(ge=1)


class AnchorAlignment(Noun):
    """How the judges' order agrees with the grades of the anchors."""

    tau: FiniteFloat | None
    """Kendall's, between graded and found order."""
    inversions: tuple[tuple[str, str], ...] = ()
    """Lower-graded anchors that beat higher-graded ones when they met, each with the one it beat."""
    without_a_win: tuple[str, ...] = ()
    misses: tuple[str, ...] = ()
    """Which of the usual targets are missed."""


class Worth(StrEnum):
    """What an order may be used for."""

    DECISIONS = "decisions"
    ORIENTATION = "orientation"
    """To see who is near the top, in the middle and near the end, and for nothing that matters."""
    NOTHING = "nothing"

    @property
    def is_usable(self) -> bool:
        return self is not Worth.NOTHING


class EntryRanking(Noun):
    """All texts, strongest first."""

    items: tuple[RankedEntry, ...] = ()
    unplaced: tuple[str, ...] = ()
    """Texts about which no comparison has a finding."""
    method: str = ""
    reliability: Reliability = Reliability()
    flags: tuple[str, ...] = ()
    judges: tuple[ComparingJudge, ...] = ()
    first_position: FiniteFloat | None = None
    """What being shown first is worth, in logits; part of the model, so that it does not distort the order."""
    agreement: FiniteFloat | None = None
    """Krippendorff's alpha of judges on pairs that several of them saw."""
    alike: tuple[JudgesAlike, ...] = ()
    """Every two judges that saw enough of the same."""
    kept: tuple[KeptChance, ...] = ()
    """Chances by the order against results of the very comparisons it was made from, the smallest first."""
    without_grades: str | None = None
    """Why no grades are projected; None where they are."""
    grade_means: dict[str, FiniteFloat] = {}
    boundaries: tuple[FiniteFloat, ...] = ()
    """Between neighbouring grades, in logits."""
    weaknesses: tuple[str, ...] = ()
    """Why grades are only weakly calibrated."""
    alignment: AnchorAlignment | None = None
    is_enough: bool = False
    """Whether it is published although the money ran out: all texts are connected, and the least was compared."""

    @property
    def is_in_parts(self) -> bool:
        """Whether no chain of comparisons joins all texts."""
        return any(item.component for item in self.items)

    @property
    def worth(self) -> Worth:
        """By how well it would be found again; where nobody knows, it is worth nothing."""
        reliability = self.reliability.headline
        if not self.items or self.is_in_parts or reliability is None or reliability < LEAST_RELIABILITY:
            return Worth.NOTHING
        return Worth.DECISIONS if reliability >= DEPENDABLE else Worth.ORIENTATION
