"""Bad suites end before anything is paid: a clear message, exit code 2, nothing stored, nobody called."""

import re
import time
from typing import cast

import psutil
import pytest
from sqlalchemy import Connection

from edison.sim import SimProcess
from tests.database import open_quickly

from .bad_suites import BAD_SUITES, Bad
from .commands import Terminal
from .suites import a_provider, a_suite


def paid_calls(sim: SimProcess) -> int:
    """Every request but the question whether somebody is there."""
    return sum(record.operation != "models.list" for record in sim.bill())


def stored_things(database: str) -> int:
    """Runs and datasets in a database; opening it is no harm."""
    store = open_quickly(database)
    try:
        with store.reading() as work:
            connection = cast(Connection, work.handle)
            return sum(
                connection.exec_driver_sql(f"SELECT count(*) FROM {table}").scalar_one()
                for table in ("run", "dataset", "sample_case", "wave", "event")
            )
    finally:
        store.close()


def test_there_are_at_least_sixty_of_them() -> None:
    assert len(BAD_SUITES) >= 60


@pytest.mark.parametrize("bad", BAD_SUITES.values(), ids=BAD_SUITES)
def test_a_bad_suite_is_refused_before_anything_is_paid(
    terminal: Terminal, sim: SimProcess, bad: Bad
) -> None:
    for name, written in bad.files.items():
        (terminal.folder / name).write_bytes(written.encode("utf-8", "surrogateescape"))
    suite = terminal.write("suite.yaml", bad.make(sim))

    said = terminal.edison("run", suite)

    assert said.code == 2, said.err
    assert said.err.startswith("edison: ")
    assert "Traceback" not in said.err
    assert re.search(bad.told, said.err), said.err
    assert (paid_calls(sim), stored_things(terminal.database)) == (0, 0)


@pytest.mark.timeout(240)
@pytest.mark.parametrize(("name", "quote"), [("cases.jsonl", '{"country": "'), ("cases.csv", 'country\n"')])
def test_a_line_of_200_megabytes_is_refused_without_being_held(
    terminal: Terminal, sim: SimProcess, name: str, quote: str
) -> None:
    with (terminal.folder / name).open("w") as file:
        file.write(quote)
        for _ in range(200):
            file.write("x" * (1 << 20))
    suite = terminal.write("suite.yaml", a_suite(sim, cases=name))

    with terminal.begin("run", suite) as process:
        most_held = _watch_memory(process.pid)
        error = process.communicate(timeout=60)[1]

    assert process.returncode == 2, error
    assert re.search(r"line [12]: .* longer than|more than", error), error
    assert 10 << 20 < most_held < 400 << 20
    assert (paid_calls(sim), stored_things(terminal.database)) == (0, 0)


def _watch_memory(pid: int) -> int:
    """The most bytes that a process was seen to hold until it ended."""
    process, most = psutil.Process(pid), 0
    while process.is_running() and process.status() != psutil.STATUS_ZOMBIE:
        most = max(most, process.memory_info().rss)
        time.sleep(0.01)  # noqa: TID251 (a real process, real time)
    return most


def test_an_address_that_nobody_knows_is_refused(terminal: Terminal, sim: SimProcess) -> None:
    local = a_provider(sim, base_url="http://nowhere.invalid/v1")
    suite = terminal.write("suite.yaml", a_suite(sim, providers={"local": local}))

    said = terminal.process("run", suite)

    assert said.code == 2, said.err
    assert "'local' cannot be reached at http://nowhere.invalid/v1" in said.err
    assert stored_things(terminal.database) == 0


def test_a_suite_that_is_not_there_is_bad_input(terminal: Terminal) -> None:
    said = terminal.edison("run", "nothing.yaml")

    assert said.code == 2
    assert "nothing.yaml cannot be read (no such file or directory)" in said.err


def test_all_mistakes_come_at_once_those_of_cases_and_of_checks_too(
    terminal: Terminal, sim: SimProcess
) -> None:
    cases = [{"id": "fine", "country": "France"}, {"id": "lacking", "town": "Paris"}]
    written = {**a_suite(sim, cases=cases), "repeets": 2, "budget_usd": -1}
    inline = terminal.edison("run", terminal.write("a.yaml", written))
    terminal.write("cases.jsonl", '{"id": "fine", "country": "x"}\n{"id": "lacking"}\nnonsense\n')
    in_a_file = terminal.edison("run", terminal.write("b.yaml", {**written, "cases": "cases.jsonl"}))
    broken = a_suite(sim, cases=cases, checks=[{"regex": "("}])
    of_checks = terminal.edison("run", terminal.write("c.yaml", broken))
    unknown = {**broken, "arms": ["nobody/model"]}
    of_providers = terminal.edison("run", terminal.write("d.yaml", unknown))
    arms = ["nobody/model", {"model": "local/edison-sim-large", "temprature": 0}]
    everything = {**broken, "arms": arms, "judges": ["nowhere/judge", "sim/edison-judge-fair"], "repeets": 2}
    all_at_once = terminal.edison("run", terminal.write("e.yaml", everything))
    refined = terminal.edison("refine", "e.yaml")

    for said, told in (
        (inline, ("repeets", "budget_usd", "lacking: the prompt needs country")),
        (in_a_file, ("repeets", "lacking: the prompt needs country", "cases.jsonl")),
        (of_checks, ("checks: ", "lacking: the prompt needs country")),
        (of_providers, ("No provider is called 'nobody'", "checks: ", "lacking: the prompt needs country")),
        (all_at_once, all_of_it := ("repeets", "temprature", "No provider is called 'nobody'", "'nowhere'")),
        (all_at_once, ("checks: The check 'regex'", "lacking: the prompt needs country")),
        (refined, all_of_it),
    ):
        assert said.code == 2
        assert all(one in said.err for one in told), said.err


def test_variables_are_told_for_all_cases_at_once_missing_and_unused(
    terminal: Terminal, sim: SimProcess
) -> None:
    cases = [{"id": f"c{n}", "country": "France", "note": "x", "language": "fr"} for n in range(3)]
    prompts = [{"name": "plain", "user": "{{ country }}"}, {"name": "typo", "user": "{{ coutry }}"}]
    both = {key: value for key, value in a_suite(sim, cases=cases).items() if key != "prompt"}
    wrong = terminal.edison("run", terminal.write("a.yaml", {**both, "prompts": prompts, "repeets": 2}))
    fine = terminal.edison(
        "run", terminal.write("b.yaml", {**both, "prompts": prompts[:1], "checks": []}), "--dry-run"
    )

    assert "No case has coutry (did you mean country?), which the prompt typo needs" in wrong.err
    assert "repeets" in wrong.err
    assert "No prompt and no check uses what cases have as note." in fine.err
