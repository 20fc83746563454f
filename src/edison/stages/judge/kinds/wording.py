"""Reading what judges write as people mean it: names of keys, words, numbers, tokens; and never guessing."""

import re
from collections.abc import Collection, Iterator

from edison.text import JsonValue, Unreadable, WhyUnreadable, undecorated

LONGEST_REASON = 1_000

_WORD_BREAK = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|\W+")
_SEPARATOR = re.compile(r"[\s,;/|&()\[\]{}<>]+")
# Not before a single word: whoever writes `A – B` has not decided.
_ASIDE = re.compile(
    r"(?:(?<!\s)\s++-++\s++|(?:(?<!\s)\s++)?[–—]\s++|[:.]\s++)(?!\S++\s*+$)"
    r"|(?<=\S)\s*+\(|(?<!\s)\s++(?:is|wins|because|since)\b",
    re.IGNORECASE,
)
_ANNOUNCED = re.compile(r"(?:the\s+)?(?:stages?|texts?|answers?|options?|ids?)\b:?\s*", re.IGNORECASE)


def as_key(name: str) -> str:
    """A name the way keys are spelled: `Next step`, `nextStep` and `next-step` are `next_step`."""
    return _WORD_BREAK.sub("_", name).strip("_").casefold()


def words_of(written: JsonValue) -> str:
    """What is text, and nothing where something else stands."""
    return written if isinstance(written, str) else ""


def bounded(text: str) -> str:
    """A reason, not a novel."""
    return text.strip()[:LONGEST_REASON]


def first_of(row: JsonValue, names: Collection[str]) -> JsonValue:
    """What an object says under the first of these names that it has, however that is spelled."""
    if not isinstance(row, dict):
        return None
    spelled = row if row.keys() & set(names) else {as_key(key): value for key, value in row.items()}
    return next((spelled[name] for name in names if name in spelled), None)


def tokens_in(value: str, *, allowed: Collection[str], ignore_case: bool) -> tuple[str, ...] | Unreadable:
    """The tokens that a value names, each once, as they are written in `allowed`.

    `Stage B`, `[B]`, `**B**`, `B, C` and `B – it is clear` are fine. Whatever is none of them makes all of it
    unreadable, for `A good answer` names no stage; so does one that stands twice.
    """
    said = undecorated(value)
    announced = _ANNOUNCED.match(said)
    said = _without_aside(said[announced.end() :] if announced else said)
    known = {_fold(token, ignore_case=ignore_case): token for token in allowed}
    named = [_fold(token, ignore_case=ignore_case) for token in _split(said)]
    if not named:
        return unreadable(WhyUnreadable.EMPTY, "It names nothing.", said=value)
    if any(token not in known for token in named):
        detail = f"It names something that is not one of: {', '.join(allowed)}."
        return unreadable(WhyUnreadable.UNKNOWN_TOKEN, detail, said=value)
    if len(set(named)) < len(named):
        return unreadable(WhyUnreadable.DUPLICATE_KEY, "It names the same one twice.", said=value)
    return tuple(known[token] for token in named)


def unreadable(reason: WhyUnreadable, detail: str, *, said: str = "") -> Unreadable:
    """Why not. The detail goes back to the judge, so it never repeats what was said: that may be an instruction."""
    return Unreadable(reason=reason, excerpt=said.strip()[:200], detail=detail)


def _without_aside(value: str) -> str:
    aside = _ASIDE.search(value, 1)
    return value[: aside.start()] if aside else value


def _split(said: str) -> Iterator[str]:
    for piece in _SEPARATOR.split(said):
        token = undecorated(piece)
        if token and token.casefold() != "and":
            yield token


def _fold(token: str, *, ignore_case: bool) -> str:
    return token.upper() if ignore_case else token
