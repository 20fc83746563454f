"""Unified diffs as models write them, applied by what they say and not by their line numbers.

Models remember the text better than its numbering: headers are wrong or missing, context is shortened, quotes are
typographic, marks are forgotten. So the lines of a hunk are looked for in the text, first to the letter, then ever
more tolerantly, and a hunk that could go to two places goes nowhere.
"""

import difflib
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from .locating import plain

_HUNK = re.compile(r"\s*@@(?:\s*-(?P<line>\d+)(?:,\d+)?\s+\+\d+(?:,\d+)?\s*@@)?")
_NOISE = re.compile(
    r"(?:---|\+\+\+) (?:[ab]/|/dev/null|\S+\.\w{1,8}\b|(?:prompt|system|user|original|modified|updated|old|new)\b)"
    r"|diff --git |index [0-9a-f]+\.\.|\*\*\* (?:Begin|End) Patch|\*\*\* Update File|\\ No newline",
    re.IGNORECASE,
)
_FENCE = re.compile(r"^[ \t]*(?:```+|~~~+)[\w-]*[ \t]*$")
_TAGS = re.compile(r"<diff>\n?(.*?)(?:\n?</diff>|\Z)", re.DOTALL | re.IGNORECASE)
_ALIKE = 0.86
"""A stretch whose words agree so far is the one that was meant, if no other does."""


@dataclass(frozen=True, slots=True)
class DiffRefused:
    """Why a diff cannot be applied."""

    sentence: str


@dataclass(frozen=True, slots=True)
class _Line:
    mark: str
    text: str


@dataclass(frozen=True, slots=True)
class _Place:
    first: int
    old: tuple[_Line, ...]
    """The lines of the hunk that stand there, in order, with the new ones between them."""


def apply_diff(text: str, diff: str) -> str | DiffRefused:
    """The text after a model's diff; refused where a hunk fits nowhere, or in more than one place."""
    lines = text.split("\n")
    known = {line.strip() for line in lines}
    hunks = [hunk for hunk in _hunks(diff, known) if any(line.mark != " " for line in hunk[1])]
    if not hunks:
        return DiffRefused("It holds no line that is added or taken out.")
    places: list[_Place] = []
    for hint, hunk in hunks:
        place = _find(lines, hunk, hint=hint)
        if isinstance(place, DiffRefused):
            return place
        places.append(place)
    places.sort(key=lambda place: place.first)
    for place in reversed(places):
        covered = sum(line.mark != "+" for line in place.old)
        lines[place.first : place.first + covered] = list(_rewritten(lines, place))
    return "\n".join(lines)


def _rewritten(lines: Sequence[str], place: _Place) -> Iterator[str]:
    """Context stays as the text has it, however the diff remembers it."""
    at = place.first
    for line in place.old:
        if line.mark == "+":
            yield line.text
            continue
        if line.mark == " ":
            yield lines[at]
        at += 1


def _hunks(diff: str, known: Collection[str]) -> Iterator[tuple[int | None, tuple[_Line, ...]]]:
    body = diff.replace("\r\n", "\n")
    if tagged := _TAGS.search(body):
        body = tagged[1]
    hint, found = None, list[_Line]()
    for line in _inside_fence(body.split("\n")):
        opening = _HUNK.match(line)
        if opening:
            yield hint, _trimmed(found)
            hint, found = int(opening["line"]) if opening["line"] else None, []
        elif not _NOISE.match(line):
            found.append(_read_line(line, known))
    yield hint, _trimmed(found)


def _inside_fence(lines: Sequence[str]) -> Sequence[str]:
    fences = [at for at, line in enumerate(lines) if _FENCE.match(line)]
    if not fences:
        return lines
    return lines[fences[0] + 1 : fences[1]] if len(fences) > 1 else lines[fences[0] + 1 :]


def _read_line(line: str, known: Collection[str]) -> _Line:
    """A line without a mark is context whose mark was forgotten; so is an item of a list that stands in the text."""
    is_item = line.startswith("-") and line.strip() in known and line[1:].strip() not in known
    if line[:1] in ("+", "-") and not is_item:
        return _Line(line[0], line[1:])
    return _Line(" ", line[1:] if line.startswith(" ") else line)


