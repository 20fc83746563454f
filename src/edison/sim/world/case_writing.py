"""Writing test cases: from the world's own domains where the goal fits one, around the goal otherwise."""

from __future__ import annotations

import re

from .brief import draft_of, goal_of, variables_in, wanted_cases
from .draw import Draws
from .finding import Finding
from .key_terms import key_terms
from .knowledge.cases import SimCase
from .knowledge.corpus import corpus, vary_case
from .knowledge.domains import domain_of_goal
from .persona import Persona
from .truth import generic_case
from .view import View

_HARD = re.compile(r"\b(?:adversarial|tricky|edge|hard|difficult|challenging)\b", re.IGNORECASE)
_LANGUAGES = {"de": r"\bGerman\b|\bde\b", "fr": r"\bFrench\b|\bfr\b", "es": r"\bSpanish\b|\bes\b"}
_AROUND = (
    "How do I get started with {a}?",
    "What should I watch out for with {a}?",
    "Can you explain {a} to somebody who has never heard of it?",
    "I tried {a} and it did not work. What now?",
    "Is there a quick way to deal with {a} and {b}?",
    "What is the difference between {a} and {b}?",
    "My colleague says {a} is always better than {b}. Is that so?",
    "Give me three points on {a} that matter most.",
)


def write_cases(view: View, *, persona: Persona, seed: int) -> Finding:
    """Write as many cases as asked for, at a set rate one too many or too few."""
    draws = Draws(seed, "cases", persona.id, view.noise_key)
    wanted = wanted_cases(view.prompt)
    miscounts = draws.chance(persona.writer.wrong_count)
    count = max(1, wanted + draws.choice((-1, 1))) if miscounts else wanted
    cases = _cases(view.prompt, count=count, draws=draws)
    variables = _variables(view.prompt)
    rows: list[object] = [_row(case, variables=variables) for case in cases]
    prose = "\n\n".join(
        f"{place}. {case.text}\n   Expected: {case.expected}" for place, case in enumerate(cases, 1)
    )
    return Finding(
        content={
            "cases": rows,
            "note": f"{len(rows)} cases across {len({case.topic for case in cases})} topics.",
        },
        prose=prose,
        malformed=persona.writer.malformed,
        miscounts=miscounts,
    )


def _cases(prompt: str, *, count: int, draws: Draws) -> list[SimCase]:
    domain = domain_of_goal(goal_of(prompt)) or domain_of_goal(prompt)
    pool = [case for case in corpus() if case.domain == domain and case.text not in prompt]
    pool = _narrowed(prompt, pool)
    if not pool:
        return _around(prompt, count=count, draws=draws)
    chosen = draws.sample(pool, count=count)
    while len(chosen) < count:
        base = chosen[len(chosen) % len(pool)]
        chosen.append(vary_case(base, number=len(chosen) // len(pool)))
    return chosen


def _narrowed(prompt: str, pool: list[SimCase]) -> list[SimCase]:
    """Keep to the languages and the difficulty asked for, where there are such cases."""
    languages = [code for code, cue in _LANGUAGES.items() if re.search(cue, prompt)]
    spoken = [case for case in pool if case.language in languages] if languages else []
    hard = [case for case in pool if case.tricky or case.difficulty > 0.6] if _HARD.search(prompt) else []
    return spoken or hard or pool


def _around(prompt: str, *, count: int, draws: Draws) -> list[SimCase]:
    terms = key_terms(goal_of(prompt), limit=6) or ("the topic",)
    made: dict[str, SimCase] = {}
    pairs = [(a, b) for a in terms for b in (*terms, "the usual way") if a != b]
    texts = [line.format(a=a, b=b) for a, b in pairs for line in _AROUND]
    for text in draws.sample(list(dict.fromkeys(texts)), count=count):
        made[text] = generic_case(text)
    while len(made) < count:
        text = f"Question {len(made) + 1}: what matters most about {terms[len(made) % len(terms)]}?"
        made[text] = generic_case(text)
    return list(made.values())


def _variables(prompt: str) -> tuple[str, ...]:
    draft = draft_of(prompt)
    return tuple(name.strip("{} ") for name in variables_in(draft.body if draft else prompt))


def _row(case: SimCase, *, variables: tuple[str, ...]) -> dict[str, object]:
    filled: dict[str, object] = {
        name: case.text if place == 0 else case.topic for place, name in enumerate(variables)
    }
    return {
        "input": case.text,
        "expected": case.expected,
        "variables": filled or {"input": case.text},
        "tags": [case.domain, case.topic, case.facets["difficulty"]],
        "title": f"{case.topic} {case.facets['length']}",
        "difficulty": case.facets["difficulty"],
        "language": case.language,
        "topic": case.topic,
        "reason": f"Tests “{case.topic}” at {case.facets['difficulty']} level.",
        **{name: value for name, value in filled.items() if name not in ("expected", "tags")},
    }
