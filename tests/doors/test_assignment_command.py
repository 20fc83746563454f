"""assignment: what texts are ranked by, kept under one name and pinned by the runs that use it."""

from pathlib import Path

import pytest

import edison
from edison.sim import SimProcess
from tests.engine.essays import as_lines, some_essays

from .commands import Terminal
from .suites import a_provider

pytestmark = pytest.mark.timeout(120)

FOUR = some_essays(4)
LONG = "It argues well and weighs both sides and gives an example for each of the points that it makes. " * 2


def write_files(terminal: Terminal, sim: SimProcess) -> None:
    terminal.write("providers.yaml", {"local": a_provider(sim)})
    terminal.write("scale.yaml", {"name": "two", "grades": ["F", "A"]})
    terminal.write("rubric.yaml", [{"name": "argues", "description": "It gives reasons.", "weight": 1}])
    terminal.write("anchors.csv", f"id,text,grade\nweak,Short. {LONG},F\nstrong,{LONG},A\n")


def test_a_ranking_takes_all_from_an_assignment_and_keeps_what_it_took(
    either_terminal: Terminal, sim: SimProcess
) -> None:
    terminal = either_terminal
    write_files(terminal, sim)
    terminal.write("essays.jsonl", as_lines(FOUR))
    terminal.write("all.list", "# where they lie\nessays.jsonl\n")

    kept = terminal.edison(
        *("assignment", "new", "later-start", "--task", "Should schools start later?"),
        *("--instructions", "One page.", "--rubric", "rubric.yaml", "--scale", "scale.yaml"),
        *("--judge", "local/edison-judge-fair", "--anchors", "anchors.csv", "--texts", "all.list"),
    )
    assert kept.code == 0, kept.err
    ranked = terminal.edison(
        *("rank", "--assignment", "later-start", "--providers", "providers.yaml"),
        *("--seed", "3", "--budget-comparisons", "12", "--json", "--out", "page.html", "--out", "order.csv"),
    )
    edit = ("assignment", "edit", "later-start", "--task", "Why?", "--seen", "0", "--json")
    edited = terminal.edison(*edit).json
    late = terminal.edison("assignment", "edit", "later-start", "--task", "When?", "--seen", "0")
    listed = terminal.edison("assignment", "list").out
    removed = terminal.edison("assignment", "rm", "later-start").out

    assert f"  anchor strong: A, {len(LONG):,} characters\n" in kept.out
    assert kept.out.endswith("Rank by it: edison rank --assignment later-start\n")
    found = ranked.json
    assert {"page.html", "order.csv"} <= {path.name for path in terminal.folder.iterdir()}
    names = {item["id"] for item in found["items"]}
    assert names == {"weak", "strong", *(essay.id for essay in FOUR)}
    assert "Should schools start later?" in str(found["prompts"])
    assert "It gives reasons." in str(found["prompts"])
    assert (edited["task"], edited["instructions"], edited["revision"]) == ("Why?", "One page.", 1)
    assert (late.code, "[changed_meanwhile]" in late.err) == (2, True)
    assert listed == "later-start: Why? (1 judges, 2 anchors)\n"
    assert removed == "Removed later-start.\n"
    assert "[assignment_missing]" in terminal.edison("assignment", "show", "later-start").err
    assert terminal.edison("events").out.count("assignment.changed") == 3


def test_what_cannot_be_ranked_by_is_refused_and_nothing_is_kept(terminal: Terminal, sim: SimProcess) -> None:
    write_files(terminal, sim)
    terminal.write("short.csv", "id,text,grade\na,Too short.,F\n")
    terminal.write("nameless.csv", "id,grade\na,F\n")
    terminal.write("out.list", "../elsewhere.txt\n")
    terminal.write("far.list", "https://example.org/essay.txt\n")
    graded = ("--scale", "scale.yaml", "--anchors")

    said = [
        terminal.edison("assignment", "new", "Later", "--task", "Why?"),
        terminal.edison("assignment", "new", "later", *graded, "short.csv"),
        terminal.edison("assignment", "new", "later", *graded, "nameless.csv"),
        terminal.edison("assignment", "new", "later", "--anchors", "anchors.csv"),
        terminal.edison("rank", "out.list", "--judge", "local/edison-judge-fair"),
        terminal.edison("rank", "far.list", "--judge", "local/edison-judge-fair"),
    ]

    assert [one.code for one in said] == [2] * 6
    for one, words in zip(
        said,
        (
            "small letters",
            "fewer than 100",
            "no text of its own",
            "--scale",
            "[file_outside]",
            "EDISON_TEXT_HOSTS=example.org",
        ),
        strict=True,
    ):
        assert words in one.err
    assert terminal.edison("assignment", "list").out == ""


def test_python_keeps_assignments_and_ranks_texts_that_it_has(
    terminal: Terminal, sim: SimProcess, tmp_path: Path
) -> None:
    write_files(terminal, sim)
    database = f"sqlite:///{tmp_path / 'edison.db'}"
    judge = "local/edison-judge-fair"

    edison.keep_assignment("later", task="Why?", judges=[judge], texts=["essays"], database=database)
    kept = edison.keep_assignment("later", rubric="rubric.yaml", database=database)
    ranked = edison.rank(
        {essay.id: essay.text for essay in FOUR},
        assignment="later",
        providers="providers.yaml",
        comparisons=12,
        seed=1,
        database=database,
    )

    assert (kept.task, [one.name for one in kept.criteria], kept.revision) == ("Why?", ["argues"], 1)
    contest = ranked.run.snapshot.contest
    assert contest is not None
    assert contest.assignment == "later@1"
    assert ranked.run.snapshot.goal == "Why?"
    assert {item.name for item in ranked.entry_ranking.items} == {essay.id for essay in FOUR}
