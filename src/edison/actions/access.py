"""Who may use which verb: said where a verb is written, checked here and nowhere else."""

from collections.abc import Callable
from functools import wraps
from types import MappingProxyType
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

from edison.domain import Right
from edison.errors import NotPermitted

if TYPE_CHECKING:
    from .house import House

P = ParamSpec("P")
T = TypeVar("T")

_DECLARED: dict[str, Right] = {}
VERBS = MappingProxyType(_DECLARED)
"""Every verb that was loaded, by its name, with the right that it takes."""


def verb(
    right: Right,
) -> "Callable[[Callable[Concatenate[House, P], T]], Callable[Concatenate[House, P], T]]":
    """Declare a verb: whoever the house acts for needs this right, which is looked at before anything is done.

    What it gives back may be anything: a value, a coroutine, an iterator or a context manager. None of them is made
    for somebody who has not the right.
    """

    def declare(function: "Callable[Concatenate[House, P], T]") -> "Callable[Concatenate[House, P], T]":
        name = function.__name__

        @wraps(function)
        def checked(house: "House", /, *arguments: P.args, **named: P.kwargs) -> T:
            if not house.actor.may(right):
                raise NotPermitted(house.actor.name, name, right.value)
            return function(house, *arguments, **named)

        _DECLARED[name] = right
        return checked

    return declare
