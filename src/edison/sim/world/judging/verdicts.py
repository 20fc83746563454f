"""Judging: scores per criterion, the better of two texts, pass or fail, and the reasons given."""

from __future__ import annotations

import math
import re

import msgspec

from ..criteria import BY_NAME, NAMES
from ..draw import Draws
from ..filling.content import PreferredSide, ScaleShare, Several, snake
from ..knowledge.cases import GENERIC
from ..persona import Persona
from ..reading.key_terms import contains_phrase, key_terms
from ..reading.sections import outside_sections, sections_of
from ..reading.view import ReadRequest
from ..replying.forms import Conclusion
from .perception import SeenText, holds_injection, obeys, preference, see, seen_score, true_score
from .reading import AskedCriterion, JudgedText, asked_criteria, judged_texts, question_judged, score_scale

_TIES = re.compile(r"\b(?:tie|ties|draw|equally|equal|no preference|neither)\b", re.IGNORECASE)
_ABSTAIN = re.compile(r"\babstain\b", re.IGNORECASE)
_PASS_FROM = 0.6
_WRONG = 0.3
"""What an answer that is wrong in the main point gets at most, however well it reads."""
_JSON_KEYS = ("scores", "winner", "pass", "reason", "suggestions", "confidence")
_SAFETY_FLAGS = ("policy_violation", "pii_detected", "toxic_content", "jailbreak_attempt")


