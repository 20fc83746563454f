"""data: sets of cases from files, and a run that pins the version it was given."""

import json
import re

import pytest

import edison
from edison.sim import SimProcess

from .commands import Terminal
from .suites import CAPITALS, a_suite

pytestmark = pytest.mark.timeout(120)


def test_cases_are_kept_in_versions_and_a_run_pins_one(either_terminal: Terminal, sim: SimProcess) -> None:
    import polars

    terminal = either_terminal
    rows = [{"land": land, "city": city} for land, city in CAPITALS.items()]
    polars.DataFrame(rows).write_parquet(terminal.folder / "capitals.parquet")
    terminal.write("suite.yaml", a_suite(sim, cases="data:capitals@1"))

    mapped = ("--map", "country=land", "--map", "expect=city")
    kept = terminal.edison("data", "import", "capitals.parquet", *mapped)
    split = terminal.edison("data", "split", "capitals")
    ran = terminal.edison("run", "suite.yaml", "--quiet", "--json")
    terminal.edison("data", "export", "capitals@1", "out.jsonl")

    assert kept.out.startswith("capitals@1: 6 cases, golden (import capitals.parquet.jsonl, usr_local).")
    assert split.out.startswith("capitals@2: 6 cases")
    assert (ran.code, ran.json["checks"]["passed"]) == (0, 6)
    first = json.loads((terminal.folder / "out.jsonl").read_text().splitlines()[0])
    assert first == {"id": "case-1", "country": "France", "expect": "Paris"}
    shown = terminal.edison("data", "show", "capitals", "--limit", "1").out
    assert "capitals@1" in shown
    assert '{"country": "France"}' in shown
    assert "capitals@2" in terminal.edison("data", "list").out
    assert "[dataset_unknown]" in terminal.edison("data", "show", "other").err
    assert terminal.edison("data", "import", "out.jsonl", "--map", "x").code == 2
    assert terminal.edison("check", "suite.yaml").out.startswith("6 tests")
    assert "[dataset_refused]" in terminal.edison("check", "suite.yaml", "--file-only").err


def test_the_same_from_python(terminal: Terminal) -> None:
    path = terminal.folder / "cases.jsonl"
    path.write_text('{"id": "a", "question": "Why?"}\n')
    library = edison.data.at(database=str(terminal.folder / "python.db"))

    added = library.add(path, "why", kind="synthetic")
    approved = library.approve("why", cases=["a"])

    assert (added.is_verified, approved.version) == (False, 2)
    assert [one.version for one in library.all()] == [2]
    assert library.split("why").cases == 1
    assert library.show("why@1").cases[0].tags == ("unverified",)


def test_coverage_is_drawn_and_thin_spots_are_named(terminal: Terminal) -> None:
    terminal.edison("init", "--template", "translation")
    path = terminal.folder / "cases.jsonl"
    path.write_text("".join(f'{{"id": "c{n}", "q": "{"?" * n}", "tags": ["post"]}}\n' for n in range(1, 5)))
    terminal.edison("data", "import", "cases.jsonl", "--name", "why")

    drawn = terminal.edison("coverage", "edison.yaml")
    told = terminal.edison("coverage", "why", "--json").json

    assert "edison.yaml: 13 cases" in drawn.out
    assert "difficulty, from 1 (easy) to 5 (hard)" in drawn.out
    assert re.search(r"everyday +#  3     0     0     0     0", drawn.out)
    assert "thin: tag everyday: none of difficulty 3, 4" in drawn.out
    assert (told["name"], told["cases"], told["cells"][0]["tag"]) == ("why@1", 4, "post")
    library = edison.data.at(database=terminal.database)
    assert library.coverage("why").cases == 4
