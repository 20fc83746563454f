"""From a promptfoo configuration to a battery: every prompt with every test is a case that brings what is sent."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pydantic import JsonValue

from edison.domain import (
    JUDGED,
    WRITTEN_FOR,
    Battery,
    CaseTask,
    Check,
    Criterion,
    Expectation,
    Form,
    Message,
    Role,
    SuiteCase,
)

from ...reading.complaints import Complaints
from ...reading.nodes import Document
from ..conversations import read_choice, read_form, read_messages, read_tools, tell_task
from ..meaning_blocks import read_blocks
from ..unsent import tell_unsent
from .assertions import AssertionReader, Misfit, ReadAssertions, Tallies
from .prompts import WrittenPrompt, read_prompts
from .providers import SENT, ReadProviders, read_providers
from .sources import NotRead, ReadFile, Sources, follow_references, is_file, referred_to
from .templates import NotHonoured, settle_values
from .tests import WrittenTest, read_tests

_ADVICE = "Correct it, or put the file beside the configuration."
_SLUG = re.compile(r"[^a-z0-9]+")
_SLUG_CHARS = 50
_NOT_A_NAME = re.compile(r"\s+")
_MOST_NOTES = 500
_FUNCTIONS = (None, "function", "custom")
_UNUSED = {
    "extensions": "it is code, which is not run",
    "tracing": "no spans are collected",
    "nunjucksFilters": "it is code, which is not run",
    "commandLineOptions": "it is promptfoo's own",
    "derivedMetrics": "it is computed by promptfoo alone",
    "evaluateOptions": "say it to edison run (--repeats, --no-cache)",
    "env": "variables are set where Edison is started",
    "outputPath": "say --out to edison export",
    "sharing": "nothing is shared",
}
_USED = frozenset(
    {
        *("description", "prompts", "providers", "targets", "tests", "scenarios", "defaultTest", "redteam"),
        *("$schema", "metadata", "tags", "assertionTemplates", "version"),
    }
)


@dataclass(frozen=True, slots=True)
class PromptfooFiles:
    """What stands beside a configuration, and what of it can be made."""

    read_file: ReadFile
    misfit: Misfit
    allows_code: bool = False
    system: str | None = None
    """What stands before every question that brings no such text of its own."""


def read_promptfoo(
    document: Document, *, name: str, files: PromptfooFiles, complaints: Complaints
) -> Battery:
    """The battery in a configuration; complains about everything that keeps it from being run."""
    root = document.plain()
    assert isinstance(root, dict), "only mappings are taken for configurations"
    try:
        config = follow_references(root, root=root)
    except NotRead as trouble:
        complaints.add((), trouble.what, advice=_ADVICE)
        complaints.refuse()
        raise AssertionError from trouble  # pragma: no cover
    assert isinstance(config, dict)
    return _Configuration(config, files, complaints, referred=frozenset(referred_to(root))).read(name)


class _Configuration:
    def __init__(
        self,
        config: Mapping[str, JsonValue],
        files: PromptfooFiles,
        complaints: Complaints,
        *,
        referred: frozenset[str],
    ) -> None:
        self._config = config
        self._referred = referred
        self._sources = Sources(files.read_file)
        self._misfit = files.misfit
        self._allows_code = files.allows_code
        self._system = files.system
        self._complaints = complaints
        self._tallies = Tallies()
        self._names: Counter[str] = Counter()
        self._notes: dict[str, None] = {}

    def read(self, name: str) -> Battery:
        providers = self._providers()
        prompts = self._prompts()
        tests = self._tests()
        cases = [
            case
            for at, test in enumerate(tests, 1)
            for prompt in prompts
            if _fits(prompt, test)
            and (case := self._case(prompt, test, at=at, shared=providers.shared)) is not None
        ]
        if not cases and not self._complaints.problems:
            first = next((note for note in self._notes if " is left out" in note), "it holds no test.")
            self._complaints.add((), f"nothing of it can be run: {first[:-1]}", advice=_ADVICE)
        self._complaints.refuse()
        tallies = self._tallies.told()
        described = self._config.get("description")
        return Battery(
            name=str(described or name)[:200],
            form="promptfoo",
            cases=tuple(cases),
            arms=tuple(providers.arms),
            unhonoured=tuple(self._notes)[:_MOST_NOTES],
            evaluated=sum(one.evaluated for one in tallies),
            assertions=sum(one.found for one in tallies),
            tallies=tallies,
        )

    def _say(self, sentence: str) -> None:
        self._notes.setdefault(sentence, None)

    def _providers(self) -> ReadProviders:
        read = read_providers(self._config.get("providers", self._config.get("targets")))
        for key, why in _UNUSED.items():
            if self._config.get(key):
                self._say(f"{key} is not used: {why}.")
        for key in self._config:
            if (
                key not in _USED
                and key not in _UNUSED
                and key not in self._referred
                and not key.startswith((".", "_", "x-"))
            ):
                self._say(f"{key} is not known and not used.")
        for note in read.notes:
            self._say(note)
        return read

    def _prompts(self) -> list[WrittenPrompt]:
        found = list(read_prompts(self._config.get("prompts"), self._sources))
        read = [one for one in found if isinstance(one, WrittenPrompt)]
        for one in found:
            if isinstance(one, NotRead) and read:
                self._say(f"A prompt is left out: {one.what}.")
            elif isinstance(one, NotRead):
                self._complaints.add(("prompts",), one.what, advice=_ADVICE)
        return read

    def _tests(self) -> list[WrittenTest]:
        if "tests" not in self._config and "scenarios" not in self._config and "redteam" in self._config:
            what = "it is a red-team configuration, whose tests promptfoo makes and keeps elsewhere"
            self._complaints.add(
                ("redteam",), what, advice="Generate them with promptfoo, and run that file."
            )
            return []
        try:
            found = list(read_tests(self._config, self._sources))
        except NotRead as trouble:
            found = [trouble]
        read = [one for one in found if isinstance(one, WrittenTest)]
        for one in found:
            if isinstance(one, NotRead) and read:
                self._say(f"A test is left out: {one.what}.")
            elif isinstance(one, NotRead):
                self._complaints.add(("tests",), one.what, advice=_ADVICE)
        return read

    def _case(
        self, prompt: WrittenPrompt, test: WrittenTest, *, at: int, shared: Mapping[str, JsonValue]
    ) -> SuiteCase | None:
        """A prompt filled with a test's values; None where that cannot be done exactly, which is noted."""
        base = _name_of(test)
        before = len(self._complaints.problems)
        try:
            values = settle_values(test.variables)
            task = self._task(prompt, test, values=values, shared=shared)
        except NotHonoured as trouble:
            self._say(f"{base} is left out: {trouble.tag} cannot be filled as promptfoo would.")
            return None
        except NotRead as trouble:
            self._say(f"{base} is left out: {trouble.what}.")
            return None
        if task is None:
            told = "; ".join(problem.what for problem in self._complaints.problems[before:])
            del self._complaints.problems[before:]
            self._say(f"{base} is left out: {told or 'it sends nothing'}.")
            return None
        made = self._assertions(test, at=at, values=values, task=task, shared=shared)
        blocks, unknown = read_blocks(test.validation)
        made.checks.extend(blocks)
        for note in (*test.unhonoured, *made.notes, *unknown):
            self._say(f"{base}: {note}")
        return self._built(test, prompt, task=task, made=made, values=values)

    def _task(
        self,
        prompt: WrittenPrompt,
        test: WrittenTest,
        *,
        values: Mapping[str, JsonValue],
        shared: Mapping[str, JsonValue],
    ) -> CaseTask | None:
        before = len(self._complaints.problems)
        written_messages = WrittenPrompt(_around(prompt.text, test.options), prompt.label).messages(values)
        messages = read_messages(written_messages, at=("prompts",), complaints=self._complaints)
        if self._system is not None and not any(one.role is Role.SYSTEM for one in messages):
            messages = (Message.system(self._system), *messages)
        sent = self._sent(prompt, test, shared=shared)
        functions, own = _functions(sent.get("tools"))
        if own:
            self._say(f"Tools that are a provider's own are not sent: {', '.join(own)}.")
        for what in tell_unsent(written_messages, functions):
            self._say(f"{_name_of(test)}: {what}")
        tools = read_tools(functions, at=("tools",), complaints=self._complaints)
        choice = read_choice(
            sent.get("tool_choice"), tools=tools, at=("tool_choice",), complaints=self._complaints
        )
        written = sent.get("response_format")
        form = None if written is None else read_form(written)
        if len(self._complaints.problems) > before or not any(
            message.parts or message.tool_calls for message in messages
        ):
            return None
        if written is not None and form is None:
            self._say(f"{_name_of(test)}: its response_format is not known and is not sent.")
        return CaseTask(
            messages=messages, tools=tools, tool_choice=choice if tools else None, form=form or Form()
        )

    def _sent(
        self, prompt: WrittenPrompt, test: WrittenTest, *, shared: Mapping[str, JsonValue]
    ) -> dict[str, JsonValue]:
        """Tools and forms by whoever has the last word: the test, its prompt, then all providers alike."""
        own = [_config_of(test.provider), _config_of(test.options.get("provider")), dict(test.options)]
        given: dict[str, JsonValue] = {key: shared[key] for key in SENT if key in shared}
        for source in (prompt.config, *own):
            given |= {key: source[key] for key in SENT if source.get(key) is not None}
        return {
            key: self._sources.value(str(value)) if is_file(value) else value for key, value in given.items()
        }

    def _assertions(
        self,
        test: WrittenTest,
        *,
        at: int,
        values: Mapping[str, JsonValue],
        task: CaseTask,
        shared: Mapping[str, JsonValue],
    ) -> ReadAssertions:
        reader = AssertionReader(
            values=values,
            schemas={tool.name: dict(tool.parameters) for tool in task.tools},
            sources=self._sources,
            tallies=self._tallies,
            misfit=self._misfit,
            allows_code=self._allows_code,
            transforms=(shared.get("transform"), _transform_of(test)),
            test=f"test-{at}",
        )
        return reader.read(test.asserts, threshold=test.threshold)

    def _built(
        self,
        test: WrittenTest,
        prompt: WrittenPrompt,
        *,
        task: CaseTask,
        made: ReadAssertions,
        values: Mapping[str, JsonValue],
    ) -> SuiteCase:
        must, must_not, checks = list(made.must), made.must_not, list(made.checks)
        if must or must_not:
            checks.insert(0, Check(kind=JUDGED))
        verdict, answer = values.get("expected_verdict"), values.get("expected_response")
        if isinstance(verdict, str) and verdict.strip():
            checks.insert(0, Check(kind="verdict", value=verdict.strip()))
            must.append(f"The verdict must be '{verdict.strip()}'")
        if isinstance(answer, str) and answer.strip():
            checks.append(Check(kind="drift", value={"from": answer}))
        category = test.metadata.get("category", values.get("category"))
        kept = {key: value for key, value in values.items() if value is not None}
        named = {"name": test.description} if test.description else {}
        return SuiteCase(
            name=self._unique(_name_of(test)),
            variables={
                **named,
                **kept,
                "prompt_label": prompt.label[:200],
                WRITTEN_FOR: tell_task(task.messages),
            },
            expectation=_expected(answer, must=must, must_not=must_not),
            tags=(str(category).strip(),) if category and str(category).strip() else (),
            checks=tuple(checks),
            criteria=Criterion.decided(must=must, must_not=must_not),
            family=f"test-{test.number}",
            task=task,
        )

    def _unique(self, name: str) -> str:
        """The name itself the first time, then with -2, -3 behind it."""
        self._names[name] += 1
        return name if self._names[name] == 1 else self._unique(f"{name}-{self._names[name]}")


