"""Whether a loop goes round in circles."""

import json
from collections.abc import Sequence

from edison.domain import ToolCall

LEAST_CALLS = 6
_TIMES = 3


def find_cycle(calls: Sequence[ToolCall]) -> tuple[ToolCall, ...]:
    """The shortest run of calls that the last ones repeat three times, same tools with same arguments; else none."""
    if len(calls) < LEAST_CALLS:
        return ()
    signs = [_sign(call) for call in calls]
    for period in range(1, len(signs) // _TIMES + 1):
        last = signs[-period:]
        if signs[-_TIMES * period :] == last * _TIMES:
            return tuple(calls[-period:])
    return ()


def _sign(call: ToolCall) -> str:
    arguments = call.unparsed if call.unparsed is not None else json.dumps(call.arguments, sort_keys=True)
    return f"{call.name} {arguments}"
