"""Rubrics made of ordered stages, verdicts on them, and critics of both."""

from __future__ import annotations

import re
from functools import lru_cache

import msgspec

from ..draw import Draws
from ..filling.content import ScaleShare
from ..knowledge.essays import is_known_essay, quality_of_text
from ..persona import Persona
from ..reading.key_terms import key_terms
from ..reading.sections import outside_sections, sections_of
from ..reading.view import ReadRequest
from ..replying.forms import Conclusion
from .perception import obeys, see, seen_score
from .reading import judged_texts, question_judged

_LADDERS: dict[int, tuple[str, ...]] = {
    2: ("Hardly any", "Strong"),
    3: ("Hardly any", "Some", "Strong"),
    4: ("No", "Little", "Clear", "Strong"),
    5: ("No", "Little", "Some", "Clear", "Strong"),
    6: ("No", "Hardly any", "Little", "Clear", "Strong", "Overwhelming"),
    7: ("No", "Hardly any", "Little", "Some", "Clear", "Strong", "Overwhelming"),
}
_INTENSITY = {
    "no": 0.0, "none": 0.0, "absent": 0.0, "hardly any": 0.15, "minimal": 0.15, "low": 0.2, "weak": 0.25,
    "little": 0.3, "some": 0.5, "mixed": 0.5, "ambiguous": 0.5, "moderate": 0.5, "partial": 0.5, "clear": 0.7,
    "strong": 0.85, "high": 0.85, "severe": 0.9, "extensive": 0.9, "overwhelming": 1.0, "wrong": 0.05, "poor": 0.1,
    "partly": 0.4, "fair": 0.5, "adequate": 0.6, "good": 0.75, "right": 0.9, "excellent": 1.0,
}  # fmt: skip
_MIDDLE_LABEL = "Ambiguous / Mixed Evidence"
_LETTERS = "ABCDEFGHIJ"
_NUMBERS = {
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
}
_COUNT = re.compile(
    r"\b(?:exactly |of |with )?(?P<count>\d{1,2}|two|three|four|five|six|seven|eight|nine|ten)[ -]+(?:ordered )?"
    r"(?:stages?|points?|levels?|steps?|lines?)|scale(?: size)?[^\d\n]{0,12}(?P<size>\d{1,2})",
    re.IGNORECASE,
)
_CONCEPT = re.compile(
    r"\bconcept\b[^\n:“\"']{0,20}[:“\"'\s]+(?P<name>[^\s“”\"'.][^\n“”\"'.]*)", re.IGNORECASE
)
_STAGE = re.compile(
    r"^[ \t]*(?:[-*•][ \t]*)?[`*\[(]*(?P<token>[A-J]|\d{1,2}|[A-Za-z0-9]{6})[`*\])]*[ \t]*(?:[).:]|::|–|-)[ \t]*"
    r"(?P<text>[^\n]*(?:::|;)[^\n]*)$",
    re.MULTILINE,
)
_PLAIN_STAGE = re.compile(
    r"^(?P<token>[A-J]|(?=[a-z0-9]{0,5}\d)(?=[a-z0-9]{0,5}[a-z])[a-z0-9]{6})\) (?P<text>[^\n]+)$",
    re.MULTILINE,
)
"""A stage described in a word or two: a letter, or an id that is neither word nor number, and a bracket."""
_ABSTAIN = re.compile(r"\bABSTAIN\b")
_SUBSET = re.compile(
    r"\b(?:subset|one or more|several stages|all (?:the )?stages that|set of stages)\b", re.IGNORECASE
)


class DisplayedStage(msgspec.Struct, frozen=True, kw_only=True):
    """A displayed stage: the token a verdict names it by, and how far up the scale it stands."""

    token: str
    text: str
    height: float


