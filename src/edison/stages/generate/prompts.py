"""What is said to whoever answers: exactly what the version and the arm say, and nothing else."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from pydantic import JsonValue

from edison.domain import Ask, Message, PromptVersion, Role, Sampling, Text
from edison.text import Template

from .units import GenerateUnit


def ask_for_answer(unit: GenerateUnit) -> Ask:
    """The question of one cell.

    Every text of the version is a template. Repeats are independent draws: where a seed is given, each has its own,
    counted on from it. Where none is given none is sent, and how far repeats differ is up to the provider and the
    temperature.

    Raises:
        VariablesMissing, TemplateBroken, ValueNotRenderable, RenderedTooLarge: the version cannot be filled.
    """
    version, arm = unit.version, unit.arm
    return Ask(
        to=arm.endpoint,
        messages=tuple(_messages(version, variables=unit.variables)),
        tools=version.tools,
        tool_choice=version.tool_choice,
        form=version.form,
        sampling=_sampling(arm.sampling, replicate=unit.replicate),
        extra=arm.extra,
        repeat=unit.replicate,
    )


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
