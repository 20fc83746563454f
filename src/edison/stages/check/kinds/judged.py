"""judged, unknown_truth: what nobody here can decide is not checked, and so it is no pass."""

from functools import partial

from pydantic import JsonValue

from edison.domain import Output

from .kind import SeenOutput, Test, refuse_value


def waits_for_judge(value: JsonValue) -> Test:
    """Never decided here: where a judge is named, what it decides stands in this one's place."""
    refuse_value(value)
    return partial(_look, why="Not judged: only a judge can decide it, and none is named.")


def waits_for_truth(value: JsonValue) -> Test:
    """Never decided: whoever wrote the test keeps elsewhere what is right, and it did not come with it."""
    refuse_value(value)
    return partial(_look, why="Not checked: no accepted answers came with it.")


def _look(_: Output, *, why: str) -> SeenOutput:
    return SeenOutput(holds=None, sentence=why)
