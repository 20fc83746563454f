"""Make untrusted text safe to show in a terminal."""

import re

_ESCAPE_SEQUENCE = re.compile(
    # CSI (colours, cursor, screen), then the strings: OSC, DCS, SOS, PM, APC. None may hold the beginning of another,
    # or a text of nothing but beginnings would be searched for an end from each of them.
    r"(?:\x1b\[|\x9b)[0-?]*+[ -/]*+[@-~]"
    r"|(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x90\x98\x9c-\x9f\n]*+(?:\x07|\x1b\\|\x9c)"
    r"|\x1b[ -/]++[0-~]"  # character sets
    r"|\x1b[0-Z\\-~]"  # single functions
)
_LINE_ENDS = re.compile(r"\r\n?|[\x0b\x0c\x85\u2028\u2029]")
# Controls, direction changes, and invisible characters that hide or reorder text.
_DANGEROUS = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x9f"
    "\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f"
    "\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
)
_SURROGATE = re.compile("[\ud800-\udfff]")


def printable(text: str, *, keep_newlines: bool = True) -> str:
    """The text without escape sequences, control and direction characters.

    Any kind of line end becomes a newline; without `keep_newlines` newlines and tabs become spaces, so that
    the text cannot leave its line. A lone surrogate becomes the replacement character.
    """
    plain = _LINE_ENDS.sub("\n", _ESCAPE_SEQUENCE.sub("", text))
    safe = _SURROGATE.sub("\ufffd", _DANGEROUS.sub("", plain))
    return safe if keep_newlines else safe.replace("\n", " ").replace("\t", " ")