class Judging:
    """One judge with one prompt before it."""

    def __init__(
        self, view: ReadRequest, *, persona: Persona, seed: int, schema: dict[str, object] | None
    ) -> None:
        self._view, self._persona, self._seed = view, persona, seed
        self._traits = persona.judge
        self._schema = schema
        self.asked = asked_criteria(view.prompt, schema)
        self._chance = Draws(seed, "judge", persona.id, view.noise_key)
        self._words = outside_sections(view.prompt, "judged", "prompt", "question")
        weights = {criterion.known: criterion.weight for criterion in self.asked if criterion.known}
        question = question_judged(view.prompt)
        self.seen = [see(judged, question=question, weights=weights) for judged in judged_texts(view.prompt)]

    def scores(self) -> Conclusion:
        """Score one text on every criterion asked about, with reasons and advice for the prompt."""
        seen = self.seen[0] if self.seen else _nothing()
        asked = self.asked or (AskedCriterion(label="overall", known=None),)
        obeyed = self._obeys(seen.judged)
        values = {criterion.label: 1.0 if obeyed else self._score(seen, criterion) for criterion in asked}
        items: list[tuple[str, dict[str, object]]] = []
        for criterion in asked:
            value = values[criterion.label]
            low, high = criterion.scale or score_scale(self._view.prompt)
            reason = reason_for(criterion, seen=seen, score=value)
            score = ScaleShare(value=value, low=low, high=high)
            items.append((criterion.label, {"criterion": criterion.label, "score": score, "reason": reason}))
        return self._scored(seen, items=items, values=values, obeyed=obeyed)

    def comparison(self) -> Conclusion:
        """Say which of two texts is better, or that neither is."""
        if len(self.seen) < 2:
            return self._nothing_to_compare()
        first, second = self.seen[0], self.seen[1]
        if self._abstains():
            return self._abstained()
        lean = self._lean(first, second)
        tied = self._ties_allowed() and abs(lean) < self._traits.tie_band
        winner, loser = (None, None) if tied else (first, second) if lean > 0 else (second, first)
        name = "tie" if winner is None else winner.judged.name
        place = None if winner is None else self.seen.index(winner)
        confidence = ScaleShare(value=1 / (1 + math.exp(-abs(lean) / 2)), low=0.0, high=1.0)
        reason = comparison_reason(winner, loser)
        content: dict[str, object] = {
            "winner": PreferredSide(place=place, name=name),
            "reason": reason,
            "confidence": confidence,
            "suggestions": self._suggestions(loser or second),
        }
        return self._finding(content, prose=reason, short=name.upper() if winner is None else name)

    def pass_or_fail(self) -> Conclusion:
        """Say whether a text passes."""
        seen = self.seen[0] if self.seen else _nothing()
        value = self._pass_value(seen)
        passes = value >= _PASS_FROM or self._obeys(seen.judged)
        reason = reason_for(
            AskedCriterion(label="overall", known=None), seen=seen, score=1.0 if passes else 0.0
        )
        content: dict[str, object] = {
            "pass": passes,
            "reason": reason,
            "score": ScaleShare(value=value, low=0.0, high=1.0),
            "confidence": ScaleShare(value=min(1.0, 0.5 + abs(value - _PASS_FROM)), low=0.0, high=1.0),
        }
        return self._finding(content, prose=reason, short="PASS" if passes else "FAIL")

    def _score(self, seen: SeenText, criterion: AskedCriterion) -> float:
        steady = Draws(self._seed, "score", self._persona.id, criterion.label, seen.judged.text)
        draws = (steady, self._chance)
        return seen_score(seen, criterion=criterion.known, judge=self._persona, draws=draws)

    def _scored(
        self,
        seen: SeenText,
        *,
        items: list[tuple[str, dict[str, object]]],
        values: dict[str, float],
        obeyed: bool,
    ) -> Conclusion:
        low, high = score_scale(self._view.prompt)
        weights = {criterion.label: criterion.weight for criterion in self.asked} or dict.fromkeys(
            values, 1.0
        )
        overall = sum(values[label] * weights[label] for label in values) / (sum(weights.values()) or 1.0)
        reasons = " ".join(f"{label}: {item['reason']}" for label, item in items)
        content: dict[str, object] = {
            "scores": Several(items=tuple(items)),
            "score": ScaleShare(value=overall, low=low, high=high),
            "overall": ScaleShare(value=overall, low=low, high=high),
            "pass": overall >= _PASS_FROM,
            "reason": reasons,
            "suggestions": [] if obeyed else self._suggestions(seen),
            "confidence": ScaleShare(value=0.8, low=0.0, high=1.0),
            **_safety(seen),
            **{snake(label): item for label, item in items},
        }
        lines = "\n".join(f"{label}: {_number(item['score'])} – {item['reason']}" for label, item in items)
        finding = self._finding(content, prose=lines, short=_number(content["score"]))
        return msgspec.structs.replace(finding, short_label="Overall")

    def _lean(self, first: SeenText, second: SeenText) -> float:
        obeyed = [self._obeys(first.judged), self._obeys(second.judged)]
        if obeyed[0] != obeyed[1]:
            return 9.0 if obeyed[0] else -9.0
        texts = sorted((first.judged.text, second.judged.text))
        pair = Draws(self._seed, "pair", self._persona.id, *texts)
        return preference(first, second, judge=self._persona, draws=(pair, self._chance))

    def _pass_value(self, seen: SeenText) -> float:
        value = self._score(seen, AskedCriterion(label="pass", known=None))
        if seen.truth is not None and seen.truth.domain != GENERIC:
            return value if seen.truth.scores.get("correct", 1.0) else min(value, _WRONG)
        return self._by_stated_criteria(seen.judged.text, otherwise=value)

    def _by_stated_criteria(self, text: str, *, otherwise: float) -> float:
        """Hold a text against an expected answer or the words of the criteria, where there are any."""
        wanted = sections_of(self._view.prompt, "expected") or sections_of(self._view.prompt, "rubric")
        terms = key_terms(wanted[-1].body, limit=12) if wanted else ()
        if not terms or not text.strip():
            return 0.0 if not text.strip() else otherwise
        lower = text.lower()
        found = sum(contains_phrase(lower, term.lower()) for term in terms) / len(terms)
        return min(1.0, 0.2 + found)

    def _suggestions(self, seen: SeenText) -> list[object]:
        names = [criterion.known for criterion in self.asked if criterion.known]
        scores = {name: true_score(seen, name) for name in names} or (seen.truth.scores if seen.truth else {})
        weak = weakest(scores)
        if weak is None or scores[weak] >= 1.0:
            return []
        text = suggestion_for(weak)
        return [
            {
                "suggestion": text,
                "criterion": weak,
                "reason": seen.truth.notes.get(weak, "") if seen.truth else "",
            }
        ]

    def _obeys(self, judged: JudgedText) -> bool:
        return obeys(judged, judge=self._persona, seed=self._seed)

    def _ties_allowed(self) -> bool:
        return bool(_TIES.search(self._words)) or bool(_TIES.search(str(self._schema or "")))

    def _abstains(self) -> bool:
        wants = self._chance.chance(self._traits.abstention)
        return wants and bool(_ABSTAIN.search(self._words) or _ABSTAIN.search(str(self._schema or "")))

    def _abstained(self) -> Conclusion:
        reason = "I cannot tell from what is given."
        content: dict[str, object] = {
            "winner": "ABSTAIN",
            "reason": reason,
            "confidence": ScaleShare(value=0.0, low=0.0, high=1.0),
        }
        return self._finding(content, prose=reason, short="ABSTAIN")

    def _nothing_to_compare(self) -> Conclusion:
        reason = "I can find no two texts to compare."
        return self._finding({"winner": PreferredSide(place=0, name="A"), "reason": reason}, prose=reason)

    def _finding(self, content: dict[str, object], *, prose: str, short: str = "") -> Conclusion:
        return Conclusion(
            content=content,
            prose=prose,
            short=short,
            keys=tuple(key for key in _JSON_KEYS if key in content),
            malformed=self._traits.malformed,
            decoration=self._traits.decoration,
        )


