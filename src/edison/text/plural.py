"""A number with its noun."""


def several(count: int, noun: str, plural: str | None = None) -> str:
    """A count with its noun, in the plural unless it is one: 1 case, 2 cases, 2 families."""
    return f"{count:,} {noun if count == 1 else plural or f'{noun}s'}"
