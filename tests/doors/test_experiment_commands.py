"""experiment: begun, written, checked, run and taken out again, from the terminal and from Python."""

import json

import pytest

import edison
from edison.sim import SimProcess

from .commands import Terminal
from .suites import JUDGED, a_suite

pytestmark = pytest.mark.timeout(120)


def test_an_experiment_is_begun_written_checked_and_run(either_terminal: Terminal, sim: SimProcess) -> None:
    terminal = either_terminal
    terminal.write("edison.yaml", a_suite(sim, **JUDGED, budget_usd=5))

    begun = terminal.edison("experiment", "new", "Cities")
    lacking = terminal.edison("experiment", "check", "Cities")
    edited = terminal.edison(
        "experiment", "edit", "Cities", "--file", "edison.yaml", "--name", "Cities", "--json"
    )
    late = terminal.edison("experiment", "edit", "Cities", "--description", "Mine", "--seen", "0")
    checked = terminal.edison("experiment", "check", "Cities")
    ran = terminal.edison("experiment", "run", "Cities", "--quiet", "--json")

    assert begun.out.startswith("Added exp_")
    assert (lacking.code, lacking.out.splitlines()[0]) == (1, "arms: nothing is said yet.")
    assert edited.json["revision"] == 1
    assert "[experiment_edited]" in late.err
    assert (checked.code, checked.out.split(":")[0]) == (0, "It can be run")
    assert ran.json["checks"]["passed"] == 6
    [line] = terminal.edison("experiment", "list", "--json").json
    assert (line["status"], line["runs"], line["last_run"]["id"]) == ("completed", 1, ran.json["id"])
    assert line["best"]["interval"] is not None
    assert line["spent_usd"] > 0
    assert "completed" in terminal.edison("experiment", "show", "Cities").out
    assert "[experiment_refused]" in terminal.edison("experiment", "rm", "Cities").err
    assert terminal.edison("experiment", "archive", "Cities").code == 0
    assert "[experiment_refused]" in terminal.edison("experiment", "run", "Cities").err
    assert terminal.edison("experiment", "list").out == ""
    assert terminal.edison("experiment", "archive", "Cities", "--undo").out.startswith("Taken up exp_")
    assert "Wrote" in terminal.edison("experiment", "export", "Cities", "out").out
    assert terminal.edison("experiment", "import", "out/edison.yaml").out.startswith("Added exp_")
    assert terminal.edison("experiment", "duplicate", "Cities", "--name", "Again").out.startswith(
        "Added exp_"
    )
    assert terminal.edison("experiment", "rm", "Again").out == "Removed Again.\n"
    assert terminal.edison("experiment", "new", "Tutor", "--template", "tutoring").code == 0


def test_the_same_from_python(terminal: Terminal, sim: SimProcess) -> None:
    library = edison.experiments.at(database=str(terminal.folder / "python.db"))
    made = library.add({**a_suite(sim), "name": "Cities"}, description="Where.")

    assert library.check(made.id).is_ready
    assert library.run("Cities").passed
    assert [one.status.value for one in library.all()] == ["completed"]
    assert library.change("Cities", seen=0, description="There.").revision == 1
    written, *_ = library.export("Cities", terminal.folder / "out")
    assert library.add(written).definition == library.show(made.id).definition
    assert library.add(template="first", name="First").name == "First"
    assert json.dumps(library.show("First").as_json())


def test_rubrics_judges_and_models_are_kept_under_names(terminal: Terminal) -> None:
    terminal.write("parts.yaml", {"rubric": [{"name": "true"}], "judges": ["sim/edison-judge-fair"]})

    kept = terminal.edison("part", "keep", "rubric", "shop", "parts.yaml", "-m", "First.")
    terminal.edison("part", "keep", "judge", "fair", "parts.yaml")
    retired = terminal.edison("part", "retire", "judge", "fair", "--json")

    assert kept.out == "rubric  shop@1 (usr_local): First.\n"
    assert [one["is_active"] for one in retired.json] == [False]
    assert [one["name"] for one in terminal.edison("part", "list", "--json").json] == ["shop"]
    assert '"name": "true"' in terminal.edison("part", "show", "rubric", "shop@1").out
    assert "[experiment_refused]" in terminal.edison("part", "keep", "model", "m", "parts.yaml").err
    assert "[experiment_missing]" in terminal.edison("part", "show", "model", "m").err
