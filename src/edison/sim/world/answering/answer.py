"""Answering a question: which case it is, how well it goes, and the text that comes of it."""

from __future__ import annotations

import math
import re
from functools import lru_cache

import msgspec

from ..criteria import NAMES
from ..draw import Draws
from ..knowledge.cases import EXTRACTION, GENERIC, SimCase
from ..knowledge.corpus import find_case
from ..persona import Persona
from ..reading.instructions import find_holes, read_instructions
from ..reading.key_terms import key_terms
from ..reading.view import ReadRequest
from ..truth import generic_case
from .rendering import AnswerPlan, extracted_fields, render_answer
from .skill import Circumstances, latent_skill, level_of

_A_QUESTION = 2
"""With fewer words of content than that, a message asks nothing by itself."""

_SHARED = 0.6
"""Share of the noise that belongs to the case and stays the same under every prompt."""

_LABELLED = re.compile(
    r"^(?:question|input|user|customer|message|request|q|query|task|text)[^\n:]{0,20}:[ \t]*\n?(.+?)"
    r"(?=\n\s*\n|\n(?:answer|reply|response|output|a|assistant|summary)[^\n:]{0,12}:|\Z)",
    re.IGNORECASE | re.MULTILINE | re.DOTALL,
)
_ECHO = re.compile(
    r"^\s*(?:please )?(?:say|repeat|reply with|respond with|answer with|output|echo|return)"
    r"(?: back)?(?: (?:exactly|only|just))*(?: the (?:word|text|words|sentence))?(?: this)?:? "
    r"[\"'“](?P<quoted>.+?)[\"'”]\W*$|"
    r"^\s*(?:please )?(?:say|reply with|repeat)(?: (?:exactly|only|just))+(?: the word)?:? (?P<plain>\S+?)\W*$",
    re.IGNORECASE | re.DOTALL,
)
_GREETING = re.compile(
    r"^\s*(?:hi|hello|hey|good (?:morning|day|evening)|ping|test)\b[\s!.,?]*(?:there)?[\s!.,?]*$", re.I
)


class CaseAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """An answer with what was planned for it."""

    plan: AnswerPlan
    text: str

    @property
    def fields(self) -> dict[str, str]:
        """The fields of an extraction; none for other cases."""
        return extracted_fields(self.plan) if self.plan.case.domain == EXTRACTION else {}


def plan_answer(view: ReadRequest, *, persona: Persona, seed: int) -> AnswerPlan:
    """Decide how good the answer will be, criterion by criterion."""
    case = case_asked(view)
    reading = read_instructions(instructions_around(view, case))
    under = Circumstances(
        reading=reading,
        shots=view.shots,
        effort=view.request.reasoning_effort,
        enforced_form=view.request.schema is not None,
    )
    own = Draws(seed, "answer", persona.id, view.noise_key)
    shared = _case_noise(seed, persona.id, case.id if case.domain != GENERIC else case.text)
    spread = persona.spread * _heat(view.request.temperature)
    levels: dict[str, int] = {}
    for criterion in case.criteria:
        noise = math.sqrt(_SHARED) * shared[criterion] + math.sqrt(1 - _SHARED) * own.normal()
        skill = latent_skill(persona, case=case, criterion=criterion, under=under)
        levels[criterion] = level_of(skill + spread * noise)
    return AnswerPlan(
        case=case,
        levels=levels,
        style=persona.style,
        holes=reading.holes,
        only_answer=reading.only_answer,
        words=reading.words,
    )


def answer_question(view: ReadRequest, *, persona: Persona, seed: int) -> CaseAnswer:
    """Answer in plain text."""
    plan = plan_answer(view, persona=persona, seed=seed)
    small_talk = _small_talk(view)
    if small_talk is not None:
        return CaseAnswer(plan=plan, text=small_talk)
    if plan.holes and not _has_question(view, plan.case):
        text = (
            f"Your message seems to hold a placeholder that was never filled in ({plan.holes[0]}), "
            "so I cannot see what the question is."
        )
        return CaseAnswer(plan=plan, text=text)
    draws = Draws(seed, "words", persona.id, view.noise_key)
    return CaseAnswer(plan=plan, text=_seen_images(view, plan) + render_answer(plan, draws))


def case_asked(view: ReadRequest) -> SimCase:
    """Find the case a request is about; an unknown question becomes a case of its own."""
    known = find_case(view.question)
    if known is None and len(key_terms(view.question)) < _A_QUESTION:
        known = find_case(view.system)
    return known or generic_case(question_in(view.question))


@lru_cache(maxsize=4096)
def question_in(text: str) -> str:
    """Cut the question out of a rendered prompt: what stands behind the last label, else its last paragraph."""
    labelled = _LABELLED.findall(text)
    if labelled:
        return str(labelled[-1]).strip()
    paragraphs = [part.strip() for part in text.split("\n\n") if part.strip()]
    return paragraphs[-1] if paragraphs else text.strip()


def instructions_around(view: ReadRequest, case: SimCase) -> str:
    """Give the prompt without the case in it."""
    if case.text and case.text in view.prompt:
        return view.prompt.replace(case.text, "the case")
    return view.prompt


@lru_cache(maxsize=65536)
def _case_noise(seed: int, persona_id: str, case_id: str) -> dict[str, float]:
    draws = Draws(seed, "case", persona_id, case_id)
    return {criterion: draws.normal() for criterion in NAMES}


def _heat(temperature: float | None) -> float:
    return 1.0 + 0.4 * max(0.0, (temperature or 0.0) - 1.0)


def _seen_images(view: ReadRequest, plan: AnswerPlan) -> str:
    """Own up to images; what is in them this world cannot know."""
    if not view.images or plan.case.domain != GENERIC:
        return ""
    return "I can see the image. " if view.images == 1 else f"I can see the {view.images} images. "


def _small_talk(view: ReadRequest) -> str | None:
    question = view.question
    if len(question) > 400:
        return None
    if _GREETING.match(question):
        return "Hello! How can I help you today?"
    echo = _ECHO.match(question)
    return (echo["quoted"] or echo["plain"]) if echo else None


def _has_question(view: ReadRequest, case: SimCase) -> bool:
    if case.domain != GENERIC:
        return True
    text = view.question
    for hole in find_holes(text):
        text = text.replace(hole, " ")
    return len(key_terms(text)) >= _A_QUESTION
