"""Differences between two texts, for people."""

import difflib
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

# Comparing costs up to the product of both lengths; a larger stretch counts as one change.
MAX_COMPARED = 1_000_000

_LINES = re.compile(r"[^\n]*\n|[^\n]+")
_WORDS = re.compile(r"\w+\s*|[^\w\s]\s*|\s+")


def unified(old: str, new: str, *, context: int = 3) -> str:
    """The familiar unified diff by lines, empty when nothing differs."""
    before, after = _LINES.findall(old), _LINES.findall(new)
    groups = _Grouper(_opcodes(before, after)).get_grouped_opcodes(context) if old != new else ()
    return "".join(line for group in groups for line in _write_group(group, before=before, after=after))


def changed_share(old: str, new: str) -> float:
    """How much of both texts differs, from 0 (equal) to 1 (nothing in common), by words weighed by length.

    One minus the ratio of Ratcliff and Obershelp (Dr. Dobb's Journal, July 1988): 1 - 2M / T, where M counts
    the characters of common words and T those of both texts.
    """
    total = len(old) + len(new)
    if not total:
        return 0.0
    common = sum(len(step.old) for step in _steps(old, new=new) if step.is_equal)
    return 1 - 2 * common / total


@dataclass(frozen=True, slots=True)
class _Step:
    old: str
    new: str

    @property
    def is_equal(self) -> bool:
        return self.old == self.new


def _steps(old: str, *, new: str) -> Iterator[_Step]:
    """Both texts cut into equal and differing pieces, side by side."""
    for step in _compare(_LINES.findall(old), _LINES.findall(new)):
        if step.is_equal:
            yield step
        else:
            yield from _compare(_WORDS.findall(step.old), _WORDS.findall(step.new))


def _compare(before: Sequence[str], after: Sequence[str]) -> Iterator[_Step]:
    for _, old_start, old_end, new_start, new_end in _opcodes(before, after):
        yield _Step(old="".join(before[old_start:old_end]), new="".join(after[new_start:new_end]))


_Opcode: TypeAlias = tuple[Literal["equal", "replace", "delete", "insert"], int, int, int, int]


class _Grouper(difflib.SequenceMatcher[str]):
    """Lends `difflib`'s grouping by context to opcodes of our own."""

    def __init__(self, opcodes: Iterable[_Opcode]) -> None:
        super().__init__()
        self._ours = list(opcodes)

    def get_opcodes(self) -> list[_Opcode]:
        return self._ours


def _opcodes(before: Sequence[str], after: Sequence[str]) -> Iterator[_Opcode]:
    """What `difflib` would say, with common ends taken off first and a bound on the work between them."""
    head = _common_length(before, after)
    tail = _common_length(before[head:][::-1], after[head:][::-1])
    old_end, new_end = len(before) - tail, len(after) - tail
    if head:
        yield ("equal", 0, head, 0, head)
    if (old_end - head) * (new_end - head) > MAX_COMPARED:
        yield ("replace", head, old_end, head, new_end)
    else:
        matcher = difflib.SequenceMatcher(None, before[head:old_end], after[head:new_end])
        for tag, i1, i2, j1, j2 in matcher.get_opcodes():
            yield (tag, head + i1, head + i2, head + j1, head + j2)
    if tail:
        yield ("equal", old_end, len(before), new_end, len(after))


def _common_length(before: Sequence[str], after: Sequence[str]) -> int:
    length = 0
    for left, right in zip(before, after, strict=False):
        if left != right:
            break
        length += 1
    return length


def _write_group(
    group: Sequence[tuple[str, int, int, int, int]], *, before: Sequence[str], after: Sequence[str]
) -> Iterator[str]:
    old_range = _write_range(group[0][1], end=group[-1][2])
    new_range = _write_range(group[0][3], end=group[-1][4])
    yield f"@@ -{old_range} +{new_range} @@\n"
    for tag, old_start, old_end, new_start, new_end in group:
        mark = " " if tag == "equal" else "-"
        yield from (_write_line(mark, line=line) for line in before[old_start:old_end])
        if tag != "equal":
            yield from (_write_line("+", line=line) for line in after[new_start:new_end])


def _write_range(start: int, *, end: int) -> str:
    """A range as `diff -u` writes it: from 1, without a length of one, the line before when it is empty."""
    length = end - start
    if length == 1:
        return str(start + 1)
    return f"{start + 1 if length else start},{length}"


def _write_line(mark: str, *, line: str) -> str:
    ending = "" if line.endswith("\n") else "\n\\ No newline at end of file\n"
    return f"{mark}{line}{ending}"