def _name_of(test: WrittenTest) -> str:
    for given in (test.metadata.get("test_id"), test.variables.get("test_id")):
        if isinstance(given, str | int) and _NOT_A_NAME.sub(" ", str(given)).strip():
            return _NOT_A_NAME.sub(" ", str(given)).strip()
    slug = _SLUG.sub("-", (test.description or "").lower()).strip("-")[:_SLUG_CHARS].strip("-")
    return slug or f"promptfoo_{test.number}"


def _transform_of(test: WrittenTest) -> JsonValue:
    return test.options.get("transform") or test.options.get("postprocess")


def _fits(prompt: WrittenPrompt, test: WrittenTest) -> bool:
    return test.prompts is None or prompt.label in test.prompts


def _around(text: str, options: Mapping[str, JsonValue]) -> str:
    return f"{options.get('prefix') or ''}{text}{options.get('suffix') or ''}"


def _config_of(provider: JsonValue) -> dict[str, JsonValue]:
    config = provider.get("config") if isinstance(provider, dict) else None
    return config if isinstance(config, dict) else {}


def _functions(value: JsonValue) -> tuple[list[JsonValue], list[str]]:
    """The functions among the tools, as OpenAI, Anthropic or Google write them, and the types of all others."""
    functions: list[JsonValue] = []
    own: list[str] = []
    for one in value if isinstance(value, list) else [value] if isinstance(value, dict) else []:
        form = one if isinstance(one, dict) else {}
        declared = form.get("functionDeclarations", form.get("function_declarations"))
        if isinstance(declared, list):
            functions.extend(declared)
        elif isinstance(one, dict) and ("function" in one or "name" in one) and one.get("type") in _FUNCTIONS:
            functions.append(one)
        else:
            own.append(
                str(one.get("type") or next(iter(one), "?")) if isinstance(one, dict) else str(one)[:60]
            )
    return functions, own


def _expected(answer: JsonValue, *, must: Sequence[str], must_not: Sequence[str]) -> Expectation | None:
    given = answer if isinstance(answer, str) and answer.strip() else None
    if given is None and not must and not must_not:
        return None
    return Expectation(answer=given, must="\n".join(must) or None, must_not="\n".join(must_not) or None)
