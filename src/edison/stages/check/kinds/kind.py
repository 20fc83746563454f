"""What a kind of check is: a function from its value to a test of outputs."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple, TypeAlias

from pydantic import JsonValue

from edison.domain import AnswerFacts, Case, CheckCall, CheckReply, EmbeddedTexts, Output
from edison.text import excerpt_of, write_apart


class CheckMisfit(Exception):
    """A value that a kind of check cannot use; `problem` goes on where *its value …* begins."""

    def __init__(self, problem: str, *, field: str = "value") -> None:
        super().__init__(problem)
        self.problem = problem
        self.field = field


class SeenOutput(NamedTuple):
    """What a test saw, said so that it explains a failure of the check and of its opposite alike."""

    holds: bool | None
    """None where it could not be told; then the check has failed nobody."""
    sentence: str
    measured: float | None = None
    absent: bool = False
    """What the check is about is not there: neither it nor its opposite passes."""
    z: float | None = None
    """What was measured, in deviations of unrelated texts."""


@dataclass(frozen=True, slots=True)
class TestByMeaning:
    """A test that asks for vectors first: of which texts, and what it sees when it has them."""

    texts: Callable[[Output], tuple[str, ...]]
    look: Callable[[Output, EmbeddedTexts], SeenOutput]


@dataclass(frozen=True, slots=True)
class TestByFacts:
    """A test of how an answer came: how long it took, what it cost, how it ended."""

    look: Callable[[Output, AnswerFacts], SeenOutput]


def all_that_is_known(output: Output, case: Case) -> JsonValue:
    """What code is usually given: the answer, and the case with what it expects."""
    expected, trace = case.expectation, output.trace
    return {
        "answer": output.text,
        "case": case.variables,
        "expect": None if expected is None else expected.answer,
        "must": None if expected is None else expected.must,
        "must_not": None if expected is None else expected.must_not,
        "tools": [{"name": call.name, "arguments": call.arguments} for call in output.tool_calls],
        "messages": [
            {"role": one.by.value, "content": one.text} for one in (() if trace is None else trace.said)
        ],
        "trace": None if trace is None else trace.model_dump(mode="json"),
    }


@dataclass(frozen=True, slots=True)
class TestByCode:
    """A test that asks for code to be run first: which, and what it sees in what that gave back."""

    call: CheckCall
    """Without what it is given, which differs from output to output."""
    look: Callable[[CheckReply], SeenOutput]
    give: Callable[[Output, Case], JsonValue] = all_that_is_known
    spoilt: Callable[[Output], SeenOutput | None] = lambda _: None
    """What is seen already where nothing could be given to the code."""


PlainTest: TypeAlias = Callable[[Output], SeenOutput] | TestByMeaning | TestByFacts
"""Runs nothing."""

Test: TypeAlias = PlainTest | TestByCode


class CheckStep(IntEnum):
    """When a kind has its say: what matters most is told first, however the checks were written down."""

    EMPTY = 1
    REFUSAL = 2
    TOOLS = 3
    VERDICT = 4
    EXPECTED = 5
    WORDS = 6
    LIKENESS = 7
    AMONG_OTHERS = 8


@dataclass(frozen=True, slots=True)
class CheckKind:
    """One kind of check."""

    prepare: Callable[[JsonValue], Test]
    """Make the test for a value; raises `CheckMisfit` where the value cannot be used."""
    takes_any: bool = False
    """Whether it looks at refused, cut-off and empty answers too; other kinds fail them unseen."""
    step: CheckStep = CheckStep.WORDS
    by_meaning: bool = False
    """Whether its tests ask for vectors of texts."""
    by_code: bool = False
    """Whether its tests run code of the user's, which somebody has to allow."""


def words_of(value: JsonValue, *, field: str = "value") -> str:
    """The text a check looks for; a number counts as it is written."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise CheckMisfit("must be a text", field=field)
    words = str(value)
    if not words.strip():
        raise CheckMisfit("is blank; write the text to look for", field=field)
    return words


def read_fields(value: JsonValue, *, known: Sequence[str], needed: Sequence[str]) -> Mapping[str, JsonValue]:
    """The fields of a value that is a mapping; what is not known is refused, and so is what is missing."""
    if not isinstance(value, dict):
        raise CheckMisfit(f"must be a mapping of {', '.join(known)}")
    for field in value:
        if field not in known:
            raise CheckMisfit(f"is not known; there are {', '.join(known)}", field=f"value.{field}")
    for field in needed:
        if value.get(field) is None:
            raise CheckMisfit("is missing", field=f"value.{field}")
    return value


def refuse_value(value: JsonValue) -> None:
    """Refuse any value for a kind that needs none; `true` stands for none."""
    if value not in (None, True):
        raise CheckMisfit("must be left out; this kind of check needs none")


def quote(text: str) -> str:
    """A piece of text for a sentence, bounded."""
    return repr(excerpt_of(text))


def beside_limit(measured: float, limit: float, *, decimals: int = 3) -> str:
    """What was measured and what it is held against: with so many decimals, or as many more as tell them apart."""
    return f"{write_apart(measured, limit, least=decimals)[0]}; the limit is {limit:g}"


def look_with(test: PlainTest, output: Output, *, embedded: EmbeddedTexts, facts: AnswerFacts) -> SeenOutput:
    """What any test sees, handed what it asks for."""
    if isinstance(test, TestByFacts):
        return test.look(output, facts)
    if not isinstance(test, TestByMeaning):
        return test(output)
    if embedded.trouble is not None:
        return SeenOutput(holds=None, sentence=embedded.trouble)
    return test.look(output, embedded)
