"""Take secrets out of text before it is logged, stored, exported or shown.

Known secrets are found exactly, in the forms they travel in, and by any beginning of twelve characters or more,
since texts are cut off anywhere. What looks like a secret is masked as well: too much is a nuisance, too little a
leak. Every pattern is bounded or possessive, so that no input can stall it.
"""

import base64
import html
import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from urllib.parse import quote, quote_plus

MASK = "[redacted]"
MIN_SECRET_CHARS = 6
"""Shorter known secrets are left alone; masking them would take ordinary words apart."""
MIN_PREFIX_CHARS = 12
"""How much of a known secret's beginning is enough to recognise it."""

_MIN_ENCODED_CHARS = 8


def redact(text: str, secrets: Iterable[str] = ()) -> str:
    """The text with `MASK` for known secrets and for whatever looks like one; again, it changes nothing."""
    return Redactor(secrets)(text)


class Redactor:
    """A redactor that remembers its secrets, for many texts; it never shows them."""

    __slots__ = ("_by_first", "_forms", "_longest")

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        stripped = {secret.strip() for secret in secrets}
        usable = [secret for secret in stripped if len(secret) >= MIN_SECRET_CHARS and secret not in MASK]
        self._forms = tuple({form for secret in usable for form in _forms_of(secret)})
        self._longest = max(map(len, self._forms), default=1)
        self._by_first: dict[str, list[str]] = {}
        for form in self._forms:
            self._by_first.setdefault(form[0], []).append(form)

    def __repr__(self) -> str:
        return "Redactor(…)"

    def __call__(self, text: str) -> str:
        while (masked := _mask_patterns(self.mask_known(text))) != text:
            # A secret taken out may have been what kept the next one from standing alone.
            text = masked
        return text

    @property
    def probes(self) -> frozenset[str]:
        """Texts that hold none of these hold no known secret: for a quick look; never to be shown."""
        return frozenset(form[:MIN_PREFIX_CHARS] for form in self._forms)

    def mask_known(self, text: str) -> str:
        """The text without known secrets; what only looks like one stays, for it may be what was asked for."""
        return MASK.join(_mask_forms(piece, forms=self._forms) for piece in text.split(MASK))

    def may_go_on_from(self, text: str) -> int:
        """Where a known secret may have begun that is yet to be finished; the end of the text, if nowhere.

        For texts that come in pieces: what stands before can be masked and shown.
        """
        cut = next(
            (at for at in range(max(len(text) - self._longest + 1, 0), len(text)) if self._begins(text, at)),
            len(text),
        )
        if cut == len(text):
            return cut
        # One that is whole must not be cut by the beginning of another.
        spans = sorted((span for form in self._forms for span in _spans_of(form, text=text)), reverse=True)
        for start, end in spans:
            if start < cut < end:
                cut = start
        return cut

    def _begins(self, text: str, at: int) -> bool:
        tail = text[at:]
        return any(
            len(form) > len(tail) and form.startswith(tail) for form in self._by_first.get(text[at], ())
        )


def _forms_of(secret: str) -> Iterator[str]:
    """The secret as written, and as it looks inside addresses, JSON, HTML, Python and encodings."""
    yield secret
    raw = secret.encode("utf-8", errors="surrogatepass")
    for encoded in (quote_plus(raw), quote(raw, safe=""), quote(raw)):
        yield encoded
        yield re.sub(r"%[0-9A-F]{2}", lambda code: code[0].lower(), encoded)
    for ensure_ascii in (True, False):
        escaped = json.dumps(secret, ensure_ascii=ensure_ascii)[1:-1]
        yield escaped
        yield json.dumps(escaped, ensure_ascii=ensure_ascii)[1:-1]
    yield html.escape(secret)
    yield repr(secret)[1:-1]
    yield raw.hex()
    yield raw.hex().upper()
    yield from (form for form in _base64_forms(raw) if len(form) >= _MIN_ENCODED_CHARS)


def _base64_forms(raw: bytes) -> Iterator[str]:
    """The characters that stand for the secret alone, wherever in a longer encoded text it begins."""
    for offset, foreign in ((0, 0), (1, 2), (2, 3)):
        whole_bits = (offset + len(raw)) * 8 // 6
        for encode in (base64.b64encode, base64.urlsafe_b64encode):
            yield encode(b"\0" * offset + raw).decode()[foreign:whole_bits]


def _mask_forms(text: str, *, forms: Iterable[str]) -> str:
    spans = sorted(span for form in forms for span in _spans_of(form, text=text))
    pieces: list[str] = []
    cursor = 0
    for start, end in spans:
        if start >= cursor:
            pieces += [text[cursor:start], MASK]
        cursor = max(cursor, end)
    return "".join(pieces) + text[cursor:]


def _spans_of(form: str, *, text: str) -> Iterator[tuple[int, int]]:
    for probe in {form, form[:MIN_PREFIX_CHARS]}:
        start = text.find(probe)
        while start >= 0:
            end = start + len(probe)
            while text[end : end + 1] == form[end - start : end - start + 1] != "":
                end += 1
            yield start, end
            start = text.find(probe, end)


def spans_like_secrets(text: str) -> Iterator[tuple[int, int]]:
    """Where something stands that looks like a secret: all that is masked for its looks."""
    for rule in _RULES:
        if rule.hint in text:
            yield from (found.span(1) for found in rule.pattern.finditer(text) if rule.is_secret(found[1]))
    yield from _named_spans(text)


def _mask_patterns(text: str) -> str:
    for rule in _RULES:
        if rule.hint in text:
            text = rule.pattern.sub(rule.mask, text)
    return _mask_named(text)


