"""Models side by side on the command line and from Python: turns, one that fails, cells of runs, exports."""

import json
from pathlib import Path
from typing import Any

import pytest

import edison
from edison.sim import SimProcess

from .commands import Terminal
from .suites import a_provider, a_suite

pytestmark = pytest.mark.timeout(120)

LARGE, SMALL = "local/edison-sim-large", "local/edison-sim-small"


@pytest.fixture
def providers(terminal: Terminal, sim: SimProcess) -> Path:
    file = terminal.folder / "providers.json"
    file.write_text(json.dumps({"local": a_provider(sim)}))
    return file


def test_models_answer_side_by_side_and_the_failure_of_one_is_its_own(
    terminal: Terminal, providers: Path
) -> None:
    asked = ["-m", LARGE, "-m", "local/nobody", "-m", LARGE, "--providers", str(providers)]

    said = terminal.edison("ask", "What is the capital of France?", *asked)
    listed = terminal.edison("chat", "list")

    assert said.code == 3
    assert f"{LARGE}     | " in said.out
    assert f"{LARGE} (2) | " in said.out
    assert said.out.count("Paris") >= 2
    assert "local/nobody               | [failed: " in said.out
    assert "Kept as cht_" in said.err
    assert "What is the capital of France?: 3 models, 1 turn, " in listed.out


def test_a_model_without_a_price_is_asked_and_listed(terminal: Terminal, sim: SimProcess) -> None:
    unpriced = {name: value for name, value in a_provider(sim).items() if name != "price"}
    terminal.write("dark.json", {"dark": unpriced})

    said = terminal.edison("ask", "Hello?", "-m", "dark/edison-sim-large", "--providers", "dark.json")
    listed = terminal.edison("chat", "list")

    assert (said.code, listed.code) == (0, 0)
    assert ", unknown; edison ask --chat " in said.err
    assert listed.out.endswith("Hello?: 1 model, 1 turn, unknown\n")


def test_turns_go_on_and_become_tests_that_run(terminal: Terminal, providers: Path) -> None:
    there = ["--providers", str(providers)]
    first = terminal.edison(
        "ask", "What is the capital of France?", "-m", LARGE, "--json", "--budget", "1", *there
    )
    second = terminal.edison("ask", "And of Spain?", "--chat", first.json["id"][-8:], *there)
    markdown = terminal.edison("chat", "export", "latest")
    battery = terminal.edison(
        "chat", "export", "latest", "-f", "battery", "--expected", LARGE, "-o", "t.json"
    )
    checked = terminal.edison("check", "t.json")
    other = terminal.edison("chat", "export", "latest", "-f", "pdf")
    nobody = terminal.edison("chat", "export", "latest", "--expected", "local/nobody")
    removed = terminal.edison("chat", "remove", "latest")

    assert (first.code, second.code, battery.code, checked.code) == (0, 0, 0, 0)
    assert first.json["answers"][0]["cost_usd"] > 0
    assert first.json["taken_usd"] == pytest.approx(first.json["answers"][0]["cost_usd"])
    assert "## Turn 2" in markdown.out
    assert "2 tests" in checked.out
    assert ("choice_unknown" in other.err, "choice_unknown" in nobody.err) == (True, True)
    assert removed.out == "Removed.\n"
    assert "There are no chats" in terminal.edison("chat", "list").out


def test_lines_are_turns(terminal: Terminal, providers: Path) -> None:
    said = terminal.process(
        "ask", "-m", LARGE, "--json", "--providers", str(providers), text="Hello?\n\nThe capital of Spain?\n"
    )

    assert [one["text"] for one in said.json["questions"]] == ["Hello?", "The capital of Spain?"]


