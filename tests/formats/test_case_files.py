"""Cases written to a file and read again, and columns under other names."""

from edison.domain import Check, Criterion, Expectation, Split, SuiteCase
from edison.formats import CasesKind, read_cases, write_cases


def test_what_was_written_comes_back() -> None:
    cases = [
        SuiteCase(name="bare", variables={"q": "Why?"}),
        SuiteCase(
            name="full",
            variables={"q": [1, 2]},
            expectation=Expectation(answer="42", must="Be kind."),
            split=Split.SEALED,
            tags=("a", "b"),
            difficulty=5,
            checks=(Check(kind="contains", value="4"), Check(kind="contains", negated=True, value="5")),
            criteria=Criterion.of_case(["It is kind.", "It is short."]),
            family="f",
            metadata={"source": {"page": 3}},
        ),
        SuiteCase(name="answered", variables={}, expectation=Expectation(answer={"a": 1})),
    ]

    assert list(read_cases(write_cases(cases), kind=CasesKind.JSONL, name="x.jsonl")) == cases


def test_values_that_are_no_text_and_cases_that_are_none_are_left_to_the_reader() -> None:
    text = b'[{"n": 3, "old": "x", "question": "gone"}]'

    [case] = read_cases([text], kind=CasesKind.JSON, name="x.json", columns={"question": "old", "count": "n"})

    assert case.variables == {"question": "x", "count": 3}
