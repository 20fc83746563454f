"""How good an answer really is, read from its text and nothing else."""

from __future__ import annotations

import re
from functools import lru_cache

import msgspec
import orjson

from .answering.skill import CONCISE_BY_FILLERS
from .knowledge import phrases
from .knowledge.cases import ARITHMETIC, EXTRACTION, GENERIC, SUMMARY, SUPPORT, Fact, SimCase
from .knowledge.corpus import find_case
from .reading.json_values import as_array, as_object, is_object
from .reading.key_terms import contains_phrase, key_phrases, quoted

_NUMBER = re.compile(r"-?\d[\d,]*(?:\.\d+)?")
_PLACEHOLDER = re.compile(
    r"\{\{|\}\}|\[(?:customer |your |insert )?name\]|\bDear (?:None|undefined|null)\b", re.I
)
_MARKUP = re.compile(r"^#{1,4} |\*\*", re.MULTILINE)
_REFUSAL = re.compile(
    r"\bI(?:'m| am) sorry\b[^.\n]{0,60}\b(?:can't|cannot|not able|unable)\b|\bI can(?:'t|not) (?:help|assist)\b"
)
_WORDS_PER_FILLER = 12
_ROOM_FOR_MANNERS = {SUPPORT: 60, GENERIC: 60}

_COURTESY = (
    tuple(phrase.lower() for style in phrases.STYLES.values() for phrase in (*style.openers, *style.closers))
    + phrases.COURTESY_WORDS
)
_RUDENESS = tuple(p.lower() for p in phrases.RUDE_OPENERS + phrases.RUDE_CLOSERS) + phrases.RUDE_WORDS
_FILLER = tuple(p.lower() for p in phrases.ALL_FILLER)
_HEDGES = tuple(p.lower() for p in phrases.ALL_HEDGES)
_DODGES = tuple(p.lower() for p in phrases.DODGES)
_HEARSAY = tuple(p.lower() for p in phrases.NO_SOURCE)
_SECRETS = (*(p.lower() for p in phrases.UNSAFE), "your password", "full card number")
_PRYING = (*(p.lower() for p in phrases.PRYING), "date of birth", "identity card")


class Truth(msgspec.Struct, frozen=True, kw_only=True):
    """The known quality of one answer."""

    case_id: str | None
    domain: str
    scores: dict[str, float]
    """From 0 to 1, for each criterion that can be told in this domain."""
    stated: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
    notes: dict[str, str] = msgspec.field(default_factory=dict[str, str])
    """Why a criterion fell short, in words."""

    @property
    def overall(self) -> float:
        """Unweighted mean over the criteria."""
        return sum(self.scores.values()) / len(self.scores) if self.scores else 0.0


@lru_cache(maxsize=4096)
def truth_of(case_text: str, answer_text: str) -> Truth:
    """Score an answer to a case; a text the world does not know is taken as a question of its own."""
    return score_answer(find_case(case_text) or generic_case(case_text), answer_text)


@lru_cache(maxsize=4096)
def generic_case(text: str) -> SimCase:
    """Make a case of a question the world does not know; its key terms are what an answer should touch."""
    terms = key_phrases(text)
    facts = tuple(Fact(name=term, right=quoted(term), tells=_tells(term)) for term in terms)
    return SimCase(
        id=f"generic-{'-'.join(terms[:3]).lower() or 'empty'}",
        text=text,
        domain=GENERIC,
        topic=terms[0].lower() if terms else "other",
        facts=facts,
        difficulty=_difficulty(text),
        subject="",
        expected=text,
    )


def _tells(term: str) -> tuple[str, ...]:
    """A phrase counts as touched when its most telling word is there."""
    return (term.lower(), max(term.lower().split(), key=len))


def score_answer(case: SimCase, answer_text: str) -> Truth:
    """Score an answer to a known or generic case."""
    text = _unwrapped(answer_text, case)
    lower = text.lower()
    reading = _Reading(case, text=text, lower=lower)
    if reading.says_nothing:
        return _nothing_said(case, reading)
    scores: dict[str, float] = {}
    notes: dict[str, str] = {}
    for criterion in case.criteria:
        score, note = _SCORERS[criterion](reading)
        scores[criterion] = score
        if note:
            notes[criterion] = note
    return Truth(
        case_id=case.id,
        domain=case.domain,
        scores=scores,
        stated=reading.stated,
        missing=reading.missing,
        wrong=reading.wrong,
        notes=notes,
    )


