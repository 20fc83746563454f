"""Word documents for tests, made by hand: an archive with one document in it."""

from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
STRICT = "http://purl.oclc.org/ooxml/wordprocessingml/main"
MATHS = "http://schemas.openxmlformats.org/officeDocument/2006/math"
COMPATIBLE = "http://schemas.openxmlformats.org/markup-compatibility/2006"


def a_word_file(body: str, *, namespace: str = WORD, member: str = "word/document.xml") -> bytes:
    """A document with this body."""
    xml = (
        f"<?xml version='1.0' encoding='UTF-8'?><w:document xmlns:w='{namespace}' xmlns:m='{MATHS}' "
        f"xmlns:mc='{COMPATIBLE}' xmlns:v='urn:other'><w:body>{body}</w:body></w:document>"
    )
    return an_archive({member: xml.encode()})


def an_archive(members: dict[str, bytes], *, compression: int = ZIP_DEFLATED) -> bytes:
    packed = BytesIO()
    with ZipFile(packed, "w", compression) as archive:
        archive.writestr("[Content_Types].xml", b"<Types/>")
        for name, content in members.items():
            archive.writestr(name, content)
    return packed.getvalue()


def paragraphs(*texts: str) -> str:
    return "".join(f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>" for text in texts)
