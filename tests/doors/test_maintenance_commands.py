"""Looking after the database: backup, restore, migrate, doctor; and a demonstration for newcomers."""

import re
from pathlib import Path

import pytest

from edison.sim import SimProcess
from tests.database import bare_database

from .commands import Terminal
from .suites import a_suite

pytestmark = pytest.mark.timeout(240)


def test_a_backup_is_restored_into_an_empty_database(
    either_terminal: Terminal, sim: SimProcess, request: pytest.FixtureRequest
) -> None:
    suite = either_terminal.write("suite.yaml", a_suite(sim))
    ran = either_terminal.edison("run", suite, "--json").json
    exported = either_terminal.edison("export", "latest").out
    kind = request.node.callspec.params["database_url"]

    made = either_terminal.edison("backup", "backup.db")
    again = either_terminal.edison("backup", "backup.db")
    over = either_terminal.edison("restore", "backup.db")
    either_terminal.set("EDISON_DATABASE_URL", bare_database(kind, either_terminal.folder))
    restored = either_terminal.edison("restore", "backup.db")

    assert (made.code, again.code, over.code, restored.code) == (0, 2, 2, 0)
    assert "1 run," in made.out
    assert "Restored 1 run." in restored.out
    assert either_terminal.edison("show", ran["id"], "--json").json["counts"] == {"ok": 6}
    assert either_terminal.edison("export", "latest").out == exported
    assert either_terminal.edison("doctor").code == 0


def test_migrating_twice_is_as_good_as_once(either_terminal: Terminal) -> None:
    said = [either_terminal.edison("migrate") for _ in range(2)]

    assert [(one.code, one.out) for one in said] == [(0, "The database is in the newest form.\n")] * 2


def test_a_healthy_house_is_told_so(either_terminal: Terminal) -> None:
    told = either_terminal.edison("doctor", "--json")

    assert told.code == 0
    assert {one["health"] for one in told.json} <= {"good", "warning"}
    assert {"schema", "runs", "money", "events", "providers"} <= {one["subject"] for one in told.json}


def test_a_key_that_cannot_be_read_is_noticed(terminal: Terminal, sim: SimProcess) -> None:
    terminal.process(
        *("providers", "add", "shop", "--kind", "openai", "--base-url", sim.base_url("openai"), "--key"),
        text="sk-canary-0123456789",
    )
    (terminal.folder / "master.key").unlink()

    told = terminal.edison("doctor")

    assert re.search(r"warning +providers +The stored key of provider 'shop' cannot be read", told.out)


def test_a_damaged_file_is_trouble_and_no_traceback(terminal: Terminal) -> None:
    (terminal.folder / "edison.db").write_bytes(b"this is no database, however one looks at it" * 100)

    said = terminal.edison("runs")

    assert said.code == 3
    assert "[database_broken]" in said.err


@pytest.mark.parametrize(
    "url", ["mysql://somewhere/x", "sqlite:///:memory:", "postgresql://127.0.0.1:1/none"]
)
def test_a_database_that_cannot_be_is_refused_in_a_sentence(terminal: Terminal, url: str) -> None:
    terminal.set("EDISON_DATABASE_URL", url)

    said = terminal.edison("runs")

    assert said.code == (3 if "127" in url else 2)
    assert said.err.startswith("edison: ")


@pytest.mark.timeout(240)
def test_the_demonstration_compares_models_and_its_bill_agrees_with_the_ledger(
    terminal: Terminal, tmp_path: Path
) -> None:
    said = terminal.edison(
        "demo", "--only", "compare", "--latency", "zero", "--keep", "kept", "--picture", "demo.svg"
    )

    assert said.code == 0, said.err
    assert all(board in said.out for board in ("Quality", "Checks passed", "Speed", "Cost", "Reliability"))
    assert all(arm in said.out for arm in ("large", "medium", "small", "terse"))
    assert "240" in said.out
    assert "Round 1" not in said.out
    spent, billed = re.findall(r"\$(\d+\.\d{6})", said.out.partition("Spent")[2])
    assert spent == billed
    assert "<html" in (tmp_path / "kept" / "report.html").read_text()
    assert "@font-face" not in (tmp_path / "demo.svg").read_text()
    assert (tmp_path / "kept" / "suite.yaml").is_file()


@pytest.mark.timeout(240)
def test_the_demonstration_improves_a_prompt_in_three_rounds(terminal: Terminal, tmp_path: Path) -> None:
    said = terminal.edison("demo", "--only", "refine", "--latency", "zero", "--keep", "kept")

    assert said.code == 0, said.err
    assert "Quality" not in said.out
    rounds = said.out.partition("Round 1, from version 1")[2]
    assert rounds.count("adopted") >= 2
    assert "(hopeless)" in rounds, "a bad suggestion is tried and rejected"
    assert "Round 3, from version" in rounds
    assert "sealed cases, opened once" in rounds
    assert "Rounds" in (tmp_path / "kept" / "refinement.html").read_text()
