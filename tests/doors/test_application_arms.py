"""Arms that are no models: a service, a script and a function, through the doors that people use."""

import json
import signal
import sys
from collections import Counter
from collections.abc import Iterator

import pytest

from tests.database import open_quickly

from .applications import TOKEN, Service, a_suite_of_three, asked_of, serving, write_bot
from .commands import Terminal

CITIES = ("Paris", "Rome", "Oslo")


@pytest.fixture(scope="module")
def running_service() -> Iterator[Service]:
    with serving() as service:
        yield service


@pytest.fixture
def service(running_service: Service) -> Service:
    running_service.asked.clear()
    running_service.tokens.clear()
    running_service.failures = 0
    return running_service


def _prepare(terminal: Terminal, service: Service, **keys: object) -> str:
    write_bot(terminal.folder)
    terminal.set("BOT_TOKEN", TOKEN)
    return terminal.write(
        "suite.yaml", a_suite_of_three(service, python=sys.executable, cities=CITIES, **keys)
    )


def test_a_service_a_script_and_a_function_are_run_like_models(terminal: Terminal, service: Service) -> None:
    service.failures = 1
    suite = _prepare(terminal, service, budget_usd=0.2)

    said = terminal.edison("run", suite, "--allow-code", "-o", "report.json")

    assert said.code == 0, said.err
    report = json.loads((terminal.folder / "report.json").read_text())
    cells = {(cell["arm"], cell["case_id"]): cell for cell in report["cells"]}
    assert len(cells) == 9
    assert all(cell["status"] == "passed" and cell["latency_ms"] is not None for cell in cells.values())
    assert {arm: cells[arm, "Rome"]["cost_usd"] for arm in ("service", "script", "function")} == {
        "service": 0.001,
        "script": 0.003,
        "function": 0.002,
    }
    assert cells["service", "Rome"]["text"] == "The service says Rome."
    function = cells["function", "Rome"]
    assert function["tool_calls"][0]["arguments"] == {"city": "Rome"}
    assert function["trace"]["steps"][0]["observation"] == "found"
    assert function["tokens_in"] == 100_000
    assert Counter(asked_of(terminal.folder, service)) == Counter(
        f"{arm} {city}" for arm in ("service", "script", "function") for city in CITIES
    )
    assert service.asked[0]["q"] == f"<Where is {service.asked[0]['city']}?>"
    # The one that failed was tried again.
    assert len(service.tokens) == 4
    assert set(service.tokens) == {f"Bearer {TOKEN}"}
    for place in ("edison.db", "report.json"):
        assert TOKEN.encode() not in (terminal.folder / place).read_bytes()
    assert TOKEN not in said.out + said.err


def test_code_is_refused_before_anything_is_asked(terminal: Terminal, service: Service) -> None:
    suite = _prepare(terminal, service)

    refused = terminal.edison("run", suite)

    assert refused.code == 2
    assert "bot:answer" in refused.err
    assert "--allow-code" in refused.err
    assert asked_of(terminal.folder, service) == []


def test_a_budget_needs_a_price_and_an_estimate_says_it(terminal: Terminal, service: Service) -> None:
    suite = json.loads(a_suite_of_three(service, python=sys.executable, cities=CITIES, budget_usd=0.01))
    _prepare(terminal, service)
    terminal.write("tight.yaml", suite)
    rehearsed = terminal.edison("run", "tight.yaml", "--allow-code", "--dry-run")
    for arm in suite["arms"]:
        del arm["price"]
    terminal.write("unpriced.yaml", suite)

    unpriced = terminal.edison("run", "unpriced.yaml", "--allow-code")
    tight = terminal.edison("run", "tight.yaml", "--allow-code")

    assert "$0.0690" in rehearsed.err, rehearsed.err
    assert unpriced.code == 2
    assert "price of http:service/app is unknown" in unpriced.err
    assert tight.code == 3
    assert len(asked_of(terminal.folder, service)) < 9


SPY = """
import os


def answer(asked):
    return {"answer": " ".join(sorted(os.environ)), "cost": 0.5}


def free_of_ours(seen):
    return not any(name.startswith("EDISON_") for name in [*os.environ, *seen["answer"].split()])
"""


