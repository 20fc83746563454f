import json
import signal
import socket
import subprocess
import sys
from urllib.request import Request, urlopen

COMMAND = [sys.executable, "-m", "edison", "sim"]


def first_lines(*arguments: str, count: int) -> list[str]:
    """What the command says once it is ready; then it is interrupted, as by Ctrl-C."""
    with subprocess.Popen([*COMMAND, *arguments], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(count)]
        if count == 1:
            _ask(json.loads(lines[0])["address"])
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == 0
    return lines


def _ask(address: str) -> None:
    question = {
        "model": "edison-sim-small",
        "messages": [{"role": "user", "content": "What is the capital of France?"}],
    }
    headers = {"Content-Type": "application/json", "Authorization": "Bearer any"}
    with urlopen(
        Request(f"{address}/v1/chat/completions", json.dumps(question).encode(), headers), timeout=30
    ) as reply:
        assert "Paris" in json.load(reply)["choices"][0]["message"]["content"]


def test_the_simulator_says_where_it_listens_and_answers_there() -> None:
    [ready] = first_lines("--port", "0", "--latency", "zero", "--json", count=1)

    assert json.loads(ready)["address"].startswith("http://127.0.0.1:")


def test_people_are_shown_the_addresses_of_each_format() -> None:
    shown = "".join(first_lines("--port", "0", "--seed", "3", count=6))

    assert "seed 3" in shown
    assert all(kind in shown for kind in ("openai", "anthropic", "google", "bedrock"))


def test_a_port_that_is_taken_is_bad_input_with_a_way_out() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        shown = subprocess.run([*COMMAND, "--port", port], capture_output=True, text=True, timeout=60)

    assert shown.returncode == 2
    assert "choose another --port" in shown.stderr
    assert "Traceback" not in shown.stderr
