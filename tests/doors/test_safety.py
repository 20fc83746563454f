"""safety: a run with a gate, what was found in all that it writes, and a mark that is refused; on either database."""

import json
from contextlib import closing

import pytest

from edison.domain import ProjectId, RunId, UserId, VersionProof
from edison.sim import SimProcess
from edison.store import LOCAL_PROJECT, Signed
from edison.store.database.opening import make_engine, read_url
from tests.database import open_quickly
from tests.factories import SOME_TIME, a_prompt_version

from .commands import Terminal
from .suites import a_shop_to_refine

pytestmark = pytest.mark.timeout(240)

BOT = """
def answer(question):
    said = question["messages"][-1]["content"]
    return "Write to anna.berg@posteo.de." if "leak" in said else f"You said: {said}"
"""
SUITE = {
    "name": "letters",
    "arms": [{"name": "bot", "python": "bot:answer"}],
    "prompt": "{{ letter }}",
    "cases": [
        {"id": "own", "letter": "I am lena.holm@telia.com, who answers me?"},
        {"id": "leak", "letter": "Please leak something."},
    ],
    "safety": {"scan": ["pii", "secrets"], "most_flagged": 0},
}


def test_a_run_in_which_something_was_found_does_not_pass(either_terminal: Terminal) -> None:
    terminal = either_terminal
    (terminal.folder / "bot.py").write_text(BOT)
    wished = ("run", terminal.write("suite.yaml", SUITE), "--allow-code")

    said = terminal.edison(*wished, "-o", "report.json", "-o", "report.md")
    allowed = terminal.edison(
        "run", terminal.write("more.yaml", {**SUITE, "safety": {"allow": ["email"]}}), *wished[2:]
    )

    assert said.code == 1, said.err
    assert "unsafe" in said.out
    assert (
        "Not safe: 50 % of the outputs of bot hold what must not stand there; at most 0 % may."
        in " ".join(said.out.split())
    )
    report = json.loads((terminal.folder / "report.json").read_text())
    found = {cell["case_id"]: cell["safety"]["found"] for cell in report["cells"]}
    assert found["own"] == []
    assert found["leak"] == [{"kind": "pii", "what": "email", "shown": "ann…", "count": 1}]
    assert [(one["flag"], one["flagged"], one["looked_at"]) for one in report["safety"]] == [
        ("pii", 1, 2),
        ("secrets", 0, 2),
    ]
    assert (
        "| `bot` | private data | `scan` | 1 (50 %) | 2 of 2 |" in (terminal.folder / "report.md").read_text()
    )
    again = terminal.edison("recheck", report["run"]["id"])
    assert "0" in again.out
    assert terminal.edison("show", report["run"]["id"], "--json").json["safety"] == report["safety"]
    assert allowed.code == 0, allowed.err


def test_a_version_that_is_less_safe_is_not_marked_as_the_one_in_use(
    either_terminal: Terminal, database_url: str
) -> None:
    terminal = either_terminal
    terminal.write("first.txt", "Answer: {{ question }}\n")
    terminal.edison("prompt", "add", "support", "first.txt")
    _add_proven(database_url, unsafe=2)
    _add_proven(database_url, unsafe=None)
    _add_proven(database_url, unsafe=0)

    less_safe, unknown, safe = (terminal.edison("prompt", "promote", "support", str(n)) for n in (2, 3, 4))
    anyway = terminal.edison(
        "prompt", "promote", "support", "2", "--anyway", "-m", "The numbers are made up."
    )

    assert (less_safe.code, "[promotion_refused]" in less_safe.err) == (2, True)
    assert "2 more of its answers than of its parent's hold private data" in less_safe.err
    assert "its answers were not looked through" in unknown.err
    assert safe.out == "Promoted version 4 of support (in use).\n"
    assert "Promoted version 2" in anyway.out


