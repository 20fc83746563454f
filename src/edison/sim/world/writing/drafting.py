"""Drafting objectives, rubrics, prompts and test cases, good ones and bad ones."""

from __future__ import annotations

import re

from ..criteria import BY_NAME
from ..draw import Draws
from ..filling.content import Several
from ..knowledge.cases import CRITERIA_OF_DOMAIN, SimCase
from ..knowledge.corpus import corpus, domain_of_goal, vary_case
from ..persona import Persona
from ..reading.key_terms import key_terms
from ..reading.sections import sections_of
from ..reading.view import ReadRequest
from ..replying.forms import Conclusion
from ..truth import generic_case
from .brief import (
    draft_of,
    goal_of,
    suggestion_ids,
    topic_of,
    variables_in,
    wanted_alternatives,
    wanted_cases,
    weak_criteria,
)
from .refining import refined_text

_IMPROVE = re.compile(r"\b(?:improve|refine|revise|better version|rewrite)\b", re.IGNORECASE)
_REWRITE = re.compile(r"\brewrite\b", re.IGNORECASE)
_COMPLETE = re.compile(r"\b(?:complete|continue|finish|carry on)\b", re.IGNORECASE)
_DETAIL = "Explain everything in great detail, at length, even what the reader knows already."
_BLOAT = "Please keep in mind that the quality of the answer matters and that every answer should be a good answer."
_OF_JUDGES = (
    "Read the question before the answer. Credit what is right and found, not how much is said or how well it sounds.",
    "Check every statement against the question and what was expected; tone, length and claims of care count nothing.",
    "Look for what the person needs and does not get; say in one sentence what decided, and give no bonus for style.",
)
_WEIGHTS = {
    1: (1.0,),
    2: (0.6, 0.4),
    3: (0.4, 0.35, 0.25),
    4: (0.35, 0.25, 0.2, 0.2),
    5: (0.3, 0.2, 0.2, 0.15, 0.15),
    6: (0.25, 0.2, 0.2, 0.15, 0.1, 0.1),
    7: (0.25, 0.2, 0.15, 0.1, 0.1, 0.1, 0.1),
}


def write_objective(view: ReadRequest, *, persona: Persona, seed: int) -> Conclusion:
    """Say what a prompt is for, or what a judge is to look at, in one or more ways; or carry on what is there."""
    topic, begun = topic_of(view.prompt), _begun(view)
    ways = (
        f"Answer questions about {topic} so that every statement is right and nothing the person needs is missing.",
        f"Help people with {topic}: correct facts, a clear next step, a friendly tone, no filler.",
        f"Give short, well-founded replies about {topic} and name the source each statement rests on.",
        f"Deal with requests about {topic} in one reply, politely and without asking for private data.",
        f"Turn questions about {topic} into answers a colleague could send out unchanged.",
    )
    draws = Draws(seed, "objective", persona.id, view.noise_key)
    chosen = [f"{begun}{way}" for way in draws.sample(ways, count=wanted_alternatives(view.prompt))]
    content: dict[str, object] = {
        "objective": chosen[0],
        "instructions": f"{begun}{draws.choice(_OF_JUDGES)}",
        "alternatives": [
            {"objective": text, "title": f"Option {place}"} for place, text in enumerate(chosen, 1)
        ],
        "note": "Each names what can be checked in an answer.",
    }
    return _written(content, texts=chosen, persona=persona)


def _begun(view: ReadRequest) -> str:
    """What is to be carried on, word by word; nothing where it is to be written anew."""
    draft = draft_of(view.prompt)
    return f"{draft.body.strip()} " if draft is not None and _COMPLETE.search(view.prompt) else ""


def write_rubric(view: ReadRequest, *, persona: Persona, seed: int) -> Conclusion:
    """Write criteria with weights that sum to 1."""
    draws = Draws(seed, "rubric", persona.id, view.noise_key)
    rubrics = [_rubric(view, draws=draws) for _ in range(wanted_alternatives(view.prompt))]
    if draws.chance(persona.writer.bad):
        rubrics = [[{**row, "weight": 0.5} for row in rows] for rows in rubrics]
    first = rubrics[0]
    named = tuple((str(row["criterion"]), row) for row in first)
    content: dict[str, object] = {
        "criteria": list(first),
        "weights": Several(items=named),
        "alternatives": [
            {"criteria": list(rows), "title": f"Option {place}"} for place, rows in enumerate(rubrics, 1)
        ],
        "note": "The weights sum to 1; the first criterion counts most.",
        "objective": goal_of(view.prompt),
    }
    texts = [
        "\n".join(f"- {row['criterion']} (weight {row['weight']}): {row['description']}" for row in rows)
        for rows in rubrics
    ]
    return _written(content, texts=texts, persona=persona)