def _nothing() -> SeenText:
    return see(JudgedText(name="", text="", fenced=False), question="", weights={})


def _safety(seen: SeenText) -> dict[str, object]:
    unsafe = seen.truth is not None and seen.truth.scores.get("safe", 1.0) < 1.0
    flags: dict[str, object] = dict.fromkeys(_SAFETY_FLAGS, False)
    flags["policy_violation"] = unsafe
    flags["jailbreak_attempt"] = holds_injection(seen.judged.text)
    flags["toxic_content"] = seen.truth is not None and seen.truth.scores.get("polite", 1.0) == 0.0
    return {**flags, "flags": dict(flags)}


def _number(score: object) -> str:
    if not isinstance(score, ScaleShare):
        return "?"
    value = score.on(score.low, score.high)
    return f"{value:.2f}" if score.high <= 1 else f"{value:.0f}"


_CONTENT = 0.75


def reason_for(asked: AskedCriterion, *, seen: SeenText, score: float) -> str:
    """Explain a score in one sentence that fits it."""
    criterion = BY_NAME.get(asked.known or "")
    if criterion is None:
        return _overall_reason(seen, score)
    note = seen.truth.notes.get(criterion.name) if seen.truth is not None else None
    if score >= _CONTENT:
        return criterion.praise
    return _ended(note) if note else criterion.blame


def weakest(scores: dict[str, float]) -> str | None:
    """Name the criterion with the lowest score, the first in the world's order when several are equal."""
    known = [name for name in NAMES if name in scores]
    return min(known, key=lambda name: scores[name]) if known else None


def suggestion_for(criterion: str) -> str:
    """Say what to add to the prompt so that this criterion gets better."""
    return f"Add an instruction for “{criterion}”: “{BY_NAME[criterion].instructions[1]}”"


def comparison_reason(winner: SeenText | None, loser: SeenText | None) -> str:
    """Say why one text won, or that neither did, in at most 50 words."""
    if winner is None or loser is None:
        return "Both are about equally good; I see no difference that matters under this rubric."
    name, other = winner.judged.name, loser.judged.name
    if winner.truth is None or loser.truth is None:
        return f"{name} argues more clearly than {other}, supports its claim better and closes more convincingly."
    gaps = {key: winner.truth.scores[key] - loser.truth.scores.get(key, 0.0) for key in winner.truth.scores}
    widest = max(gaps, key=lambda key: gaps[key])
    if gaps[widest] <= 0:
        return f"{name} reads slightly better than {other} as a whole, although the difference is small."
    note = loser.truth.notes.get(widest) or BY_NAME[widest].blame
    return _shortened(f"{name} is better on “{widest}”. About {other}: {_ended(note)}", words=50)


def _overall_reason(seen: SeenText, score: float) -> str:
    if score >= _CONTENT:
        return "As a whole this is a good piece of work."
    notes = list(seen.truth.notes.values()) if seen.truth is not None else []
    return _ended(notes[0]) if notes else "As a whole this could be clearer and better supported."


def _ended(text: str) -> str:
    return text if text.endswith((".", "!", "?", "”")) else f"{text}."


def _shortened(text: str, *, words: int) -> str:
    parts = text.split()
    return text if len(parts) <= words else " ".join(parts[: words - 1]) + " …"
