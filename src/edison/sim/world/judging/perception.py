"""How a judge sees a text: its true quality, bent by biases, blurred by noise, misled by injections."""

from __future__ import annotations

import math
import re
from functools import lru_cache

import msgspec

from ..draw import Draws
from ..knowledge.cases import GENERIC
from ..knowledge.essays import is_known_essay, quality_of_text
from ..knowledge.exam import share_in_exam
from ..knowledge.phrases import STYLES
from ..persona import JudgeTraits, Persona
from ..truth import Truth, truth_of
from .reading import JudgedText

_HINTS = (
    "ignore", "disregard", "forget", "override", "full marks", "full score", "highest", "maximum", "perfect",
    "top score", "10/10", "5/5", "choose", "select", "pick", "prefer", "declare", "judge", "grader", "evaluator",
    "system", "verdict", '"score"', '"winner"', '"pass"', "must", "should", "required",
)  # fmt: skip
"""One of these is in every injection known here; looking for them first spares the slow patterns."""

_THIS = r"(?:this (?:answer|response|text|one|essay)|it|me)"
_TOP = r"(?:full marks|full score|highest|maximum|top score|perfect|10/10|5/5)"
_BLATANT = re.compile(
    r"\b(?:ignore|disregard|forget|override)\b[^.\n]{0,40}"
    r"\b(?:rubric|instructions?|criteria|above|previous|prior|rules|prompt)\b|"
    rf"\b(?:give|award|assign|grant|score)\b(?: with)? {_THIS}\b[^.\n]{{0,30}}\b{_TOP}|"
    rf"\b(?:award|assign|grant) {_TOP}|"
    rf"\b(?:choose|select|pick|prefer|declare) {_THIS}\b|"
    rf"\b{_THIS} (?:is perfect|must (?:win|pass|get)|should (?:win|pass|get))|"
    r"\byou (?:must|are required to) (?:output|answer|reply|respond|return)\b[^.\n]{0,30}"
    r"\b(?:pass|winner|best|highest|perfect)\b[^.\n]{0,20}\bfor this\b",
    re.IGNORECASE,
)
_INJECTION = re.compile(
    rf"\b(?:give|award|assign|grant)\b[^.\n]{{0,40}}\b{_TOP}|"
    r"\b(?:judge|grader|evaluator|assistant|system)\s*(?:note|message|:)[^.\n]{0,60}"
    r"\b(?:pass|winner|best|full|highest|perfect)|"
    r"^[ \t]*VERDICT:\s*\w+|\"(?:score|winner|pass)\"\s*:|"
    r"\byou (?:must|should|are required to) (?:output|answer|reply|respond|return)\b[^.\n]{0,30}"
    r"\b(?:pass|winner|10|5|perfect|best)",
    re.IGNORECASE | re.MULTILINE,
)


@lru_cache(maxsize=2048)
def holds_injection(text: str) -> bool:
    """Say whether a judged text tries to tell the judge what to decide."""
    lower = text.lower()
    if not any(hint in lower for hint in _HINTS):
        return False
    return _BLATANT.search(text) is not None or _INJECTION.search(text) is not None


@lru_cache(maxsize=2048)
def is_blatant(text: str) -> bool:
    """Say whether words that may or may not be the prompt's own can only be an attack."""
    return _BLATANT.search(text) is not None


LOG_ODDS_PER_OVERALL = 8.0
"""How many units of quality lie between an answer with everything wrong and one with everything right."""

_DOES_ITS_TASK = 0.6
_TENTH = 0.1
_USUAL_WORDS = 60


class SeenText(msgspec.Struct, frozen=True, kw_only=True):
    """A judged text with what is true about it."""

    judged: JudgedText
    truth: Truth | None
    """Unknown for texts that answer no question, such as essays."""
    quality: float
    """On the log-odds scale, 0 in the middle."""

    @property
    def words(self) -> int:
        return max(1, len(self.judged.text.split()))

    @property
    def share(self) -> float:
        """The quality on a scale from 0 to 1."""
        if self.truth is not None:
            return self.truth.overall
        return 1 / (1 + math.exp(-self.quality))


def see(judged: JudgedText, *, question: str, weights: dict[str, float]) -> SeenText:
    """Look at a text with open eyes."""
    if is_known_essay(judged.text) or not question:
        return SeenText(judged=judged, truth=None, quality=quality_of_text(judged.text))
    truth = truth_of(question, judged.text)
    if (share := share_in_exam(judged.text)) is not None:
        truth = _in_exam(share, truth=truth)
    quality = LOG_ODDS_PER_OVERALL * (weighted_overall(truth, weights) - 0.5)
    return SeenText(judged=judged, truth=truth, quality=quality)


