"""Chats: models side by side, asked at once and heard as they speak."""

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import asdict
from typing import Annotated, cast

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import StreamingResponse
from fastapi.sse import EventSourceResponse, ServerSentEvent
from pydantic import Field, JsonValue
from starlette.datastructures import State

from edison.actions.chats.asking import ChatBench, ChatDelta, ask_chat
from edison.actions.chats.editing import (
    ChatRequest,
    ModelRequest,
    change_models,
    export_chat,
    list_chats,
    open_cell,
    remove_chat,
    show_chat,
    start_chat,
)
from edison.actions.house import House
from edison.actions.requests import do_once
from edison.actions.views.chat import ChatLinesView, ChatView, view_chat_answer
from edison.domain import MOST_MODELS, ChatId, ChatTurn, Image, RunId, Sampling, Tool
from edison.errors import EdisonError

from ..access import Changing, Paying, Reading
from .shapes import LARGEST, MOST_USD, IdempotencyKey, RequestBody

router = APIRouter(prefix="/api", tags=["chats"])

Name = Annotated[str, Path(min_length=1, max_length=100, description="Its id, a part of it, or `latest`.")]
Budget = Annotated[float | None, Field(gt=0, le=MOST_USD)]
_TYPES = {"md": "text/markdown; charset=utf-8", "json": "application/json", "battery": "application/json"}


class AskedModel(RequestBody):
    """A model and how it is asked; what is null is not sent."""

    model: str = Field(min_length=1, max_length=300)
    system: str = ""
    temperature: float | None = Field(default=None, ge=0, le=10)
    max_tokens: int | None = Field(default=2048, ge=1, le=LARGEST)
    seed: int | None = Field(default=None, ge=0, le=2**31 - 1)
    repeat_penalty: float | None = Field(default=None, ge=0, le=10)
    timeout_s: float = Field(default=300.0, gt=0, le=3600)

    def request(self) -> ModelRequest:
        sampling = Sampling(
            temperature=self.temperature,
            max_tokens=self.max_tokens,
            seed=self.seed,
            repeat_penalty=self.repeat_penalty,
        )
        return ModelRequest(self.model, self.system, sampling, self.timeout_s)


class OfferedTool(RequestBody):
    """A tool that all of them may call; nobody runs it."""

    name: str = Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")
    description: str = ""
    parameters: dict[str, JsonValue] = {"type": "object", "properties": {}}


class NewChat(RequestBody):
    """Who takes part."""

    name: str = Field(default="", max_length=200)
    models: list[AskedModel] = Field(min_length=1, max_length=MOST_MODELS)
    tools: list[OfferedTool] = Field(default=[], max_length=128)
    budget_usd: Budget = None


class ChatModels(RequestBody):
    """Those who take part, with other settings, and further ones after them, and by which revision that was decided."""

    seen: int = Field(ge=0, le=LARGEST)
    models: list[AskedModel] = Field(min_length=1, max_length=MOST_MODELS)


class CellChat(RequestBody):
    """A cell to be opened, and who else is to be asked."""

    run: str = Field(min_length=1, max_length=200)
    cell: int = Field(ge=0, le=LARGEST)
    models: list[str] = Field(default=[], max_length=MOST_MODELS - 1)
    budget_usd: Budget = None


class SentImage(RequestBody):
    """A picture, as base64."""

    media_type: str = Field(pattern=r"^image/[a-z+.-]{1,40}$")
    base64: str = Field(min_length=1)


class NewQuestion(RequestBody):
    """What all are told, or some of them."""

    text: str = ""
    images: list[SentImage] = Field(default=[], max_length=20)
    tool_results: dict[str, str] = {}
    columns: list[int] | None = None
    seen: int = Field(ge=0, le=LARGEST)
    """How many questions whoever asks has seen in the chat; sent twice, it is asked and paid for once."""

    def question(self) -> ChatTurn:
        images = tuple(Image(media_type=one.media_type, base64=one.base64) for one in self.images)
        return ChatTurn(text=self.text, images=images, tool_results=self.tool_results)


