"""snippet: what a few lines of Python or JavaScript find about an answer, run and read as promptfoo does it."""

import json
from collections.abc import Mapping
from contextlib import suppress

from pydantic import JsonValue

from edison.domain import WRITTEN_FOR, Case, CheckCall, CheckReply, FormKind, Output, Snippet

from .kind import CheckMisfit, SeenOutput, Test, TestByCode, quote, read_fields

_LANGUAGES = ("python", "javascript")
_ADDED = (WRITTEN_FOR, "prompt_label")
"""Variables that are no values of the test."""


def snippet_finds(value: JsonValue) -> Test:
    """The code under `source`, or the function in a `file`, gives back true, a number or {pass, score, reason}.

    A number must be above 0, or `at_least` so much where that is given. Code that raises something fails, and so does
    its opposite.
    """
    fields = read_fields(
        value, known=("language", "source", "file", "at_least", "config"), needed=("language",)
    )
    language, source, file = (_text(fields, name) for name in ("language", "source", "file"))
    if language not in _LANGUAGES:
        raise CheckMisfit("must be python or javascript", field="value.language")
    if bool(source.strip()) == bool(file.strip()):
        raise CheckMisfit("must hold either source or file")
    least = _limit(fields)
    snippet = Snippet(
        language="python" if language == "python" else "javascript", source=source.rstrip(), file=file.strip()
    )
    return TestByCode(
        call=CheckCall(snippet=snippet, given=b""),
        look=lambda reply: _seen(reply, snippet, least=least),
        give=lambda output, case: {
            "output": code_output(output, case),
            "context": code_context(case, fields),
        },
    )


def _limit(fields: Mapping[str, JsonValue]) -> float | None:
    least = fields.get("at_least")
    if least is None:
        return None
    if isinstance(least, bool) or not isinstance(least, int | float):
        raise CheckMisfit("must be a number", field="value.at_least")
    return float(least)


def _text(fields: Mapping[str, JsonValue], name: str) -> str:
    text = fields.get(name, "")
    if not isinstance(text, str):
        raise CheckMisfit("must be a text", field=f"value.{name}")
    return text


def code_output(output: Output, case: Case) -> JsonValue:
    """The answer: its text, its calls where it has no text, and what a text says that had to fit a schema."""
    if output.tool_calls and not output.text.strip():
        return said_or_called(output)
    if case.task is not None and case.task.form.kind is FormKind.SCHEMA:
        try:
            read: JsonValue = json.loads(output.text)
        except (ValueError, RecursionError):
            return output.text
        return read
    return output.text


def said_or_called(output: Output) -> JsonValue:
    """The text of an answer, or its calls in OpenAI's form where it has no text."""
    if not output.tool_calls or output.text.strip():
        return output.text
    return [
        {
            "id": call.id,
            "type": "function",
            "function": {"name": call.name, "arguments": json.dumps(call.arguments)},
        }
        for call in output.tool_calls
    ]


def code_context(case: Case, fields: Mapping[str, JsonValue]) -> JsonValue:
    """What code is told besides the answer."""
    values = {name: value for name, value in case.variables.items() if name not in _ADDED}
    return {
        "prompt": case.variables.get(WRITTEN_FOR, ""),
        "vars": values,
        "test": {"description": case.name, "vars": values},
        "config": fields.get("config"),
        "metadata": {},
    }


def _seen(reply: CheckReply, snippet: Snippet, *, least: float | None) -> SeenOutput:
    if reply.trouble is not None:
        return SeenOutput(holds=None, sentence=reply.trouble)
    said = reply.said.decode("utf-8", "replace")
    found: JsonValue = None
    with suppress(ValueError, RecursionError):
        found = json.loads(said)
    if reply.exit_code or not isinstance(found, dict):
        told = said.strip()[-500:] or "it said nothing"
        return SeenOutput(holds=None, sentence=f"{snippet.name} came to no end: {told}")
    if "error" in found:
        return SeenOutput(
            holds=False, sentence=f"{snippet.name} raised {str(found['error'])[:1000]}", absent=True
        )
    return _read(found.get("value"), snippet, least=least)


def _read(found: JsonValue, snippet: Snippet, *, least: float | None) -> SeenOutput:
    if isinstance(found, str) and snippet.language == "python":
        found = _read_words(found)
    if isinstance(found, bool):
        return SeenOutput(holds=found, sentence=f"{snippet.name} says {'yes' if found else 'no'}.")
    if isinstance(found, int | float):
        return _scored(float(found), snippet, least=least)
    if isinstance(found, dict):
        graded = _graded(found, snippet, least=least)
        if graded is not None:
            return graded
    told = quote(found if isinstance(found, str) else json.dumps(found, ensure_ascii=False))
    sentence = f"{snippet.name} gave back {told}, which is neither true, false, a number nor {{pass, score, reason}}."
    return SeenOutput(holds=False, sentence=sentence, absent=True)


def _read_words(found: str) -> JsonValue:
    """Python may write what it found: `true`, `false`, a number or an object."""
    if found.lower() in ("true", "false"):
        return found.lower() == "true"
    try:
        return float(found) if not found.startswith("{") else json.loads(found)
    except (ValueError, RecursionError):
        return found


def _scored(score: float, snippet: Snippet, *, least: float | None) -> SeenOutput:
    holds, limit = (score > 0, "above 0") if least is None else (score >= least, f"at least {least:g}")
    sentence = f"{snippet.name} gives it {score:g}; it has to be {limit}."
    return SeenOutput(holds=holds, sentence=sentence, measured=score)


def _graded(found: Mapping[str, JsonValue], snippet: Snippet, *, least: float | None) -> SeenOutput | None:
    """What an object says; None where it does not say all of it."""
    passed, score, reason = found.get("pass", found.get("pass_")), found.get("score"), found.get("reason")
    if isinstance(score, bool) or not isinstance(score, int | float):
        return None
    if not isinstance(passed, bool) or not isinstance(reason, str):
        return None
    holds = passed
    if snippet.language == "python" and least is not None and float(score) < least:
        holds = False
    told = reason.strip()[:1000] or ("yes" if holds else "no")
    return SeenOutput(holds=holds, sentence=f"{snippet.name}: {told}", measured=float(score))
