"""Text on a page: nothing in it is ever markup."""

from html import escape

from ..reading.visible import visible_on_a_page

_LONGEST = 4_000


def escaped(text: str) -> str:
    """Text for an element or a quoted attribute."""
    return escape(visible_on_a_page(text), quote=True)


def excerpt(text: str) -> str:
    """The same, cut where a page would become unreadable, with a note that says so."""
    if len(text) <= _LONGEST:
        return escaped(text)
    return f"{escaped(text[:_LONGEST])}\n… ({len(text) - _LONGEST:,} more characters)"
