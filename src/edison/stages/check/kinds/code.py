"""python, command: what a function or a script of the user's finds about an answer."""

import json
import re
from collections.abc import Mapping

from pydantic import JsonValue

from edison.domain import CheckCall, CheckReply

from .kind import CheckMisfit, SeenOutput, Test, TestByCode, quote, read_fields

USUAL_LEAST = 0.5
"""From which score on a check holds whose function gives back a number, unless `at_least` says otherwise."""

_USUAL_TIMEOUT_S, _LONGEST_S = 60.0, 3600.0
_FUNCTION = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*(\.[^\W\d]\w*)*")
_FAILED = 1
"""The code with which a script ends that found something wrong."""


def function_finds(value: JsonValue) -> Test:
    """A function gives back true or false, a number, or {passed, score, reason}."""
    fields = _fields(value, of="function")
    name = fields["function"]
    if not isinstance(name, str) or _FUNCTION.fullmatch(name) is None:
        raise CheckMisfit("must name a function, such as checks:polite", field=_field(value, "function"))
    return _test(fields, CheckCall(function=name, given=b"", timeout_s=_timeout(fields)))


def script_finds(value: JsonValue) -> Test:
    """A script ends with 0, or with 1 where it found something wrong; it may also write what a function gives back."""
    fields = _fields([value] if isinstance(value, str) else value, of="run")
    written = fields["run"]
    command = [written] if isinstance(written, str) else written
    if not isinstance(command, list) or not command or not all(isinstance(part, str) for part in command):
        raise CheckMisfit("must be a command, such as [./check.sh, --strict]", field=_field(value, "run"))
    call = CheckCall(command=tuple(map(str, command)), given=b"", timeout_s=_timeout(fields))
    return _test(fields, call)


def _fields(value: JsonValue, *, of: str) -> Mapping[str, JsonValue]:
    if not isinstance(value, dict):
        return {of: value}
    return read_fields(value, known=(of, "at_least", "timeout_s"), needed=(of,))


def _field(value: JsonValue, name: str) -> str:
    return f"value.{name}" if isinstance(value, dict) else "value"


def _number(fields: Mapping[str, JsonValue], name: str, *, usual: float) -> float:
    number = fields.get(name)
    if number is None:
        return usual
    if isinstance(number, bool) or not isinstance(number, int | float):
        raise CheckMisfit("must be a number", field=f"value.{name}")
    return float(number)


def _timeout(fields: Mapping[str, JsonValue]) -> float:
    seconds = _number(fields, "timeout_s", usual=_USUAL_TIMEOUT_S)
    if not 0 < seconds <= _LONGEST_S:
        raise CheckMisfit(f"must be above 0 and up to {_LONGEST_S:g}", field="value.timeout_s")
    return seconds


def _test(fields: Mapping[str, JsonValue], call: CheckCall) -> TestByCode:
    least = _number(fields, "at_least", usual=USUAL_LEAST)

    def look(reply: CheckReply) -> SeenOutput:
        return _seen(reply, name=call.name, least=least)

    return TestByCode(call=call, look=look)


def _seen(reply: CheckReply, *, name: str, least: float) -> SeenOutput:
    if reply.trouble is not None:
        return SeenOutput(holds=None, sentence=reply.trouble)
    said = reply.said.decode("utf-8", "replace").strip()
    if reply.exit_code:
        holds = False if reply.exit_code == _FAILED else None
        return SeenOutput(holds=holds, sentence=f"{name} ended with code {reply.exit_code}: {said[-500:]}")
    try:
        found: JsonValue = json.loads(said) if said else True
    except (ValueError, RecursionError):
        found = said
    return _read(found, name=name, least=least)


def _read(found: JsonValue, *, name: str, least: float) -> SeenOutput:
    if isinstance(found, bool):
        return SeenOutput(holds=found, sentence=f"{name} says {'yes' if found else 'no'}.")
    if isinstance(found, int | float):
        return _scored(float(found), name=name, least=least)
    if isinstance(found, dict) and ("passed" in found or "score" in found):
        return _told(found, name=name, least=least)
    told = found if isinstance(found, str) else json.dumps(found, ensure_ascii=False)
    sentence = f"{name} gave back {quote(told)}, which is neither true, false, a number nor {{passed, score, reason}}."
    return SeenOutput(holds=None, sentence=sentence)


def _scored(score: float, *, name: str, least: float) -> SeenOutput:
    if score != score or score in (float("inf"), float("-inf")):
        return SeenOutput(holds=None, sentence=f"{name} gave back {score}, which is no score.")
    sentence = f"{name} gives it {score:g}; the limit is {least:g}."
    return SeenOutput(holds=score >= least, sentence=sentence, measured=score)


def _told(found: Mapping[str, JsonValue], *, name: str, least: float) -> SeenOutput:
    passed, score, reason = found.get("passed"), found.get("score"), found.get("reason")
    if isinstance(score, int | float) and not isinstance(score, bool):
        seen = _scored(float(score), name=name, least=least)
    else:
        seen = SeenOutput(holds=None, sentence=f"{name} does not say whether it passed.")
    if isinstance(passed, bool):
        seen = seen._replace(holds=passed, sentence=f"{name} says {'yes' if passed else 'no'}.")
    if seen.holds is not None and isinstance(reason, str) and reason.strip():
        seen = seen._replace(sentence=f"{name}: {reason.strip()[:1000]}")
    return seen
