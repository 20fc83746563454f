"""Taking a prompt apart: what it holds between boundaries, in tags, in code fences and behind labels."""

from __future__ import annotations

import re
from functools import lru_cache

import msgspec

from .boundaries import find_boundaries
from .roles import role_of


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
