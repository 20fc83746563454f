"""From the assertions of a test to checks and criteria, with a note of everything that is not made."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from pydantic import JsonValue

from edison.domain import VERDICT, AssertionTally, Check
from edison.text import read_js

from ...reading.nodes import mappings, tell
from .assertion import Assertion, AssertionSort, Unusable
from .assertion_kinds import make_check, sort_of
from .comparative import COMPARATIVE, MadeOf, compare_answers
from .sources import NotRead, Sources, is_file
from .templates import NotHonoured, fill

TRANSFORMED, TRANSFORMED_BY_CODE = "transformed", "transformed_by_code"
_SNIPPET = "snippet"
_NOT_ABOUT_WORDS = frozenset(
    {
        *(_SNIPPET, "weighted", "refusal", "filtered", "finish_reason"),
        *("latency", "cost", "perplexity", "perplexity_score"),
    }
)
CODE_KINDS = (_SNIPPET, TRANSFORMED_BY_CODE)
"""Kinds of checks that run code of the configuration."""

_ADVERSE = "guardrails"
"""Passes where nothing was held back: our check says the opposite."""
_OPPOSITE = frozenset({_ADVERSE})
_AS_IT_IS = "output"
"""What becomes of an answer that is not changed: its text, or its calls where there is no other."""
Misfit: TypeAlias = Callable[[Check], str | None]
"""Says why a check cannot be made; None where it can."""
_NOT_JUDGED_BY = ("threshold", "weight", "provider", "rubricPrompt")
"""What promptfoo's own judges go by."""
_WHY_NOT = {
    AssertionSort.ELSEWHERE: "it needs somebody else's service",
    AssertionSort.UNKNOWN: "promptfoo knows no such type",
}


def behind_steps(check: Check, steps: Sequence[JsonValue]) -> Check:
    """The same check of what the steps make of the answer."""
    is_exact = all(isinstance(step, str) and read_js(step) is not None for step in steps)
    kind = TRANSFORMED if is_exact and check.kind != _SNIPPET else TRANSFORMED_BY_CODE
    # What is denied is denied of what becomes of the answer: an answer that cannot be transformed fails either way.
    return Check(kind=kind, value={"by": list(steps), "then": {check.name: check.value}})


def is_about_words(check: Check) -> bool:
    """Whether a check reads what an answer says, for which promptfoo takes its calls where it says nothing else."""
    return not check.kind.startswith("tool_") and check.kind not in _NOT_ABOUT_WORDS


@dataclass(slots=True)
class Tallies:
    """Every assertion of a file once, however many tests it is made in, and whether it is made in all of them."""

    _seen: dict[int, tuple[str, bool]] = field(default_factory=dict[int, tuple[str, bool]])

    def count(self, written: Mapping[str, JsonValue], *, is_made: bool) -> None:
        """Note an assertion; whoever hands it in keeps it, so that its identity stays its own."""
        type_, made = str(written.get("type")), self._seen.get(id(written), ("", True))[1]
        self._seen[id(written)] = (type_, made and is_made)

    def told(self) -> tuple[AssertionTally, ...]:
        """By type, the most frequent first."""
        types = dict.fromkeys(type_ for type_, _ in self._seen.values())
        told = [
            AssertionTally(
                type=type_,
                sort=sort_of(type_).value,
                found=sum(one == type_ for one, _ in self._seen.values()),
                evaluated=sum(one == type_ and made for one, made in self._seen.values()),
            )
            for type_ in types
        ]
        return tuple(sorted(told, key=lambda one: (-one.found, one.type)))


@dataclass(slots=True)
class ReadAssertions:
    """What becomes of the assertions of a test."""

    checks: list[Check] = field(default_factory=list[Check])
    must: list[str] = field(default_factory=list[str])
    must_not: list[str] = field(default_factory=list[str])
    notes: list[str] = field(default_factory=list[str])
    findings: list[MadeOf] = field(default_factory=list[MadeOf])
    """What each assertion becomes, as far as it is a finding of its own."""


