"""Questions to all models of a chat at once: each streams by itself, and the trouble of one is its own."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Collection
from contextlib import suppress
from dataclasses import dataclass

import structlog

from edison.domain import Ask, CallId, Chat, ChatAnswer, ChatId, ChatState, ChatTurn, Right, StageName
from edison.errors import ChatRefused, EdisonError
from edison.gateway import CallOptions, Gateway
from edison.store import CallPlace, UnitOfWork, stage_number

from ..access import verb
from ..agents.connections import ProviderConnections
from ..agents.outside_ledger import Account, OutsideLedger, SpendingCap
from ..house import House
from ..results.showing import shown_breakage

log = structlog.get_logger()

_PATIENCE_S = 30.0


@dataclass(frozen=True, slots=True)
class ChatDelta:
    """What one model has just said."""

    question: int
    column: int
    text: str = ""
    reasoning: str = ""
    tool: str = ""
    """A tool whose call has just begun."""


ChatEvent = ChatDelta | ChatAnswer
"""What happens while models answer: pieces of it, then of each its answer as it is kept."""


@dataclass(frozen=True, slots=True)
class ChatCap:
    """The money of one chat."""

    chat_id: ChatId
    has_cap: bool

    def take(self, work: UnitOfWork, microusd: int) -> bool:
        return work.chats.take(self.chat_id, microusd)

    def give_back(self, work: UnitOfWork, microusd: int) -> None:
        work.chats.give_back(self.chat_id, microusd)

    def left(self, work: UnitOfWork) -> int | None:
        return work.chats.money(self.chat_id).left_microusd


class ChatBench:
    """Lives in one loop: the ways to providers that all chats share, and what is under way."""

    def __init__(self, house: House) -> None:
        self.ledger = OutsideLedger(house)
        self.connections = ProviderConnections(house, self.ledger)
        self.under_way: dict[tuple[ChatId, int], asyncio.Task[None]] = {}

    def stop(self, chat_id: ChatId, column: int | None = None) -> None:
        """Stop one model of a chat, or all; their slots are free at once, and what had come is kept."""
        for (chat, place), task in self.under_way.items():
            if chat == chat_id and column in (None, place):
                task.cancel()

    async def close(self) -> None:
        """Stop everything and hang up."""
        tasks = list(self.under_way.values())
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)
        await self.connections.close()
        await asyncio.to_thread(self.ledger.shut)


@verb(Right.SPEND)
async def ask_chat(
    house: House,
    bench: ChatBench,
    name: str,
    question: ChatTurn,
    *,
    columns: Collection[int] | None = None,
    seen: int | None = None,
) -> AsyncGenerator[ChatEvent]:
    """Ask all models of a chat, or some; whoever stops listening stops them.

    `seen` is how many questions whoever asks has seen in it: one that is sent twice is asked and paid for once.

    Raises:
        ChatMissing: there is no such chat.
        ChatRefused: it is or was asked something meanwhile, or a model is named that is not there.
    """
    chat = await asyncio.to_thread(_look, house, name)
    chosen = sorted(set(range(len(chat.columns)) if columns is None else columns))
    if not chosen or chosen[-1] >= len(chat.columns) or chosen[0] < 0:
        raise ChatRefused("no such model takes part", "name those of the chat")
    if any(busy == chat.id for busy, _ in bench.under_way):
        raise ChatRefused("it is being asked something already", "wait for the answers, or stop them")
    if seen is not None and seen != len(chat.questions):
        raise ChatRefused("it was asked this or something else meanwhile", "read the chat, then ask")
    heard: asyncio.Queue[ChatEvent | None] = asyncio.Queue()
    asking = _TurnUnderWay(house, bench, chat, heard.put_nowait)
    tasks = [asking.reserve(column) for column in chosen]
    try:
        await asking.begin(question)
        left = len(tasks)
        while left:
            event = await heard.get()
            if event is None:
                left -= 1
                continue
            yield event
    finally:
        for task in tasks:
            # Each keeps what had come by itself, whether anybody waits for that or not.
            task.cancel()


class _TurnUnderWay:
    """One question under way."""

    def __init__(
        self, house: House, bench: ChatBench, chat: Chat, tell: Callable[[ChatEvent | None], None]
    ) -> None:
        self._house = house
        self._bench = bench
        self._chat = chat
        self._tell = tell
        self._begun: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._cap: SpendingCap = ChatCap(chat.id, has_cap=True)
        self._number = len(chat.questions)

    def reserve(self, column: int) -> "asyncio.Task[None]":
        """Take a model's place, so that nobody asks it anything else meanwhile."""
        place = (self._chat.id, column)
        task = self._bench.under_way[place] = asyncio.create_task(self._answer(column))
        task.add_done_callback(lambda _: self._leave(place))
        return task

    async def begin(self, question: ChatTurn) -> None:
        """Keep the question; then everybody is asked."""
        question = self._chat.with_pictures(question)
        self._number, money = await asyncio.to_thread(self._keep_question, question)
        self._cap = ChatCap(self._chat.id, has_cap=money is not None)
        self._chat = self._chat.model_copy(update={"questions": (*self._chat.questions, question)})
        self._begun.set_result(None)

    def _leave(self, place: tuple[ChatId, int]) -> None:
        self._bench.under_way.pop(place, None)
        self._tell(None)

    async def _answer(self, column: int) -> None:
        await asyncio.shield(self._begun)
        said: list[str] = []
        made = await self._made(column, said)
        kept = made.model_copy(update={"text": made.text or "".join(said)})
        await self._keep(kept)
        self._tell(kept)

    async def _keep(self, answer: ChatAnswer) -> None:
        """Write it down, however often it is stopped meanwhile: it was asked, and may have been paid for."""
        keeping = asyncio.ensure_future(asyncio.to_thread(self._keep_answer, answer))
        while not keeping.done():
            with suppress(asyncio.CancelledError):
                await asyncio.shield(keeping)

    async def _made(self, column: int, said: list[str]) -> ChatAnswer:
        try:
            with self._bench.ledger.charged_to(self._account(column)) as call:
                return await self._stream(column, call, said)
        except asyncio.CancelledError:
            return self._unmade(column, ChatState.STOPPED, "It was stopped.")
        except EdisonError as error:
            return self._unmade(column, ChatState.FAILED, error.sentence, code=error.code)
        except Exception as error:
            log.error("chat.broken", error=shown_breakage(error))
            sentence = "Something broke that should not have; the others go on."
            return self._unmade(column, ChatState.FAILED, sentence, code="broken")

    def _account(self, column: int) -> Account:
        place = CallPlace(stage_number(StageName.GENERATE), self._number, column)
        return Account(self._chat.asker, self._cap, place)

    def _unmade(self, column: int, state: ChatState, sentence: str, *, code: str | None = None) -> ChatAnswer:
        return ChatAnswer(question=self._number, column=column, state=state, code=code, sentence=sentence)

    async def _stream(self, column: int, call: CallId, said: list[str]) -> ChatAnswer:
        asked = self._chat.ask(self._number, column)
        options = CallOptions(call_id=call, deadline_s=self._chat.columns[column].timeout_s)
        async with self._bench.connections.open(asked.to) as gateway:
            if not gateway.can_stream(asked.to.provider):
                answer = await gateway.ask(asked, options)
                return ChatAnswer.of(answer, question=self._number, column=column)
            return await self._read(gateway, asked, options, said=said, column=column)

    async def _read(
        self, gateway: Gateway, asked: Ask, options: CallOptions, *, said: list[str], column: int
    ) -> ChatAnswer:
        async with gateway.stream(asked, options) as stream:
            async for delta in stream:
                said.append(delta.text)
                self._tell(
                    ChatDelta(
                        question=self._number,
                        column=column,
                        text=delta.text,
                        reasoning=delta.reasoning,
                        tool=delta.tool_name,
                    )
                )
            return ChatAnswer.of(stream.answer, question=self._number, column=column)

    def _keep_question(self, question: ChatTurn) -> tuple[int, int | None]:
        with self._house.store.work() as work:
            number = work.chats.add_question(self._chat.id, question)
            return number, work.chats.money(self._chat.id).cap_microusd

    def _keep_answer(self, answer: ChatAnswer) -> None:
        try:
            self._house.store.retry(
                lambda work: work.chats.add_answer(self._chat.id, answer), patience_s=_PATIENCE_S
            )
        except EdisonError as error:
            # Somebody removed the chat meanwhile, or the database is gone.
            log.warning("chat.answer_not_kept", chat=self._chat.id, code=error.code)


def _look(house: House, name: str) -> Chat:
    with house.store.reading() as work:
        return work.chats.get(name)