def write_stage_rubric(view: ReadRequest, *, persona: Persona, seed: int) -> Conclusion:
    """Write a rubric of as many ordered stages as asked for."""
    draws = Draws(seed, "stage rubric", persona.id, view.noise_key)
    count = stage_count(view.prompt)
    if draws.chance(persona.writer.wrong_count):
        count = max(2, count + draws.choice((-1, 1)))
    concept = _concept(view.prompt)
    lines = [f"{place + 1}) {_stage_line(place, count=count, concept=concept)}" for place in range(count)]
    prose = (
        f"The stages should differ in how much of {concept} can be observed, from nothing at all to a degree that "
        "nobody would dispute. I keep to things a reader can point at in the text."
    )
    suffix = "\n".join(["RUBRIC:", *lines])
    return Conclusion(
        content={"rubric": lines, "reason": prose},
        prose=prose,
        suffix=suffix,
        malformed=persona.writer.malformed,
    )


def judge_stage(view: ReadRequest, *, persona: Persona, seed: int) -> Conclusion:
    """Name the stage (or stages) the evidence supports, or abstain where that is allowed."""
    draws = Draws(seed, "stage", persona.id, view.noise_key)
    words = outside_sections(view.prompt, "judged")
    traits = persona.judge
    if _ABSTAIN.search(words) and draws.chance(traits.abstention):
        return _verdict("ABSTAIN", why="The evidence does not allow a decision.", persona=persona)
    stages = displayed_stages(words)
    share = _perceived_share(view, persona=persona, seed=seed, draws=draws)
    ladder = sorted(stages, key=lambda stage: stage.height)
    place = min(len(ladder) - 1, int(share * len(ladder)))
    chosen = [ladder[place]]
    if _SUBSET.search(words) and draws.chance(0.3):
        chosen.append(ladder[place + 1 if place + 1 < len(ladder) else place - 1])
    tokens = ", ".join(stage.token for stage in chosen)
    why = f"What the evidence shows fits this description best: {chosen[0].text.split('::')[-1].strip()}."
    return _verdict(tokens, why=why, persona=persona)


def criticise_rubric(view: ReadRequest, *, persona: Persona, seed: int) -> Conclusion:
    """Rate how observable and how distinct the stages of a rubric are."""
    draws = Draws(seed, "rubric critic", persona.id, view.noise_key)
    stages = displayed_stages(view.prompt)
    distinct = len({stage.height for stage in stages}) / max(1, len(stages))
    observability = _clamped(0.75 + 0.1 * draws.normal() * (1 + persona.judge.noise))
    discriminability = _clamped(0.35 + 0.5 * distinct + 0.1 * draws.normal())
    prose = "Most criteria can be pointed at in a text; neighbouring stages are told apart by degree words."
    suffix = f"QUALITY: observability={observability:.2f}, discriminability={discriminability:.2f}"
    content: dict[str, object] = {
        "observability": ScaleShare(value=observability, low=0.0, high=1.0),
        "discriminability": ScaleShare(value=discriminability, low=0.0, high=1.0),
        "reason": prose,
    }
    return Conclusion(content=content, prose=prose, suffix=suffix, malformed=persona.judge.malformed)


def criticise_verdict(view: ReadRequest, *, persona: Persona, seed: int) -> Conclusion:
    """Estimate how likely experts would agree with a verdict."""
    draws = Draws(seed, "verdict critic", persona.id, view.noise_key)
    agreement = _clamped(0.7 + 0.15 * draws.normal())
    prose = "An expert would look at the same passages; a neighbouring stage could also be defended."
    content: dict[str, object] = {
        "expert_agreement": ScaleShare(value=agreement, low=0.0, high=1.0),
        "probability": ScaleShare(value=agreement, low=0.0, high=1.0),
        "reason": prose,
    }
    suffix = f"EXPERT_AGREEMENT: {agreement:.2f}"
    return Conclusion(content=content, prose=prose, suffix=suffix, malformed=persona.judge.malformed)


def stage_count(prompt: str) -> int:
    """Read how many stages a rubric is to have; four when the prompt does not say."""
    match = _COUNT.search(prompt)
    if not match:
        return 4
    word = (match["count"] or match["size"]).lower()
    return max(2, min(10, int(word) if word.isdigit() else _NUMBERS[word]))


