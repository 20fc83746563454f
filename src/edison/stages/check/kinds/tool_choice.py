"""tool_choice: the answer does what it was told to do about tools."""

from pydantic import JsonValue

from edison.domain import Output

from .calls import calls_of, is_named, tell_calls
from .kind import SeenOutput, Test, quote, words_of

_FREE, _NEEDED, _FORBIDDEN = "auto", "required", "none"


def keeps_tool_choice(value: JsonValue) -> Test:
    """`required` wants a call, `none` forbids any, `auto` allows both; any other word is the tool to be called."""
    choice = words_of(value).strip()

    def look(output: Output) -> SeenOutput:
        calls = calls_of(output)
        if choice == _FORBIDDEN and calls:
            return SeenOutput(holds=False, sentence="Tool call made when tool_choice='none'")
        if choice in (_FREE, _FORBIDDEN):
            return SeenOutput(holds=True, sentence=f"It {tell_calls(calls)}.")
        if not calls:
            return SeenOutput(holds=False, sentence="Expected tool call but got text response")
        holds = choice == _NEEDED or any(is_named(call, choice) for call in calls)
        wanted = "a tool" if choice == _NEEDED else quote(choice)
        return SeenOutput(holds=holds, sentence=f"Expected a call of {wanted}; it {tell_calls(calls)}.")

    return look
