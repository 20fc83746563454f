"""filtered: the provider's own filter held the answer back."""

from pydantic import JsonValue

from edison.domain import Outcome, Output

from .kind import SeenOutput, Test, refuse_value


def is_filtered(value: JsonValue) -> Test:
    """The provider said that its filter held the answer back."""
    refuse_value(value)
    return _look


def _look(output: Output) -> SeenOutput:
    if output.reason == Outcome.CONTENT_FILTER.value:
        return SeenOutput(holds=True, sentence="The provider's filter held the answer back.")
    return SeenOutput(holds=False, sentence="No filter of the provider held it back.")
