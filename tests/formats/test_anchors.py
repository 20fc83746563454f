"""Anchors: graded texts, some of them entries, some of their own."""

import pytest

from edison.domain import GradeSteps, StoredAnchor, SuiteCase
from edison.errors import SuiteBroken
from edison.formats.entries.anchors import Anchor, AnchorFile, join_anchors, keep_anchors, read_anchors
from edison.formats.entries.entries import MOST_TEXT_CHARS
from edison.formats.suite.cases import CasesKind

from .entry_rankings import SCALE


def read(text: str, kind: CasesKind = CasesKind.CSV) -> AnchorFile:
    return read_anchors([text.encode()], kind=kind, name=f"anchors.{kind.value}", scale=SCALE)


def refusal(text: str, kind: CasesKind = CasesKind.CSV) -> str:
    with pytest.raises(SuiteBroken) as refused:
        read(text, kind)
    return refused.value.sentence


def an_entry(name: str, **changes: object) -> SuiteCase:
    return SuiteCase.model_validate({"name": name, "variables": {"text": f"text of {name}"}, **changes})


def join(file: AnchorFile, *entries: SuiteCase) -> list[SuiteCase]:
    return list(join_anchors(entries, file))


WRITTEN = {
    CasesKind.CSV: "id,text,grade,source\none,, C ,x\n,A tale.,A,\ntwo,Another.,E,\n",
    CasesKind.JSONL: (
        '{"id": "one", "grade": "C"}\n{"text": "A tale.", "grade": "A"}\n'
        '{"id": "two", "text": "Another.", "grade": "E"}'
    ),
    CasesKind.YAML: "- {id: one, grade: C}\n- {text: A tale., grade: A}\n- {id: two, text: Another., grade: E}\n",
}


@pytest.mark.parametrize("kind", WRITTEN)
def test_an_anchor_is_an_entry_or_a_text_of_its_own(kind: CasesKind) -> None:
    anchors = read(WRITTEN[kind], kind).anchors

    assert [(anchor.name, anchor.grade, anchor.text) for anchor in anchors] == [
        ("one", "C", None),
        ("anchor-2", "A", "A tale."),
        ("two", "E", "Another."),
    ]


def test_grades_may_be_numbers() -> None:
    scale = SCALE.model_copy(update={"grades": ("1", "2")})

    found = read_anchors([b"- {id: a, grade: 1}"], kind=CasesKind.YAML, name="a", scale=scale)

    assert found.anchors == (Anchor("a", "1", None, 1),)


BAD = {
    "nothing": ("id,grade\n", "the file holds no anchors. Write at least two, of different grades"),
    "a strange grade": (
        "id,grade\na,C\nb,H\n",
        "line 3, grade: 'H' is no grade of the scale 'six'. Known are F, E",
    ),
    "what lies below": ("id,grade\na,U\n", "line 2, grade: 'U' is no grade of the scale"),
    "no grade": ("id,grade\na,\n", "line 2, grade: the text is blank"),
    "no column": ("id,mark\na,C\n", "line 2, grade: grade is missing. Add it"),
    "neither": ("id,text,grade\n,,C\n", "line 2: it has neither an id nor a text"),
    "a name twice": ("id,grade\na,C\na,D\n", "line 3, id: the anchor 'a' stands in line 2 already"),
    "a long text": (
        f"text,grade\n{'x' * (MOST_TEXT_CHARS + 1)},C\n",
        "line 2, text: the text has more than 2,000,000 characters",
    ),
    "a short record": ("id,text,grade\na\n", "line 2: the record has 1 cell and the header 3"),
    "no CSV": ('id,grade\n"a', "line 2, column 1: a quote is opened"),
}


@pytest.mark.parametrize(("text", "told"), BAD.values(), ids=BAD)
def test_a_bad_anchor_is_refused_with_its_line(text: str, told: str) -> None:
    assert told in refusal(text)


def test_problems_of_a_document_have_their_columns() -> None:
    told = refusal("- {id: a, grade: C}\n- {id: b, grade: X}\n- 3\n- {id: a, grade: D}\n", CasesKind.YAML)

    assert "line 2, column 11, [1].grade: 'X' is no grade" in told
    assert "line 3, column 3, [2]: 3 is no mapping" in told
    assert "line 4, column 4, [3].id: the anchor 'a' stands in line 1 already" in told


def test_the_search_for_problems_ends() -> None:
    with pytest.raises(SuiteBroken) as refused:
        read("id,grade\n" + "".join(f"{number},H\n" for number in range(500)))

    assert len(refused.value.problems) == 100


def test_entries_get_their_grades_and_anchors_of_their_own_come_last() -> None:
    file = read("id,text,grade\nb,,C\nz,A tale.,A\n")

    assert join(file, an_entry("a"), an_entry("b"), an_entry("c", anchor_grade="E")) == [
        an_entry("a"),
        an_entry("b", anchor_grade="C"),
        an_entry("c", anchor_grade="E"),
        SuiteCase(name="z", variables={"text": "A tale."}, anchor_grade="A"),
    ]


JOINED_BADLY = {
    "no entry": ("id,grade\nanna,C\n", "line 2, id: there is no entry 'anna'. Did you mean ann?"),
    "another text": ("id,text,grade\nann,New.,C\n", "line 2, text: 'ann' is one of the entries already"),
    "another grade": ("id,grade\nann,C\nbob,D\n", "line 3, grade: 'bob' has the grade 'E' beside its text"),
}


@pytest.mark.parametrize(("text", "told"), JOINED_BADLY.values(), ids=JOINED_BADLY)
def test_anchors_that_do_not_fit_the_entries_are_refused_at_the_end(text: str, told: str) -> None:
    with pytest.raises(SuiteBroken) as refused:
        join(read(text), an_entry("ann"), an_entry("bob", anchor_grade="E"))

    assert told in refused.value.sentence


def test_of_many_entries_and_many_problems_only_some_are_told() -> None:
    file = read("id,grade\n" + "".join(f"?{number},C\n" for number in range(300)))

    with pytest.raises(SuiteBroken, match="There are entry-0, entry-1, .*, entry-4 and others.") as refused:
        join(file, *(an_entry(f"entry-{number}") for number in range(1_100)))

    assert len(refused.value.problems) == 100


def test_kept_anchors_must_be_on_the_scale_that_is_used_now() -> None:
    stored = [StoredAnchor(label="weak", grade="C", text="A tale.")]

    assert keep_anchors(stored, scale=SCALE).anchors == (Anchor("weak", "C", "A tale.", 1),)
    with pytest.raises(SuiteBroken, match="'C' is no grade of the scale 'other'"):
        keep_anchors(stored, scale=GradeSteps(name="other", grades=("1", "2")))
