"""accepted_turns: in each turn of the user every given call has been made by then; others may be made as well."""

from collections.abc import Sequence

from pydantic import JsonValue

from edison.domain import Output, ToolCall

from .accepted_calls import Accepted, match_calls, problem_of, read_accepted
from .calls import is_named, tell_calls
from .kind import CheckMisfit, SeenOutput, Test, quote


def makes_accepted_turns(value: JsonValue) -> Test:
    """A list of calls for each turn, as in accepted_calls; an empty list asks for nothing."""
    if not isinstance(value, list) or not value:
        raise CheckMisfit("must be a list with the calls of each turn")
    turns = [read_accepted(one) if one != [] else [] for one in value]

    def look(output: Output) -> SeenOutput:
        steps = () if output.trace is None else output.trace.steps
        for number, wanted in enumerate(turns, 1):
            made = tuple(step.call for step in steps if step.spoken <= number)
            missing = _missing(wanted, made)
            if missing is not None:
                return SeenOutput(holds=False, sentence=f"Turn {number}: {missing}")
        return SeenOutput(holds=True, sentence="The calls of every turn are made.")

    return look


def _missing(wanted: Sequence[tuple[str, Accepted]], calls: tuple[ToolCall, ...]) -> str | None:
    problems = [[problem_of(call, name, accepted) for call in calls] for name, accepted in wanted]
    matched: dict[int, int] = {}
    for place, (name, _) in enumerate(wanted):
        if not match_calls(place, problems, matched, tried=set()):
            last = [
                problem for call, problem in zip(calls, problems[place], strict=True) if is_named(call, name)
            ]
            told = next(filter(None, reversed(last)), None)
            return told or f"Expected a call of {quote(name)}; it {tell_calls(calls)}."
    return None
