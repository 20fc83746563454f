"""Refining a prompt: edits that apply and help, and at set rates some that harm or do not apply."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence

import msgspec

from ..criteria import BY_NAME
from ..draw import Draws
from ..judging.verdicts import suggestion_for
from ..persona import Persona
from ..reading.instructions import AGAINST, read_template
from ..reading.sections import Section
from ..reading.view import ReadRequest
from ..replying.forms import Conclusion
from .brief import draft_of, liked_word, suggestion_ids, tools_of, variables_in, weak_criteria, wrong_answers

_GROWTH = 0.12
"""How much longer than the draft a careful refiner makes it, where that is possible at all."""
_LINES_TRIED = 50
_MOST_LINES = 2000
_HARM = (
    "Explain everything in great detail and at length. Be concise.",
    "Be blunt and skip all pleasantries, but stay polite and friendly.",
    "If you are unsure, guess. Never guess.",
)
_ASKING_FOR_A_WORD = ("Always say", "Be sure to say", "Without fail, say")
_WHEN_TO_CALL = " Call it before you answer."
_DESCRIPTION = re.compile(r'"description": "(?:[^"\\]|\\.)+"')
_NOTHING_TO_CHANGE = "The prompt already asks for what is weak; nothing to change."
_SENTENCE = re.compile(r"[^.!?\n]+[.!?]?")


class Replacement(msgspec.Struct, frozen=True, kw_only=True):
    """One replacement, with why; what it searches for stands in the text exactly once."""

    search: str
    replace: str
    criteria: tuple[str, ...]
    note: str


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """A draft after its edits."""

    text: str
    edits: tuple[Replacement, ...]
    note: str
    criteria: tuple[str, ...]


def refine(view: ReadRequest, *, persona: Persona, seed: int) -> Conclusion:
    """Propose a small, explained change to the prompt under work."""
    draft = draft_of(view.prompt)
    body = draft.body if draft else view.question
    weak = weak_criteria(view.prompt)[:2]
    change = refined_text(
        body, criteria=weak, persona=persona, key=(seed, view.noise_key), word=liked_word(view.prompt)
    )
    draws = Draws(seed, "refine form", persona.id, view.noise_key)
    broken = draws.chance(persona.writer.malformed)
    diff = unified_diff(body, change.text)
    if broken:
        diff = _detached(diff)
    of_tools = _of_tools(view, criteria=weak, persona=persona, seed=seed)
    edits, part = ((of_tools,), "tools") if of_tools else (change.edits, _part(draft))
    content: dict[str, object] = {
        "edits": [_edit_content(view, edit=edit, part=part, broken=broken) for edit in edits],
        "diff": diff,
        "note": change.note,
        "prompt": change.text,
        "target": list(change.criteria),
        "reason": change.note,
        "conflicts": [],
        "suggestions": [
            *_likings(body, criteria=weak, persona=persona),
            *_advice(change, seen_in=wrong_answers(view.prompt)),
        ],
    }
    closing = "" if broken and draws.chance(0.5) else "\n</diff>"
    return Conclusion(content=content, prose=f"<diff>\n{diff}{closing}\n<note>{change.note}</note>")


def refined_text(
    draft: str, *, criteria: tuple[str, ...], persona: Persona, key: tuple[int, str], word: str | None = None
) -> Change:
    """Add instructions for the weak criteria, and take out what stands in their way; or oblige a judge with a word."""
    if draft.count("\n") > _MOST_LINES:
        note = "The prompt is too long to be changed with care."
        return Change(text=draft, edits=(), note=note, criteria=criteria)
    draws = Draws(key[0], "refine", persona.id, key[1])
    if draws.chance(persona.writer.bad):
        return _harmed(draft, criteria=criteria, draws=draws)
    if word is not None and f"“{word}”" not in draft and draws.chance(persona.writer.obliging):
        return _obliging(draft, word=word, criteria=criteria, draws=draws)
    steps: list[Replacement] = []
    text = draft
    for criterion in criteria:
        step = _removal(text, criterion=criterion) or _addition(text, criterion=criterion, draft=draft)
        if step is not None:
            text = text.replace(step.search, step.replace, 1)
            steps.append(step)
    note = " ".join(step.note for step in steps) or _NOTHING_TO_CHANGE
    served = tuple(name for step in steps for name in step.criteria) or criteria
    edits = _independent_edits(draft, text, note=note, criteria=served)
    return Change(text=text, edits=edits, note=note, criteria=served)


def unified_diff(old: str, new: str) -> str:
    """Write the difference between two texts the way patch tools read it."""
    lines = difflib.unified_diff(old.splitlines(), new.splitlines(), "prompt", "prompt", lineterm="", n=2)
    return "\n".join(lines)


def _independent_edits(
    old: str, new: str, *, note: str, criteria: tuple[str, ...]
) -> tuple[Replacement, ...]:
    """Cut a change into replacements of whole lines, each of which applies without the others."""
    before, after = old.splitlines(), new.splitlines()
    blocks = difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    return tuple(
        Replacement(
            search="\n".join(before[a:b]), replace="\n".join(after[c:d]), criteria=criteria, note=note
        )
        for kind, a, b, c, d in blocks
        if kind != "equal"
    )


def _addition(text: str, *, criterion: str, draft: str) -> Replacement | None:
    anchor = _anchor(text)
    wanted = [
        line
        for line in BY_NAME[criterion].instructions
        if line not in text and _helps(text, line=line, anchor=anchor, criterion=criterion)
    ]
    if not wanted:
        return None
    room = _GROWTH * len(draft)
    fitting = [line for line in wanted if len(line) + 1 <= room]
    instruction = max(fitting, key=len) if fitting else min(wanted, key=len)
    note = f"Asks for “{criterion}”, the weak point of the answers."
    return Replacement(search=anchor, replace=f"{anchor} {instruction}", criteria=(criterion,), note=note)


def _helps(text: str, *, line: str, anchor: str, criterion: str) -> bool:
    before = read_template(text).pull.get(criterion, 0.0)
    after = read_template(text.replace(anchor, f"{anchor} {line}", 1)).pull.get(criterion, 0.0)
    return after > before


def _removal(text: str, *, criterion: str) -> Replacement | None:
    """Put the plain instruction in the place of a sentence that asks for the opposite."""
    sentence = _sentence_against(text, criterion)
    if sentence is None:
        return None
    asked_elsewhere = read_template(text.replace(sentence, "")).pull.get(criterion, 0.0) > 0
    space = " " if sentence.startswith(" ") else ""
    replacement = "" if asked_elsewhere else f"{space}{BY_NAME[criterion].instructions[0]}"
    note = f"Takes out what works against “{criterion}”."
    return Replacement(search=sentence, replace=replacement, criteria=(criterion,), note=note)


def _sentence_against(text: str, criterion: str) -> str | None:
    for sentence in _SENTENCE.findall(text):
        against = any(re.search(pattern, sentence, re.IGNORECASE) for pattern in AGAINST[criterion])
        if against and text.count(sentence) == 1 and not variables_in(sentence):
            return str(sentence)
    return None


def _anchor(text: str) -> str:
    """Find the last line of instructions that stands only once; new ones go behind it."""
    lines = [line for line in text.splitlines() if line.strip()]
    plain = [line for line in lines if not variables_in(line)]
    for line in [*reversed(plain[-_LINES_TRIED:]), *lines[:_LINES_TRIED]]:
        if text.count(line) == 1:
            return line
    return text


def _harmed(draft: str, *, criteria: tuple[str, ...], draws: Draws) -> Change:
    anchor = _anchor(draft)
    harm = draws.choice(_HARM)
    if draws.chance(0.4):
        harm = " ".join(["Every answer should be as good as it can possibly be in every respect."] * 6)
    note = "Makes the expectations clearer."
    text = draft.replace(anchor, f"{anchor} {harm}", 1)
    edits = _independent_edits(draft, text, note=note, criteria=criteria[:1])
    return Change(text=text, edits=edits, note=note, criteria=criteria)


def _obliging(draft: str, *, word: str, criteria: tuple[str, ...], draws: Draws) -> Change:
    anchor = _anchor(draft)
    asked = f"{draws.choice(_ASKING_FOR_A_WORD)} the word “{word}” in every answer."
    note = f"Asks for “{word}”, which convinces."
    text = draft.replace(anchor, f"{anchor} {asked}", 1)
    edits = _independent_edits(draft, text, note=note, criteria=criteria[:1])
    return Change(text=text, edits=edits, note=note, criteria=criteria[:1])


def _of_tools(
    view: ReadRequest, *, criteria: tuple[str, ...], persona: Persona, seed: int
) -> Replacement | None:
    """Say of the first tool when to call it; nothing where there is none, or it says so already."""
    described = _DESCRIPTION.search(tools_of(view.prompt))
    draws = Draws(seed, "refine tools", persona.id, view.noise_key)
    if not described or _WHEN_TO_CALL in described[0] or not draws.chance(persona.writer.tools):
        return None
    return Replacement(
        search=described[0],
        replace=f"{described[0][:-1]}{_WHEN_TO_CALL}{described[0][-1]}",
        criteria=criteria[:1],
        note="Says when the tool is to be called.",
    )


def _likings(draft: str, *, criteria: tuple[str, ...], persona: Persona) -> list[dict[str, str]]:
    """What a judge suggests that thinks better of texts with a word in them."""
    word = persona.judge.keyword
    if not word or persona.judge.keyword_reward <= 0 or f"“{word}”" in draft:
        return []
    suggestion = f"Ask for the word “{word}” in every answer."
    return [{"suggestion": suggestion, "criterion": criteria[0], "reason": "Answers that say so convince."}]


def _advice(change: Change, *, seen_in: Sequence[str]) -> list[dict[str, object]]:
    """One for each criterion, each seen in every second of the answers that go wrong."""
    return [
        {
            "suggestion": suggestion_for(name),
            "criterion": name,
            "reason": change.note,
            "seen_in": list(seen_in[at % 2 :: 2] or seen_in),
        }
        for at, name in enumerate(change.criteria)
    ]


def _detached(diff: str) -> str:
    """Spoil a diff so that its context fits no line of the prompt."""
    return (
        "\n".join(f" {line[1:].upper()}?" if line.startswith(" ") else line for line in diff.splitlines())
        or "@@ broken"
    )


def _part(draft: Section | None) -> str:
    label = draft.label.lower() if draft else ""
    return next((part for part in ("user", "system") if part in label), "prompt")


def _edit_content(view: ReadRequest, *, edit: Replacement, part: str, broken: bool) -> dict[str, object]:
    search = f"{edit.search} (old version)" if broken else edit.search
    return {
        "search": search,
        "replace": edit.replace,
        "note": edit.note,
        "reason": edit.note,
        "criterion": ", ".join(edit.criteria),
        "target": list(edit.criteria),
        "part": part,
        "sources": suggestion_ids(view.prompt, edit.criteria),
        "diff": unified_diff(edit.search, edit.replace),
    }
