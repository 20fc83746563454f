"""From where a run fails to cases that are aimed there, and to those that tell versions apart."""

import json
from pathlib import Path

import pytest

import edison
from edison.sim import SimProcess

from .commands import Terminal
from .suites import a_provider, a_suite

pytestmark = pytest.mark.timeout(120)


def a_failing_suite(sim: SimProcess) -> dict[str, object]:
    """Six capitals, of which three cannot be answered as expected."""
    suite = a_suite(sim)
    for place, case in enumerate(suite["cases"]):
        case["tags"] = ["islands" if place < 3 else "coasts"]
        if place < 3:
            case["expect"] = "Atlantis"
    return suite


def test_failing_cases_become_adversarial_ones_that_say_where_they_come_from(
    terminal: Terminal, sim: SimProcess
) -> None:
    terminal.write("suite.yaml", a_failing_suite(sim))
    terminal.write("providers.yaml", {"local": a_provider(sim)})
    run = terminal.edison("run", "suite.yaml", "--json", "--quiet").json["id"]

    shown = terminal.edison("coverage", "--run", "latest")
    assert shown.err == ""
    failing = terminal.edison("coverage", "--run", run, "--json").json
    made = terminal.edison(
        *(
            "data",
            "generate",
            "hard",
            "--at",
            run,
            "--spot",
            "tag:islands",
            "--count",
            "5",
            "--json",
            "--quiet",
        ),
        *("--model", "local/edison-writer-good", "--providers", "providers.yaml"),
    )
    wrong = terminal.edison("data", "generate", "other", "--at", run, "--spot", "tag:lakes")

    assert "tag:islands: 3 of 3 fail, 0 % elsewhere (p 0.050)" in shown.out
    assert {spot["handle"]: spot["failing"] for spot in failing["spots"]}["tag:islands"] == 3
    assert made.code == 0, made.err
    kept = terminal.edison("data", "show", "hard", "--json").json
    assert (kept["dataset"]["kind"], kept["dataset"]["cases"]) == ("adversarial", 5)
    assert f"at tag:islands of {run}" in kept["dataset"]["origin"]
    assert all({"islands", "unverified"} <= set(case["tags"]) for case in kept["cases"])
    assert kept["cases"][0]["metadata"] == {"aimed_at": "tag:islands", "failed_in": run}
    assert "it is no spot" in wrong.err


def test_cases_that_tell_versions_apart_are_marked_and_kept(tmp_path: Path, sim: SimProcess) -> None:
    database = str(tmp_path / "apart.db")
    library = edison.data.at(database=database)
    suite = a_suite(sim, prompt=["What is the capital of {{ country }}?", "Say only the word Paris."])
    suite["cases"] = suite["cases"][:3]
    (tmp_path / "cases.json").write_text(json.dumps(suite["cases"]))
    library.add(tmp_path / "cases.json", "capitals")
    ran = edison.run(suite, database=database)

    kept = library.keep_separating("capitals", ran.run.id)
    only = library.keep_separating("capitals@1", ran.run.id, only=True)

    cases = {case.id: case for case in library.show(f"capitals@{kept.version}").cases}
    assert {name: "separates" in case.tags for name, case in cases.items()} == {
        "france": False,
        "chile": True,
        "japan": True,
    }
    assert cases["chile"].metadata == {"separates_by": 1.0, "separated_in": ran.run.id}
    assert (kept.version, kept.cases, only.cases) == (2, 3, 2)