@dataclass(frozen=True, slots=True)
class AssertionReader:
    """Reads the assertions of one test."""

    values: Mapping[str, JsonValue]
    schemas: Mapping[str, JsonValue]
    sources: Sources
    tallies: Tallies
    misfit: Misfit
    allows_code: bool = False
    """Whether code in a configuration is run; what it would find is not checked otherwise."""
    transforms: Sequence[JsonValue] = ()
    """What the answer goes through before anything is asserted of it."""
    test: str = "test-1"
    """Which test it is: its answers may be compared with each other."""

    def read(self, asserts: Sequence[dict[str, JsonValue]], *, threshold: float | None) -> ReadAssertions:
        """All of them; with a threshold, those that need no judge count together."""
        made = ReadAssertions()
        parts: list[JsonValue] = []
        alone = [written for written in asserts if _bare_type(written) not in COMPARATIVE]
        for written in alone:
            if written.get("type") == "assert-set":
                self._read_set(written, made=made, parts=parts, is_weighed=threshold is not None)
                continue
            weighed = threshold is not None or written.get("weight") == 0
            check = self._read_one(written, made, is_weighed=weighed)
            if check is not None:
                self._put(check, written, made=made, parts=parts if weighed else None)
        if parts:
            # A weight of nothing cannot fail anybody, whatever is found.
            made.checks.append(_weighted(parts, least=0.0 if threshold is None else threshold))
            made.findings.append(MadeOf("assert-set", made.checks[-1].name))
        for written in asserts:
            if _bare_type(written) in COMPARATIVE:
                self._read_comparative(written, made)
        if threshold is not None and (made.must or made.must_not):
            made.notes.append("what judges say does not count into its threshold; it is judged apart.")
        return made

    def _read_set(
        self,
        written: Mapping[str, JsonValue],
        *,
        made: ReadAssertions,
        parts: list[JsonValue],
        is_weighed: bool,
    ) -> None:
        """A set within a test: it stands alone, or counts as one of several."""
        least = written.get("threshold")
        inner: list[JsonValue] = []
        for one in mappings(written.get("assert")):
            check = self._read_one(one, made, is_weighed=True, is_one_of=least is not None)
            if check is not None:
                inner.append(_part(check, one.get("weight", 1)))
        if not inner:
            return
        whole = _weighted(inner, least=float(least) if isinstance(least, int | float) else None)
        if is_weighed:
            parts.append(_part(whole, written.get("weight", 1)))
        else:
            made.checks.append(whole)
            made.findings.append(MadeOf("assert-set", whole.name))

    def _read_comparative(self, written: Mapping[str, JsonValue], made: ReadAssertions) -> None:
        """An assertion about all answers to the test; it counts beside all others, whatever they weigh."""
        type_ = str(written.get("type", ""))
        try:
            if written.get("transform") is not None or any(self.transforms):
                raise Unusable("answers are compared as they are, and not what becomes of them")
            one = self._filled(written, type_)
            check = compare_answers(one, test=self.test, made=made.findings, already=made.checks)
            wrong = self.misfit(check)
            if wrong is not None:
                raise Unusable(wrong)
        except (Unusable, NotRead, NotHonoured) as trouble:
            made.notes.append(f"{type_} is not evaluated: {_why(trouble)}.")
            self.tallies.count(written, is_made=False)
            return
        made.checks.append(check)
        self.tallies.count(written, is_made=True)

    def _put(
        self,
        check: Check,
        written: Mapping[str, JsonValue],
        *,
        made: ReadAssertions,
        parts: list[JsonValue] | None,
    ) -> None:
        if parts is None:
            made.checks.append(check)
            made.findings.append(MadeOf(str(written.get("type")), check.name))
        else:
            parts.append(_part(check, written.get("weight", 1)))

    def _read_one(
        self,
        written: Mapping[str, JsonValue],
        made: ReadAssertions,
        *,
        is_weighed: bool,
        is_one_of: bool = False,
    ) -> Check | None:
        """The check of an assertion; None where it is judged, or not made at all, which is noted."""
        type_ = str(written.get("type", ""))
        sort = sort_of(type_)
        try:
            steps = [step for step in (*self.transforms, written.get("transform")) if step is not None]
            if sort is AssertionSort.CODE and is_weighed:
                raise Unusable("it is code, which is not weighed against others here")
            one = self._filled(written, type_)
            if sort is AssertionSort.GRADED and steps:
                raise Unusable("judges are shown answers as they are, and not what becomes of them")
            if sort is AssertionSort.GRADED:
                made.notes.extend(_left_to_judges(written, is_one_of=is_one_of))
                (made.must_not if one.negated else made.must).extend(_criteria(one, self.values))
                made.findings.append(MadeOf(type_, VERDICT))
                self.tallies.count(written, is_made=True)
                return None
            if sort in _WHY_NOT:
                raise Unusable(_WHY_NOT[sort])
            check = self._check(one, steps)
            if check.kind == TRANSFORMED_BY_CODE and is_weighed:
                raise Unusable("code changes the answer, which is not weighed against others here")
        except (Unusable, NotRead, NotHonoured) as trouble:
            made.notes.append(f"{type_ or 'an assertion'} is not evaluated: {_why(trouble)}.")
            self.tallies.count(written, is_made=False)
            return None
        is_left = check.kind in CODE_KINDS and not self.allows_code
        if is_left:
            made.notes.append(f"{type_} is not checked: it is code, which is run only with --allow-code.")
        self.tallies.count(written, is_made=not is_left)
        return check

    def _check(self, one: Assertion, steps: Sequence[JsonValue]) -> Check:
        try:
            kind, value = make_check(one)
        except KeyError:
            raise Unusable("this type is not known here") from None
        check = Check(kind=kind, negated=one.negated is not (one.type in _OPPOSITE), value=value)
        if steps:
            check = behind_steps(check, [self._step(step) for step in steps])
        elif self.schemas and is_about_words(check):
            check = behind_steps(check, [_AS_IT_IS])
        wrong = self.misfit(check)
        if wrong is not None:
            raise Unusable(wrong)
        return check

    def _step(self, step: JsonValue) -> JsonValue:
        if not isinstance(step, str) or not step.strip():
            raise Unusable(f"its transform is {tell(step)} and no code")
        return {"file": self.sources.code(step)} if is_file(step) else step

    def _filled(self, written: Mapping[str, JsonValue], type_: str) -> Assertion:
        value, threshold = written.get("value"), written.get("threshold")
        if is_file(value) and sort_of(type_) is AssertionSort.CODE:
            named: dict[str, JsonValue] = {"file": self.sources.code(str(value))}
            value = named
        elif is_file(value):
            value = self._from_file(str(value))
        elif isinstance(value, str):
            value = fill(value, self.values)
        elif isinstance(value, list):
            value = [fill(one, self.values) if isinstance(one, str) else one for one in value]
        if threshold is not None and (isinstance(threshold, bool) or not isinstance(threshold, int | float)):
            raise Unusable(f"its threshold is {tell(threshold)}")
        bare = type_.removeprefix("not-")
        return Assertion(
            type=bare,
            negated=bare != type_,
            value=value,
            threshold=None if threshold is None else float(threshold),
            schemas=self.schemas,
            config=written.get("config"),
            extras=written,
        )

    def _from_file(self, name: str) -> JsonValue:
        is_data = name.lower().endswith((".json", ".yaml", ".yml"))
        return self.sources.value(name) if is_data else self.sources.text(name).strip()