def write_prompt(view: ReadRequest, *, persona: Persona, seed: int) -> Conclusion:
    """Write a prompt, improve the one given, or carry it on."""
    draws = Draws(seed, "prompt", persona.id, view.noise_key)
    draft = draft_of(view.prompt)
    count = wanted_alternatives(view.prompt)
    if draft is not None and draft.body.strip() and _wants_change(view):
        return _changed(view, draft=draft.body, persona=persona, seed=seed)
    variables = variables_in(draft.body if draft else view.prompt) or ("{{ question }}",)
    options = [
        _prompt(view, variables=variables, place=place, persona=persona, draws=draws)
        for place in range(count)
    ]
    content: dict[str, object] = {
        **options[0],
        "alternatives": list(options),
        "target": list(weak_criteria(view.prompt)[:2]),
    }
    return _written(content, texts=[str(option["prompt"]) for option in options], persona=persona)


def _wants_change(view: ReadRequest) -> bool:
    return bool(_IMPROVE.search(view.prompt) or _COMPLETE.search(view.prompt))


def _changed(view: ReadRequest, *, draft: str, persona: Persona, seed: int) -> Conclusion:
    change = refined_text(
        draft, criteria=weak_criteria(view.prompt)[:2], persona=persona, key=(seed, view.noise_key)
    )
    content: dict[str, object] = {
        "prompt": change.text,
        "system": change.text,
        "user": _user_text(view) or change.text,
        "note": change.note,
        "reason": change.note,
        "sources": suggestion_ids(view.prompt, change.criteria),
        "conflicts": [],
        "alternatives": [{"prompt": change.text, "system": change.text, "note": change.note}],
        "target": list(change.criteria),
    }
    continues = (
        _COMPLETE.search(view.prompt) and not _IMPROVE.search(view.prompt) and change.text.startswith(draft)
    )
    text = change.text[len(draft) :].strip() if continues else change.text
    return _written(content, texts=[text], persona=persona)


def _user_text(view: ReadRequest) -> str:
    """What stands for each question, where that is shown apart from the system text, and stays as it is."""
    shown = [part.body for part in sections_of(view.prompt, "prompt") if "user" in part.label.lower()]
    return shown[0] if shown and _REWRITE.search(view.prompt) else ""


def _rubric(view: ReadRequest, *, draws: Draws) -> list[dict[str, object]]:
    domain = domain_of_goal(view.prompt) or "generic"
    names = list(CRITERIA_OF_DOMAIN[domain])
    count = min(len(names), draws.integer(3, 5))
    chosen = [names[0], *draws.sample(names[1:], count=count - 1)]
    return [
        {
            "criterion": name,
            "title": name.capitalize(),
            "description": BY_NAME[name].description,
            "weight": weight,
            "scale": {"min": 1, "max": 5},
            "labels": ["poor", "weak", "fair", "good", "excellent"],
        }
        for name, weight in zip(chosen, _WEIGHTS[len(chosen)], strict=True)
    ]


def _prompt(
    view: ReadRequest, *, variables: tuple[str, ...], place: int, persona: Persona, draws: Draws
) -> dict[str, object]:
    domain = domain_of_goal(view.prompt) or "support"
    names = list(CRITERIA_OF_DOMAIN[domain])
    asked = [*weak_criteria(view.prompt)[:2], *draws.sample(names, count=3 + place % 3)]
    lines = [draws.choice(BY_NAME[name].instructions) for name in dict.fromkeys(asked)]
    if draws.chance(persona.writer.bad):
        lines += [_DETAIL, "Be concise."] if draws.chance(0.5) else [_BLOAT] * 8
    system = "\n".join([f"You are a careful assistant. Your task: {goal_of(view.prompt)}.", *lines])
    user = variables[0] if len(variables) == 1 else "\n".join(f"{_label(name)}: {name}" for name in variables)
    return {
        "system": system,
        "user": user,
        "prompt": f"{system}\n\n{user}",
        "title": f"Option {place + 1}",
        "note": f"Asks clearly for: {', '.join(dict.fromkeys(asked))}.",
    }


def _label(variable: str) -> str:
    return variable.strip("{} ").replace("_", " ").replace(".", " ").capitalize()


def _written(content: dict[str, object], *, texts: list[str], persona: Persona) -> Conclusion:
    prose = texts[0]
    if len(texts) > 1:
        prose = "\n\n".join(f"Alternative {place}:\n{text}" for place, text in enumerate(texts, 1))
    return Conclusion(content=content, prose=prose, malformed=persona.writer.malformed)


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


def write_cases(view: ReadRequest, *, persona: Persona, seed: int) -> Conclusion:
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
    return Conclusion(
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
