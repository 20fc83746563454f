"""What is said to whoever answers: exactly what the version and the arm say, and nothing else."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from pydantic import JsonValue

from edison.domain import (
    TURN,
    Ask,
    CaseTask,
    EndpointKind,
    Message,
    PromptVersion,
    Role,
    Sampling,
    Text,
    Tool,
    ToolChoice,
)
from edison.text import Template, sent_names

from .units import GenerateUnit


def ask_for_answer(unit: GenerateUnit) -> Ask:
    """The question of one cell, in a conversation the first one.

    Every text of the version is a template. Repeats are independent draws: where a seed is given, each has its own,
    counted on from it. Where none is given none is sent, and how far repeats differ is up to the provider and the
    temperature.

    Raises:
        VariablesMissing, TemplateBroken, ValueNotRenderable, RenderedTooLarge: the version cannot be filled.
    """
    if unit.task is not None:
        return ask_for_task(unit, unit.task, messages=unit.task.messages)
    if unit.talk is not None:
        first = unit.talk.user.goal if unit.talk.user is not None else unit.talk.turns[0]
        return ask_for_turn(unit, first, history=())
    return _ask(unit, tuple(_messages(unit.version, variables=unit.variables)), inputs=_inputs(unit))


def ask_for_turn(unit: GenerateUnit, words: str, *, history: Sequence[Message]) -> Ask:
    """The question of one turn: the prompt with what the user says now, behind everything that was said before.

    A prompt without a user text sends what the user says as it is.
    """
    version, variables = unit.version, {**unit.variables, TURN: words}
    *opening, now = (
        _messages(version, variables=variables)
        if version.user.strip()
        else (
            *_messages(version, variables=variables),
            Message.user(words),
        )
    )
    inputs = {**_inputs(unit), TURN: words} if _is_application(unit) else {}
    return _ask(unit, (*(history or opening), now), inputs=inputs)


def _ask(unit: GenerateUnit, messages: tuple[Message, ...], *, inputs: dict[str, JsonValue]) -> Ask:
    version, arm = unit.version, unit.arm
    return Ask(
        to=arm.endpoint,
        messages=messages,
        tools=version.tools,
        tool_choice=version.tool_choice,
        form=version.form,
        sampling=_sampling(arm.sampling, replicate=unit.replicate),
        extra=arm.extra,
        inputs=inputs,
        repeat=unit.replicate,
    )


def ask_for_task(
    unit: GenerateUnit, task: CaseTask, *, messages: Sequence[Message], has_called: bool = False
) -> Ask:
    """What a case brings itself, as it is: its texts are literal, and its tools get names that providers take.

    In a loop a tool has to be called once: whoever had to call one for ever could never be done.
    """
    sent = sent_names(tool.name for tool in task.tools)
    return Ask(
        to=unit.arm.endpoint,
        messages=tuple(_with_sent_names(message, sent) for message in messages),
        tools=tuple(
            Tool(name=sent[tool.name], description=tool.description, parameters=tool.parameters)
            for tool in task.tools
        ),
        tool_choice=None if has_called else _sent_choice(task.tool_choice, sent),
        form=task.form,
        sampling=_sampling(unit.arm.sampling, replicate=unit.replicate),
        extra=unit.arm.extra,
        inputs=_inputs(unit),
        repeat=unit.replicate,
    )


def _inputs(unit: GenerateUnit) -> dict[str, JsonValue]:
    """A model is told nothing but the prompt; what somebody built may want the case itself."""
    return dict(unit.variables) if _is_application(unit) else {}


def _is_application(unit: GenerateUnit) -> bool:
    return unit.arm.endpoint.kind is EndpointKind.APPLICATION


def _with_sent_names(message: Message, sent: Mapping[str, str]) -> Message:
    if not any(sent.get(call.name, call.name) != call.name for call in message.tool_calls):
        return message
    calls = tuple(
        call.model_copy(update={"name": sent.get(call.name, call.name)}) for call in message.tool_calls
    )
    return message.model_copy(update={"tool_calls": calls})


def _sent_choice(choice: ToolChoice | None, sent: Mapping[str, str]) -> ToolChoice | None:
    if choice is None or choice.name is None:
        return choice
    return ToolChoice(mode=choice.mode, name=sent[choice.name])


def _messages(version: PromptVersion, *, variables: Mapping[str, JsonValue]) -> Iterator[Message]:
    if version.system.strip():
        yield _message(Role.SYSTEM, version.system, variables=variables)
    for shot in version.few_shots:
        yield _message(Role.USER, shot.user, variables=variables)
        yield _message(Role.ASSISTANT, shot.assistant, variables=variables)
    if version.user.strip():
        yield _message(Role.USER, version.user, variables=variables)


def _sampling(sampling: Sampling, *, replicate: int) -> Sampling:
    if sampling.seed is None or replicate == 0:
        return sampling
    return sampling.model_copy(update={"seed": sampling.seed + replicate})


def _message(role: Role, text: str, *, variables: Mapping[str, JsonValue]) -> Message:
    template = _parsed(text)
    if not template.variables:
        return _same_for_all(role, text)
    return Message(role=role, parts=(Text(text=template.render(variables).text),))


@lru_cache(maxsize=1024)
def _same_for_all(role: Role, text: str) -> Message:
    return Message(role=role, parts=(Text(text=_parsed(text).render({}).text),))


@lru_cache(maxsize=1024)
def _parsed(text: str) -> Template:
    return Template.parse(text)
