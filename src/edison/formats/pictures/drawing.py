"""A drawing: lines, dots, boxes and words, written as SVG that stands alone and is readable on light and dark paper."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape

from edison.errors import LibraryMissing

from ..reading.visible import visible_on_a_page

_LIGHT = {"paper": "#ffffff", "ink": "#1f2430", "dim": "#6b7280", "grid": "#e3e6ea", "mark": "#2f6fb5"}
_DARK = {"paper": "#15181e", "ink": "#e6e8ec", "dim": "#9aa3af", "grid": "#2c313a", "mark": "#6ea8e6"}
_RULES = (
    (".paper", "fill", "paper"),
    ("text", "fill", "ink"),
    (".dim", "fill", "dim"),
    (".grid", "stroke", "grid"),
    (".line", "stroke", "mark"),
    (".mark", "fill", "mark"),
    (".edge", "stroke", "dim"),
)
_INKS = ".white { fill: #ffffff } .black { fill: #1f2430 } text.small { font-size: 10px }"
"""What is written on a colour of its own is not the reader's choice."""
_FONT = "font: 13px system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif"
_ZOOM = 2


@dataclass(slots=True)
class Drawing:
    """What is drawn, in the order in which it is."""

    width: float
    height: float
    title: str
    """What it shows, for those who cannot see it."""
    _parts: list[str] = field(default_factory=list[str])

    def line(
        self, x1: float, y1: float, x2: float, y2: float, *, look: str = "grid", thick: float = 1.0
    ) -> None:
        """A straight one; looks are grid, edge and line."""
        ends = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
        self._parts.append(f'<line class="{look}" {ends} stroke-width="{thick:g}"/>')

    def path(self, points: list[tuple[float, float]]) -> None:
        """A line through all points."""
        told = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self._parts.append(f'<polyline class="line" points="{told}" fill="none" stroke-width="2"/>')

    def dot(self, x: float, y: float, *, size: float = 4.5) -> None:
        """A point that was measured."""
        self._parts.append(f'<circle class="mark" cx="{x:.1f}" cy="{y:.1f}" r="{size:g}"/>')

    def box(self, x: float, y: float, width: float, height: float, *, colour: str) -> None:
        """A cell of a table in a colour of its own."""
        place = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"'
        self._parts.append(f'<rect {place} fill="{colour}"/>')

    def words(
        self, x: float, y: float, text: str, *, at: str = "start", look: str = "", whole: str = ""
    ) -> None:
        """A text that begins, ends or has its middle here; nothing in it is markup; a pointer shows the whole of it."""
        shown = escape(visible_on_a_page(text))
        style = f' class="{look}"' if look else ""
        told = f"<title>{escape(visible_on_a_page(whole))}</title>" if whole and whole != text else ""
        self._parts.append(f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{at}"{style}>{shown}{told}</text>')

    def as_svg(self, *, follows_the_reader: bool = True) -> str:
        """The picture as a file; it follows the reader's choice of light or dark unless told otherwise."""
        dark = f"@media (prefers-color-scheme: dark) {{ {_style(_DARK)} }}" if follows_the_reader else ""
        style = f"<style>text {{ {_FONT} }} {_style(_LIGHT)} {dark} {_INKS}</style>"
        paper = '<rect class="paper" width="100%" height="100%"/>'
        return self._whole('xmlns="http://www.w3.org/2000/svg"', style, paper)

    def inside_a_page(self) -> str:
        """The picture among other markup, in the colours of the page: its style sheet knows `svg.picture`."""
        return self._whole('class="picture"')

    def _whole(self, named: str, *before: str) -> str:
        size = f'width="{self.width:.0f}" height="{self.height:.0f}" viewBox="0 0 {self.width:.0f} {self.height:.0f}"'
        title = escape(visible_on_a_page(self.title))
        begin = f'<svg {named} role="img" aria-label="{title}" {size}>'
        return "\n".join((begin, f"<title>{title}</title>", *before, *self._parts, "</svg>\n"))

    def as_png(self) -> bytes:
        """The picture on light paper, twice as fine; raises `LibraryMissing` without the extra `pictures`."""
        try:
            import resvg_py
        except ImportError as error:
            raise LibraryMissing("resvg-py", extra="pictures") from error
        return bytes(resvg_py.svg_to_bytes(svg_string=self.as_svg(follows_the_reader=False), zoom=_ZOOM))


def _style(colours: dict[str, str]) -> str:
    return " ".join(f"{name} {{ {what}: {colours[colour]} }}" for name, what, colour in _RULES)


def shade(share: float) -> tuple[str, str]:
    """A colour between rust (0), pale (a half) and blue (1), and the ink that can be read on it."""
    ends = ((178, 74, 52), (238, 238, 234), (43, 99, 168))
    low = 0 if share < 0.5 else 1
    place = 2 * min(max(share, 0.0), 1.0) - low
    mixed = [round(a + (b - a) * place) for a, b in zip(ends[low], ends[low + 1], strict=True)]
    is_dark = sum(mixed) < 400
    return "#" + "".join(f"{part:02x}" for part in mixed), "white" if is_dark else "black"


def ticks(low: float, high: float, *, most: int = 8) -> Iterator[float]:
    """Round numbers from one to the other, at most so many."""
    step = 1e-12
    sizes = (2.0, 2.5, 2.0)
    turn = 0
    while (high - low) / step > most + 1e-6:
        step *= sizes[turn % 3]
        turn += 1
    place = -(-low // step)
    while place * step <= high + 1e-9 * step:
        yield round(place * step, 12)
        place += 1
