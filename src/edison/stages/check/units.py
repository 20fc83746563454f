"""What is found about an output without asking anyone."""

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache

from pydantic import JsonValue

from edison.domain import (
    AnswerFacts,
    Case,
    Check,
    CheckCall,
    CheckReply,
    CheckResult,
    EmbeddedTexts,
    Finding,
    Outcome,
    Output,
    OutputStatus,
)
from edison.errors import CheckBroken, EdisonError, VariablesMissing
from edison.text import fill, has_braces

from .kinds import (
    EXPECT_REFUSAL,
    KINDS,
    CheckKind,
    CheckMisfit,
    CheckStep,
    Test,
    TestByCode,
    TestByMeaning,
    look_with,
)
from .kinds.meaning import drift_within

EXPECTED = "expect"
"""The name under which a check's placeholder finds the case's expected answer."""

_LONGEST_VALUE = 200
_NO_ANSWER = {
    Outcome.LENGTH.value: "The answer was cut off before its end, so it was not looked at.",
    Outcome.REFUSAL.value: "The model refused, so there is no answer to look at.",
    Outcome.CONTENT_FILTER.value: "The provider's filter held the answer back, so there is none to look at.",
    Outcome.EMPTY.value: "The answer is empty.",
}
"""Why an output that is no answer fails a check."""

_NO_FACTS = AnswerFacts()
_NOTHING_RAN: Mapping[CheckCall, CheckReply] = {}
_NOT_RUN = CheckReply(trouble="Code of the suite was not run; say --allow-code if you trust it.")
_NOT_EMBEDDED = EmbeddedTexts(embedder="none", trouble="Nobody made vectors of the texts.")


def texts_to_embed(output: Output, case: Case, checks: Sequence[Check]) -> tuple[str, ...]:
    """What the checks of an output have to know the vectors of, each text once; mostly nothing."""
    if output.status is OutputStatus.ERROR:
        return ()
    asked: dict[str, None] = {}
    for check in (*checks, *case.checks):
        kind = KINDS.get(check.kind)
        if kind is None or not kind.by_meaning:
            continue
        try:
            test = _test_of(check, case=case)
        except CheckBroken:
            continue
        if isinstance(test, TestByMeaning):
            asked |= dict.fromkeys(test.texts(output))
    return tuple(asked)


def holds_against_unrelated(case: Case, checks: Sequence[Check]) -> bool:
    """Whether a distance is told in deviations of unrelated texts as well."""
    return any(check.kind == "drift" for check in (*checks, *case.checks))


def goes_by_meaning(check: Check, *, case: Case | None = None) -> bool:
    """Whether a check asks for vectors of texts, or may once its placeholders are filled."""
    if check.kind not in KINDS or not KINDS[check.kind].by_meaning:
        return False
    try:
        return isinstance(_test_of(check, case=case), TestByMeaning)
    except CheckBroken:
        return True


def calls_to_make(output: Output, case: Case, checks: Sequence[Check]) -> tuple[CheckCall, ...]:
    """The code that the checks of an output ask to be run, each call once; mostly none."""
    if output.status is not OutputStatus.OK:
        return ()
    asked: dict[CheckCall, None] = {}
    for check in (*checks, *case.checks):
        if runs_code([check]):
            try:
                asked |= dict.fromkeys((_call_of(_test_of(check, case=case), output, case),))
            except CheckBroken:
                continue
    return tuple(asked)


def runs_code(checks: Sequence[Check]) -> bool:
    """Whether code of the user's is run for any of these checks."""
    return any(check.kind in KINDS and KINDS[check.kind].by_code for check in checks)


def code_of_checks(checks: Sequence[Check]) -> tuple[CheckCall, ...]:
    """The code that checks would run, without what it is given, as far as it is known without a case."""
    tests = [_test_of(check, case=None) for check in checks if runs_code([check])]
    return tuple(test.call for test in tests if isinstance(test, TestByCode))


def check_output(
    output: Output,
    case: Case,
    checks: Sequence[Check],
    *,
    embedded: EmbeddedTexts = _NOT_EMBEDDED,
    facts: AnswerFacts = _NO_FACTS,
    ran: Mapping[CheckCall, CheckReply] = _NOTHING_RAN,
) -> tuple[CheckResult, ...]:
    """Make every check, and tell first what matters most: empty, refusal, tools, verdict, what is expected, words,
    likeness.

    Within one of these, the checks of the run come before those of the case, as they are written. The first that
    failed is therefore the reason to give; the others are made and kept all the same.

    An error brought no answer, so nothing is checked and nobody has failed. A refused, cut-off or empty answer
    fails each check and each opposite of one, with the reason why it is no answer; only the kinds that are
    about such answers (`empty`, `refusal`, `length`) look at it. A refusal that is expected is an answer.
    """
    made = sorted((*checks, *case.checks), key=_step_of)
    is_answer = output.status is OutputStatus.OK or _is_expected_refusal(output, made)
    return tuple(
        _result(
            output, case=case, check=check, embedded=embedded if is_answer else None, facts=facts, ran=ran
        )
        for check in made
    )


def with_drift_threshold(results: Sequence[CheckResult], *, most: float) -> tuple[CheckResult, ...]:
    """The same findings with another limit for drift: what was measured is not measured again."""
    return tuple(
        _within(result, most=most, measured=result.measured)
        if result.check == "drift" and result.measured is not None
        else result
        for result in results
    )


def _within(result: CheckResult, *, most: float, measured: float) -> CheckResult:
    holds, sentence = drift_within(measured, most=most)
    return result.model_copy(
        update={
            "finding": Finding.PASSED if holds else Finding.FAILED,
            "reason": None if holds else sentence,
        }
    )


