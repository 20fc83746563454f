"""Word documents are read as their readers see them, and nothing in them can do harm."""

import tracemalloc
from contextlib import suppress
from io import BytesIO
from zipfile import ZIP_BZIP2, ZIP_STORED, ZipFile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.formats.reading.docx import MOST_XML_BYTES, read_word
from edison.formats.reading.nodes import TextBroken

from .word_files import STRICT, WORD, a_word_file, an_archive, paragraphs

SEEN = [
    (paragraphs("One.", "", "Two &amp; three."), "One.\n\nTwo & three."),
    (
        "<w:p><w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:cr/><w:t>d</w:t></w:r></w:p>",
        "a\tb\nc\nd",
    ),
    ("<w:p><w:r><w:t>well</w:t><w:noBreakHyphen/><w:t>known</w:t></w:r></w:p>", "well-known"),
    ("<w:p><w:pPr><w:tabs><w:tab w:val='left'/></w:tabs></w:pPr><w:r><w:t>a</w:t></w:r></w:p>", "a"),
    ("<w:p><w:ins><w:r><w:t>new</w:t></w:r></w:ins></w:p>", "new"),
    ("<w:p><w:del><w:r><w:tab/><w:delText>old</w:delText></w:r></w:del><w:r><w:t>a</w:t></w:r></w:p>", "a"),
    (
        "<w:p><w:moveFrom><w:r><w:t>gone</w:t></w:r></w:moveFrom><w:moveTo><w:r><w:t>here</w:t></w:r></w:moveTo></w:p>",
        "here",
    ),
    (
        "<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>unseen</w:t><w:tab/></w:r><w:r><w:t>seen</w:t></w:r></w:p>",
        "seen",
    ),
    ("<w:p><w:r><w:rPr><w:vanish w:val='0'/></w:rPr><w:t>seen</w:t></w:r></w:p>", "seen"),
    ("<w:p><w:pPr><w:rPr><w:vanish/></w:rPr></w:pPr><w:r><w:t>seen</w:t></w:r></w:p>", "seen"),
    ("<w:p><w:r><w:instrText>PAGE</w:instrText></w:r><w:r><w:t>7</w:t></w:r></w:p>", "7"),
    ("<w:p><m:oMath><m:r><m:t>x=1</m:t></m:r></m:oMath></w:p>", "x=1"),
    (
        "<w:p><w:r><mc:AlternateContent><mc:Choice><w:t>box</w:t></mc:Choice>"
        "<mc:Fallback><w:pict><w:t>box</w:t></w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>",
        "box",
    ),
    ("<w:p><v:t>drawing</v:t><w:r><w:t>a</w:t></w:r></w:p>", "a"),
    (
        f"<w:tbl><w:tr><w:tc>{paragraphs('a')}</w:tc><w:tc>{paragraphs('b')}</w:tc></w:tr>"
        f"<w:tr><w:tc>{paragraphs('c', 'd')}</w:tc><w:tc/></w:tr></w:tbl>{paragraphs('after')}",
        "a\tb\nc\nd\t\nafter",
    ),
]


@pytest.mark.parametrize(("body", "text"), SEEN)
def test_a_document_is_read_as_it_is_seen(body: str, text: str) -> None:
    assert read_word(a_word_file(body)) == text


def test_strict_documents_and_other_names_of_the_body_are_read_too() -> None:
    assert read_word(a_word_file(paragraphs("a"), namespace=STRICT)) == "a"
    assert read_word(a_word_file(paragraphs("b"), member="word/document2.xml")) == "b"


def a_body(xml: bytes) -> bytes:
    return an_archive({"word/document.xml": xml})


def an_encrypted_file() -> bytes:
    plain = bytearray(a_word_file(paragraphs("secret")))
    for mark, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = -1
        while (at := plain.find(mark, at + 1)) >= 0:
            plain[at + flags] |= 1
    return bytes(plain)


DEEP = b"<w:a xmlns:w='urn:x'>" * 600
LAUGHS = (
    b"<!DOCTYPE d [<!ENTITY a 'ha'><!ENTITY b '&a;&a;&a;&a;'>]>"
    b"<w:document xmlns:w='" + WORD.encode() + b"'><w:t>&b;</w:t></w:document>"
)

REFUSED = {
    "no archive": (b"hello", "no Word document, or a broken one"),
    "nothing": (b"", "no Word document, or a broken one"),
    "cut off": (a_word_file(paragraphs("a"))[:-30], "no Word document, or a broken one"),
    "an old document": (b"\xd0\xcf\x11\xe0" + b"x" * 99, "protected by a password or written by an old Word"),
    "another archive": (an_archive({"xl/workbook.xml": b"<a/>"}), "a zip without word/document.xml"),
    "a password": (an_encrypted_file(), "protected by a password"),
    "another packing": (
        an_archive({"word/document.xml": b"<a/>"}, compression=ZIP_BZIP2),
        "in a way that no word",
    ),
    "entities": (a_body(LAUGHS), "it declares entities"),
    "an outside entity": (a_body(b"<!DOCTYPE d SYSTEM 'file:///etc/passwd'><d/>"), "it declares entities"),
    "broken XML": (a_body(b"<w:document"), "its XML is broken"),
    "an unknown encoding": (a_body(b"<?xml version='1.0' encoding='klingon'?><d/>"), "its XML is broken"),
    "too deep": (a_body(DEEP), "nested more than 500 deep"),
}


@pytest.mark.parametrize(("content", "told"), REFUSED.values(), ids=REFUSED)
def test_what_is_no_document_is_refused_by_name(content: bytes, told: str) -> None:
    with pytest.raises(TextBroken, match=told) as refused:
        read_word(content)

    assert refused.value.advice.endswith(".")


def test_an_archive_that_unpacks_to_far_too_much_is_refused_before_it_fills_the_memory() -> None:
    bomb = a_body(b"<d>" + b" " * (4 * MOST_XML_BYTES))

    tracemalloc.start()
    with pytest.raises(TextBroken, match="unpacks to more than 32,000,000 bytes"):
        read_word(bomb)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert len(bomb) < 1_000_000
    assert peak < 3 * MOST_XML_BYTES


def test_an_archive_of_too_many_files_is_refused_before_they_are_listed() -> None:
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_STORED) as archive:
        for number in range(10_001):
            archive.writestr(str(number), b"")

    with pytest.raises(TextBroken, match="more than 10,000 files"):
        read_word(packed.getvalue())


@given(at=st.integers(0, 10_000), byte=st.integers(0, 255), cut=st.integers(0, 10_000))
def test_a_damaged_document_is_read_or_refused_and_nothing_else(at: int, byte: int, cut: int) -> None:
    damaged = bytearray(a_word_file(paragraphs("one", "two", "three")))
    damaged[at % len(damaged)] = byte
    del damaged[len(damaged) - cut % 50 :]

    with suppress(TextBroken):
        assert isinstance(read_word(bytes(damaged)), str)
