"""The text of a Word document, as its reader sees it: paragraphs, line breaks, tabs and tables, nothing that runs.

Taken is the body alone (`word/document.xml`): insertions yes, deletions and hidden text no; headers, footnotes,
comments and the numbers of lists are left out. A cell of a table ends with a tab, a row with a new line.
"""

import re
from collections.abc import Callable
from io import BytesIO
from typing import TYPE_CHECKING

from .nodes import TextBroken

if TYPE_CHECKING:
    from zipfile import ZipFile

MOST_XML_BYTES = 32_000_000
"""Of an unpacked document; a novel has a tenth of it."""

_MOST_MEMBERS = 10_000
_MOST_DEPTH = 500
_STORED, _DEFLATED = 0, 8
_ENCRYPTED = 0x1
_MEMBER = b"PK\x01\x02"
_OLD = b"\xd0\xcf\x11\xe0"
_BODY = re.compile(r"word/document\d*\.xml")
_WORD = (
    "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
    "http://purl.oclc.org/ooxml/wordprocessingml/main",
)
_MATHS = (
    "http://schemas.openxmlformats.org/officeDocument/2006/math",
    "http://purl.oclc.org/ooxml/officeDocument/math",
)
_FALLBACK = "http://schemas.openxmlformats.org/markup-compatibility/2006 Fallback"
# Tab stops, what was deleted or moved away, and a second version of what was drawn already.
_UNSEEN = frozenset({"pPr", "del", "moveFrom", "fallback"})
_MARKS = {"tab": "\t", "ptab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}
_NO = frozenset({"0", "false", "off"})
_SAVE_AGAIN = "Open it in a word processor and save it as .docx again, or save it as text."


def read_word(data: bytes) -> str:
    """The text of a .docx file, or `TextBroken` with the reason why there is none."""
    if data.startswith(_OLD):
        what = "it is protected by a password or written by an old Word"
        raise TextBroken(what, advice="Save it as .docx without a password.")
    return _Body().read(_unpack(data))


def _unpack(data: bytes) -> bytes:
    # Loaded here, because few ever read a Word document.
    from zipfile import BadZipFile, ZipFile
    from zlib import error as DeflateError  # noqa: N812

    if data.count(_MEMBER) > _MOST_MEMBERS:
        raise TextBroken(f"it holds more than {_MOST_MEMBERS:,} files", advice=_SAVE_AGAIN)
    try:
        with ZipFile(BytesIO(data)) as archive:
            return _unpack_body(archive)
    except (BadZipFile, DeflateError, EOFError, NotImplementedError, OSError, ValueError) as error:
        raise TextBroken("it is no Word document, or a broken one", advice=_SAVE_AGAIN) from error


def _unpack_body(archive: "ZipFile") -> bytes:
    found = [info for info in archive.infolist() if _BODY.fullmatch(info.filename)]
    if not found:
        raise TextBroken("it is a zip without word/document.xml", advice=_SAVE_AGAIN)
    body = min(found, key=lambda info: info.filename)
    if body.flag_bits & _ENCRYPTED:
        raise TextBroken("it is protected by a password", advice="Save it as .docx without a password.")
    if body.compress_type not in (_STORED, _DEFLATED):
        raise TextBroken("it is packed in a way that no word processor uses", advice=_SAVE_AGAIN)
    with archive.open(body) as file:
        # What the archive says about its size need not be true, so that it is not asked.
        text = file.read(MOST_XML_BYTES + 1)
    if len(text) > MOST_XML_BYTES:
        advice = "Save its text alone, without pictures and formatting."
        raise TextBroken(f"it unpacks to more than {MOST_XML_BYTES:,} bytes", advice=advice)
    return text


class _Body:
    """Gathers text while a parser walks the document; no tree is built."""

    def __init__(self) -> None:
        self._text: list[str] = []
        self._depth = 0
        self._unseen = 0
        """How many elements that nobody sees are open."""
        self._in_text = False
        self._is_hidden = False

    def read(self, xml: bytes) -> str:
        from xml.parsers.expat import ExpatError, ParserCreate

        parser = ParserCreate(namespace_separator=" ")
        parser.StartDoctypeDeclHandler = _refuse_doctype
        parser.StartElementHandler = self._open
        parser.EndElementHandler = self._close
        parser.CharacterDataHandler = self._take
        try:
            parser.Parse(xml, True)
        except (ExpatError, LookupError, ValueError) as error:
            raise TextBroken(f"its XML is broken ({error})", advice=_SAVE_AGAIN) from error
        return "".join(self._text).strip("\n")

    def _open(self, tag: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > _MOST_DEPTH:
            raise TextBroken(f"its XML is nested more than {_MOST_DEPTH} deep", advice=_SAVE_AGAIN)
        name = _name(tag)
        if self._unseen or name in _UNSEEN:
            self._unseen += name in _UNSEEN
        elif name == "r":
            self._is_hidden = False
        elif name == "vanish":
            self._is_hidden = not any(value in _NO for value in attributes.values())
        elif name == "t":
            self._in_text = True
        elif mark := _MARKS.get(name):
            self._take_seen(mark)

    def _close(self, tag: str) -> None:
        self._depth -= 1
        name = _name(tag)
        if self._unseen:
            self._unseen -= name in _UNSEEN
        elif name == "t":
            self._in_text = False
        elif close := self._closings.get(name):
            close(self)

    def _take(self, text: str) -> None:
        if self._in_text:
            self._take_seen(text)

    def _take_seen(self, text: str) -> None:
        if not self._is_hidden:
            self._text.append(text)

    def _end_paragraph(self) -> None:
        self._is_hidden = False
        self._text.append("\n")

    def _end_cell(self) -> None:
        self._replace_end("\n", by="\t")

    def _end_row(self) -> None:
        self._replace_end("\t", by="\n")

    def _replace_end(self, mark: str, *, by: str) -> None:
        if self._text and self._text[-1] == mark:
            self._text.pop()
        self._text.append(by)

    _closings: dict[str, Callable[["_Body"], None]] = {
        "p": _end_paragraph,
        "tc": _end_cell,
        "tr": _end_row,
    }


def _name(tag: str) -> str:
    """What an element is called here: Word's own names, runs and texts of formulas, nothing for all others."""
    namespace, _, name = tag.rpartition(" ")
    if namespace in _WORD or (namespace in _MATHS and name in ("r", "t")):
        return name
    return "fallback" if tag == _FALLBACK else ""


def _refuse_doctype(*_: object) -> None:
    raise TextBroken(
        "it declares entities, which no Word document does",
        advice="Do not trust it; ask whoever sent it for another copy.",
    )
