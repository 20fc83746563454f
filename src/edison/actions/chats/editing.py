"""Chats: begun, changed, looked at, exported and removed."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from pydantic import ValidationError

from edison.domain import (
    MOST_MODELS,
    Chat,
    ChatColumn,
    ChatId,
    ChatOrigin,
    Endpoint,
    Form,
    Image,
    Message,
    Right,
    Role,
    RunId,
    Sampling,
    Tool,
    ToolChoice,
    to_microusd,
)
from edison.errors import ChangedMeanwhile, ChatRefused, ChoiceUnknown
from edison.formats import write_chat_battery, write_chat_json, write_chat_markdown
from edison.store import UnitOfWork

from ..access import verb
from ..house import House
from ..results.grid import question_of
from ..views.chat import ChatLinesView, ChatView, view_chat, view_chat_line

_MOST_USD = 1_000_000
_NAME_CHARS = 60
_AS_IT_LIKES = Sampling()
_ANY_FORM = Form()


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """A model that is to take part, and how it is asked."""

    model: str
    system: str = ""
    sampling: Sampling = _AS_IT_LIKES
    timeout_s: float = 300.0


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """Who is to be asked, with which tools, and for how much."""

    models: Sequence[ModelRequest]
    name: str = ""
    tools: Sequence[Tool] = ()
    tool_choice: ToolChoice | None = None
    form: Form = _ANY_FORM
    opening: Sequence[Message] = ()
    draft: str = ""
    pictures: Sequence[Image] = ()
    origin: ChatOrigin | None = None
    budget_usd: float | None = None


@verb(Right.SPEND)
def start_chat(house: House, request: ChatRequest) -> ChatView:
    """Begin a chat with one to ten models; nothing is asked yet.

    Raises:
        ChatRefused: there are none, too many, or what is said of them cannot be.
    """
    chat = _made(house, request)
    cap = to_microusd(request.budget_usd)

    def begin(work: UnitOfWork) -> ChatView:
        work.chats.add(chat, cap_microusd=cap)
        return _view(work, chat)

    return house.write(begin)


@verb(Right.SPEND)
def change_models(
    house: House, name: str, models: Sequence[ModelRequest], *, seen: int | None = None
) -> ChatView:
    """Give the models of a chat other settings, or take further ones in; those that took part stay in their places.

    Args:
        house: Where it is kept.
        name: Which chat.
        models: All of them, in their places.
        seen: By which revision that was decided; None whatever it is now.

    Raises:
        ChangedMeanwhile: somebody else changed them since.
        ChatRefused: one that took part is missing, or what is said of one cannot be.
    """
    with house.store.work() as work:
        work.chats.lock(work.chats.get(name).id)
        chat = work.chats.get(name)
        if seen is not None and seen != chat.revision:
            raise ChangedMeanwhile("chat", chat.name)
        changed = chat.model_copy(update={"columns": _columns(models), "revision": chat.revision + 1})
        took_part = {answer.column for answer in chat.answers}
        for place in took_part:
            if (
                place >= len(changed.columns)
                or changed.columns[place].endpoint != chat.columns[place].endpoint
            ):
                raise ChatRefused(
                    f"{chat.columns[place].name} has said something already",
                    "leave it where it is, or begin anew",
                )
        work.chats.change(changed)
        return _view(work, work.chats.get(chat.id))


@verb(Right.READ)
def show_chat(house: House, name: str) -> ChatView:
    """One chat with all that was said: by its id, a part of it, or `latest`."""
    with house.store.reading() as work:
        return _view(work, work.chats.get(name))


@verb(Right.READ)
def list_chats(house: House, *, before: str | None = None, limit: int = 50) -> ChatLinesView:
    """Chats, newest first: the first page, or the one that follows after a chat."""
    with house.store.reading() as work:
        found = work.chats.page(before=before, limit=limit + 1)
        lines = tuple(view_chat_line(chat, money=work.chats.money(chat.id)) for chat in found[:limit])
    return ChatLinesView(items=lines, next=lines[-1].id if len(found) > limit else None)


@verb(Right.CHANGE)
def remove_chat(house: House, name: str) -> None:
    """Forget a chat with all that was said; what it cost stays in the ledger."""
    with house.store.work() as work:
        chat = work.chats.get(name)
        work.chats.remove(chat.id)
        work.askers.forget_words(chat.asker)


@verb(Right.READ)
def export_chat(
    house: House, name: str, *, format: str, is_one: bool = False, expected: str | None = None
) -> Iterator[bytes]:
    """A chat as `md`, `json`, or a `battery` with a case for each turn.

    Args:
        house: Where it is kept.
        name: Which chat.
        format: One of the three.
        is_one: In a battery, one case with the whole conversation.
        expected: In a battery, the model whose answers are the expected ones.

    Raises:
        ChatRefused: nothing was answered that a battery could be made of.
        ChoiceUnknown: there is no such format or model.
    """
    with house.store.reading() as work:
        chat = work.chats.get(name)
    names = [column.name for column in chat.columns]
    if expected is not None and expected not in names:
        raise ChoiceUnknown("model", expected, names)
    if format == "md":
        return write_chat_markdown(chat)
    if format == "json":
        return write_chat_json(chat)
    if format != "battery":
        raise ChoiceUnknown("format", format, ("md", "json", "battery"))
    if not any(answer.code is None for answer in chat.answers):
        raise ChatRefused("nobody has answered anything that a test could be made of", "ask first")
    place = None if expected is None else names.index(expected)
    return write_chat_battery(chat, is_one=is_one, expected=place)


@verb(Right.SPEND)
def open_cell(
    house: House, run_id: RunId, number: int, *, models: Iterable[str] = (), budget_usd: float | None = None
) -> ChatView:
    """Begin a chat from a cell of a run: the same question, ready to be asked of the same model, and of others.

    Raises:
        CellMissing: no such cell is planned.
        ChatRefused: its answer was handed in, so that there is no question.
    """
    asked, answer = question_of(house, run_id, number)
    if asked is None:
        raise ChatRefused(f"cell {number} has no question that could be asked", "choose another one")
    told = [message for message in asked.messages if message.role is Role.SYSTEM]
    said = [message for message in asked.messages if message.role is not Role.SYSTEM]
    drafted = said.pop() if said and said[-1].role is Role.USER else Message.user("")
    own = ModelRequest(asked.to.name, "\n\n".join(one.text for one in told), asked.sampling)
    request = ChatRequest(
        models=(own, *(replace(own, model=model) for model in models)),
        name=f"Cell {number}",
        tools=asked.tools,
        tool_choice=asked.tool_choice,
        form=asked.form,
        opening=said,
        draft=drafted.text,
        pictures=[part for part in drafted.parts if isinstance(part, Image)],
        origin=ChatOrigin(run_id=run_id, cell=number, answer=answer),
        budget_usd=budget_usd,
    )
    return start_chat(house, request)


def _made(house: House, request: ChatRequest) -> Chat:
    if not 1 <= len(request.models) <= MOST_MODELS:
        raise ChatRefused(f"{len(request.models)} models were named", f"name one to {MOST_MODELS}")
    if request.budget_usd is not None and not 0 < request.budget_usd <= _MOST_USD:
        raise ChatRefused("the budget is no amount of money", "give more than 0 USD")
    try:
        return Chat(
            id=ChatId(house.mint.new("cht")),
            name=request.name.strip()[:_NAME_CHARS]
            or ", ".join(one.model for one in request.models)[:_NAME_CHARS],
            made_at=house.clock.now(),
            columns=_columns(request.models),
            tools=tuple(request.tools),
            tool_choice=request.tool_choice,
            form=request.form,
            opening=tuple(request.opening),
            draft=request.draft,
            pictures=tuple(request.pictures),
            origin=request.origin,
        )
    except ValidationError as error:
        raise ChatRefused(error.errors()[0]["msg"].removeprefix("Value error, "), "change that") from error


def _columns(requests: Sequence[ModelRequest]) -> tuple[ChatColumn, ...]:
    """One for each, the second of a model called `provider/model (2)`."""
    seen: Counter[str] = Counter()
    columns: list[ChatColumn] = []
    for request in requests:
        endpoint = Endpoint.parse(request.model)
        seen[endpoint.name] += 1
        again = f" ({seen[endpoint.name]})" if seen[endpoint.name] > 1 else ""
        columns.append(
            ChatColumn(
                name=endpoint.name + again,
                endpoint=endpoint,
                system=request.system,
                sampling=request.sampling,
                timeout_s=request.timeout_s,
            )
        )
    return tuple(columns)


def _view(work: UnitOfWork, chat: Chat) -> ChatView:
    return view_chat(chat, money=work.chats.money(chat.id))
