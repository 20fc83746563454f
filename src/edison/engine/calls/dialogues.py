"""Holding a dialogue: asking what it asks, and writing down each turn with what was concluded from it."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeVar, cast

from edison.domain import Dialogue, Failure
from edison.store import (
    AnswerEntry,
    AttemptEndEntry,
    CallPlace,
    ComparisonEntry,
    JudgmentEntry,
    OutputEntry,
    ProposalEntry,
    ReplyEntry,
)

from ..worker.session import RunSession
from .conversation import Conversation, Script, Waiting
from .live import Heard, Transport

T = TypeVar("T")

NO_SCRIPTS: Mapping[tuple[int, int], Script] = {}
BROKEN = "Edison itself failed at this; the log says how. Please report it."

POISONED = Heard(
    Failure(
        code="poison_unit",
        sentence="Workers died again and again while this was under way; it is left alone. Run it again to insist.",
    ),
    None,
)


class AnsweredElsewhere(Exception):
    """Another worker answered first, in the middle of a dialogue; the unit is taken up from there later."""


class Work(Protocol):
    """A unit that is not finished, as far as talking about it needs to know it."""

    @property
    def scripts(self) -> Mapping[tuple[int, int], Script]: ...

    @property
    def is_poison(self) -> bool: ...


@dataclass(slots=True)
class Unwritten:
    """What was heard since the last commit."""

    replies: list[ReplyEntry] = field(default_factory=list[ReplyEntry])
    endings: list[AttemptEndEntry] = field(default_factory=list[AttemptEndEntry])


@dataclass(frozen=True, slots=True)
class DialogueRunner:
    """Holds the dialogues of one session; one transport for all of them."""

    session: RunSession
    transport: Transport

    async def converse(self, dialogue: Dialogue[T], place: CallPlace, work: Work) -> tuple[T, Unwritten]:
        """Hold a dialogue to its end; every turn but the last is committed here, the last by the caller."""
        conversation = Conversation(dialogue, work.scripts.get((place.stage, place.part)))
        unwritten = Unwritten()
        while not conversation.is_over:
            if unwritten.replies:
                await self.commit(unwritten)
                unwritten = Unwritten()
            for where, waiting, heard in await self._ask_all(conversation.waits_for, place, work):
                _note(unwritten, where, waiting, heard)
                conversation.hear(waiting.branch, heard.reply)
        return cast("T", conversation.conclusion), unwritten

    async def commit(
        self,
        unwritten: Unwritten,
        *,
        outputs: Sequence[OutputEntry] = (),
        judgments: Sequence[JudgmentEntry] = (),
        comparisons: Sequence[ComparisonEntry] = (),
        proposals: Sequence[ProposalEntry] = (),
    ) -> bool:
        """Whether it counts: another worker's answer to the same question may have come first."""
        verdict = await self.session.writer.commit(
            AnswerEntry(
                self.session.key,
                endings=unwritten.endings,
                replies=unwritten.replies,
                outputs=outputs,
                judgments=judgments,
                comparisons=comparisons,
                proposals=proposals,
            )
        )
        if verdict.outdated and not (outputs or judgments or comparisons or proposals):
            # In the middle of a dialogue: it goes on from the answer that was there first.
            raise AnsweredElsewhere
        return not verdict.outdated

    async def _ask_all(
        self, waiting: Sequence[Waiting], place: CallPlace, work: Work
    ) -> list[tuple[CallPlace, Waiting, Heard]]:
        places = [place._replace(turn=one.turn, branch=one.branch) for one in waiting]
        if work.is_poison:
            return [(where, one, POISONED) for where, one in zip(places, waiting, strict=True)]
        if len(waiting) == 1:
            return [(places[0], waiting[0], await self.transport.ask(waiting[0].ask, places[0]))]
        async with asyncio.TaskGroup() as group:
            tasks = [
                group.create_task(self.transport.ask(one.ask, where))
                for where, one in zip(places, waiting, strict=True)
            ]
        return [(where, one, task.result()) for where, one, task in zip(places, waiting, tasks, strict=True)]


def _note(unwritten: Unwritten, where: CallPlace, waiting: Waiting, heard: Heard) -> None:
    attempt_id = None if heard.ending is None else heard.ending.end.attempt_id
    unwritten.replies.append(ReplyEntry(where, attempt_id, waiting.ask.fingerprint, heard.reply))
    if heard.ending is not None:
        unwritten.endings.append(heard.ending)
