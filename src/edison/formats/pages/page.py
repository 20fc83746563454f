"""The beginning of a page that stands alone."""

from collections.abc import Iterator

from .style import STYLE
from .text import escaped

POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
"""Nothing is fetched and nothing runs."""


def open_page(title: str, *, style: str = "") -> Iterator[str]:
    """Everything up to and with the opening of the body."""
    yield "<!doctype html>\n<html lang='en'><head><meta charset='utf-8'>\n"
    yield f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
    yield "<meta name='viewport' content='width=device-width, initial-scale=1'>\n"
    yield f"<title>{escaped(title)}</title>\n<style>{STYLE}{style}</style></head><body>\n"