def _mask_named(text: str) -> str:
    pieces: list[str] = []
    cursor = 0
    for start, end in _named_spans(text):
        pieces += [text[cursor:start], MASK]
        cursor = end
    return "".join(pieces) + text[cursor:]


def _named_spans(text: str) -> Iterator[tuple[int, int]]:
    """What stands behind a telling name: `api_key=…`, `"password": "…"`, `Authorization: Bearer …`."""
    cursor = harmless = 0
    for name in _NAMED.finditer(text):
        telling = _TELLING_NAME.search(name[1].lower())
        if not telling or name.end() < cursor or (telling["weak"] and name.end() < harmless):
            continue
        value = _VALUE.match(text, name.end())
        if not value:
            continue
        is_prose = name[2] == ":" and value.lastgroup == "unquoted"
        is_secret = _is_long_and_mixed if telling["weak"] else _is_unlikely_word if is_prose else _always
        start, end = value.span(value.lastindex or 0)
        if is_secret(text[start:end]):
            yield start, end
            cursor = end
        elif telling["weak"]:
            # What ends where this ends is no more of a secret; only the word before a space may lead further.
            harmless = end - _LONGEST_SCHEME


@dataclass(frozen=True, slots=True)
class _Rule:
    hint: str
    """Must occur before the costlier pattern is tried."""
    pattern: re.Pattern[str]
    is_secret: Callable[[str], bool]

    def mask(self, match: re.Match[str]) -> str:
        """Mask the one group of the pattern."""
        if not self.is_secret(match[1]):
            return match[0]
        start, end = match.span(1)
        return match.string[match.start() : start] + MASK + match.string[end : match.end()]


def _always(value: str) -> bool:
    return True


def _is_unlikely_word(value: str) -> bool:
    return len(value) >= 20 or re.search(r"\d|[a-z][A-Z]", value) is not None


def _is_long_and_mixed(value: str) -> bool:
    return len(value) >= 16 and re.search(r"\d", value) is not None


def _is_no_phrase(value: str) -> bool:
    """Whether a token is more than short words joined by hyphens, such as sk-learn-compatible-estimators."""
    return re.fullmatch(r"[a-z]{1,15}(?:[-_][a-z]{1,15})*+", value) is None


_TELLING_NAME = re.compile(
    r"(?:api[_-]?key|(?:access|auth|refresh|id|session|bearer|security|bot|hf|github|gitlab|slack)[_-]?token"
    r"|(?:secret|private|access|signing|master|encryption)[_-]?key|passw(?:or)?d|passphrase|authorization|cookie"
    r"|(?:\A|[_-])secret|x-amz-(?:signature|credential)|(?P<weak>(?:\A|[_-])(?:token|signature|sig|pwd)))"
    r"(?:[_-]?\d+)?\Z"
)
_LONGEST_SCHEME = len("bearer")
_NAMED = re.compile(r"(?<![A-Za-z0-9_-])([A-Za-z0-9_-]++)\\{0,4}[\"']?\s{0,8}([:=])\s{0,8}")
_VALUE = re.compile(
    r"\\{1,4}[\"'](?P<escaped>[^\"'\\\r\n]++)"
    r"|\"(?P<double>(?:[^\"\\\r\n]|\\.)++)"
    r"|'(?P<single>(?:[^'\\\r\n]|\\.)++)"
    r"|(?:(?:bearer|basic|token)\s{1,4})?(?P<unquoted>[^\s\"'&,;<>(){}\\]++)",
    re.IGNORECASE,
)
_RULES = (
    _Rule(
        "PRIVATE KEY",
        re.compile(
            r"-----BEGIN [^-\n]{0,60}PRIVATE KEY[^-\n]{0,20}-----(.*?)(?:-----END [^-\n]{0,80}-----|\Z)",
            re.DOTALL,
        ),
        _always,
    ),
    _Rule("://", re.compile(r"(?<=[A-Za-z0-9])://([^\s/?#\"'<>]+)@"), _always),
    _Rule("", re.compile(r"cookie\s{0,4}:\s{0,4}([\w-]{1,80}+=[^\r\n\"']++)", re.IGNORECASE), _always),
    _Rule("=", re.compile(r"[?&](?:key|sig|token)=([^\s\"'&,;<>(){}\\]++)", re.IGNORECASE), _always),
    _Rule(
        "",
        re.compile(r"\b(?:bearer|basic)\s{1,4}([A-Za-z0-9._~+/=-]{8,}+)", re.IGNORECASE),
        _is_unlikely_word,
    ),
    _Rule(
        "",
        re.compile(
            r"(?<![A-Za-z0-9])("
            r"(?:sk|rk|pk)-[A-Za-z0-9_*-]{13,}+|(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{10,}+"
            r"|AIza[A-Za-z0-9_-]{20,}+|(?:AKIA|ASIA)[A-Za-z0-9]{12,}+|ABSK[A-Za-z0-9+/=]{20,}+"
            r"|(?:hf|gsk|r8|gh[opsur])_[A-Za-z0-9]{16,}+|(?:github_pat|tgp_v1)_[A-Za-z0-9_-]{16,}+"
            r"|npm_[A-Za-z0-9]{20,}+|xox[a-z]-[A-Za-z0-9-]{10,}+"
            r"|(?:xapp|xai|pplx|nvapi|glpat)-[A-Za-z0-9_-]{16,}+|ya29\.[A-Za-z0-9_-]{16,}+)"
        ),
        _is_no_phrase,
    ),
    _Rule(
        "eyJ",
        re.compile(r"(?<![A-Za-z0-9_-])(eyJ[A-Za-z0-9_-]{8,}+\.[A-Za-z0-9_-]{8,}+(?:\.[A-Za-z0-9_-]*+)?)"),
        _always,
    ),
)