def test_code_sees_the_environment_without_what_is_ours(terminal: Terminal) -> None:
    terminal.write("spy.py", SPY)
    terminal.set("EDISON_MASTER_KEY", "A" * 43 + "=")
    terminal.set("BOT_TOKEN", TOKEN)
    script = [sys.executable, "-c", "import os; print(*sorted(os.environ))"]
    suite = {
        "arms": [{"name": "function", "python": "spy:answer"}, {"name": "script", "command": script}],
        "prompt": "Hello",
        "cases": [{"id": "one"}],
        "checks": [{"contains": "BOT_TOKEN"}, {"not_contains": "EDISON_"}, {"python": "spy:free_of_ours"}],
    }
    terminal.write("suite.yaml", suite)

    said = terminal.edison("run", "suite.yaml", "--allow-code")
    again = terminal.edison("recheck", "latest", "--allow-code")

    assert said.code == 0, said.err + said.out
    assert again.code == 0, again.err + again.out


def test_who_costs_more_than_the_price_is_asked_no_further_than_the_budget(terminal: Terminal) -> None:
    terminal.write("spy.py", SPY)
    suite = {
        "arms": [{"name": "bot", "python": "spy:answer", "price": 0.01, "concurrency": 2}],
        "prompt": "{{ n }}",
        "cases": [{"id": str(n), "n": n} for n in range(12)],
        "budget_usd": 0.2,
    }
    terminal.write("suite.yaml", suite)

    said = terminal.edison("run", "suite.yaml", "--allow-code", "-o", "report.json")

    report = json.loads((terminal.folder / "report.json").read_text())
    told = " ".join(said.out.split())
    assert (said.code, report["run"]["settlement"]) == (3, "budget_spent")
    # What was under way when the first one said what it costs, and nothing after it.
    assert report["counts"]["spent_usd"] in (0.5, 1.0)
    assert "more than its budget of $0.200000: what was under way still had to be paid" in told


@pytest.mark.parametrize(
    ("arm", "said"),
    [
        ({"http": "http://127.0.0.1:1/gone"}, "cannot be reached"),
        ({"command": ["./gone.sh"]}, "there is no ./gone.sh"),
        ({"python": "bot:gone"}, "AttributeError"),
        ({"python": "nowhere:gone"}, "No module named 'nowhere'"),
        (
            {"http": "http://127.0.0.1:1/gone", "headers": {"Authorization": "Bearer ${UNSET_TOKEN}"}},
            "UNSET_TOKEN",
        ),
        (
            {"http": "https://elsewhere.example/", "headers": {"Authorization": "Bearer ${BOT_TOKEN}"}},
            "EDISON_KEY_HOSTS",
        ),
        ({"http": "http://127.0.0.1:1/gone", "body": {"q": "{{ street }}"}}, "needs street"),
    ],
)
def test_what_could_only_fail_is_refused_first(
    terminal: Terminal, service: Service, arm: dict[str, object], said: str
) -> None:
    _prepare(terminal, service)
    suite = json.loads(a_suite_of_three(service, python=sys.executable, cities=CITIES))
    terminal.write("one.yaml", {**suite, "arms": [arm]})

    refused = terminal.edison("run", "one.yaml", "--allow-code")

    assert refused.code == 2, refused.err
    assert said in refused.err


def test_an_application_is_asked_within_the_allow_list(terminal: Terminal, service: Service) -> None:
    suite = _prepare(terminal, service)
    terminal.set("EDISON_ALLOWED", "python:*,command:*,http:*@elsewhere.example")

    refused = terminal.edison("run", suite, "--allow-code")

    assert refused.code == 2
    assert "http:service/app at 127.0.0.1" in refused.err
    assert service.asked == []


def test_what_breaks_is_told_in_its_cell(terminal: Terminal, service: Service) -> None:
    _prepare(terminal, service)
    suite = json.loads(a_suite_of_three(service, python=sys.executable, cities=("Rome",)))
    arms = [
        {"name": "wrong", "python": "bot:wrong"},
        {"name": "script", "command": [sys.executable, "-c", "1/0"]},
    ]
    terminal.write("broken.yaml", {**suite, "arms": arms})

    said = terminal.edison("run", "broken.yaml", "--allow-code")

    assert said.code == 3
    assert "raised ValueError: no idea (bot.py, line" in said.out
    assert "ZeroDivisionError" in said.out


