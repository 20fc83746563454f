"""label, labels and data add-corrected: people's words about outputs, from the terminal and from Python."""

import pytest

import edison
from edison.sim import SimProcess

from .commands import Terminal
from .suites import JUDGED, a_suite

pytestmark = pytest.mark.timeout(120)


def test_outputs_are_labelled_and_corrections_become_golden_data(terminal: Terminal, sim: SimProcess) -> None:
    terminal.edison("run", terminal.write("suite.yaml", a_suite(sim, **JUDGED)), "--quiet")
    assert terminal.edison("labels", "latest").out.startswith("Nobody has labelled an output")

    said = ("--label", "fail", "--correction", "Paris!", "--note", "Too dull.")
    labelled = terminal.edison("label", "latest", "--case", "france", *said)
    scored = terminal.edison(
        "label", "latest", "--case", "chile", "--prompt", "1", "--score", "0.5", "--json"
    )
    told = terminal.edison("labels", "latest")
    terminal.edison("labels", "latest", "--out", "labels.csv")
    added = terminal.edison("data", "add-corrected", "gold", "latest")

    assert ": fail, should be “Paris!” by usr_local (Too dull.)" in labelled.out
    assert (scored.json["case"], scored.json["score"], scored.json["label"]) == ("chile", 0.5, None)
    assert "people on 2 cases: not known." in told.out
    assert len((terminal.folder / "labels.csv").read_text().splitlines()) == 3
    assert added.out.startswith("gold@1: 1 case, golden (corrections of run_")
    refused = terminal.edison("label", "latest", "--case", "peru")
    assert (refused.code, "[label_refused]" in refused.err) == (2, True)
    elsewhere = terminal.edison("label", "latest", "--case", "chile", "--prompt", "7", "--label", "pass").err
    assert "no such output of case chile; it has " in elsewhere
    assert ", v1, repeat 0" in elsewhere

    database = terminal.database
    for at, case in enumerate(("japan", "kenya", "norway")):
        edison.label("latest", case=case, score=at / 4, database=database)
    judge = edison.labels("latest", database=database)
    assert len(judge.labels) == 5
    assert judge.judges[0].cases == 5
    again = edison.data.at(database=database).add_corrected("gold", "latest")
    assert again.version == 1
    seen = terminal.edison("labels", "latest", "--json").json
    assert len(seen["labels"]) == 5