def prepare_checks(checks: Sequence[Check], *, case: Case | None = None) -> None:
    """Raise `CheckBroken` for the first check that could not be made, before anything is paid for.

    Values with placeholders wait for their case. With a case they are filled from it, and a variable that it does
    not have is refused as well.
    """
    for check in checks:
        try:
            _test_of(check, case=case)
        except CheckBroken as error:
            if case is not None or not isinstance(error.__cause__, VariablesMissing):
                raise


def _step_of(check: Check) -> CheckStep:
    kind = KINDS.get(check.kind)
    return CheckStep.WORDS if kind is None else kind.step


def _is_expected_refusal(output: Output, checks: Sequence[Check]) -> bool:
    if output.reason != Outcome.REFUSAL.value:
        return False
    return any(check.kind == EXPECT_REFUSAL and not check.negated for check in checks)


def _result(
    output: Output,
    *,
    case: Case,
    check: Check,
    embedded: EmbeddedTexts | None,
    facts: AnswerFacts,
    ran: Mapping[CheckCall, CheckReply],
) -> CheckResult:
    """What one check says; without anything embedded, be it only why not, the output is no answer."""
    if output.status is OutputStatus.ERROR:
        return _unchecked(output, case=case, check=check, reason=f"There is no answer ({output.reason}).")
    try:
        test = _test_of(check, case=case)
    except CheckBroken as error:
        return _unchecked(output, case=case, check=check, reason=error.sentence)
    if embedded is None and not KINDS[check.kind].takes_any:
        return _found(output, case=case, check=check, passed=False, reason=_why_no_answer(output))
    vectors = embedded or _NOT_EMBEDDED
    if isinstance(test, TestByCode):
        seen = test.spoilt(output) or test.look(ran.get(_call_of(test, output, case), _NOT_RUN))
    else:
        seen = look_with(test, output, embedded=vectors, facts=facts)
    if seen.holds is None:
        return _unchecked(output, case=case, check=check, reason=seen.sentence)
    passed = seen.holds is not check.negated and not seen.absent
    made = _found(output, case=case, check=check, passed=passed, reason=seen.sentence, measured=seen.measured)
    if not isinstance(test, TestByMeaning):
        return made
    return made.model_copy(update={"embedder": vectors.embedder, "z": seen.z})


def _call_of(test: Test, output: Output, case: Case) -> CheckCall:
    """What code is run, with what it is given."""
    assert isinstance(test, TestByCode), "only such kinds run code"
    return test.call.about(json.dumps(test.give(output, case)).encode())


def _unchecked(output: Output, *, case: Case, check: Check, reason: str) -> CheckResult:
    return CheckResult(
        output_id=output.id,
        check=check.name,
        finding=Finding.NOT_CHECKED,
        reason=reason,
        value=_value_told(check, case=case),
    )


def _found(
    output: Output, *, case: Case, check: Check, passed: bool, reason: str, measured: float | None = None
) -> CheckResult:
    return CheckResult(
        output_id=output.id,
        check=check.name,
        finding=Finding.PASSED if passed else Finding.FAILED,
        reason=None if passed else reason,
        value=_value_told(check, case=case),
        measured=measured,
    )


def _why_no_answer(output: Output) -> str:
    told = _NO_ANSWER.get(output.reason or "") or output.sentence
    return told or f"It is no answer ({output.reason})."


def _value_told(check: Check, *, case: Case) -> str | None:
    """What a check goes by on this case, in a line for people; as it is written where it cannot be filled."""
    try:
        value = _filled(check.value, case=case)
    except (EdisonError, RecursionError):
        value = check.value
    if value is None:
        return None
    told = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return told if len(told) <= _LONGEST_VALUE else f"{told[:_LONGEST_VALUE]}…"


def _test_of(check: Check, *, case: Case | None) -> Test:
    """Fill the check's value and make its test; raises `CheckBroken` where that cannot be done."""
    value = check.value
    try:
        if value is None or (isinstance(value, str) and not has_braces(value)):
            return _plain_test(check.kind, value)
        return _kind_of(check.kind).prepare(_filled(value, case=case))
    except CheckMisfit as misfit:
        raise CheckBroken(check.name, field=misfit.field, problem=misfit.problem) from misfit
    except EdisonError as error:
        problem = f"cannot be filled. {error.sentence.removesuffix('.')}"
        raise CheckBroken(check.name, field="value", problem=problem) from error
    except RecursionError as error:
        raise CheckBroken(check.name, field="value", problem="is nested too deeply") from error


def _filled(value: JsonValue, *, case: Case | None) -> JsonValue:
    """The value of a check as it is for this case."""
    if value is None or (isinstance(value, str) and not has_braces(value)):
        return value
    if case is not None and case.task is not None:
        # The texts of such a case are literal, and so are those of its checks.
        return value
    return fill(value, _values_of(case))


@lru_cache(maxsize=1024)
def _plain_test(kind: str, value: str | None) -> Test:
    """The test for a value in which there is nothing to fill; made for every cell, so made once."""
    return _kind_of(kind).prepare(value)


def _kind_of(name: str) -> CheckKind:
    kind = KINDS.get(name)
    if kind is None:
        known = ", ".join(sorted(KINDS))
        raise CheckMisfit(f"{name!r} is not known; there are {known}, each also with not_", field="kind")
    return kind


def _values_of(case: Case | None) -> Mapping[str, JsonValue]:
    if case is None or case.expectation is None:
        return case.variables if case else {}
    return {**case.variables, EXPECTED: case.expectation.answer}