def test_checks_in_code_find_what_they_say_and_never_pass_in_silence(
    terminal: Terminal, service: Service
) -> None:
    script = {"command": [sys.executable, "bot.py"]}
    checks = [{"python": "bot:polite"}, {"python": "bot:share"}, script, {"python": "bot:confused"}]
    suite = _prepare(terminal, service, arms=[{"name": "bot", "python": "bot:answer"}], checks=checks)
    terminal.write(
        "broken.yaml",
        {**json.loads((terminal.folder / suite).read_text()), "checks": [{"python": "bot:gone"}]},
    )

    refused = terminal.edison("run", "broken.yaml", "--allow-code")
    asked_before = asked_of(terminal.folder, service)
    said = terminal.edison("run", suite, "--allow-code", "-o", "report.json")
    made = _findings(terminal)
    terminal.edison("recheck", "latest")
    terminal.edison("export", "latest", "-o", "report.json")
    silent = _findings(terminal)
    terminal.edison("recheck", "latest", "--allow-code")
    terminal.edison("export", "latest", "-o", "report.json")

    assert refused.code == 2
    assert "bot:gone" in refused.err
    assert asked_before == []
    assert said.code == 1
    assert [finding for finding, _ in made] == ["passed", "failed", "passed", "not_checked"]
    assert "gives it 0.2" in str(made[1][1])
    assert [finding for finding, _ in silent] == ["not_checked"] * 4
    assert "--allow-code" in str(silent[0][1])
    assert _findings(terminal) == made


def _findings(terminal: Terminal) -> list[tuple[str, str | None]]:
    """What was found about the first cell."""
    cell = json.loads((terminal.folder / "report.json").read_text())["cells"][0]
    return [(check["finding"], check["reason"]) for check in cell["checks"]]


def test_checks_in_code_are_refused_before_anything_is_asked(terminal: Terminal, service: Service) -> None:
    arms = json.loads(a_suite_of_three(service, python=sys.executable, cities=CITIES))["arms"][:1]
    cases = [{"city": "Rome", "checks": [{"python": "bot:polite"}]}]
    in_cases = _prepare(terminal, service, arms=arms, cases=cases, checks=[])

    refused = terminal.edison("run", in_cases)

    assert refused.code == 2
    assert "--allow-code" in refused.err
    assert service.asked == []


@pytest.mark.timeout(120)
@pytest.mark.parametrize(
    ("database_url", "without_leave"),
    [("sqlite", True), ("postgres", False)],
    indirect=["database_url"],
)
def test_killed_in_the_middle_and_resumed_nothing_answered_is_asked_again(
    either_terminal: Terminal, service: Service, without_leave: bool
) -> None:
    terminal = either_terminal
    suite = _prepare(terminal, service, concurrency=1)
    terminal.set("EDISON_WORKER_STALE_S", "2")
    terminal.set("EDISON_FAULT_POINT", "receive.after:4")
    killed = terminal.process("run", suite, "--allow-code")
    terminal.set("EDISON_FAULT_POINT", "")
    answered = _answered(terminal)

    without = terminal.edison("resume", "latest") if without_leave else None
    resumed = terminal.edison("resume", "latest", "--allow-code", "--json")

    assert killed.code == -signal.SIGKILL, killed.err
    assert 0 < len(answered) < 9
    assert without is None or "--allow-code" in without.err + without.out
    assert without is None or without.code == 2
    assert resumed.code == 0, resumed.err
    assert len(_answered(terminal)) == 9
    asked = Counter(asked_of(terminal.folder, service))
    assert {question: asked[question] for question in answered} == dict.fromkeys(answered, 1)
    assert sum(asked.values()) <= 9 + 3


def _answered(terminal: Terminal) -> list[str]:
    """What has an answer in the database: arm and case."""
    store = open_quickly(terminal.database)
    try:
        with store.reading() as work:
            run = work.runs.find("latest")
            standings = work.results.standings(run.id, first=0, last=9)
    finally:
        store.close()
    places = {number: run.snapshot.grid.place(number) for number in standings}
    return [
        f"{run.snapshot.arms[places[number].arm].name} {CITIES[places[number].case]}"
        for number, standing in standings.items()
        if standing.output is not None
    ]
