"""What stands beside what is sent of messages and tools, and goes to nobody."""

from collections.abc import Collection, Iterator

from pydantic import JsonValue

from ..reading.nodes import mappings

_OF_ROLES = {
    "assistant": ("tool_calls",),
    "tool": ("tool_call_id", "name"),
    "function": ("tool_call_id", "name"),
}
_OF_PARTS = ("type", "text", "image_url", "image")
_OF_TOOLS = ("type", "function", "name", "description", "parameters", "input_schema")


def tell_unsent(messages: JsonValue, tools: JsonValue) -> Iterator[str]:
    """A sentence about the keys of messages, and one about those of tools, that are not sent."""
    if unsent := set(_beside_messages(messages)):
        yield _told("messages", unsent)
    if unsent := set(_beside_tools(tools)):
        yield _told("tools", unsent)


def _told(where: str, keys: Collection[str]) -> str:
    return f"{where}: {', '.join(sorted(keys))} {'are' if len(keys) > 1 else 'is'} not sent."


def _beside_messages(messages: JsonValue) -> Iterator[str]:
    for message in mappings(messages):
        yield from _others(message, ("role", "content", *_OF_ROLES.get(str(message.get("role")), ())))
        for part in mappings(message.get("content")):
            yield from _others(part, _OF_PARTS)
            yield from _others(part.get("image_url"), ("url",))


def _beside_tools(tools: JsonValue) -> Iterator[str]:
    for tool in mappings(tools):
        yield from _others(tool, _OF_TOOLS)
        yield from _others(tool.get("function"), _OF_TOOLS)


def _others(written: JsonValue, known: Collection[str]) -> Iterator[str]:
    """The keys that say something and are not known; those that begin with _ are remarks."""
    for key, value in written.items() if isinstance(written, dict) else ():
        if key not in known and value and not key.startswith("_"):
            yield key