@router.get("/chats")
def chats(
    house: Reading,
    *,
    before: Annotated[
        str | None,
        Query(min_length=1, max_length=100, description="The id of the last one of the page before."),
    ] = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> ChatLinesView:
    """Chats, newest first, each in a line; what was said in one is read by its id."""
    return list_chats(house, before=before, limit=limit)


@router.post("/chats", status_code=201)
def begin(house: Paying, request: NewChat, key: IdempotencyKey) -> ChatView:
    """Begin a chat with one to ten models; nothing is asked yet. The same key gives the one that was begun with it."""
    tools = tuple(Tool(**tool.model_dump()) for tool in request.tools)
    models = tuple(model.request() for model in request.models)
    asked = ChatRequest(models=models, name=request.name, tools=tools, budget_usd=request.budget_usd)
    return show_chat(house, do_once(house, key, lambda keyed: start_chat(keyed, asked)))


@router.post("/chats/from-cell", status_code=201)
def begin_from_cell(house: Paying, request: CellChat, key: IdempotencyKey) -> ChatView:
    """Begin a chat with the question of a cell, ready to be asked; the same key gives the one begun with it."""

    def act(keyed: House) -> None:
        open_cell(
            keyed, RunId(request.run), request.cell, models=request.models, budget_usd=request.budget_usd
        )

    return show_chat(house, do_once(house, key, act))


@router.get("/chats/{chat}")
def show(house: Reading, chat: Name) -> ChatView:
    """A chat with all that was said."""
    return show_chat(house, chat)


@router.put("/chats/{chat}/models")
def change(house: Paying, chat: Name, request: ChatModels) -> ChatView:
    """Other settings, or further models; those that have said something stay in their places.

    Where somebody else changed them meanwhile, nothing is overwritten.
    """
    return change_models(house, chat, [model.request() for model in request.models], seen=request.seen)


@router.delete("/chats/{chat}", status_code=204)
def remove(house: Changing, chat: Name) -> None:
    """Forget a chat."""
    remove_chat(house, chat)


@router.post("/chats/{chat}/ask", response_class=EventSourceResponse)
async def ask(
    house: Paying, chat: Name, asked: NewQuestion, request: Request
) -> AsyncGenerator[ServerSentEvent]:
    """Server-sent events: `delta` for each piece of an answer, `answer` for each that is whole, failed or stopped.

    Whoever hangs up stops all of them; `refused` says why nothing was asked.
    """
    watching: asyncio.Task[None] | None = None
    try:
        question = asked.question()
        bench, found = _bench(house, request.app.state), await asyncio.to_thread(show_chat, house, chat)
        watching = asyncio.create_task(_stop_when_gone(request, bench, ChatId(found.id)))
        columns = None if asked.columns is None else set(asked.columns)
        async for event in ask_chat(house, bench, found.id, question, columns=columns, seen=asked.seen):
            if isinstance(event, ChatDelta):
                yield ServerSentEvent(event="delta", data=asdict(event))
            else:
                yield ServerSentEvent(event="answer", data=view_chat_answer(event).as_json())
    except (EdisonError, ValueError) as error:
        code = error.code if isinstance(error, EdisonError) else "chat_refused"
        sentence = error.sentence if isinstance(error, EdisonError) else "Nothing was said; write something."
        yield ServerSentEvent(event="refused", data={"code": code, "sentence": sentence})
    finally:
        if watching is not None:
            watching.cancel()


@router.post("/chats/{chat}/stop", status_code=204)
async def stop(
    house: Paying,
    chat: Name,
    request: Request,
    column: Annotated[
        int | None, Query(ge=0, lt=MOST_MODELS, description="One of them; all if not given.")
    ] = None,
) -> None:
    """Stop what is being said; slots are free at once, and what had come is kept."""
    found = await asyncio.to_thread(show_chat, house, chat)
    _bench(house, request.app.state).stop(ChatId(found.id), column)


@router.get("/chats/{chat}/export", response_class=StreamingResponse)
def export(
    house: Reading,
    chat: Name,
    *,
    format: Annotated[str, Query(pattern="^(md|json|battery)$")] = "md",
    one: Annotated[bool, Query(description="In a battery: one case with the whole conversation.")] = False,
    expected: Annotated[
        str | None, Query(max_length=300, description="In a battery: whose answers are the expected ones.")
    ] = None,
) -> StreamingResponse:
    """A chat as a file."""
    pieces = export_chat(house, chat, format=format, is_one=one, expected=expected)
    name = f"chat.{'json' if format != 'md' else 'md'}"
    disposition = {"Content-Disposition": f'attachment; filename="{name}"'}
    return StreamingResponse(pieces, media_type=_TYPES[format], headers=disposition)


async def _stop_when_gone(request: Request, bench: ChatBench, chat: ChatId) -> None:
    """A server that has nothing to say for a while would not notice that nobody listens."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
    bench.stop(chat)


async def close_bench(state: State) -> None:
    """Stop all that is under way."""
    if state.bench is not None:
        await cast(ChatBench, state.bench).close()
        state.bench = None


def _bench(house: House, state: State) -> ChatBench:
    if state.bench is None:
        state.bench = ChatBench(house)
    return cast(ChatBench, state.bench)
