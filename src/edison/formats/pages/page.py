"""Pages that stand alone, made from templates: nothing fetched, nothing run but our own, no text is ever markup."""

from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, cast

from edison.domain import Interval, JudgeId, PanelJudge
from edison.text import decimals_for, write_interval, write_number, write_percent

from ..cards.seen import tell_seen
from ..exports.written_cells import told_value
from ..reading.visible import visible_on_a_page
from ..words.notes import NO_SECOND_OPINION, tell_akin
from ..words.wording import share, tell_score

if TYPE_CHECKING:
    from jinja2 import Environment

_LONGEST = 4_000
_AT_ONCE = 256


def render(template: str, **context: object) -> Iterator[bytes]:
    """A page piece by piece, so that it takes no more memory than what is shown in it."""
    stream = _environment().get_template(template).stream(context)
    stream.enable_buffering(_AT_ONCE)
    for piece in stream:
        yield piece.encode()


@dataclass(frozen=True, slots=True)
class PageScript:
    """A script of our own, and the hash by which a page allows it and no other."""

    source: str
    hash: str


@cache
def load_script(name: str) -> PageScript:
    """One of the scripts beside the templates."""
    source = files("edison.formats.pages").joinpath("templates", name).read_text(encoding="utf-8")
    return PageScript(source, f"sha256-{b64encode(sha256(source.encode()).digest()).decode()}")


@cache
def _environment() -> "Environment":
    # Loaded when a page is written: most commands write none.
    from jinja2 import Environment, PackageLoader, StrictUndefined

    made = Environment(
        loader=PackageLoader("edison.formats.pages"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_visible,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    cast("dict[str, object]", made.filters).update(_FILTERS)
    cast("dict[str, object]", made.globals).update(no_second_opinion=NO_SECOND_OPINION, script=None)
    return made


def _visible(value: object) -> object:
    """What a text hides is shown; markup of our own templates is left alone."""
    return visible_on_a_page(value) if isinstance(value, str) and not hasattr(value, "__html__") else value


def _excerpt(text: str) -> str:
    """Cut where a page would become unreadable, with a note that says so."""
    if len(text) <= _LONGEST:
        return text
    return f"{text[:_LONGEST]}\n… ({len(text) - _LONGEST:,} more characters)"


def _names(judges: Sequence[PanelJudge]) -> dict[JudgeId, str]:
    return {judge.judge_id: judge.name for judge in judges}


def _fixed(number: float, digits: int) -> str:
    """For what has no interval and lies between 0 and 1."""
    return f"{number:.{digits}f}"


def _number(
    value: float | None, interval: Interval | None = None, *, times: float = 1.0, signed: bool = False
) -> str:
    """As many digits as its interval is worth; three where it has none."""
    decimals = None if interval is None else decimals_for(times * interval.low, times * interval.high)
    return write_number(None if value is None else times * value, decimals=decimals, signed=signed)


def _reach(interval: Interval, *, times: float = 1.0) -> str:
    return write_interval(times * interval.low, times * interval.high)


_FILTERS: Mapping[str, object] = {
    "akin": tell_akin,
    "at": "{:.1f}".format,
    "count": "{:,}".format,
    "excerpt": _excerpt,
    "told": told_value,
    "fixed": _fixed,
    "names": _names,
    "number": _number,
    "percent": write_percent,
    "reach": _reach,
    "seen": tell_seen,
    "score": tell_score,
    "share": share,
}
"""How templates write values."""
