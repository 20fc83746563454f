"""`edison.run` in a script or a notebook."""

import asyncio
import csv
import json
import subprocess
import sys
from pathlib import Path

import pytest

import edison
from edison.actions.runs.progress import RunProgress
from edison.domain import CellOutcome
from edison.errors import CodeNotAllowed, LibraryMissing, ProviderUnknown
from edison.sim import SimProcess
from tests.doors.suites import JUDGED, a_provider, a_suite

pytestmark = pytest.mark.timeout(240)


def test_a_function_answers_and_checks_where_code_is_allowed(database: str, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(
        "def answer(asked): return asked['prompt']\ndef yes(seen): return True\n"
    )
    suite = tmp_path / "suite.json"
    asked = {"arms": [{"python": "bot:answer"}], "prompt": "{{ x }}", "cases": [{"x": "Hello"}]}
    suite.write_text(json.dumps({**asked, "checks": [{"python": "bot:yes"}]}))

    with pytest.raises(CodeNotAllowed):
        edison.run(suite, database=database)
    result = edison.run(suite, database=database, allow_code=True)

    assert result.passed
    assert [cell.output.text for cell in result.cells() if cell.output] == ["Hello"]


def test_a_suite_is_run_and_its_cells_are_read(database: str, sim: SimProcess) -> None:
    seen: list[RunProgress] = []

    result = edison.run(a_suite(sim, **JUDGED), database=database, watch=seen.append)

    cells = list(result.cells())
    assert result.passed
    assert result.run.experiment.name == "capitals"
    assert result.report.outcomes == {CellOutcome.OK: 6}
    assert [cell.case for cell in cells][:2] == ["france", "chile"]
    assert all(len(cell.judgments) == 1 for cell in cells)
    assert seen
    again = edison.load("latest", database=database)
    assert again.run.id == result.run.id
    assert repr(again).splitlines()[1].startswith("passed: 6 of 6 passed every check, cost $0.")
    assert "local/edison-sim-large" in repr(again)
    assert {"load", "run", "rank", "qualify"} <= set(dir(edison))


def test_it_works_where_a_loop_runs_already(database: str, sim: SimProcess) -> None:
    async def in_a_notebook() -> edison.RunResult:
        return edison.run(a_suite(sim), database=database, repeats=2, budget_usd=5)

    result = asyncio.run(in_a_notebook())

    assert result.report.planned == 12
    assert result.run.experiment.policy.budget_microusd == 5_000_000


def test_results_become_data_frames_with_types(database: str, sim: SimProcess) -> None:
    result = edison.run(a_suite(sim, **JUDGED), database=database)

    polars, pandas = result.to_polars(), result.to_pandas()

    assert polars.columns == list(pandas.columns)
    assert polars["case_id"].to_list() == list(pandas["case_id"])
    assert polars["passed"].to_list() == [True] * 6
    assert str(pandas["latency_ms"].dtype) == "Int64"
    assert polars["quality"].min() > 0.5  # pyright: ignore[reportOperatorIssue]


def test_a_library_that_is_not_there_is_named(
    database: str, sim: SimProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = edison.run(a_suite(sim), database=database)
    monkeypatch.setitem(sys.modules, "polars", None)
    monkeypatch.setitem(sys.modules, "pandas", None)

    with pytest.raises(LibraryMissing, match=r"polars is not installed; install edison-workbench\[frames\]"):
        result.to_polars()
    with pytest.raises(LibraryMissing, match="pandas"):
        result.to_pandas()


def test_results_are_exported_by_the_name_of_the_file(database: str, sim: SimProcess, tmp_path: Path) -> None:
    result = edison.run(a_suite(sim), database=database)

    result.export(tmp_path / "results.csv")
    result.export(tmp_path / "results", format="junit")

    with (tmp_path / "results.csv").open(newline="") as written:
        assert len(list(csv.DictReader(written))) == 6
    assert "<testcase" in (tmp_path / "results").read_text()


def test_a_suite_that_cannot_be_run_raises_what_is_wrong(
    database: str, sim: SimProcess, tmp_path: Path
) -> None:
    suite = a_suite(sim, providers={})
    with pytest.raises(ProviderUnknown, match="'local'"):
        edison.run(suite, database=database)

    result = edison.run(suite, database=database, providers={"local": a_provider(sim)}, fail_under=0.5)

    assert result.passed


def test_what_the_pages_name_is_there_after_a_plain_import() -> None:
    code = "import edison; print(edison.errors.EdisonError.__name__, edison.stats.__name__, *dir(edison))"

    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout

    first, second, *names = told.split()
    assert (first, second) == ("EdisonError", "edison.stats")
    assert {"errors", "stats", "run", "load"} <= set(names)


def test_importing_edison_loads_next_to_nothing() -> None:
    code = "import sys, edison; print(sorted(name for name in sys.modules if name.startswith('edison.')))"

    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout

    assert loaded.strip() == "[]"


def test_what_edison_does_not_have_it_does_not_have() -> None:
    with pytest.raises(AttributeError, match="no attribute 'walk'"):
        edison.walk  # noqa: B018  # pyright: ignore[reportAttributeAccessIssue]
