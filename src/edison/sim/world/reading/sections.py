"""Taking a prompt apart: what it holds between boundaries, in tags, in code fences and behind labels."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice

import msgspec

_CHUNK = re.compile(r"[A-Za-z0-9]{12,}")
_ANNOUNCES = re.compile(
    r"\b(?:data|boundar\w+|between|delimit\w*|fence\w*|marker\w*|untrusted|enclosed|inside|instructions?|marked)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[A-Za-z]{2,}")
_SHORT = 48
_MOST_MARKS = 200
_ANNOUNCING_WORDS = 5


class Boundary(msgspec.Struct, frozen=True, kw_only=True):
    """Text between two occurrences of an announced token; the span includes the marks themselves."""

    label: str
    body: str
    start: int
    end: int


def find_boundaries(text: str) -> list[Boundary]:
    """Find every part fenced by a random token that the prompt announces before it uses it."""
    found: list[Boundary] = []
    for token in _tokens(text):
        places = [match.start() for match in islice(re.finditer(re.escape(token), text), _MOST_MARKS)]
        marks = [place for place in places if not _is_announcement(text, place=place, token=token)]
        if len(marks) < 2 or not places or marks[0] == places[0]:
            continue
        found.extend(_between(text, opening=a, closing=b, token=token) for a, b in _paired(marks))
    return sorted(found, key=lambda boundary: boundary.start)


def _tokens(text: str) -> list[str]:
    chunks = _CHUNK.findall(text)
    return [token for token in dict.fromkeys(chunks) if chunks.count(token) >= 3 and _looks_random(token)]


def _looks_random(token: str) -> bool:
    digits = sum(letter.isdigit() for letter in token)
    return 2 <= digits <= len(token) - 2 and len(set(token)) >= 6


def _is_announcement(text: str, *, place: int, token: str) -> bool:
    """An announcement is a sentence about the token; a mark stands nearly alone on its line."""
    start, end = _line(text, place)
    line = text[start:end].replace(token, " ")
    return len(_WORD.findall(line)) >= _ANNOUNCING_WORDS and _ANNOUNCES.search(line) is not None


def _paired(marks: list[int]) -> list[tuple[int, int]]:
    return list(zip(marks[0::2], marks[1::2], strict=False))


def _between(text: str, *, opening: int, closing: int, token: str) -> Boundary:
    line_start, line_end = _line(text, opening)
    after = opening + len(token)
    body_start = line_end if line_end - after <= _SHORT and line_end <= closing else after
    closing_start, closing_end = _line(text, closing)
    body_end = closing_start if closing - closing_start <= _SHORT and closing_start >= body_start else closing
    head = text[max(line_start, opening - _SHORT) : body_start].replace(token, " ")
    span_end = closing_end if closing_end - closing <= len(token) + _SHORT else closing + len(token)
    return Boundary(
        label=" ".join(re.findall(r"[A-Za-z0-9]+", head)),
        body=text[body_start:body_end].strip("\n"),
        start=line_start if opening - line_start <= _SHORT else opening,
        end=span_end,
    )


def _line(text: str, place: int) -> tuple[int, int]:
    start = text.rfind("\n", 0, place) + 1
    end = text.find("\n", place)
    return start, len(text) if end < 0 else end


_ROLES: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "expected",
        re.compile(
            r"\b(?:expected|reference|ideal|gold(?:en)?|correct answer|ground truth|model solution)\b"
        ),
    ),
    (
        "feedback",
        re.compile(
            r"\b(?:suggestions?|feedback|judg(?:e)?ments?|rationales?|weak\w*|fail\w*|findings|review)\b"
        ),
    ),
    ("rubric", re.compile(r"\b(?:rubric|criteri(?:a|on)|scale|stages|grading|scoring guide)\b")),
    (
        "prompt",
        re.compile(
            r"\b(?:prompts?|draft|template|system|user(?! (?:message|question|input|request))|"
            r"instructions? under test)\b"
        ),
    ),
    (
        "question",
        re.compile(
            r"\b(?:questions?|inputs?|case|query|task|request|(?:user|customer) (?:message|input|question)|problem)\b"
        ),
    ),
    ("goal", re.compile(r"\b(?:goal|objective|assignment|purpose|brief|domain|description|context)\b")),
    (
        "judged",
        re.compile(
            r"\b(?:answers?|responses?|outputs?|repl(?:y|ies)|candidates?|completions?|essays?|texts?|items?|submissions?|"
            r"entry|entries|summary|evidence|article|documents?|options?|generated|content|data|passage)\b"
        ),
    ),
)
_SPEAKS = re.compile(r"\b(?:json|format|schema|with|only|in|as|using|exactly)\b")
"""Words that make a sentence of a label: `Reply with JSON:` names no part."""
_SIDE = re.compile(r"(?:^|[ _-])(?P<side>[a-d]|[1-4]|left|right|first|second|one|two)$")
_SPLIT = re.compile(r"(?<=[a-z])(?=[A-Z])|[_-]+")
_PLAIN = re.compile(
    r"\b(?:begin|start|open|end|close|of|the|untrusted|student|model|assistant|ai|boundary|fence|block|delimiter|marker|number|no)\b"
)


@lru_cache(maxsize=4096)
def role_of(label: str) -> tuple[str, str]:
    """Say which part a label names and, for one of several, which one."""
    words = _SPLIT.sub(" ", label).strip()
    lower = " ".join(_PLAIN.sub(" ", words.lower()).split())
    if _SPEAKS.search(lower):
        return "", ""
    role = next((name for name, pattern in _ROLES if pattern.search(lower)), "")
    match = _SIDE.search(lower)
    if not role or not match:
        return role, ""
    side = match["side"]
    return role, side.upper() if len(side) == 1 else side


class Section(msgspec.Struct, frozen=True, kw_only=True):
    """A named part of a prompt. Positions are those in the whole text."""

    role: str
    """`judged`, `question`, `expected`, `rubric`, `goal`, `prompt`, `feedback`, or empty when unknown."""
    label: str
    side: str
    """`A`, `B`, `1`, `left` and the like, as the prompt calls it; empty when there is only one."""
    body: str
    start: int
    end: int
    fenced: bool = False
    """Whether an unguessable boundary, announced beforehand, stands around it."""


_TAG = re.compile(
    r"<(?P<tag>[A-Za-z][\w-]*)(?P<attributes>(?:\s[^<>\n]*)?)>(?P<body>.*?)</(?P=tag)\s*>", re.DOTALL
)
_BETWEEN_TWO_TAGS_NAMED = ("and", "or", "to", "...", "…")
"""What stands between a tag and its end where a prompt only speaks about them."""
_MOST_TAGS = 4000
"""A prompt with more than that is no prompt but an attack on its reader."""
_ATTRIBUTE = re.compile(r"=\s*[\"']?([\w -]+)")
_CODE = re.compile(r"^```[\w+-]*[ \t]*\n(?P<body>.*?)\n?^```[ \t]*$", re.DOTALL | re.MULTILINE)
_LABEL = re.compile(
    r"^[ \t]*(?:#{1,6}[ \t]*|\*\*|[-=]{3,}[ \t]*|>[ \t]*)?\[?(?P<label>[A-Za-z][A-Za-z_ -]{0,40}?"
    r"(?:[ _-]?(?:[A-D]|[1-4])\b)?)(?:[ \t]*\([^)\n]{0,60}\))?\]?(?:\*\*)?[ \t]*"
    r"(?:(?P<colon>:)(?:\*\*)?[ \t]*(?P<rest>[^\n]*)|[ \t]*[-=]{3,}|(?P<bare>))$",
    re.MULTILINE,
)
_VERBS = (
    r"(?:which|who|please|now|respond|reply|return|score|rate|judge|give|output|decide|pick|choose|evaluate|answer|"
    r"assess|compare|write|explain|use|do|end|finish|say|state|think|first|then|produce|reason|base|consider|remember|"
    r"note|finally|provide|submit|call|your|begin|ignore|list|name)\b"
)
_FORMS = r"(?:VERDICT:|\bJSON\b|<diff>|QUALITY:|EXPERT_AGREEMENT)"
_INSTRUCTS = re.compile(rf"{_VERBS}|(?![{{`])[^\n]*{_FORMS}", re.IGNORECASE)
_INSTRUCTS_FORM = re.compile(rf"{_VERBS}[^\n]*{_FORMS}", re.IGNORECASE)


@lru_cache(maxsize=1024)
def parse_sections(text: str) -> tuple[Section, ...]:
    """Find the named parts of a prompt, in order."""
    found: list[Section] = []
    masked = text
    for boundary in find_boundaries(text):
        label = boundary.label or _label_before(masked, boundary.start)
        found.append(_section(label, body=boundary.body, span=(boundary.start, boundary.end), fenced=True))
        masked = _mask(masked, boundary.start, boundary.end)
    tagged, masked = _tags(masked)
    coded, masked = _code(masked)
    found += [*tagged, *coded, *_labelled(masked)]
    return tuple(sorted(found, key=lambda section: section.start))


def sections_of(text: str, *roles: str) -> list[Section]:
    """Give the parts that play one of the roles."""
    return [section for section in parse_sections(text) if section.role in roles]


@lru_cache(maxsize=1024)
def outside_sections(text: str, *roles: str) -> str:
    """Give the text without the parts that play one of the roles."""
    pieces: list[str] = []
    at = 0
    for section in parse_sections(text):
        if section.role in roles or section.fenced:
            pieces.append(text[at : max(at, section.start)])
            at = max(at, section.end)
    return "\n".join([*pieces, text[at:]])


def _tags(text: str) -> tuple[list[Section], str]:
    found: list[Section] = []
    masked = text
    if "</" not in text or text.count("<") > _MOST_TAGS:
        return found, masked
    for match in _TAG.finditer(text):
        if match["body"].strip() in _BETWEEN_TWO_TAGS_NAMED:
            continue
        label = " ".join([match["tag"], *_ATTRIBUTE.findall(match["attributes"])])
        if not role_of(label)[0]:
            inner, _ = _tags(" " * match.start("body") + match["body"])
            found.extend(inner)
            continue
        found.append(_section(label, body=match["body"], span=match.span()))
        masked = _mask(masked, *match.span())
    for section in found:
        masked = _mask(masked, section.start, section.end)
    return found, masked


def _code(text: str) -> tuple[list[Section], str]:
    found: list[Section] = []
    masked = text
    for match in _CODE.finditer(text):
        label = _label_before(text, match.start())
        if role_of(label)[0]:
            found.append(_section(label, body=match["body"], span=match.span()))
            masked = _mask(masked, *match.span())
    return found, masked


def _labelled(text: str) -> list[Section]:
    marks = _section_starts(text)
    found: list[Section] = []
    for place, match in enumerate(marks):
        end = marks[place + 1].start() if place + 1 < len(marks) else len(text)
        start = match.start("rest") if match["colon"] else match.end()
        body = _without_trailer(text[start:end].split(_MASK, 1)[0], last=end == len(text))
        if body.strip() or all(role_of(match["label"])):
            found.append(_section(match["label"], body=body, span=(match.start(), start + len(body))))
    return found


def _section_starts(text: str) -> list[re.Match[str]]:
    """Find the labels that open a section; `Answer: 12` or `SYSTEM: …` inside an answer is a line of that answer."""
    marks: list[re.Match[str]] = []
    inside = ""
    for match in _LABEL.finditer(text):
        if not _is_label(match):
            continue
        role, side = role_of(match["label"])
        follows_on = match.start() > 1 and text[match.start() - 2] != "\n"
        if inside == "judged" and (role == "prompt" or (role == "judged" and not side and follows_on)):
            continue
        inside = role
        marks.append(match)
    return marks


def _without_trailer(body: str, *, last: bool) -> str:
    """Cut off closing words that speak to the reader of the prompt; only the last section can have them."""
    if not last:
        return body
    parts = re.split(r"(\n\s*\n)", body)
    keep = len(parts)
    while keep > 1 and _INSTRUCTS.match(parts[keep - 1].strip()):
        keep -= 2
    lines = "".join(parts[:keep]).split("\n")
    while len(lines) > 1 and _INSTRUCTS_FORM.match(lines[-1].strip()):
        lines.pop()
    return "\n".join(lines)


def _is_label(match: re.Match[str]) -> bool:
    if not role_of(match["label"])[0]:
        return False
    if match["colon"]:
        return True
    heading = match.group().lstrip()
    return heading.startswith(("#", "**", "[", "-", "="))


def _section(label: str, *, body: str, span: tuple[int, int], fenced: bool = False) -> Section:
    role, side = role_of(label)
    return Section(
        role=role,
        label=label.strip(),
        side=side,
        body=body.strip("\n"),
        start=span[0],
        end=span[1],
        fenced=fenced,
    )


def _label_before(text: str, position: int) -> str:
    """Give the label on the last line before a position, when it is one."""
    lines = text[:position].rstrip().rsplit("\n", 1)
    match = _LABEL.match(lines[-1]) if lines else None
    return match["label"] if match else ""


_MASK = "\x00"


def _mask(text: str, start: int, end: int) -> str:
    return text[:start] + _MASK * (end - start) + text[end:]
