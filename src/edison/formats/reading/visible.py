"""Characters that a file cannot carry, made visible instead of lost."""

import re

_UNCARRIED = re.compile(r"[\x00\ud800-\udfff]")
# XML 1.0, section 2.2: neither as they are nor as references.
_NO_XML = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_CONTROL = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)


def visible(text: str) -> str:
    """NUL and halves of surrogate pairs as backslash escapes; all else as it is."""
    return _UNCARRIED.sub(_escape, text)


def visible_in_xml(text: str) -> str:
    """The same for everything XML 1.0 refuses."""
    return _NO_XML.sub(_escape, text)


def visible_on_a_page(text: str) -> str:
    """The same for every control character a browser or a terminal may act on, turned writing included."""
    return _CONTROL.sub(_escape, text)


def _escape(found: "re.Match[str]") -> str:
    code = ord(found[0])
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