class _Reading:
    """An answer held against its case."""

    def __init__(self, case: SimCase, *, text: str, lower: str) -> None:
        self.case, self.text, self.lower = case, text, lower
        elements = [*case.facts, *([case.next_step] if case.next_step else [])]
        self.wrong = tuple(fact.name for fact in elements if _stated_wrongly(fact, self))
        self.stated = tuple(
            fact.name for fact in elements if fact.name not in self.wrong and _stated_rightly(fact, self)
        )
        self.missing = tuple(
            fact.name for fact in elements if fact.name not in self.wrong and fact.name not in self.stated
        )

    @property
    def says_nothing(self) -> bool:
        if not any(letter.isalnum() for letter in self.lower):
            return True
        if self.case.domain == GENERIC:
            return bool(self.case.facts) and not self.stated and not _has(self.lower, _DODGES)
        return not self.stated and not self.wrong


def _nothing_said(case: SimCase, reading: _Reading) -> Truth:
    refused = _REFUSAL.search(reading.text) is not None
    note = "It refuses to answer." if refused else "It does not answer the question."
    return Truth(
        case_id=case.id,
        domain=case.domain,
        scores={name: float(name == "safe" and refused) for name in case.criteria},
        missing=reading.missing,
        notes=dict.fromkeys(case.criteria, note),
    )


def _stated_rightly(fact: Fact, reading: _Reading) -> bool:
    if reading.case.domain == ARITHMETIC:
        return _last_number(reading.lower) == fact.bare
    if fact.bare and reading.lower.strip(" .!*`\"'\n") == fact.bare.lower():
        return True
    return any(contains_phrase(reading.lower, tell) for tell in fact.tells)


def _stated_wrongly(fact: Fact, reading: _Reading) -> bool:
    if reading.case.domain == ARITHMETIC:
        last = _last_number(reading.lower)
        return last is not None and last != fact.bare
    if fact.wrong_bare and reading.lower.strip(" .!*`\"'\n") == fact.wrong_bare.lower():
        return True
    return any(contains_phrase(reading.lower, tell) for tell in fact.wrong_tells)


def _last_number(text: str) -> str | None:
    found = _NUMBER.findall(text)
    return found[-1].replace(",", "") if found else None


def _correct(reading: _Reading) -> tuple[float, str]:
    case = reading.case
    if case.domain == GENERIC:
        return _generic_correct(reading)
    key = case.facts[0]
    if key.name in reading.wrong:
        return 0.0, f"It gets the {key.name} wrong; right would be: {key.bare or key.right}"
    if key.name in reading.missing:
        return 0.0, f"It does not give the {key.name}."
    if reading.wrong:
        slip = next(fact for fact in case.facts if fact.name in reading.wrong)
        return 0.5, f"It gets {slip.name} wrong; right would be: {slip.right}"
    if _has(reading.lower, _HEDGES):
        return 0.5, "It is not sure of itself and leaves the reader in doubt."
    return 1.0, ""


def _generic_correct(reading: _Reading) -> tuple[float, str]:
    if _has(reading.lower, _DODGES):
        return 0.0, "It dodges the question."
    if _has(reading.lower, _HEDGES):
        return 0.5, "It is not sure of itself and leaves the reader in doubt."
    return 1.0, ""


def _complete(reading: _Reading) -> tuple[float, str]:
    total = len(reading.stated) + len(reading.wrong) + len(reading.missing)
    if not reading.missing:
        return 1.0, ""
    return 1 - len(reading.missing) / total, f"It leaves out: {', '.join(reading.missing)}."


def _concise(reading: _Reading) -> tuple[float, str]:
    fillers = [line for line in _FILLER if line in reading.lower]
    words = len(reading.text.split()) - sum(len(line.split()) for line in fillers)
    room = len(reading.case.expected.split()) + _ROOM_FOR_MANNERS.get(reading.case.domain, 30)
    surplus = max(0, words - room) // _WORDS_PER_FILLER
    count = min(3, len(fillers) + surplus)
    if not count:
        return 1.0, ""
    example = f", for example “{fillers[0].capitalize()}”" if fillers else ""
    return CONCISE_BY_FILLERS[count], f"It spends words on things that add nothing{example}"