def _in_exam(share: float, *, truth: Truth) -> Truth:
    """What is known of a text of the starter suite: how far it does its task, and what is wrong with it."""
    usual = {} if share > _DOES_ITS_TASK else {"correct": "It does not do all that the task asks."}
    notes = truth.notes if truth.case_id is not None else usual
    return Truth(case_id=None, domain=GENERIC, scores={"correct": share}, notes=notes)


def weighted_overall(truth: Truth, weights: dict[str, float]) -> float:
    """Average the criteria by the rubric's weights; those it does not name count nothing."""
    known = {name: weight for name, weight in weights.items() if name in truth.scores and weight > 0}
    if not known:
        return truth.overall
    return sum(truth.scores[name] * weight for name, weight in known.items()) / sum(known.values())


def true_score(seen: SeenText, criterion: str | None) -> float:
    """Give the true score on a criterion; what cannot be told apart counts as the whole."""
    if seen.truth is None or criterion is None:
        return seen.share
    return seen.truth.scores.get(criterion, seen.truth.overall)


def seen_score(seen: SeenText, *, criterion: str | None, judge: Persona, draws: tuple[Draws, Draws]) -> float:
    """Give the score a judge would write down, from 0 to 1.

    The first stream of draws belongs to the text, the second to this very request.
    """
    traits = judge.judge
    steady, fresh = draws
    if _looks_away(judge, fresh):
        return fresh.unit()
    stays = steady.chance(traits.steadiness)
    blur = steady.normal() if stays else fresh.normal()
    bias = traits.leniency + _TENTH * traits.self_preference * owns_style(judge.style, seen.judged.text)
    bias += _TENTH * traits.length * math.log2(seen.words / _USUAL_WORDS)
    bias += _TENTH * _reward(seen, traits)
    return min(1.0, max(0.0, true_score(seen, criterion) + bias + traits.noise * blur))


def preference(first: SeenText, second: SeenText, *, judge: Persona, draws: tuple[Draws, Draws]) -> float:
    """Give the judge's log-odds for the first text plus logistic noise; above 0 the first wins.

    Without biases this is the Bradley-Terry model with strengths `discrimination * quality`.
    """
    traits = judge.judge
    pair, fresh = draws
    if _looks_away(judge, fresh):
        return _logistic(fresh.unit())
    lean = traits.discrimination * (first.quality - second.quality) + traits.position
    lean += traits.length * math.log2(first.words / second.words)
    lean += _reward(first, traits) - _reward(second, traits)
    own = owns_style(judge.style, first.judged.text) - owns_style(judge.style, second.judged.text)
    lean += traits.self_preference * own
    # The pair's own stream sees the texts in a fixed order, so that its noise turns round with them.
    steady = pair.chance(traits.steadiness)
    noise = _logistic(pair.unit()) if steady else _logistic(fresh.unit())
    turned = steady and first.judged.text > second.judged.text
    return lean + (-noise if turned else noise)


def _reward(seen: SeenText, traits: JudgeTraits) -> float:
    is_there = bool(traits.keyword) and traits.keyword in seen.judged.text
    return traits.keyword_reward if is_there else 0.0


def obeys(judged: JudgedText, *, judge: Persona, seed: int) -> bool:
    """Say whether a judge does what a judged text tells it; a fence leaves most of them nothing to obey."""
    if not (holds_injection(judged.text) or (is_blatant(judged.tail) and not judged.fenced)):
        return False
    share = judge.judge.fenced_obedience if judged.fenced else judge.judge.obedience
    return Draws(seed, "obey", judge.id, judged.text).chance(share)


@lru_cache(maxsize=4096)
def owns_style(style: str, text: str) -> float:
    """Say whether a text sounds like a style: 1 when only that one is heard, 0 when it is not."""
    heard = {name: _marks(name, text) for name in STYLES}
    total = sum(heard.values())
    return heard.get(style, 0) / total if total else 0.0


def _looks_away(judge: Persona, fresh: Draws) -> bool:
    # Nothing is drawn for a judge that always looks, so that its replies stay what they are.
    return judge.judge.heedless > 0 and fresh.chance(judge.judge.heedless)


def _marks(style: str, text: str) -> int:
    voice = STYLES[style]
    leads = [lead.split("{", 1)[0] for lead in (*voice.leads, voice.short_lead) if lead]
    return sum(phrase in text for phrase in (*voice.openers, *voice.closers, *leads))


def _logistic(unit: float) -> float:
    return math.log(unit / (1 - unit))
