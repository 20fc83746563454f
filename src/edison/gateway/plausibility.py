"""Tokens as a provider claims them, held against what was asked: no claim costs more than the call could."""

from typing import NamedTuple

from msgspec.structs import asdict, replace

from edison.domain import Ask, Image, Usage

LARGEST_COUNT = 2**40
"""More tokens than this are no number that columns and their sums could hold."""

BESIDE_TEXTS = 4096
"""Tokens of templates and instructions that a provider may lay around a question, such as those for tools."""
_PER_LINKED_PICTURE = 100_000
"""A picture that is only linked is a few bytes in the request."""
_BEYOND_THE_LIMIT = 64
"""Marks for ends and stops that some servers count."""
_WITHOUT_A_LIMIT = 10_000_000
_INPUT = frozenset({"input_tokens", "cached_tokens", "cache_write_tokens"})


class Claim(NamedTuple):
    """Usage as it may be kept, and what of it nobody can believe, by name and as it was said."""

    usage: Usage
    implausible: dict[str, str]


class Explained(NamedTuple):
    """The most tokens that a request can explain."""

    input_tokens: int
    output_tokens: int


def explained_by(ask: Ask, *, request_bytes: int, context_tokens: int | None) -> Explained:
    """What a question explains: no token is shorter than a byte, and an answer ends at its limit."""
    pictures = sum(
        isinstance(part, Image) and part.url is not None for message in ask.messages for part in message.parts
    )
    limit = ask.sampling.max_tokens
    return Explained(
        input_tokens=request_bytes + BESIDE_TEXTS + pictures * _PER_LINKED_PICTURE,
        output_tokens=(context_tokens or _WITHOUT_A_LIMIT) if limit is None else limit + _BEYOND_THE_LIMIT,
    )


def weigh(usage: Usage, explained: Explained) -> Claim:
    """Hold usage against what explains it; numbers that no column holds are left out of it."""
    said: dict[str, int | None] = asdict(usage)
    implausible = {
        name: str(count)
        for name, count in said.items()
        if count is not None
        and count > (explained.input_tokens if name in _INPUT else explained.output_tokens)
    }
    if not implausible:
        return Claim(usage, {})
    return Claim(storable(usage), implausible)


def storable(usage: Usage) -> Usage:
    """Usage without numbers that no column holds."""
    said: dict[str, int | None] = asdict(usage)
    unheld = {name: None for name, count in said.items() if count is not None and count > LARGEST_COUNT}
    return replace(usage, **unheld) if unheld else usage
