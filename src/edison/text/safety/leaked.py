"""Secrets in a text that was written to be read: keys, tokens, passwords, private keys.

The shapes are those by which logs are redacted, and how people say it. There, too much is a nuisance and too little a
leak; here a false alarm costs as much as a leak that is missed, so that what stands for a secret (`YOUR_API_KEY`,
`${TOKEN}`) is none.
"""

import re
from collections.abc import Iterator

from ..redact import spans_like_secrets
from .marked import Marked, holds_any, without_overlaps

_LEAST = 8
"""Shorter ones are not told from words."""
_STANDS_FOR_ONE = re.compile(
    r"example|your|placeholder|dummy|sample|insert|replace|redacted|secret|change-?me|here|foobar|passw|token"
    r"|\.\.\.|…|\*{3}|x{4}|[<>{}$\[\]]|^%|(.)\1{5}|12345|abcde|^(?:os|self|config|settings|env)\.",
    re.IGNORECASE,
)
_MIXED = re.compile(r"(?=.*\d)(?=.*[^\W\d_])|(?=.*[a-z])(?=.*[A-Z])(?=.*[^\w\s])", re.DOTALL)
_SPOKEN = re.compile(
    r"\b(?:pass(?:word|phrase|code)|passwort\w*|kennwort\w*|contraseña|mot de passe|l[öo]senord\w*|senha|hasło"
    r"|wachtwoord|salasana|wi-?fi (?:key|password)|(?:api|secret|access) key|pin(?: code)?)\b"
    r"(?:\s+(?:\w+\s+){0,3}?|\s{0,2})(?:is|was|lautet|ist|es|est|är|é|è|to|wynosi|=|:)(?:\s?:)?\s{0,3}"
    r"[\"'`“]?([^\s\"'`“”,;]{6,80})",
    re.IGNORECASE,
)
_SAID = (
    *("pass", "kennwort", "contraseña", "senord", "senha", "hasło", "wachtwoord", "salasana", "fi key"),
    *("api key", "secret key", "access key", "pin"),
)
_OTHERS = re.compile(
    r"(?<![A-Za-z0-9])(?:(SG\.[\w-]{16,}\.[\w-]{16,})|hooks\.slack\.com/services/(T\w{6,}/B\w{6,}/\w{16,})"
    r"|AccountKey=([A-Za-z0-9+/]{40,}={0,2})|(?:curl|wget)\b[^\n]{0,80}?\s(?:-u|--user)\s+[^\s:]+:(\S{6,})"
    r"|(?:session|sid|sessionid)=([\w%.~+/-]{24,}))"
)
_MARKS = ("SG.", "hooks.slack", "AccountKey", "curl", "wget", "session", "sid=")
_END = ".!?)]”"


def find_secrets(text: str) -> tuple[Marked, ...]:
    """All that looks like a secret that works, in the order of the text."""
    spans = (*spans_like_secrets(text), *_spoken(text), *_others(text))
    found = [Marked("secret", start, end, text[start:end]) for start, end in spans]
    return without_overlaps([one for one in found if _is_secret(one.text)])


def _is_secret(value: str) -> bool:
    return len(value) >= _LEAST and _MIXED.match(value) is not None and not _STANDS_FOR_ONE.search(value)


def _spoken(text: str) -> Iterator[tuple[int, int]]:
    """As people say it: *the password is …*."""
    if holds_any(text.lower(), _SAID):
        for match in _SPOKEN.finditer(text):
            yield match.start(1), match.start(1) + len(match[1].rstrip(_END))


def _others(text: str) -> Iterator[tuple[int, int]]:
    if holds_any(text, _MARKS):
        yield from (match.span(match.lastindex or 0) for match in _OTHERS.finditer(text))