def _criteria(one: Assertion, values: Mapping[str, JsonValue]) -> Iterator[str]:
    """What a judge goes by."""
    texts = one.value if isinstance(one.value, list) else [one.value]
    told = [text if isinstance(text, str) else json.dumps(text, ensure_ascii=False) for text in texts if text]
    context = str(values.get("context", ""))
    match one.type:
        case "llm-rubric" | "g-eval" | "model-graded-closedqa":
            if not told:
                raise Unusable("it has no value")
            yield from told
        case "factuality" | "model-graded-factuality":
            yield from (f"Its facts agree with this: {text}" for text in told)
        case "context-recall":
            yield from (f"The context holds what this says: {text}\nContext: {context}" for text in told)
        case "context-relevance":
            yield f"The context is what is needed to answer.\nContext: {context}"
        case "context-faithfulness":
            yield f"Everything it claims follows from this context: {context}"
        case "trajectory:goal-success":
            yield from (f"This goal is reached: {text}" for text in told)
        case _:
            yield "It is relevant to what was asked."


def _left_to_judges(written: Mapping[str, JsonValue], *, is_one_of: bool) -> Iterator[str]:
    """What a judge who says yes or no does not go by; raises `Unusable` where his word would count for too much."""
    if is_one_of:
        raise Unusable("it is judged, which is not weighed against others here")
    if written.get("weight") == 0:
        raise Unusable("it counts for nothing, and no judge is asked in vain")
    if left := [key for key in _NOT_JUDGED_BY if written.get(key) is not None]:
        yield f"{written.get('type')}: its {', '.join(left)} is not used; the judge says yes or no."


def _bare_type(written: Mapping[str, JsonValue]) -> str:
    return str(written.get("type", "")).removeprefix("not-")


def _weighted(parts: list[JsonValue], *, least: float | None) -> Check:
    return Check(kind="weighted", value={"of": parts, **({} if least is None else {"at_least": least})})


def _part(check: Check, weight: JsonValue) -> JsonValue:
    is_number = isinstance(weight, int | float) and not isinstance(weight, bool)
    return {check.name: check.value, "weight": weight if is_number else 1}


def _why(trouble: Unusable | NotRead | NotHonoured) -> str:
    if isinstance(trouble, NotHonoured):
        return f"{trouble.tag} cannot be filled as promptfoo would"
    return str(trouble)
