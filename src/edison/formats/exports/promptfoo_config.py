"""What a run was given, as a configuration of promptfoo's: prompts, providers, and tests with their assertions."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping

from pydantic import JsonValue

from edison.domain import (
    JUDGED,
    WRITTEN_FOR,
    Arm,
    Case,
    CaseTask,
    Check,
    Image,
    Message,
    Part,
    PromptVersion,
    Run,
    ToolChoice,
)

from .promptfoo_assertions import write_assertion
from .written_cells import json_bytes
from .written_tasks import written_form

_ADDED = (WRITTEN_FOR, "prompt_label", "name", "severity")
"""Variables that reading a battery added."""
_TAGS = ("{{", "{%", "{#")

Cases = Callable[[], Iterable[Case]]
"""All cases of a run, as often as they are asked for."""


def write_promptfoo_config(run: Run, cases: Cases) -> Iterator[bytes]:
    """A configuration that `edison run` and promptfoo read; what it cannot say of a test is named in its metadata."""
    head = {
        "description": run.experiment.name,
        "providers": [_provider(arm) for arm in run.snapshot.arms],
    }
    yield json_bytes(head)[:-1] + b',\n"prompts":['
    numbers: dict[str, int] = {}
    separator = b"\n"
    for prompt in _prompts(run, cases()):
        key = json.dumps(prompt, sort_keys=True)
        if key in numbers:
            continue
        numbers[key] = len(numbers) + 1
        yield separator + json_bytes({**prompt, "label": _label(numbers[key])})
        separator = b",\n"
    yield b'\n],\n"tests":['
    separator = b"\n"
    for case in cases():
        labels = [
            _label(numbers[json.dumps(_prompt_of(case, version), sort_keys=True)])
            for version in run.snapshot.versions
        ]
        yield separator + json_bytes(_test(case, run.snapshot.checks, prompts=list(dict.fromkeys(labels))))
        separator = b",\n"
    yield b"\n]}\n"


def _label(number: int) -> str:
    return f"prompt-{number}"


def _prompts(run: Run, cases: Iterable[Case]) -> Iterator[dict[str, JsonValue]]:
    for case in cases:
        for version in run.snapshot.versions:
            yield _prompt_of(case, version)


def _prompt_of(case: Case, version: PromptVersion) -> dict[str, JsonValue]:
    """What is sent: that of the case, whose texts are literal, or the prompt with its placeholders."""
    if case.task is None:
        written: list[JsonValue] = [
            {"role": role, "content": text}
            for role, text in (("system", version.system), ("user", version.user))
            if text.strip()
        ]
        return {"raw": json.dumps(written, ensure_ascii=False)}
    task, config = case.task, _config(case.task)
    only = task.messages[0] if len(task.messages) == 1 else None
    if only is not None and only.role.value == "user" and all(part.type == "text" for part in only.parts):
        raw = _literal(only.text)
    else:
        raw = json.dumps([_message(one) for one in task.messages], ensure_ascii=False)
    return {"raw": raw, **({"config": config} if config else {})}


def _config(task: CaseTask) -> dict[str, JsonValue]:
    config: dict[str, JsonValue] = {}
    if task.tools:
        config["tools"] = [
            {
                "type": "function",
                "function": {
                    "name": tool.name,
                    "description": tool.description,
                    "parameters": dict(tool.parameters),
                },
            }
            for tool in task.tools
        ]
    if task.tool_choice is not None:
        config["tool_choice"] = _choice(task.tool_choice)
    if (form := written_form(task.form)) is not None:
        config["response_format"] = form
    return config


def _choice(choice: ToolChoice) -> JsonValue:
    if choice.name is None:
        return choice.mode.value
    return {"type": "function", "function": {"name": choice.name}}


def _message(message: Message) -> JsonValue:
    content: JsonValue = _literal(message.text)
    if any(part.type == "image" for part in message.parts):
        content = [_part(part) for part in message.parts]
    written: dict[str, JsonValue] = {"role": message.role.value, "content": content}
    if message.tool_calls:
        written["tool_calls"] = [
            {
                "id": call.id,
                "type": "function",
                "function": {"name": call.name, "arguments": json.dumps(call.arguments, ensure_ascii=False)},
            }
            for call in message.tool_calls
        ]
    if message.tool_call_id is not None:
        written["tool_call_id"] = message.tool_call_id
    return written


def _part(part: Part) -> JsonValue:
    if isinstance(part, Image):
        url = part.url or f"data:{part.media_type};base64,{part.base64}"
        return {"type": "image_url", "image_url": {"url": url}}
    return {"type": "text", "text": _literal(part.text)}


def _literal(text: str) -> str:
    """A text in which nothing is a placeholder."""
    return f"{{% raw %}}{text}{{% endraw %}}" if any(tag in text for tag in _TAGS) else text


def _provider(arm: Arm) -> JsonValue:
    service, model = arm.endpoint.provider, arm.endpoint.model
    name = f"openai:chat:{model}" if service == "openai" else f"{service}:{model}"
    sampling = arm.sampling.model_dump(exclude_none=True, exclude_defaults=True, mode="json")
    config = {
        key: sampling[key]
        for key in ("temperature", "max_tokens", "top_p", "seed", "stop")
        if key in sampling
    }
    return {"id": name, "label": arm.name, "config": config}


def _test(case: Case, shared: Iterable[Check], *, prompts: list[str]) -> Mapping[str, JsonValue]:
    values = {name: value for name, value in case.variables.items() if name not in _ADDED}
    asserts: list[JsonValue] = []
    unsaid: list[JsonValue] = []
    for check in (*shared, *case.checks):
        if check.kind == JUDGED or _follows_from(check, values):
            continue
        written = None if _would_fail_calls(check, case) else write_assertion(check)
        if written is None:
            unsaid.append(check.name)
        else:
            asserts.append(written)
    asserts += _rubrics(case)
    described = case.variables.get("name")
    metadata: dict[str, JsonValue] = {"test_id": case.name}
    if case.tags:
        metadata["category"] = case.tags[0]
    if unsaid:
        metadata["not_exported"] = unsaid
    return {
        **({"description": described} if isinstance(described, str) else {}),
        "prompts": list(prompts),
        "vars": {
            name: _literal(value) if isinstance(value, str) else value for name, value in values.items()
        },
        "options": {"disableVarExpansion": True},
        "assert": asserts,
        "metadata": metadata,
    }


def _would_fail_calls(check: Check, case: Case) -> bool:
    """Whether it is a battery's look for refusals where tools are offered: promptfoo takes mere calls for one."""
    is_battery = any(one.kind == "empty" for one in case.checks)
    return check.kind == "refusal" and is_battery and case.task is not None and bool(case.task.tools)


def _follows_from(check: Check, values: Mapping[str, JsonValue]) -> bool:
    """Whether a check is made of variables with these names, whoever reads the file."""
    made_of = {"verdict": "expected_verdict", "drift": "expected_response"}
    return made_of.get(check.kind) in values


def _rubrics(case: Case) -> Iterator[JsonValue]:
    """What judges go by, line by line."""
    expected = case.expectation
    if expected is None:
        return
    verdict = f"The verdict must be '{case.variables.get('expected_verdict')}'"
    lines = (expected.must or "").splitlines()
    for text in [line for line in lines if line.strip() not in ("", verdict)]:
        yield {"type": "llm-rubric", "value": _literal(text)}
    for text in filter(str.strip, (expected.must_not or "").splitlines()):
        yield {"type": "not-llm-rubric", "value": _literal(text)}