def test_a_cell_of_a_run_is_asked_again_and_of_another_model(terminal: Terminal, sim: SimProcess) -> None:
    (terminal.folder / "suite.json").write_text(json.dumps(a_suite(sim)))
    (terminal.folder / "providers.json").write_text(json.dumps({"local": a_provider(sim)}))
    ran = terminal.edison("run", "suite.json", "--quiet")
    said = terminal.edison(
        "ask", "--cell", "latest:0", "-m", SMALL, "--json", "--providers", "providers.json"
    )

    assert ran.code in (0, 1)
    assert [column["model"] for column in said.json["columns"]] == [LARGE, SMALL]
    assert said.json["questions"][0]["text"].startswith("What is the capital of ")
    assert said.json["origin"]["answer"]
    assert said.json["columns"][0]["sampling"]["max_tokens"] == 200
    for cell, code in (("latest", "chat_refused"), ("latest:99", "cell_missing")):
        assert code in terminal.edison("ask", "--cell", cell).err


def test_a_cell_is_asked_again_with_its_pictures_its_tool_choice_and_its_form(
    terminal: Terminal, providers: Path
) -> None:
    tool = {"name": "look_up", "description": "Look up.", "parameters": {"type": "object", "properties": {}}}
    picture = {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBORw0KGgo="}}
    said = [{"role": "user", "content": [{"type": "text", "text": "What is it? Say so as JSON."}, picture]}]
    test = {
        "id": "one",
        "user": "What is it? Say so as JSON.",
        "messages": said,
        "tools": [tool],
        "tool_choice": "required",
        "response_format": {"type": "json_object"},
        "expected": {"response_contains": "Atlantis"},
    }
    file = terminal.write("battery.json", json.dumps({"prompts": [test]}))
    terminal.edison("run", file, "--models", LARGE, "--providers", str(providers), "--quiet")

    opened = terminal.edison("ask", "--cell", "latest:0", "--json", "--providers", str(providers))
    terminal.edison("chat", "export", "latest", "-f", "battery", "-o", "again.json")

    assert opened.code == 0
    assert opened.json["tool_choice"]["mode"] == "required"
    assert opened.json["form"]["kind"] == "json"
    assert [one["images"] for one in opened.json["questions"]] == [1]
    (case,) = json.loads((terminal.folder / "again.json").read_text())["prompts"]
    assert (case["tool_choice"], case["response_format"]) == ("required", {"type": "json_object"})
    assert case["messages"] == said


def test_what_cannot_be_asked_is_refused(terminal: Terminal, providers: Path) -> None:
    (terminal.folder / "tools.json").write_text("[{")
    there = ["--providers", str(providers)]
    for words in (
        ["Hello?"],
        ["Hello?", *["-m", LARGE] * 11],
        ["Hello?", "-m", LARGE, "--budget", "0"],
        ["Hello?", "-m", LARGE, "--tools", "tools.json"],
        ["Hello?", "-m", LARGE, "--image", "tools.json"],
    ):
        said = terminal.edison("ask", *words, *there)
        assert (said.code, "[chat_refused]" in said.err) == (2, True), words
    poor = terminal.edison("ask", "Hello?", "-m", LARGE, "--budget", "0.000001", *there)
    assert "[failed: The call may cost " in poor.out


def test_python_asks_with_tools_and_pictures_and_goes_on(tmp_path: Path, sim: SimProcess) -> None:
    heard: list[tuple[str, str]] = []
    picture = tmp_path / "dot.png"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n")
    tool: dict[str, Any] = {
        "type": "function",
        "function": {"name": "get_weather", "parameters": {"type": "object"}},
    }

    chat = edison.ask(
        "What is the weather in Tokyo?",
        models=[LARGE],
        tools=[tool],
        images=[picture],
        providers={"local": a_provider(sim)},
        database=f"sqlite:///{tmp_path / 'edison.db'}",
        hear=lambda name, text: heard.append((name, text)),
    )
    called = chat.answers[LARGE].tool_calls
    after = chat.ask(
        tool_results={"get_weather": "Sunny, 21 degrees."}, hear=lambda *said: heard.append(said)
    )
    after.export(tmp_path / "t.json")
    after.export(tmp_path / "t.md")

    assert [call.name for call in called] == ["get_weather"]
    assert "21" in after.answers[LARGE].text
    assert ("".join(text for _, text in heard if text), {name for name, _ in heard}) == (
        after.answers[LARGE].text,
        {LARGE},
    )
    assert len(json.loads((tmp_path / "t.json").read_text())["prompts"]) == 2
    assert "Turn 2" in (tmp_path / "t.md").read_text()
