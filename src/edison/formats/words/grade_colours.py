"""Colours of grades: warm for low ones, cool for high ones, readable on light and on dark paper."""

from collections.abc import Iterable

_STOPS = ((190, 74, 52), (214, 140, 38), (132, 148, 58), (38, 148, 138), (52, 104, 196))
_PLAIN = "var(--bar)"
_BELOW = "#8a8f98"


class GradeColours:
    """A colour for every grade of a scale."""

    def __init__(self, grades: Iterable[str]) -> None:
        self.grades = tuple(grades)
        """From the lowest to the highest."""
        last = max(len(self.grades) - 1, 1)
        self._colours = {grade: _between_stops(place / last) for place, grade in enumerate(self.grades)}

    def of(self, grade: str | None) -> str:
        """The colour of a grade; plain where there is none, grey where it lies below the scale."""
        return _PLAIN if grade is None else self._colours.get(grade, _BELOW)


def _between_stops(share: float) -> str:
    place = share * (len(_STOPS) - 1)
    low = min(int(place), len(_STOPS) - 2)
    mixed = (
        round(before + (after - before) * (place - low))
        for before, after in zip(_STOPS[low], _STOPS[low + 1], strict=True)
    )
    return "#" + "".join(f"{part:02x}" for part in mixed)
