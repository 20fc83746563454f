"""Chats as they are told."""

from edison.domain import (
    Chat,
    ChatAnswer,
    ChatColumn,
    ChatState,
    ChatTurn,
    Form,
    Message,
    Outcome,
    Role,
    Sampling,
    Tool,
    ToolCall,
    ToolChoice,
    known_microusd,
    to_usd,
)
from edison.store import ChatMoney

from .view import BaseView, Moment

_ABOUT_CHARS = 200


class ChatAnswerView(BaseView):
    """What one model said to one question, or why it did not."""

    question: int
    column: int
    state: ChatState
    text: str
    reasoning: str | None
    tool_calls: tuple[ToolCall, ...]
    outcome: Outcome | None
    code: str | None
    sentence: str | None
    latency_s: float | None
    first_token_s: float | None
    input_tokens: int | None
    output_tokens: int | None
    cost_usd: float | None


class ChatQuestionView(BaseView):
    """What all were told in a turn."""

    text: str
    images: int
    tool_results: dict[str, str]


class ChatColumnView(BaseView):
    """One model and how it is asked."""

    name: str
    model: str
    system: str
    sampling: Sampling
    timeout_s: float


class ChatSaidView(BaseView):
    """What was said before the first question."""

    role: Role
    text: str


class ChatOriginView(BaseView):
    """The cell it was opened from, and what was answered there."""

    run_id: str
    cell: int
    answer: str


class ChatView(BaseView):
    """A chat with all that was said, and what it cost."""

    id: str
    name: str
    made_at: Moment
    columns: tuple[ChatColumnView, ...]
    tools: tuple[Tool, ...]
    tool_choice: ToolChoice | None
    form: Form
    opening: tuple[ChatSaidView, ...]
    draft: str
    pictures: int
    """How many go with the first question besides those that are chosen."""
    origin: ChatOriginView | None
    revision: int
    """How often it was changed who takes part, and how; what is changed names the one that was seen."""
    questions: tuple[ChatQuestionView, ...]
    answers: tuple[ChatAnswerView, ...]
    budget_usd: float | None
    taken_usd: float | None
    """Spent, or set aside for what may have been billed, as far as it is known."""
    unpriced_answers: int
    """Of which no price is known."""


class ChatLineView(BaseView):
    """A chat in a list: what it is about, who takes part, and what it cost."""

    id: str
    name: str
    made_at: Moment
    about: str
    """The beginning of what was asked first; empty where nothing was."""
    models: tuple[str, ...]
    turns: int
    taken_usd: float | None
    unpriced_answers: int


class ChatLinesView(BaseView):
    """Some chats, newest first, and before which one the next page begins; null after the last."""

    items: tuple[ChatLineView, ...]
    next: str | None


def view_chat_line(chat: Chat, *, money: ChatMoney) -> ChatLineView:
    """A chat as a list tells of it."""
    whole = view_chat(chat, money=money)
    return ChatLineView(
        id=whole.id,
        name=whole.name,
        made_at=whole.made_at,
        about=whole.questions[0].text[:_ABOUT_CHARS] if whole.questions else "",
        models=tuple(column.name for column in whole.columns),
        turns=len(whole.questions),
        taken_usd=whole.taken_usd,
        unpriced_answers=whole.unpriced_answers,
    )


def view_chat(chat: Chat, *, money: ChatMoney) -> ChatView:
    """A chat as it is told."""
    cap = money.cap_microusd
    unpriced = sum(one.state is ChatState.ANSWERED and one.microusd is None for one in chat.answers)
    return ChatView(
        id=chat.id,
        name=chat.name,
        made_at=chat.made_at,
        columns=tuple(map(_column, chat.columns)),
        tools=chat.tools,
        tool_choice=chat.tool_choice,
        form=chat.form,
        opening=tuple(map(_said, chat.opening)),
        draft=chat.draft,
        pictures=len(chat.pictures),
        origin=None if chat.origin is None else ChatOriginView(**chat.origin.model_dump()),
        revision=chat.revision,
        questions=tuple(map(_question, chat.questions)),
        answers=tuple(map(view_chat_answer, chat.answers)),
        budget_usd=to_usd(cap),
        taken_usd=to_usd(known_microusd(money.taken_microusd, unpriced=unpriced)),
        unpriced_answers=unpriced,
    )


def view_chat_answer(answer: ChatAnswer) -> ChatAnswerView:
    """An answer as it is told."""
    cost = answer.microusd
    return ChatAnswerView(
        **{name: getattr(answer, name) for name in ChatAnswerView.model_fields if name != "cost_usd"},
        cost_usd=to_usd(cost),
    )


def _column(column: ChatColumn) -> ChatColumnView:
    return ChatColumnView(
        name=column.name,
        model=column.endpoint.name,
        system=column.system,
        sampling=column.sampling,
        timeout_s=column.timeout_s,
    )


def _question(question: ChatTurn) -> ChatQuestionView:
    return ChatQuestionView(
        text=question.text, images=len(question.images), tool_results=question.tool_results
    )


def _said(message: Message) -> ChatSaidView:
    return ChatSaidView(role=message.role, text=message.text)
