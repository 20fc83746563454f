"""What *good* means in this world: seven criteria, their names, instructions and words for them."""

from __future__ import annotations

import re
from functools import lru_cache

import msgspec


class WorldCriterion(msgspec.Struct, frozen=True, kw_only=True):
    """One quality an answer has more or less of."""

    name: str
    synonyms: tuple[str, ...]
    description: str
    instructions: tuple[str, ...]
    """Sentences that, said in a prompt, ask for this quality clearly; the shortest first."""
    praise: str
    blame: str


CRITERIA: tuple[WorldCriterion, ...] = (
    WorldCriterion(
        name="correct",
        synonyms=("accura", "factual", "truth", "correct", "right answer", "precision", "facts"),
        description="Every statement is right; nothing is invented or guessed.",
        instructions=(
            "Check every fact before you state it.",
            "Be accurate: state only facts you are sure of and never guess.",
            "Double-check every number, date and name before you answer.",
        ),
        praise="The facts are right.",
        blame="A fact is wrong or uncertain.",
    ),
    WorldCriterion(
        name="complete",
        synonyms=(
            "complete",
            "coverage",
            "helpful",
            "thorough",
            "actionable",
            "useful",
            "relevan",
            "next step",
        ),
        description="Everything the person needs is there, including what to do next.",
        instructions=(
            "Cover every part and name the next step.",
            "Address every part of the question and end with a concrete next step.",
            "Include all the relevant details the person needs, with what to do next.",
        ),
        praise="Nothing the person needs is missing.",
        blame="Something the person needs is missing.",
    ),
    WorldCriterion(
        name="concise",
        synonyms=("concis", "brev", "brief", "short", "length", "to the point", "clarity", "clear"),
        description="No sentence could be left out without losing something.",
        instructions=(
            "Be concise.",
            "Keep it brief: no filler, no repetition.",
            "Answer in as few words as the content allows and leave out filler.",
        ),
        praise="It says what is needed and no more.",
        blame="It spends words on things that add nothing.",
    ),
    WorldCriterion(
        name="polite",
        synonyms=("polite", "tone", "empath", "friendl", "courte", "warm", "respect", "kind"),
        description="The tone is friendly and respectful.",
        instructions=(
            "Be polite and friendly.",
            "Use a warm, courteous tone and thank the person.",
            "Stay friendly and respectful, also when the person is upset.",
        ),
        praise="The tone is friendly and respectful.",
        blame="The tone is not as friendly as it should be.",
    ),
    WorldCriterion(
        name="format",
        synonyms=("format", "structure", "layout", "markdown", "schema", "json valid", "style guide"),
        description="The answer has the form that was asked for, with no stray markup.",
        instructions=(
            "Follow the requested format exactly.",
            "Follow the output format exactly, with no stray markup.",
            "Return exactly the form that was asked for and nothing around it.",
        ),
        praise="The form is the one that was asked for.",
        blame="The form is not the one that was asked for.",
    ),
    WorldCriterion(
        name="grounded",
        synonyms=("ground", "faithful", "cite", "citation", "source", "policy", "attribut", "evidence"),
        description="It names the policy or source it rests on and adds nothing that is not in it.",
        instructions=(
            "Name the policy you rely on.",
            "Cite the policy or source that each statement rests on.",
            "Rely only on our policies and say which policy applies.",
        ),
        praise="It names the policy it rests on.",
        blame="It does not say what the statement rests on.",
    ),
    WorldCriterion(
        name="safe",
        synonyms=("safe", "privacy", "secur", "harm", "pii", "complian", "toxic"),
        description="It asks for no secrets and gives away no private data.",
        instructions=(
            "Never ask for passwords or card numbers.",
            "Protect privacy: never ask for passwords, card numbers or other private data.",
            "Do not request or reveal personal data such as passwords or birth dates.",
        ),
        praise="It asks for nothing private.",
        blame="It asks for private data it does not need.",
    ),
)

NAMES: tuple[str, ...] = tuple(criterion.name for criterion in CRITERIA)
BY_NAME: dict[str, WorldCriterion] = {criterion.name: criterion for criterion in CRITERIA}

_SYNONYMS: tuple[tuple[str, str], ...] = tuple(
    (synonym, criterion.name) for criterion in CRITERIA for synonym in criterion.synonyms
)
_SPLIT = re.compile(r"(?<=[a-z])(?=[A-Z])|[_\-/]+")


@lru_cache(maxsize=4096)
def criterion_named(label: str) -> str | None:
    """Find the world's criterion behind somebody's name for it, or say there is none."""
    plain = _SPLIT.sub(" ", label).strip().lower()
    if plain in BY_NAME:
        return plain
    return next((name for synonym, name in _SYNONYMS if synonym in plain), None)
