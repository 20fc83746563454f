"""Replies that cannot be read, and replies dressed up so that reading them takes some tolerance."""

from __future__ import annotations

import re

from .draw import Draws

_CHATTER = (
    "Both have their merits, and it is really hard to say. It depends on what one is looking for.",
    "I would need to know more about the context before I commit myself here.",
    "This is an interesting piece of work that raises a number of questions.",
)
_THOUGHT = "<think>\nLet me go through this point by point before I decide.\n</think>\n"


def malform_text(text: str, *, draws: Draws) -> str:
    """Spoil a reply in one of the ways models do."""
    ways = (_chatter, _cut, _renamed, _emptied, _unknown_token)
    return draws.choice(ways)(text, draws)


def malform_arguments(arguments: dict[str, object], *, draws: Draws) -> dict[str, object]:
    """Spoil the arguments of a tool call: leave one out, or wrap them in a key nobody asked for."""
    if draws.chance(0.5) and arguments:
        dropped = draws.choice(list(arguments))
        return {name: value for name, value in arguments.items() if name != dropped}
    return {"result": arguments}


def decorate(text: str, *, draws: Draws) -> str:
    """Dress a reply up: fence, thinking block, bold last line or bullet; what it says stays."""
    stripped = text.strip()
    if stripped.startswith("{"):
        fenced = f"```json\n{stripped}\n```"
        return draws.choice((fenced, f"{_THOUGHT}{stripped}", f"Here is my assessment:\n\n{fenced}"))
    body, _, last = stripped.rpartition("\n")
    label, colon, rest = last.partition(":")
    dressed = draws.choice(
        (f"**{label}:** {rest.strip()}", f"- {last}", f"**{last}**", f"{label}: `{rest.strip()}`.")
    )
    if not colon:
        return f"{_THOUGHT}{stripped}"
    return f"{body}\n{dressed}" if draws.chance(0.7) else f"{_THOUGHT}{body}\n{last}"


def _chatter(text: str, draws: Draws) -> str:
    del text
    return draws.choice(_CHATTER)


def _cut(text: str, draws: Draws) -> str:
    """Break off early enough that what matters is not said."""
    return text[: max(1, int(len(text) * (0.1 + 0.2 * draws.unit())))].rstrip('}" \n')


def _renamed(text: str, draws: Draws) -> str:
    """Use keys nobody asked for, or drop the label of the last line."""
    del draws
    if text.lstrip().startswith("{"):
        return re.sub(r'"(\w+)":', r'"my_\1":', text)
    return re.sub(r"^[A-Z_ ]+: *\S+ *$", "That is my view.", text, flags=re.MULTILINE).replace(
        "Verdict:", "View"
    )


def _emptied(text: str, draws: Draws) -> str:
    del text, draws
    return ""


def _unknown_token(text: str, draws: Draws) -> str:
    """Name something that was not on offer."""
    del draws
    if text.lstrip().startswith("{"):
        return text.replace("{", "{,", 1).replace(":", " is ")
    head, colon, _ = text.rpartition(":")
    return f"{head}: somewhere in between" if colon else "somewhere in between"
