"""judged: only a judge can decide it; where none is named, nobody knows."""

from pydantic import JsonValue

from edison.domain import Output

from .kind import SeenOutput, Test, refuse_value


def waits_for_judge(value: JsonValue) -> Test:
    """Never decided here: where a judge is named, what it decides stands in this one's place."""
    refuse_value(value)
    return _look


def _look(_: Output) -> SeenOutput:
    return SeenOutput(holds=None, sentence="Not judged: only a judge can decide it, and none is named.")