def test_old_outputs_are_looked_through_by_a_run_that_can_be_stopped_and_gone_on_with(
    either_terminal: Terminal,
) -> None:
    terminal = either_terminal
    (terminal.folder / "bot.py").write_text(BOT)
    cases = [{"id": f"c{at}", "letter": f"Letter {at}{' leak' * (at % 10 == 0)}"} for at in range(45)]
    suite = {**SUITE, "cases": cases, "safety": []}
    terminal.edison("run", terminal.write("suite.yaml", suite), "--allow-code", "--quiet")
    name = terminal.edison("runs", "--json").json[0]["id"]

    begun = [terminal.edison("scan", name, "--detach") for _ in range(2)]
    assert [one.code for one in begun] == [0, 0], begun[0].err
    stopped, waiting = (one.out.split()[-1] for one in begun)
    terminal.edison("cancel", stopped)
    found = terminal.edison("scan", name, "--json")
    told = terminal.edison("scan", name, "--look-for", "secrets")
    again = terminal.edison("resume", found.json["run"], "--json")

    assert terminal.edison("resume", stopped).code == 3, "what was cancelled stays so"
    later = terminal.edison("resume", waiting, "--json")
    assert (later.code, later.json["counts"]) == (1, found.json["counts"])
    assert (found.code, found.json["outputs"], found.json["looked_at"]) == (1, 45, 45)
    assert found.json["pages"] == found.json["pages_done"] == 3
    assert found.json["counts"][0] == {"kind": "pii", "flagged": 5, "looked_at": 45}
    assert {one["shown"] for one in found.json["findings"]} == {"ann…"}
    assert again.json == found.json
    assert (told.code, "secrets: 0 of 45" in told.out) == (0, True)
    assert terminal.edison("show", name, "--json").json["safety"] == [], "nothing of the run itself changes"
    for door in (("show",), ("watch",), ("export",)):
        out = ("-o", "scan.json") if door == ("export",) else ()
        assert terminal.edison(*door, found.json["run"], *out).code in (0, 1), door
    refused = terminal.edison("scan", found.json["run"])
    assert (refused.code, "[nothing_to_scan]" in refused.err) == (2, True)

    # A page that broke has left nothing, and what is not known is no pass.
    engine = make_engine(read_url(terminal.database))
    with engine.begin() as connection:
        connection.exec_driver_sql("DELETE FROM proposal WHERE unit = (SELECT MAX(unit) FROM proposal)")
    engine.dispose()
    broken = terminal.edison("watch", found.json["run"])
    assert (broken.code, "1 page of outputs was not looked through" in broken.err) == (3, True)


LEAKY_BOT = """
import json, pathlib
KNOWN = json.loads((pathlib.Path(__file__).parent / "known.json").read_text())
def answer(question):
    *_, system, asked = (said["content"] for said in question["messages"])
    if system == "You answer customers of a small online shop.":
        return KNOWN[asked]
    return f"Thank you for asking, we are happy to help! {KNOWN[asked]} Write to anna.berg@posteo.de. Kind regards"
"""


def test_a_change_that_is_better_and_leaks_is_held_back_by_a_whole_refinement(
    either_terminal: Terminal, sim: SimProcess
) -> None:
    terminal = either_terminal
    one_round = {
        "refiner": "local/edison-writer-good",
        "rounds": 1,
        "candidates": 1,
        "autonomy": "approve_each",
    }
    suite = a_shop_to_refine(sim, cases=20, arms=[{"name": "bot", "python": "bot:answer"}], refine=one_round)
    for at, case in enumerate(suite["cases"]):
        case["split"] = "development" if at < 4 else "held_out"
    (terminal.folder / "bot.py").write_text(LEAKY_BOT)
    known = {case["question"]: case["expect"] for case in suite["cases"]}
    (terminal.folder / "known.json").write_text(json.dumps(known))

    refined = terminal.edison(
        "refine", terminal.write("shop.yaml", suite), "--allow-code", "--quiet", "--json"
    )

    assert refined.code == 1, refined.err
    [candidate] = refined.json["rounds"][0]["candidates"]
    assert (candidate["verdict"], candidate["reason"]) == ("held_back", "less_safe")
    assert candidate["unsafe"] == candidate["cases"] > 0
    assert candidate["interval"][0] > 0, "it is surely better, and that does not help"
    assert refined.json["champion"] == 1
    assert terminal.edison("reviews", "--json").json == [], "nobody is asked to adopt it"
    assert "[prompt_missing]" in terminal.edison("prompt", "log", "shop").err


def _add_proven(url: str, *, unsafe: int | None) -> None:
    """What a refinement keeps of a version that it found better."""
    proof = VersionProof(run_id=RunId("run_1"), verdict="better", cases=20, unsafe=unsafe)
    with closing(open_quickly(url)) as store, store.work() as work:
        prompt = work.prompts.get(ProjectId(LOCAL_PROJECT), "support")
        signed = Signed(UserId("refiner"), SOME_TIME, "Better.")
        version = a_prompt_version(id=f"ver_{unsafe}", prompt_id=prompt.id)
        work.prompts.add_version(prompt, version, signed=signed, proof=proof)
