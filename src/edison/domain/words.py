"""Free text that must say something."""

from typing import Annotated

from pydantic import AfterValidator


def _say_something(text: str) -> str:
    if not text.strip():
        raise ValueError("the text is blank")
    return text


# Not a length constraint: pydantic measures in UTF-8 and would refuse lone surrogates, which models do write.
Words = Annotated[str, AfterValidator(_say_something)]
