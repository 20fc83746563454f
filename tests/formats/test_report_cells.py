"""The cells on the page of a run: which are shown, side by side, and where readers find the rest."""

from edison.domain import CellReport, RunReport
from edison.formats import write_html

from .pages import Markup
from .reports import a_cell_report, a_failed_check, a_full_judgment, a_report


def page_of(report: RunReport, *cells: CellReport) -> Markup:
    return Markup(b"".join(write_html(report, cells)).decode())


def test_the_page_is_bounded_however_many_cells_there_are() -> None:
    cells = [a_cell_report(case=f"bad {number}", checks=(a_failed_check(),)) for number in range(550)]
    cells += [a_cell_report(case=f"good {number}") for number in range(550)]

    page = page_of(a_report(), *cells)

    assert page.source.count("class='cell'") == 500
    assert "600 of 1,100 cells are left out here" in page.text
    assert "480 more" in page.text
    assert "good 1" not in page.text


def test_all_cells_of_a_case_stand_side_by_side_cases_with_failures_first() -> None:
    def a_case(name: str, **changes: object) -> list[CellReport]:
        arms = ("arm_2", "steady", *(f"arm {number}" for number in range(23)))
        return [a_cell_report(number=at, case=name, arm=arm, **changes) for at, arm in enumerate(arms)]

    wrong = a_case("wrong", checks=(a_failed_check(),), inputs={"question": "Why?" * 100})

    page = page_of(a_report(), *a_case("fine", prompt="v2", tags=("easy",)), *wrong)

    matrix = page.text.partition("A row is a case")[2].partition("Answers")[0]
    assert matrix.index("steady") < matrix.index("quick")
    assert matrix.index("wrong") < matrix.index("fine")
    assert "contains: 'Four' is not in it." in matrix
    assert "Why?Why?…" in matrix
    assert "The first 24 of 50 columns stand here" in matrix
    assert "data-arm='0' data-prompt='0' data-tags='' data-outcome='0'" in page.source
    assert "data-tags='0'" in page.source


def test_a_case_with_more_cells_than_a_page_holds_is_cut_its_failures_first() -> None:
    cells = [a_cell_report(number=number, repeat=number) for number in range(510)]
    cells += [a_cell_report(number=510, repeat=510, checks=(a_failed_check(),))]

    page = page_of(a_report(), *cells, a_cell_report(case="fine"))

    assert page.source.count("class='cell'") == 500
    assert "What went wrong (1)" in page.text
    assert "12 of 512 cells are left out here" in page.text


def test_a_page_names_repeats_and_mean_qualities_where_there_are_some() -> None:
    report = a_report()
    snapshot = report.run.snapshot.model_copy(update={"repeats": 2})
    report = report.model_copy(update={"run": report.run.model_copy(update={"snapshot": snapshot})})
    judged = (a_full_judgment({"Accuracy": 4, "Kindness": 5}),)

    page = page_of(report, *(a_cell_report(number=at, repeat=at, judgments=judged) for at in (1, 0)))

    assert "fish · steady · v1 · repeat 1" in page.text
    assert "data-cells='0 1'" in page.source
    assert "passed 0.85" in page.text