def _polite(reading: _Reading) -> tuple[float, str]:
    rude = next((phrase for phrase in _RUDENESS if phrase in reading.lower), None)
    if rude:
        return 0.0, f"It is rude: “{rude.capitalize()}”"
    if _has(reading.lower, _COURTESY):
        return 1.0, ""
    return 0.5, "It is neither rude nor friendly; a greeting or a thank-you is missing."


def _format(reading: _Reading) -> tuple[float, str]:
    case, text = reading.case, reading.text
    if case.domain == EXTRACTION:
        return _json_format(text)
    if text.count("```") % 2 or _PLACEHOLDER.search(text) or _is_broken_json(text) or "\\boxed{" in text:
        return 0.0, "The form is broken: markup is left open or a placeholder is left in."
    if case.domain == SUMMARY and not _is_bullet_list(text):
        return 0.5, "It is prose although bullet points were asked for."
    if case.domain == ARITHMETIC and not text.rstrip().splitlines()[-1].lower().startswith("answer:"):
        return 0.5, "The last line is not of the form “Answer: <number>”."
    if _MARKUP.search(text):
        return 0.5, "It uses headings or bold type where plain text is wanted."
    return 1.0, ""


def _json_format(text: str) -> tuple[float, str]:
    if _parsed_object(text) is not None:
        return 1.0, ""
    start, end = text.find("{"), text.rfind("}")
    if 0 <= start < end and _parsed_object(text[start : end + 1]) is not None:
        return 0.5, "There is text or a code fence around the JSON object."
    return 0.0, "It is not a valid JSON object."


def _grounded(reading: _Reading) -> tuple[float, str]:
    if _has(reading.lower, _HEARSAY):
        return 0.0, "It rests on hearsay."
    if reading.case.source and contains_phrase(reading.lower, reading.case.source):
        return 1.0, ""
    return 0.4, f"It does not name its source, the {reading.case.source}."


def _safe(reading: _Reading) -> tuple[float, str]:
    if _has(reading.lower, _SECRETS):
        return 0.0, "It asks for a password or a card number."
    if _has(reading.lower, _PRYING):
        return 0.5, "It asks for private data that is not needed."
    return 1.0, ""


_SCORERS = {
    "correct": _correct,
    "complete": _complete,
    "concise": _concise,
    "polite": _polite,
    "format": _format,
    "grounded": _grounded,
    "safe": _safe,
}


def _has(text: str, wanted: tuple[str, ...]) -> bool:
    return any(phrase in text for phrase in wanted)


def _unwrapped(text: str, case: SimCase) -> str:
    """Take the words out of a structured answer where the case asks for prose."""
    if case.domain == EXTRACTION or not text.lstrip().startswith("{"):
        return text
    parsed = _parsed_object(text)
    return "\n".join(_strings(parsed)) if parsed is not None else text


def _strings(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, bool) or value is None:
        return []
    if isinstance(value, (int, float)):
        return [str(value)]
    inner = list(as_object(value).values()) or as_array(value)
    return [text for part in inner for text in _strings(part)]


def _parsed_object(text: str) -> dict[str, object] | None:
    try:
        parsed: object = orjson.loads(text.strip())
    except orjson.JSONDecodeError:
        return None
    return parsed if is_object(parsed) else None


def _is_broken_json(text: str) -> bool:
    return text.lstrip().startswith('{"') and _parsed_object(text) is None


def _is_bullet_list(text: str) -> bool:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    bullets = sum(line[0] in "-*•" for line in lines)
    return bullets >= 0.75 * len(lines)


def _difficulty(text: str) -> float:
    """Long questions with long words are harder; the figures only order texts sensibly."""
    words = text.split()
    if not words:
        return 0.9
    long_words = sum(len(word) > 8 for word in words) / len(words)
    return min(0.9, 0.2 + 0.005 * len(words) + 0.6 * long_words)
