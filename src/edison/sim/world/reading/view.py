"""A request as the world looks at it."""

from __future__ import annotations

from functools import cached_property

from ...exchange import SimMessage, SimRequest

_SYSTEM_ROLES = ("system", "developer")


class ReadRequest:
    """The parts of a request that matter, worked out when first needed."""

    def __init__(self, request: SimRequest) -> None:
        self.request = request
        self._asked_at = _last_user(request.messages)

    @property
    def question(self) -> str:
        """What the person said last."""
        return self.request.messages[self._asked_at].text if self._asked_at >= 0 else ""

    @property
    def images(self) -> int:
        """How many images came with it."""
        return self.request.messages[self._asked_at].images if self._asked_at >= 0 else 0

    @cached_property
    def system(self) -> str:
        return "\n\n".join(message.text for message in self.request.messages if message.role in _SYSTEM_ROLES)

    @cached_property
    def prompt(self) -> str:
        """System text and last question: what is asked now, without earlier turns."""
        return f"{self.system}\n\n{self.question}" if self.system else self.question

    @cached_property
    def lower(self) -> str:
        """The same in lower case."""
        return self.prompt.lower()

    @cached_property
    def shots(self) -> int:
        """Earlier answers in the conversation, which serve as examples."""
        earlier = self.request.messages[: max(0, self._asked_at)]
        return sum(message.role == "assistant" and not message.tool_calls for message in earlier)

    @property
    def since_asked(self) -> tuple[SimMessage, ...]:
        """What happened after the question: tool calls and their results."""
        return self.request.messages[self._asked_at + 1 :]

    @cached_property
    def noise_key(self) -> str:
        """Everything chance may depend on; seed and salt tell nothing apart at temperature 0."""
        request = self.request
        parts = [message.text for message in request.messages]
        parts.append(f"{request.temperature}|{request.max_tokens}|{request.reasoning_effort}")
        if request.temperature != 0:
            parts.append(f"{request.seed}|{request.salt}")
        return "\x1e".join(parts)


def _last_user(messages: tuple[SimMessage, ...]) -> int:
    for place in range(len(messages) - 1, -1, -1):
        if messages[place].role == "user":
            return place
    return -1
