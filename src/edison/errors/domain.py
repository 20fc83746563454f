"""Nouns that cannot be: refused where they would be made."""

from typing import ClassVar

from .base import EdisonError, ErrorKind


class EndpointNameBroken(EdisonError):
    """A name that is not `provider/model`."""

    code: ClassVar[str] = "endpoint_name"
    kind: ClassVar[ErrorKind] = ErrorKind.INVALID

    def __init__(self, name: str) -> None:
        super().__init__(
            f"{name!r} names no endpoint; write it as provider/model, such as openai/gpt-4o-mini.", name=name
        )


class WeightsDoNotSum(EdisonError):
    """A rubric whose weights do not add up to the whole."""

    code: ClassVar[str] = "rubric_weights"
    kind: ClassVar[ErrorKind] = ErrorKind.INVALID

    def __init__(self, total: float) -> None:
        super().__init__(
            f"Criterion weights sum to {total:.6g}; change them so that they sum to 1.", total=total
        )


class ScoreOffScale(EdisonError):
    """A score that is not on its criterion's scale cannot be normalised."""

    code: ClassVar[str] = "score_off_scale"
    kind: ClassVar[ErrorKind] = ErrorKind.INVALID

    def __init__(self, score: float, *, minimum: float, maximum: float) -> None:
        super().__init__(
            f"The score {score:g} is not on the scale from {minimum:g} to {maximum:g}; "
            "ask the scale whether it holds a score before normalising it.",
            score=score,
            minimum=minimum,
            maximum=maximum,
        )
