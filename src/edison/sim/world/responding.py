"""From a request to what is said: decline, use a tool, answer, judge or write."""

from __future__ import annotations

import re
from collections.abc import Callable

from .answering.answer import CaseAnswer, answer_question
from .answering.skill import POOR
from .answering.tools import use_tools
from .draw import Draws
from .filling.content import ScaleShare
from .judging.stages import criticise_rubric, criticise_verdict, judge_stage, write_stage_rubric
from .judging.verdicts import Judging
from .knowledge import phrases
from .persona import Persona
from .reading.json_values import written_json
from .reading.view import ReadRequest
from .reading.work import WorkKind, shown_schema, work_asked
from .replying.forms import Conclusion, Spoken, fill_schema, form_tool, malform_text, say
from .writing.drafting import write_cases, write_objective, write_prompt, write_rubric
from .writing.evidence import rewrite_evidence
from .writing.refining import refine

_HARMFUL = re.compile(
    r"\b(?:build|make|construct|assemble) (?:a |an |some )?(?:\w+ )?"
    r"(?:bomb|explosive|nerve agent|weapon of|ransomware|malware)|"
    r"\b(?:hack|break) into (?:someone|somebody|my neighbou?r|a bank)|"
    r"\bsteal (?:a |someone's )?(?:identity|credit card)|"
    r"\bpoison (?:someone|somebody|my)\b|\bsynthesi[sz]e (?:meth|sarin|fentanyl)",
    re.IGNORECASE,
)
_GRAVE = (
    "bomb", "explosive", "nerve agent", "weapon", "ransomware", "malware", "hack", "break into", "steal", "poison",
    "synthes", "graphic", "glorif",
)  # fmt: skip
"""Without one of these neither pattern can match; looking for them first is faster."""
_FILTERED = re.compile(
    r"\bgraphic (?:gore|torture)\b|\bglorif(?:y|ies|ying) (?:suicide|self-harm|terror)", re.IGNORECASE
)
_GLAD = re.compile(
    r"\b(?:love|great|happy|excellent|wonderful|perfect|thanks?|delighted|good)\b", re.IGNORECASE
)
_SAD = re.compile(
    r"\b(?:broke\w*|damaged|bad|missing|angry|wrong|terrible|crack|empty|late|awful|disappoint\w+)\b",
    re.IGNORECASE,
)

_MARK = "FINAL ANSWER:"
"""Whoever is told to think aloud and to put the answer behind this line does so."""
_THOUGHTS = "Let me see what is asked for and what I know of it. That settles it."

_WRITERS: dict[WorkKind, Callable[..., Conclusion]] = {
    WorkKind.STAGE_VERDICT: judge_stage,
    WorkKind.STAGE_RUBRIC: write_stage_rubric,
    WorkKind.RUBRIC_CRITIC: criticise_rubric,
    WorkKind.VERDICT_CRITIC: criticise_verdict,
    WorkKind.REFINE: refine,
    WorkKind.WRITE_CASES: write_cases,
    WorkKind.WRITE_RUBRIC: write_rubric,
    WorkKind.WRITE_OBJECTIVE: write_objective,
    WorkKind.WRITE_PROMPT: write_prompt,
}


def speak(view: ReadRequest, *, persona: Persona, seed: int) -> Spoken:
    """Do what is asked for, in the persona's way."""
    work = work_asked(view)
    if work is WorkKind.ANSWER:
        return _answered(view, persona=persona, seed=seed)
    if work is WorkKind.REWRITE_EVIDENCE:
        return Spoken(text=rewrite_evidence(view))
    return say(_found(view, persona=persona, seed=seed, work=work), view=view, persona=persona, seed=seed)


def _answered(view: ReadRequest, *, persona: Persona, seed: int) -> Spoken:
    declined = _declined(view, persona=persona, seed=seed)
    if declined is not None:
        return declined
    request = view.request
    if request.tools:
        used = use_tools(view, persona=persona, seed=seed)
        if used is not None:
            return used
    if request.schema is None and not request.json_mode:
        text = answer_question(view, persona=persona, seed=seed).text
        return Spoken(text=f"{_THOUGHTS}\n\n{_MARK}\n{text}" if _MARK in view.system else text)
    return _structured(view, persona=persona, seed=seed)


def _declined(view: ReadRequest, *, persona: Persona, seed: int) -> Spoken | None:
    question = view.question
    grave = any(hint in view.lower for hint in _GRAVE)
    if grave and _FILTERED.search(question):
        return Spoken(text="", finish="content_filter")
    if grave and _HARMFUL.search(question):
        text = Draws(seed, "refusal", persona.id, view.noise_key).choice(phrases.REFUSALS)
        return Spoken(text=text, finish="refusal" if persona.refusal_finish else "stop")
    if persona.overcautious:
        draws = Draws(seed, "caution", persona.id, view.noise_key)
        if draws.chance(persona.overcautious):
            return Spoken(text=draws.choice(phrases.OVERCAUTIOUS))
    return None


def _structured(view: ReadRequest, *, persona: Persona, seed: int) -> Spoken:
    """Answer a question as JSON: under the schema given, the one shown, or with one key."""
    draws = Draws(seed, "form", persona.id, view.noise_key)
    answered = answer_question(view, persona=persona, seed=seed)
    schema = view.request.schema or shown_schema(view)
    if schema is None:
        text = written_json(answered.fields or {"answer": answered.text})
    else:
        content = _content_of(answered, question=view.question)
        text = fill_schema(schema, content=content, draws=draws, about=view.question)
    return Spoken(text=malform_text(text, draws=draws) if draws.chance(persona.schema_break) else text)


def _content_of(answered: CaseAnswer, *, question: str) -> dict[str, object]:
    plan = answered.plan
    case = plan.case
    content: dict[str, object] = {
        "answer": answered.text,
        "confidence": ScaleShare(value=0.5 + 0.2 * plan.level("correct"), low=0.0, high=1.0),
        "reason": f"This follows from what is known about {case.subject or case.topic}.",
        "language": case.language,
        "sentiment": _mood(question),
        **answered.fields,
    }
    key = case.facts[0] if case.facts else None
    if key is not None and key.bare:
        bare = key.wrong_bare if plan.level("correct") == POOR else key.bare
        content |= {case.topic: bare, "value": bare, "number": bare, "result": bare, "city": bare}
    if case.topic == "capital":
        content["country"] = case.subject
    return content


def _mood(text: str) -> str:
    glad, sad = len(_GLAD.findall(text)), len(_SAD.findall(text))
    if glad == sad:
        return "neutral"
    return "positive" if glad > sad else "negative"


def _found(view: ReadRequest, *, persona: Persona, seed: int, work: WorkKind) -> Conclusion:
    writer = _WRITERS.get(work)
    if writer is not None:
        return writer(view, persona=persona, seed=seed)
    tool = form_tool(view)
    schema = view.request.schema or (tool.parameters if tool else None) or shown_schema(view)
    judging = Judging(view, persona=persona, seed=seed, schema=schema)
    if work is WorkKind.COMPARE:
        return judging.comparison()
    return judging.pass_or_fail() if work is WorkKind.PASS_OR_FAIL else judging.scores()
