"""safety: every output is looked through for private data, secrets and jailbreaks; nobody is asked.

What a model was given may be repeated to whoever gave it, unless that is not wished: the customer's own address in an
answer to him is no leak. What is expected of the answer is none either.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fnmatch import fnmatchcase

from edison.domain import (
    HANDED_IN,
    Case,
    Output,
    OutputStatus,
    PromptVersion,
    Safety,
    SafetyFinding,
    SafetyKind,
    SafetyScan,
    Speaker,
    ToolCall,
)
from edison.text import Marked, find_jailbreaks, find_private, find_secrets

_FINDERS: Mapping[SafetyKind, Callable[[str], tuple[Marked, ...]]] = {
    SafetyKind.PII: find_private,
    SafetyKind.SECRETS: find_secrets,
    SafetyKind.JAILBREAK: find_jailbreaks,
}
_BETWEEN = re.compile(r"[\W_]+")


def scan_output(
    output: Output, case: Case, safety: Safety | None, *, version: PromptVersion | None = None
) -> SafetyScan | None:
    """What is found in all that a model wrote; None where nothing is looked for, or nothing was written.

    Refused, cut-off and empty answers are looked through like any other. An error brought no answer, so that nobody
    knows.
    """
    if safety is None or not safety.scanned or output.status is OutputStatus.ERROR:
        return None
    given = _Given(output, case, version)
    text = "\n\n".join(_written(output))
    found: Counter[tuple[SafetyKind, str, str]] = Counter()
    for kind in safety.scanned:
        for one in _FINDERS[kind](text):
            is_echo = kind in safety.echo and one.text in given
            if not is_echo and one.text not in given.expected and not _is_allowed(one, safety):
                found[kind, one.what, one.masked] += 1
    return SafetyScan(
        kinds=safety.scanned,
        found=tuple(
            SafetyFinding(kind=kind, what=what, shown=shown, count=count)
            for (kind, what, shown), count in found.items()
        ),
    )


def _is_allowed(one: Marked, safety: Safety) -> bool:
    written = one.text.casefold()
    return any(allowed == one.what or fnmatchcase(written, allowed.casefold()) for allowed in safety.allow)


class _Given:
    """What the model was told, made when something was found: letters and digits, however they are written."""

    def __init__(self, output: Output, case: Case, version: PromptVersion | None) -> None:
        self._output, self._case, self._version = output, case, version
        self._plain: str | None = None
        expected = None if case.expectation is None else case.expectation.answer
        self.expected = expected if isinstance(expected, str) else json.dumps(expected, ensure_ascii=False)

    def __contains__(self, text: object) -> bool:
        if self._plain is None:
            self._plain = _plain(" ".join(_told(self._output, self._case, self._version)))
        return _plain(str(text)) in self._plain


def _plain(text: str) -> str:
    return _BETWEEN.sub("", text.casefold())


def _written(output: Output) -> Iterator[str]:
    """All words of the model: its answer, or each of a conversation; what it thought, and what it gave to tools."""
    trace = output.trace
    said = () if trace is None else trace.said
    if said:
        yield from (one.text for one in said if one.by is Speaker.ASSISTANT)
    else:
        yield output.text
    yield from map(_arguments, output.tool_calls)
    for step in () if trace is None else trace.steps:
        yield from (step.thought, _arguments(step.call))


def _arguments(call: ToolCall) -> str:
    return call.unparsed or json.dumps(call.arguments, ensure_ascii=False)


def _told(output: Output, case: Case, version: PromptVersion | None) -> Iterator[str]:
    """All words that are not the model's: the case, its conversation, what tools returned, the prompt."""
    # What was handed in is the output itself.
    known = {
        name: value for name, value in case.variables.items() if name != HANDED_IN or not output.handed_in
    }
    yield json.dumps(known, ensure_ascii=False)
    if case.task is not None:
        yield from (message.text for message in case.task.messages)
    if case.talk is not None:
        yield case.talk.task
    if output.trace is not None:
        yield from (one.text for one in output.trace.said if one.by is Speaker.USER)
        yield from (step.observation for step in output.trace.steps)
    if version is not None:
        yield from (version.system, version.user)
        yield from (text for shot in version.few_shots for text in (shot.user, shot.assistant))
