"""is_html, contains_html, is_xml, contains_xml: the answer is written in tags, or some of it is."""

import re
from html.parser import HTMLParser
from xml.parsers import expat

from pydantic import JsonValue

from edison.domain import Output

from .kind import CheckMisfit, SeenOutput, Test, refuse_value

_NAMES = (
    "html head title base link meta style body article section nav aside h1 h2 h3 h4 h5 h6 header footer address p hr "
    "pre blockquote ol ul li dl dt dd figure figcaption main div a em strong small s cite q dfn abbr ruby rt rp data "
    "time code var samp kbd sub sup i b u mark bdi bdo span br wbr img iframe embed object param picture source video "
    "audio track map area svg math script noscript canvas ins del table caption colgroup col tbody thead tfoot tr td "
    "th form label input button select datalist optgroup option textarea output progress meter fieldset legend "
    "details summary dialog menu slot template"
)
_ELEMENTS = frozenset(_NAMES.split())
_OPENING = re.compile(r"<[a-zA-Z][a-zA-Z0-9-]*(?:\s[^<>]*)?>")
_CLOSING = re.compile(r"</[a-zA-Z][a-zA-Z0-9-]*\s*>")
_KNOWN = re.compile(
    r"<(?:html|head|body|div|span|p|a|img|h[1-6]|ul|ol|li|table|tr|td|th|form|input|button|script|style|link|meta|br|hr)\b",
    re.IGNORECASE,
)
_HINTS = (
    (re.compile(r"<[a-zA-Z][a-zA-Z0-9-]*(?:\s[^<>]*)?/>"), 1),
    (re.compile(r"&(?:[a-zA-Z]{1,40}|#[0-9]{1,9}|#x[0-9a-fA-F]{1,9});"), 1),
    (re.compile(r"<!DOCTYPE\s{1,9}html", re.IGNORECASE), 2),
    (re.compile(r"<!--"), 1),
    (re.compile(r"\s[a-zA-Z-]{1,80}=\s{0,9}[\"'][^\"']*[\"']"), 1),
    (_KNOWN, 2),
)
_ENOUGH = 2
_MOST_CHARS = 1_000_000


def contains_html(value: JsonValue) -> Test:
    """There are enough signs of HTML in the answer: tags, entities, attributes."""
    refuse_value(value)

    def look(output: Output) -> SeenOutput:
        text = output.text[:_MOST_CHARS]
        signs = bool(_OPENING.search(text)) + bool(_CLOSING.search(text))
        signs += sum(weight for pattern, weight in _HINTS if pattern.search(text))
        return _told(signs >= _ENOUGH, "contains HTML", "contains no HTML")

    return look


def is_html(value: JsonValue) -> Test:
    """All of the answer stands in tags, of which at least one is one of HTML."""
    refuse_value(value)

    def look(output: Output) -> SeenOutput:
        text = output.text.strip()[:_MOST_CHARS]
        if not text or text[:5].lower() == "<?xml":
            return SeenOutput(False, "It is no HTML.")
        seen = _Tags()
        seen.feed(text)
        seen.close()
        return _told(seen.is_known and not seen.has_bare_text, "is HTML", "is no HTML")

    return look


def is_xml(value: JsonValue) -> Test:
    """The answer is one XML document; with names such as `a.b` in the value, one that has these elements."""
    wanted = _read_elements(value)

    def look(output: Output) -> SeenOutput:
        return _seen_xml(output.text.strip(), wanted=wanted)

    return look


def contains_xml(value: JsonValue) -> Test:
    """Some XML stands in the answer, whatever is around it."""
    wanted = _read_elements(value)

    def look(output: Output) -> SeenOutput:
        text = output.text[:_MOST_CHARS]
        seen = SeenOutput(False, "It contains no XML.")
        for opening in list(_OPENING.finditer(text))[:100]:
            name = opening[0][1:-1].split()[0].rstrip("/")
            end = text.rfind(f"</{name}>")
            piece = opening[0] if end < opening.start() else text[opening.start() : end + len(name) + 3]
            seen = _seen_xml(piece, wanted=wanted)
            if seen.holds:
                break
        return seen

    return look


class _Tags(HTMLParser):
    """Whether a known tag is there, and whether text stands outside of all tags."""

    def __init__(self) -> None:
        super().__init__()
        self.is_known = self.has_bare_text = False
        self._open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.is_known |= tag in _ELEMENTS or "-" in tag
        self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self._open:
            del self._open[self._open.index(tag) :]

    def handle_data(self, data: str) -> None:
        self.has_bare_text |= not self._open and bool(data.strip())


def _seen_xml(text: str, *, wanted: tuple[str, ...]) -> SeenOutput:
    paths: set[str] = set()
    way: list[str] = []
    parser = expat.ParserCreate()

    def begin(name: str, _: object) -> None:
        way.append(name)
        paths.add(".".join(way))

    def refuse(*_: object) -> None:
        raise expat.ExpatError("a document type is not read")

    parser.StartElementHandler = begin
    parser.EndElementHandler = lambda _: way.pop()
    # What a document type declares could grow without an end.
    parser.StartDoctypeDeclHandler = refuse
    try:
        parser.Parse(text[:_MOST_CHARS], True)
    except expat.ExpatError as error:
        return SeenOutput(False, f"It is no XML ({error}).")
    missing = next((path for path in wanted if path not in paths), None)
    return SeenOutput(missing is None, "It is XML." if missing is None else f"It has no element {missing}.")


def _read_elements(value: JsonValue) -> tuple[str, ...]:
    if value is None or value is True:
        return ()
    names = value.split(",") if isinstance(value, str) else value
    if not isinstance(names, list) or not all(isinstance(name, str) and name.strip() for name in names):
        raise CheckMisfit("must be names of elements such as root.child")
    return tuple(str(name).strip() for name in names)


def _told(holds: bool, yes: str, no: str) -> SeenOutput:
    return SeenOutput(holds, f"It {yes if holds else no}.")
