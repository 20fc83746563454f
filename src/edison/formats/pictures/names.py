"""Names where there is little room: cut, and told apart all the same."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import count, takewhile

_BEFORE = 3
"""How many characters stand before the one in which names differ."""
_MOST_TURNS = 8
_JOINT = " · "
"""Between an arm and its prompt."""


def shorten(names: Sequence[str], *, most: int) -> list[str]:
    """Each name on one line and of at most so many characters; two that differ never look the same."""
    lines = dict(zip(names, _own_parts([" ".join(name.split()) for name in names], most), strict=True))
    shown = {name: _cut_end(line, most) for name, line in lines.items()}
    for cut in (_in_the_middle, *[_where_they_differ] * _MOST_TURNS):
        for alike in _groups(shown):
            shown |= zip(alike, cut([lines[name] for name in alike], most), strict=True)
    for alike in _groups(shown):
        _number(shown, alike, most=most)
    return [shown[name] for name in names]


def _own_parts(lines: Sequence[str], most: int) -> Sequence[str]:
    """Without what all begin with, such as the one model of several prompts, where there is no room for it."""
    firsts = {line.partition(_JOINT)[0] for line in lines}
    owns = [line.partition(_JOINT)[2] for line in lines]
    return owns if len(firsts) == 1 and all(owns) and max(map(len, lines)) > most else lines


def _groups(shown: Mapping[str, str]) -> Iterable[list[str]]:
    found: dict[str, list[str]] = {}
    for name, short in shown.items():
        found.setdefault(short, []).append(name)
    return [alike for alike in found.values() if len(alike) > 1]


def _in_the_middle(lines: Sequence[str], most: int) -> list[str]:
    tail = most // 2
    return [
        line if len(line) <= most else f"{line[: most - tail - 1]}…{line[len(line) - tail :]}"
        for line in lines
    ]


def _where_they_differ(lines: Sequence[str], most: int) -> list[str]:
    same = takewhile(lambda letters: len(set(letters)) == 1, zip(*lines, strict=False))
    begin = max(sum(1 for _ in same) - _BEFORE, 0)
    return [_cut_end(f"…{line[begin:]}" if begin else line, most) for line in lines]


def _number(shown: dict[str, str], alike: Sequence[str], *, most: int) -> None:
    taken = set(shown.values())
    for name in alike:
        numbered = (f"{_cut_end(shown[name], most - len(end))}{end}" for end in map(" {}".format, count(1)))
        shown[name] = next(short for short in numbered if short not in taken)
        taken.add(shown[name])


def _cut_end(line: str, most: int) -> str:
    return line if len(line) <= most else f"{line[: most - 1]}…"
