"""Edits applied to a version: all of them to the text as it is, or none and the reason why not."""

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from edison.domain import (
    Edit,
    FewShot,
    PromptPart,
    PromptVersion,
    PromptVersionId,
    Tool,
    content_hash,
    refuse_misfits,
)

from .locating import NotFound, Span, locate
from .tools import read_tools, write_tools

_SHOT = re.compile(
    r"\s*user:\s*(?P<user>.+?)\n\s*assistant:\s*(?P<assistant>.+?)\s*", re.DOTALL | re.IGNORECASE
)
_EXCERPT = 60


@dataclass(frozen=True, slots=True)
class EditsRefused:
    """Why edits cannot be applied."""

    sentence: str


@dataclass(frozen=True, slots=True)
class EditedTexts:
    """The texts of a version after its edits."""

    system: str
    user: str
    few_shots: tuple[FewShot, ...]
    tools: tuple[Tool, ...]


def apply_edits(version: PromptVersion, edits: Sequence[Edit]) -> EditedTexts | EditsRefused:
    """Every edit is looked for in the version itself, so that none depends on another."""
    texts = {PromptPart.SYSTEM: version.system, PromptPart.USER: version.user}
    changed: dict[PromptPart, str] = {}
    for part, text in texts.items():
        edited = _edit_text(text, [edit for edit in edits if edit.part is part])
        if isinstance(edited, EditsRefused):
            return edited
        changed[part] = edited
    shots = _edit_shots(version.few_shots, [edit for edit in edits if edit.part is PromptPart.FEW_SHOTS])
    if isinstance(shots, EditsRefused):
        return shots
    tools = _edit_tools(version, [edit for edit in edits if edit.part is PromptPart.TOOLS])
    if isinstance(tools, EditsRefused):
        return tools
    if not changed[PromptPart.SYSTEM].strip() and not changed[PromptPart.USER].strip():
        return EditsRefused("Nothing would be left of the prompt.")
    return EditedTexts(changed[PromptPart.SYSTEM], changed[PromptPart.USER], shots, tools)


def edited_version(
    parent: PromptVersion, edits: Sequence[Edit], *, number: int, note: str = ""
) -> PromptVersion | EditsRefused:
    """The version that edits make of their parent; its id follows from what it says, its changelog from the reasons."""
    texts = apply_edits(parent, edits)
    if isinstance(texts, EditsRefused):
        return texts
    version = parent.model_copy(
        update={
            "system": texts.system,
            "user": texts.user,
            "few_shots": texts.few_shots,
            "tools": texts.tools,
            "parent_id": parent.id,
            "number": number,
            "name": None,
            "changelog": reasons_of_edits(edits) or note,
        }
    )
    return version.model_copy(update={"id": PromptVersionId(f"ver_{content_hash(version)}")})


def reasons_of_edits(edits: Iterable[Edit]) -> str:
    """Why, each reason once."""
    return " ".join(dict.fromkeys(edit.reason for edit in edits if edit.reason))


def _edit_text(text: str, edits: Sequence[Edit]) -> str | EditsRefused:
    places: list[tuple[Span, str]] = []
    added = [edit.replace for edit in edits if not edit.find]
    for edit in edits:
        if not edit.find:
            continue
        place = locate(text, edit.find)
        if isinstance(place, NotFound):
            return EditsRefused(f"“{_excerpt(edit.find)}” {place.value}.")
        places.append((place, edit.replace))
    places.sort(key=lambda one: one[0].start)
    if any(first.end > second.start for (first, _), (second, _) in pairwise(places)):
        return EditsRefused("Two edits change the same words.")
    for place, replacement in reversed(places):
        text = text[: place.start] + replacement + text[place.end :]
    return _append(text, added)


def _append(text: str, added: Iterable[str]) -> str:
    for more in added:
        text = f"{text.rstrip()}\n{more.strip()}" if text.strip() else more.strip()
    return text


def _edit_shots(shots: tuple[FewShot, ...], edits: Sequence[Edit]) -> tuple[FewShot, ...] | EditsRefused:
    """Examples are changed inside their texts, and added as `user: …` and `assistant: …`."""
    texts = [text for shot in shots for text in (shot.user, shot.assistant)]
    added: list[FewShot] = []
    for edit in edits:
        if not edit.find:
            written = _SHOT.fullmatch(edit.replace)
            if written is None:
                return EditsRefused(
                    "A new example is written as “user: …” and, on a line of its own, “assistant: …”."
                )
            added.append(FewShot(user=written["user"], assistant=written["assistant"]))
            continue
        holding = [at for at, text in enumerate(texts) if not isinstance(locate(text, edit.find), NotFound)]
        if len(holding) != 1:
            why = NotFound.ABSENT if not holding else NotFound.AMBIGUOUS
            return EditsRefused(f"“{_excerpt(edit.find)}” {why.value} of the examples.")
        edited = _edit_text(texts[holding[0]], [edit])
        if isinstance(edited, EditsRefused) or not edited.strip():
            return EditsRefused("An example would be empty.")
        texts[holding[0]] = edited
    changed = [FewShot(user=user, assistant=said) for user, said in zip(texts[::2], texts[1::2], strict=True)]
    return (*changed, *added)


def _edit_tools(version: PromptVersion, edits: Sequence[Edit]) -> tuple[Tool, ...] | EditsRefused:
    """Tools are changed inside their JSON, in which a text may also be written as it is; new ones are added whole."""
    if not edits:
        return version.tools
    text = write_tools(version.tools)
    placed = [edit for edit in edits if edit.find]
    edited = _edit_text(text, placed)
    if isinstance(edited, EditsRefused):
        return edited
    kept = read_tools(edited)
    if kept is None:
        inside = [edit.model_copy(update={"replace": json.dumps(edit.replace)[1:-1]}) for edit in placed]
        escaped = _edit_text(text, inside)
        kept = None if isinstance(escaped, EditsRefused) else read_tools(escaped)
    added = [read_tools(edit.replace) for edit in edits if not edit.find]
    if kept is None or not all(added):
        return EditsRefused("What would be left of the tools is not the JSON of tools any more.")
    tools = (*kept, *(tool for some in added for tool in some or ()))
    try:
        refuse_misfits([tool.name for tool in tools], version.tool_choice)
    except ValueError as error:
        return EditsRefused(f"The tools do not fit together: {error}.")
    return tools


def _excerpt(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _EXCERPT else f"{line[:_EXCERPT]}…"
