"""Free text that must say something."""

from typing import Annotated

from pydantic import AfterValidator, Field


def _say_something(text: str) -> str:
    if not text.strip():
        raise ValueError("the text is blank")
    return text


# Not a length constraint: pydantic measures in UTF-8 and would refuse lone surrogates, which models do write.
Words = Annotated[str, AfterValidator(_say_something)]

# Counted apart from the pattern: a hundred times every letter of every script takes long to be understood.
ShortName = Annotated[str, Field(pattern=r"^[\w.-]+$", max_length=100)]
"""A name in commands, addresses and files: letters of any script, digits, dots, dashes."""
