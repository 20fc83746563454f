"""Places at which a test may have the process die; the clock's and the chance's darker sister."""

from collections.abc import Callable

FaultPoint = Callable[[str], None]
"""Is told the name of the place that was reached."""


def no_fault(_point: str) -> None:
    """What happens at a fault point when nobody asked for a fault."""