def _trimmed(lines: Sequence[_Line]) -> tuple[_Line, ...]:
    """Without blank context around it, which is mostly none."""
    blank = [line.mark == " " and not line.text.strip() for line in lines]
    first = next((at for at, is_blank in enumerate(blank) if not is_blank), len(lines))
    last = next((at for at in range(len(lines), 0, -1) if not blank[at - 1]), first)
    return tuple(lines[first:last])


def _find(lines: Sequence[str], hunk: tuple[_Line, ...], *, hint: int | None) -> _Place | DiffRefused:
    if all(line.mark == "+" for line in hunk):
        return _insertion(lines, hunk, hint=hint)
    for tolerance in (_same, _same_words):
        for part in _shortened(hunk):
            wanted = [line.text for line in part if line.mark != "+"]
            found = [at for at in range(len(lines) - len(wanted) + 1) if tolerance(lines, wanted, at)]
            place = _choose(found, part, hint=_shifted(hint, hunk, part))
            if place is not None:
                return place
    return _nearest(lines, hunk)


def _choose(
    found: Sequence[int], part: tuple[_Line, ...], *, hint: int | None
) -> _Place | DiffRefused | None:
    if not found:
        return None
    if len(found) == 1:
        return _Place(found[0], part)
    if hint is not None and hint - 1 in found:
        return _Place(hint - 1, part)
    return DiffRefused("A hunk could go to more than one place; give it more lines around the change.")


def _insertion(lines: Sequence[str], hunk: tuple[_Line, ...], *, hint: int | None) -> _Place | DiffRefused:
    """New lines without any around them go where the header says, or nowhere."""
    if hint is None or hint > len(lines):
        return DiffRefused("A hunk only adds lines and does not say where; give it the lines around them.")
    return _Place(hint, hunk)


def _shortened(hunk: tuple[_Line, ...]) -> Iterator[tuple[_Line, ...]]:
    """The hunk, and the hunk with ever less context at its ends, as long as it holds anything to be found."""
    yield hunk
    first, last = 0, len(hunk)
    while True:
        if hunk[first].mark == " ":
            first += 1
        elif hunk[last - 1].mark == " ":
            last -= 1
        else:
            return
        if all(line.mark == "+" for line in hunk[first:last]):
            return
        yield hunk[first:last]


def _shifted(hint: int | None, hunk: tuple[_Line, ...], part: tuple[_Line, ...]) -> int | None:
    if hint is None:
        return None
    return hint + next((at for at, line in enumerate(hunk) if line is part[0]), 0)


def _same(lines: Sequence[str], wanted: Sequence[str], at: int) -> bool:
    return all(lines[at + more].rstrip() == text.rstrip() for more, text in enumerate(wanted))


def _same_words(lines: Sequence[str], wanted: Sequence[str], at: int) -> bool:
    return all(plain(lines[at + more]) == plain(text) for more, text in enumerate(wanted))


def _nearest(lines: Sequence[str], hunk: tuple[_Line, ...]) -> _Place | DiffRefused:
    """The one stretch that is much alike; what is taken out must be alike by itself."""
    wanted = [line for line in hunk if line.mark != "+"]
    scored = sorted(
        ((_likeness(lines, wanted, at), at) for at in range(len(lines) - len(wanted) + 1)), reverse=True
    )
    if not scored or scored[0][0] < _ALIKE:
        return DiffRefused(
            "A hunk fits nowhere: the lines around it and those it takes out are not in the text."
        )
    if len(scored) > 1 and scored[1][0] >= _ALIKE:
        return DiffRefused("A hunk could go to more than one place; give it more lines around the change.")
    return _Place(scored[0][1], hunk)


def _likeness(lines: Sequence[str], wanted: Sequence[_Line], at: int) -> float:
    alike = [
        difflib.SequenceMatcher(None, plain(lines[at + more]), plain(line.text), autojunk=False).ratio()
        for more, line in enumerate(wanted)
    ]
    taken_out = [score for score, line in zip(alike, wanted, strict=True) if line.mark == "-"]
    return min(*taken_out, sum(alike) / len(alike)) if taken_out else sum(alike) / len(alike)
