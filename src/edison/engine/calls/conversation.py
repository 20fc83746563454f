"""A dialogue with its recorded replies: where it stands, and what it waits for. No I/O, no clock.

However answers come (at once, from a cache, in a batch tomorrow, by a callback), a conversation is made from the
dialogue and whatever is recorded, and either waits for certain replies or has concluded. Nobody has to keep it in
memory meanwhile: made again from the same records, it stands at the same place.
"""

from collections.abc import Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

from edison.domain import Ask, Dialogue, Reply

T = TypeVar("T")


class Waiting(NamedTuple):
    """A question that has no reply yet."""

    turn: int
    branch: int
    ask: Ask


class Known(NamedTuple):
    """A recorded reply, and the fingerprint of the question it answered."""

    fingerprint: str
    reply: Reply


Script = Mapping[tuple[int, int], Known]
"""Recorded replies by turn and branch."""


class ScriptOutdated(Exception):
    """A recorded reply answers another question than the one that is asked now: the code changed in between."""

    def __init__(self, turn: int, branch: int) -> None:
        super().__init__(f"turn {turn}, branch {branch}")


class Conversation(Generic[T]):
    """The dialogue about one unit."""

    def __init__(self, dialogue: Dialogue[T], script: Script | None = None) -> None:
        self._dialogue = dialogue
        self._turn = 0
        self._is_several = False
        self._asks: Sequence[Ask] = ()
        self._replies: dict[int, Reply] = {}
        self.conclusion: T | None = None
        self.is_over = False
        self._step(None)
        if script:
            self._replay(script)

    @property
    def turn(self) -> int:
        """Which exchange it is at, from 1 on."""
        return self._turn

    @property
    def waits_for(self) -> list[Waiting]:
        """The questions of this turn that have no reply yet."""
        return [
            Waiting(self._turn, branch, ask)
            for branch, ask in enumerate(self._asks)
            if branch not in self._replies
        ]

    def hear(self, branch: int, reply: Reply) -> None:
        """Take a reply; when it was the last one of this turn, the dialogue goes on."""
        self._replies[branch] = reply
        if len(self._replies) == len(self._asks):
            replies = tuple(self._replies[number] for number in range(len(self._asks)))
            self._step(replies if self._is_several else replies[0])

    def _step(self, said: Reply | Sequence[Reply] | None) -> None:
        try:
            question = next(self._dialogue) if said is None else self._dialogue.send(said)
        except StopIteration as end:
            self.conclusion, self.is_over, self._asks, self._replies = end.value, True, (), {}
            return
        self._turn += 1
        self._replies = {}
        self._is_several = not isinstance(question, Ask)
        self._asks = (question,) if isinstance(question, Ask) else tuple(question)
        if not self._asks:
            self._step(())

    def _replay(self, script: Script) -> None:
        before = 0
        while not self.is_over and self._turn != before:
            before = self._turn
            for waiting in self.waits_for:
                known = script.get((waiting.turn, waiting.branch))
                if known is None:
                    continue
                if known.fingerprint != waiting.ask.fingerprint:
                    raise ScriptOutdated(waiting.turn, waiting.branch)
                self.hear(waiting.branch, known.reply)
