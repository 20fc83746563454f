"""What a candidate must not do, whatever it gains: each guard says what is wrong, or nothing."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from edison.domain import Case, Check, PromptVersion, values_for_prompt
from edison.errors import EdisonError
from edison.text import MASK, Template, changed_share, find_private, redact, write_percent

from .shapes import find_lost_shape
from .tools import find_broken_tools, write_tools

COPIED_WORDS = 8
"""So many words in a row that stand in a case and were not in the parent are copied."""
_LEAST_COPIED = 4
"""A shorter case is copied when all its words are, if there are so many."""

SMALL_CHARS = 200
"""So much may always be changed: two sentences are a large share of a short prompt."""

_WORD = re.compile(r"\w+")
_SENTENCE = re.compile(r"[^.!?\n]+[.!?]?")
_FORBIDS = re.compile(
    r"\b(?:never|must|do not|don't|under no circumstances|always|may not|cannot|only|avoid|exactly|at most|at least"
    r"|no (?:more|less|longer|fewer) than|nie|niemals|keinesfalls|auf keinen fall|muss|müssen|darf|dürfen|immer|nur"
    r"|höchstens|mindestens|jamais|toujours|doit|doivent|uniquement|au (?:plus|moins)|nunca|siempre|debe|deben"
    r"|solo|mai|sempre|deve|devono|devem|apenas|nooit|altijd|moet|mag)\b",
    re.IGNORECASE,
)
"""In English, German, French, Spanish, Italian, Portuguese and Dutch."""
_PRIVATE = re.compile(
    r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+"
    r"|(?<!\d)\+?\d(?:[ ()/.-]?\d){8,18}(?!\d)"
    r"|\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}\b"
)
"""In a prompt even what looks like it is too much: nobody needs an example of a number there."""


@dataclass(frozen=True, slots=True)
class Guarded:
    """What a candidate is held against."""

    parent: PromptVersion
    most_changed: float
    cases: Sequence[Case]
    """All of them: none may be copied, and each must be filled."""
    checks: Sequence[Check] = ()
    """Of all answers."""


def find_breaches(candidate: PromptVersion, guarded: Guarded) -> tuple[str, ...]:
    """Why a candidate may not be tried, a sentence each; none where it may."""
    parent, new = text_of(guarded.parent), text_of(candidate)
    if new == parent:
        return ("It changes nothing.",)
    return (
        *_size(parent, new, most=guarded.most_changed),
        *_variables(guarded.parent, candidate),
        *(_fills(candidate, guarded.cases) if _is_template(guarded.parent) else ()),
        *find_broken_tools(guarded.parent.tools, candidate.tools),
        *_constraints(parent, new),
        *find_lost_shape(parent, new, cases=guarded.cases, checks=guarded.checks),
        *_copies(parent, new, cases=guarded.cases),
        *_leaks(parent, new),
    )


def find_misfits(candidate: PromptVersion, parent: PromptVersion) -> tuple[str, ...]:
    """What keeps the cases of the parent from filling a version that a person wrote."""
    try:
        new = {name for text in _templates(candidate) for name in Template.parse(text).names}
    except EdisonError as error:
        return (error.sentence,)
    unknown = sorted(new - _used(parent))
    named = (f"No case fills in {', '.join(unknown)}.",) if unknown else ()
    return (*_variables(parent, candidate), *named)


def text_of(version: PromptVersion) -> str:
    """All that a version says, its tools too."""
    return "\n\n".join(part for part in (words_of(version), write_tools(version.tools)) if part)


def words_of(version: PromptVersion) -> str:
    """What a version says in its messages."""
    shots = [text for shot in version.few_shots for text in (shot.user, shot.assistant)]
    return "\n\n".join(part for part in (version.system, *shots, version.user) if part)


def _size(parent: str, new: str, *, most: float) -> Iterator[str]:
    share = changed_share(parent, new)
    if share > most and share * (len(parent) + len(new)) > SMALL_CHARS:
        yield f"It changes {write_percent(share)} of the text, and {write_percent(most)} is allowed."


def _variables(parent: PromptVersion, candidate: PromptVersion) -> Iterator[str]:
    lost = sorted(_used(parent) - _used(candidate))
    if lost:
        yield f"It loses what cases fill in: {', '.join(f'{{{{ {name} }}}}' for name in lost)}."


def _is_template(version: PromptVersion) -> bool:
    """Whether it can be filled at all: a file of cases, or code, may hold braces of its own."""
    try:
        for text in _templates(version):
            Template.parse(text)
    except EdisonError:
        return False
    return True


def _used(version: PromptVersion) -> set[str]:
    try:
        return {name for text in _templates(version) for name in Template.parse(text).names}
    except EdisonError:
        return set()


def _fills(candidate: PromptVersion, cases: Iterable[Case]) -> Iterator[str]:
    """One case that cannot be filled is enough."""
    try:
        templates = [Template.parse(text) for text in _templates(candidate)]
        for case in cases:
            for template in templates:
                template.measure(values_for_prompt(case.variables, case.talk))
    except EdisonError as error:
        yield f"It cannot be filled: {error.sentence}"


def _templates(version: PromptVersion) -> Iterator[str]:
    yield from (version.system, version.user)
    for shot in version.few_shots:
        yield from (shot.user, shot.assistant)


def _constraints(parent: str, new: str) -> Iterator[str]:
    """What the parent forbids or always wants stays, in its own words."""
    kept = _words(new)
    for sentence in _SENTENCE.findall(parent):
        if _FORBIDS.search(sentence) and _words(sentence) not in kept:
            yield f"It drops a rule of the prompt: “{sentence.strip()}”"


def _copies(parent: str, new: str, *, cases: Iterable[Case]) -> Iterator[str]:
    said, known = f" {_words(new)} ", f" {_words(parent)} "
    for case in cases:
        for passage in _passages(case):
            if f" {passage} " in said and f" {passage} " not in known:
                yield f"It copies words of the case {case.name}: “{passage}”"
                return


def _passages(case: Case) -> Iterator[str]:
    expectation = case.expectation
    texts = [value for value in case.variables.values() if isinstance(value, str)]
    if expectation is not None:
        texts += [text for text in (expectation.answer, expectation.must) if isinstance(text, str)]
    for text in texts:
        words = _words(text).split()
        if _LEAST_COPIED <= len(words) < COPIED_WORDS:
            yield " ".join(words)
        for first in range(len(words) - COPIED_WORDS + 1):
            yield " ".join(words[first : first + COPIED_WORDS])


def _leaks(parent: str, new: str) -> Iterator[str]:
    if redact(new).count(MASK) > redact(parent).count(MASK):
        yield "It adds what looks like a secret."
    if _private(new) - _private(parent):
        yield "It adds what looks like somebody's address or number."


def _private(text: str) -> set[str]:
    return {*_PRIVATE.findall(text), *(one.text for one in find_private(text))}


def _words(text: str) -> str:
    return " ".join(_WORD.findall(text.casefold()))
