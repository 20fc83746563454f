"""A file that is one text."""

from .decoding import read_text


def read_plain(data: bytes, *, most_bytes: int) -> str:
    """The text with the line ends of this machine and none around it; `TextBroken` where it is no text."""
    return read_text(data, most_bytes=most_bytes).replace("\r\n", "\n").replace("\r", "\n").strip("\n")