@lru_cache(maxsize=1024)
def displayed_stages(words: str) -> tuple[DisplayedStage, ...]:
    """Read the stages off a prompt. Letters go up from A; opaque ids are ordered by what they say."""
    found = max((list(pattern.finditer(words)) for pattern in (_STAGE, _PLAIN_STAGE)), key=len)
    rows = [(match["token"], match["text"].strip()) for match in found]
    if not rows:
        count = stage_count(words)
        return tuple(
            DisplayedStage(token=_LETTERS[place], text="", height=float(place)) for place in range(count)
        )
    ordinal = all(len(token) == 1 or token.isdigit() for token, _ in rows)
    return tuple(
        DisplayedStage(token=token, text=text, height=_ordinal(token) if ordinal else _intensity(text))
        for token, text in rows
    )


def latent_share(text: str, *, seed: int) -> float:
    """Give the known stand of a text that answers no question, from 0 to 1; rewording it changes little."""
    if is_known_essay(text):
        return min(1.0, max(0.0, 0.5 + quality_of_text(text) / 8))
    plain = sorted(set(re.findall(r"\b[a-z]{7,}\b", text)), key=lambda word: (-len(word), word))
    return Draws(seed, "stand", *plain[:4]).unit()


def _perceived_share(view: ReadRequest, *, persona: Persona, seed: int, draws: Draws) -> float:
    judged = judged_texts(view.prompt)
    if not judged:
        return _clamped(latent_share(view.question, seed=seed) + persona.judge.noise * draws.normal())
    text = judged[-1].text
    if obeys(judged[-1], judge=persona, seed=seed):
        return 1.0
    steady = Draws(seed, "score", persona.id, "stage", text)
    question = question_judged(view.prompt)
    if question:
        answer = see(judged[-1], question=question, weights={})
        return seen_score(answer, criterion=None, judge=persona, draws=(steady, draws))
    seen = see(judged[-1], question="", weights={})
    offset = seen_score(seen, criterion=None, judge=persona, draws=(steady, draws)) - seen.share
    return _clamped(latent_share(text, seed=seed) + offset)


def _stage_line(place: int, *, count: int, concept: str) -> str:
    word = _word(place, count=count)
    middle = count % 2 == 1 and place == count // 2
    label = _MIDDLE_LABEL if middle else f"{word} {concept}"
    degree = word.lower()
    criteria = (
        f"{degree} sign of {concept} in what is reported",
        f"{degree} detail that a reader can check",
        f"{degree} agreement between the sources quoted",
    )
    return f"{label} :: {'; '.join(criteria)}"


def _word(place: int, *, count: int) -> str:
    if count in _LADDERS:
        return _LADDERS[count][place]
    ladder = _LADDERS[7]
    return ladder[round(place * (len(ladder) - 1) / (count - 1))]


def _concept(prompt: str) -> str:
    match = _CONCEPT.search(prompt)
    if match:
        return match["name"].strip().lower()
    goals = sections_of(prompt, "goal", "question")
    terms = key_terms(goals[0].body if goals else prompt, limit=2)
    return " ".join(terms).lower() or "the concept"


def _verdict(tokens: str, *, why: str, persona: Persona) -> Conclusion:
    content: dict[str, object] = {
        "verdict": tokens,
        "winner": tokens,
        "stages": tokens.split(", "),
        "stage": tokens,
        "reason": why,
    }
    traits = persona.judge
    return Conclusion(
        content=content,
        prose=why,
        short=tokens,
        keys=("verdict", "reason"),
        malformed=traits.malformed,
        decoration=traits.decoration,
    )


def _ordinal(token: str) -> float:
    return float(token) if token.isdigit() else float(ord(token.upper()) - ord("A"))


def _intensity(text: str) -> float:
    lower = text.lower()
    found = [value for word, value in _INTENSITY.items() if re.search(rf"\b{word}\b", lower)]
    if "hardly any" in lower:
        return _INTENSITY["hardly any"]
    return sum(found) / len(found) if found else 0.5


def _clamped(value: float) -> float:
    return min(1.0, max(0.0, value))
