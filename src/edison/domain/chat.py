"""Conversations with several models side by side: each has its own history and settings."""

from collections.abc import Iterator
from enum import StrEnum
from typing import Self

from pydantic import AwareDatetime, Field, model_validator

from .answer import Answer, Outcome
from .ask import Ask, Form, Image, Message, Sampling, Tool, ToolCall, ToolChoice, refuse_misfits
from .asker import Asker, AskerKind
from .endpoint import Endpoint
from .ids import ChatId, RunId
from .noun import Noun

MOST_MODELS = 10
NO_RESULT = "No result was given."
"""What a model hears of a tool that it called and nobody ran."""


class ChatColumn(Noun):
    """One model of a chat, and how it is asked."""

    name: str = Field(min_length=1, max_length=300)
    """What tells it from the others: the same model may stand there twice."""
    endpoint: Endpoint
    system: str = ""
    sampling: Sampling = Sampling()
    timeout_s: float = Field(default=300.0, gt=0)


class ChatTurn(Noun):
    """What all models are told in a turn."""

    text: str = ""
    images: tuple[Image, ...] = ()
    tool_results: dict[str, str] = {}
    """By the name of a tool that was called: what it returned."""

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if not self.text.strip() and not self.images and not self.tool_results:
            raise ValueError("a question has a text, an image or results of tools")
        return self

    @property
    def message(self) -> Message | None:
        """What the user says; None where only tools return."""
        return Message.user(self.text, *self.images) if self.text.strip() or self.images else None


class ChatState(StrEnum):
    """What became of a question to one model."""

    ANSWERED = "answered"
    FAILED = "failed"
    STOPPED = "stopped"


class ChatAnswer(Noun):
    """What one model said to one question, or why it did not."""

    question: int = Field(ge=0)
    column: int = Field(ge=0)
    state: ChatState
    text: str = ""
    """Of one that failed or was stopped: what had come."""
    reasoning: str | None = None
    tool_calls: tuple[ToolCall, ...] = ()
    outcome: Outcome | None = None
    code: str | None = None
    sentence: str | None = None
    latency_s: float | None = None
    first_token_s: float | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    microusd: int | None = None
    """None where nobody knows."""

    @classmethod
    def of(cls, answer: Answer, *, question: int, column: int) -> Self:
        """An answer that came whole."""
        return cls(
            question=question,
            column=column,
            state=ChatState.ANSWERED,
            text=answer.text,
            reasoning=answer.reasoning,
            tool_calls=answer.tool_calls,
            outcome=answer.outcome,
            latency_s=answer.timing.latency_s,
            first_token_s=answer.timing.first_token_s,
            input_tokens=answer.usage.input_tokens,
            output_tokens=answer.usage.output_tokens,
            microusd=answer.cost.microusd,
        )


class ChatOrigin(Noun):
    """The cell of a run that a chat was opened from, with the answer that it had there."""

    run_id: RunId
    cell: int = Field(ge=0)
    answer: str = ""


class Chat(Noun):
    """A conversation with one to ten models."""

    id: ChatId
    name: str = Field(min_length=1, max_length=200)
    made_at: AwareDatetime
    columns: tuple[ChatColumn, ...] = Field(min_length=1, max_length=MOST_MODELS)
    tools: tuple[Tool, ...] = ()
    tool_choice: ToolChoice | None = None
    """Sent with what the user says, and not where tools alone return."""
    form: Form = Form()
    opening: tuple[Message, ...] = ()
    """What was said before the first question, to all of them."""
    draft: str = ""
    """What is to be asked first, where somebody brought that along."""
    pictures: tuple[Image, ...] = ()
    """What goes with the first question besides."""
    origin: ChatOrigin | None = None
    revision: int = Field(default=0, ge=0)
    """How often it was changed who takes part, and how."""
    questions: tuple[ChatTurn, ...] = ()
    answers: tuple[ChatAnswer, ...] = ()

    @model_validator(mode="after")
    def _names_tell_apart(self) -> Self:
        if len({column.name for column in self.columns}) != len(self.columns):
            raise ValueError("two models of a chat have the same name")
        refuse_misfits([tool.name for tool in self.tools], self.tool_choice)
        return self

    @property
    def asker(self) -> Asker:
        """As which its calls stand in the ledger."""
        return Asker(kind=AskerKind.CHAT, id=self.id, name=self.name)

    def answer(self, question: int, column: int) -> ChatAnswer | None:
        """What a model said to a question; None while it has not."""
        found = (one for one in self.answers if (one.question, one.column) == (question, column))
        return next(found, None)

    def with_pictures(self, question: ChatTurn) -> ChatTurn:
        """The next question; the first with the pictures that were brought along."""
        if self.questions or not self.pictures:
            return question
        return question.model_copy(update={"images": (*self.pictures, *question.images)})

    def ask(self, question: int, column: int) -> Ask:
        """A question as it is put to one model, after all that was said with this one before."""
        asked = self.columns[column]
        return Ask(
            to=asked.endpoint,
            messages=tuple(self.history(question, column)),
            tools=self.tools,
            tool_choice=None if self.questions[question].message is None else self.tool_choice,
            form=self.form,
            sampling=asked.sampling,
        )

    def history(self, question: int, column: int) -> Iterator[Message]:
        """All that a model is told: a turn that it did not answer is none of its history."""
        if self.columns[column].system.strip():
            yield Message.system(self.columns[column].system)
        yield from self.opening
        called: tuple[ToolCall, ...] = ()
        for number, one in enumerate(self.questions[: question + 1]):
            said = self.answer(number, column)
            if number != question and (said is None or said.state is not ChatState.ANSWERED):
                continue
            for call in called:
                yield Message.tool(one.tool_results.get(call.name, NO_RESULT), call_id=call.id)
            if one.message is not None:
                yield one.message
            if number != question and said is not None:
                called = said.tool_calls
                yield Message.assistant(said.text, *said.tool_calls)
