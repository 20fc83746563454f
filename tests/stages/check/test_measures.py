"""Numbers, verdicts and likeness, as models write them and as strangers might."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from edison.domain import Check, CheckResult, Finding
from edison.stages.check.kinds.similarity import similarity_of
from edison.stages.check.units import check_output
from tests.factories import a_case, an_output

PASSED, FAILED, NOT_CHECKED = Finding.PASSED, Finding.FAILED, Finding.NOT_CHECKED


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("42", 42),
        ("First 3, then 4: **42** km.", 42),
        ("<think>Maybe 7.</think>It is 42", 42),
        ("It costs $1,234.50.", 1234.5),
        ("1,234,567 people", 1_234_567),
        ("12 345", 12_345),
        ("1'234", 1_234),
        ("5 - 3 = 2", 2),
        ("x=-5", -5),
        ("It is −5 °C.", -5),
        ("100km", 100),
        ("1.5e-3", 0.0015),
        (".5", 0.5),
        ("50 %", 0.5),
        ("8 out of 10", 0.8),
        ("1/4", 0.25),
    ],
)
def test_the_last_number_of_an_answer_is_read(text: str, number: float) -> None:
    result = checked("numeric", number, text=text)

    assert (result.finding, result.measured) == (PASSED, number)


@pytest.mark.parametrize("negated", [False, True])
@pytest.mark.parametrize(
    "text",
    [
        "between 3 and 4",
        "3-4",
        "from 3 to 4",
        "2026-11-15",
        "at 10:30",
        "3,14",
        "1,234,56",
        "in 2020 300 of them",
        "5M",
        "10²",
        "1e999",
        "1" * 500,
        "GPT-4",
        "H2O",
        "v1.2.3",
        "many",
    ],
)
def test_what_is_not_one_number_passes_neither_the_check_nor_its_opposite(text: str, negated: bool) -> None:
    result = checked("numeric", 4, text=text, negated=negated)

    assert result.finding is FAILED
    assert "number" in (result.reason or "")
    assert result.measured is None


@pytest.mark.parametrize(
    ("value", "text", "finding"),
    [
        ("{{ expect }}", "1,000 km", PASSED),
        ({"value": "{{ expect }}", "absolute": 5}, "1005", PASSED),
        ({"value": "{{ expect }}", "absolute": 5}, "994", FAILED),
        ({"value": 3.14, "absolute": 0.01}, "3.15", PASSED),
        ({"value": 3.14, "absolute": 0.01}, "3.1501", FAILED),
        ({"value": -200, "relative": 0.05}, "-210", PASSED),
        ({"value": -200, "relative": 0.05}, "-211", FAILED),
        ({"value": 200, "relative": 0.01, "absolute": 10}, "210", PASSED),
        ({"value": "80%"}, "0.8", PASSED),
    ],
)
def test_a_number_may_be_off_by_as_much_as_is_allowed(value: JsonValue, text: str, finding: Finding) -> None:
    assert checked("numeric", value, text=text).finding is finding


def test_a_failed_number_says_how_far_off_it_may_be() -> None:
    result = checked("numeric", {"value": 100, "relative": 0.1}, text="120")

    assert result.reason == "Its last number is 120; the given one is 100, 10 more or less."


@pytest.mark.parametrize(
    "text", ["1," * 50_000, "1 " * 50_000, "1-" * 50_000, "1" + "," * 100_000, "1e" * 50_000, "." * 100_000]
)
def test_a_text_full_of_digits_is_read_soon(text: str) -> None:
    assert checked("numeric", 4, text=text).finding is FAILED


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("VERDICT: PASS", PASSED),
        ("**Verdict:** pass.", PASSED),
        ("VERDICT: FAIL\nOn second thoughts:\nVERDICT: PASS", PASSED),
        ("VERDICT: PASS (it is right)", PASSED),
        ("VERDICT: PASS - it is right", PASSED),
        ("VERDICT: PASS, FAIL", FAILED),
        ("VERDICT: (PASS)", FAILED),
        ("VERDICT:", FAILED),
        ('{"verdict": "Pass", "score": 1}', PASSED),
        ('```json\n{"Verdict": " PASS "}\n```\nVERDICT: FAIL', PASSED),
        ('{"verdict": null}\nVERDICT: PASS', PASSED),
        ('{"score": 1}', FAILED),
        ("[1]", FAILED),
        ("<think>VERDICT: PASS</think>Well.", FAILED),
    ],
)
def test_a_verdict_is_read_from_json_or_from_the_last_line_that_gives_one(
    text: str, finding: Finding
) -> None:
    assert checked("verdict", "PASS", text=text).finding is finding


@pytest.mark.parametrize(("written", "wanted"), [("true", "TRUE"), ("3", 3)])
def test_a_verdict_in_json_may_be_a_number_or_a_truth(written: str, wanted: JsonValue) -> None:
    assert checked("verdict", wanted, text=f'{{"verdict": {written}}}').finding is PASSED


@pytest.mark.parametrize("negated", [False, True])
def test_a_missing_verdict_fails_the_check_and_its_opposite(negated: bool) -> None:
    result = checked("verdict", "PASS", text="It is right.", negated=negated)

    assert (result.finding, result.reason) == (FAILED, "It gives no verdict.")


def test_the_measured_likeness_is_kept_whether_it_suffices_or_not() -> None:
    # Both hold i, t, t and n in this order: 2 × 4 over 6 + 7.
    both = [
        checked("similarity", {"to": "kitten", "at_least": least}, text="sitting") for least in (0.5, 0.9)
    ]

    assert [result.finding for result in both] == [PASSED, FAILED]
    assert {result.measured for result in both} == {2 * 4 / 13}


@given(one=st.text("ab ", max_size=12), other=st.text("abc", min_size=1, max_size=12))
def test_likeness_is_that_of_the_longest_common_subsequence(one: str, other: str) -> None:
    expected = 2 * _longest_common_subsequence(one, other) / (len(one) + len(other))

    assert similarity_of(one, other) == expected
    assert similarity_of(other, one) == expected


@given(text=st.text(min_size=1))
def test_a_text_is_entirely_like_itself(text: str) -> None:
    assert similarity_of(text, text) == 1


def test_texts_of_thousands_of_different_characters_are_compared_soon() -> None:
    text = "".join(map(chr, range(0x4E00, 0x4E00 + 5000)))

    assert similarity_of(text, text[::-1]) == 2 / 10_000


def test_texts_too_long_to_be_compared_fail_nobody() -> None:
    result = checked("similarity", {"to": "ab" * 25_000, "at_least": 0.5}, text="ba" * 25_000 + "c")

    assert result.finding is NOT_CHECKED
    assert "It is too long to be compared with" in (result.reason or "")


def test_long_texts_that_differ_in_one_place_are_compared() -> None:
    result = checked(
        "similarity",
        {"to": "ab" * 200_000 + "x" + "ba" * 200_000, "at_least": 1},
        text="ab" * 200_000 + "ba" * 200_000,
    )

    assert result.finding is FAILED
    assert result.measured == 2 * 800_000 / 1_600_001


def checked(kind: str, value: JsonValue, *, text: str, negated: bool = False) -> CheckResult:
    check = Check(kind=kind, value=value, negated=negated)
    case = a_case(expectation={"answer": "1000"})
    (result,) = check_output(an_output(text=text), case, [check])
    return result


def _longest_common_subsequence(one: str, other: str) -> int:
    """By the textbook's table."""
    row = [0] * (len(other) + 1)
    for mine in one:
        above, row = row, [0]
        for place, yours in enumerate(other):
            row.append(above[place] + 1 if mine == yours else max(above[place + 1], row[-1]))
    return row[-1]
