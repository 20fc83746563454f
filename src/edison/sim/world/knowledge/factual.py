"""Short factual questions: capitals (in four languages), years, symbols, units and counts."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from .cases import FACTUAL, Fact, SimCase
from .factual_tables import CAPITALS, CONVERSIONS, COUNTS, FOREIGN_CAPITALS, SYMBOLS, YEARS

_TIERS = (0.02, 0.15, 0.4, 0.65, 0.85)


def factual_cases() -> Iterator[SimCase]:
    """Make every case of this domain."""
    yield from _capitals()
    yield from _foreign_capitals()
    yield from _sentences()
    yield from _symbols()
    yield from _conversions()


def _capitals() -> Iterator[SimCase]:
    for country, (right, wrong, tier) in CAPITALS.items():
        fact = _fact(f"The capital of {country} is {{}}.", right=right, wrong=wrong)
        for number, question in enumerate(
            (f"What is the capital of {country}?", f"Which city is the capital of {country}?")
        ):
            case = _case(f"capital-{_slug(country)}-{number}", question=question, fact=fact, tier=tier)
            yield msgspec.structs.replace(case, subject=country)


def _foreign_capitals() -> Iterator[SimCase]:
    for language, (question, sentence, rows) in FOREIGN_CAPITALS.items():
        for country, right, wrong in rows:
            fact = _fact(sentence.replace("{country}", country), right=right, wrong=wrong)
            case_id, asked = f"capital-{language}-{_slug(country)}", question.format(country=country)
            case = _case(case_id, question=asked, fact=fact, tier=1)
            yield msgspec.structs.replace(case, language=language, difficulty=0.25)


def _sentences() -> Iterator[SimCase]:
    for topic, table in (("year", YEARS), ("count", COUNTS)):
        for question, (sentence, right, wrong, tier) in table.items():
            fact = _fact(sentence, right=right, wrong=wrong)
            yield _case(f"{topic}-{_slug(question)[-40:]}", question=question, fact=fact, tier=tier)


def _symbols() -> Iterator[SimCase]:
    for element, (right, wrong, tier) in SYMBOLS.items():
        fact = _fact(f"The chemical symbol for {element} is {{}}.", right=right, wrong=wrong)
        question = f"What is the chemical symbol for {element}?"
        yield _case(f"symbol-{_slug(element)}", question=question, fact=fact, tier=tier)


def _conversions() -> Iterator[SimCase]:
    for amount, unit, small, factor, tier in CONVERSIONS:
        right, wrong = f"{amount * factor:,} {small}", f"{amount * factor * 10:,} {small}"
        fact = _fact(f"{amount} {unit} are {{}}.", right=right, wrong=wrong)
        question = f"How many {small} are {amount} {unit}?"
        yield _case(f"unit-{amount}-{_slug(unit)}-{_slug(small)}", question=question, fact=fact, tier=tier)


def _fact(sentence: str, *, right: str, wrong: str) -> Fact:
    return Fact(
        name="answer",
        right=sentence.format(right),
        tells=_tells(right),
        wrong=sentence.format(wrong),
        wrong_tells=_tells(wrong),
        bare=right,
        wrong_bare=wrong,
    )


def _tells(answer: str) -> tuple[str, ...]:
    plain = answer.lower()
    if len(plain) <= 2 and plain.isalpha():
        return (f"is {plain}", f"symbol {plain}", f"is **{plain}")
    return (plain, plain.replace(",", "")) if "," in plain else (plain,)


def _case(case_id: str, *, question: str, fact: Fact, tier: int) -> SimCase:
    return SimCase(
        id=f"factual-{case_id}",
        text=question,
        domain=FACTUAL,
        topic=case_id.split("-", 1)[0],
        facts=(fact,),
        difficulty=_TIERS[tier],
        tricky=tier == 3,
        expected=fact.right,
    )


def _slug(text: str) -> str:
    return "".join(letter if letter.isalnum() else "-" for letter in text.lower()).strip("-")
