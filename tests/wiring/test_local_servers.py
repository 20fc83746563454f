"""Servers of one's own by numbered variables: one pool, and each server hears its own key."""

import json
from pathlib import Path

import pytest

from edison.sim import SimProcess, SimSettings, fingerprint_of_key
from edison.wiring.local_servers import find_local_servers
from tests.doors.commands import Terminal


def test_the_first_family_counts_in_the_order_of_its_numbers() -> None:
    around = {
        "LOCAL_INFERENCE_SERVER_10": "http://10.0.0.10:8080/v1/",
        "LOCAL_INFERENCE_SERVER_2": " http://10.0.0.2:1234 ",
        "LOCAL_INFERENCE_SERVER_2_KEY": "secret",
        "LOCAL_INFERENCE_SERVER_3": " ",
        "LM_STUDIO_SERVER_1": "http://10.0.0.9:1234",
    }

    assert find_local_servers(around)["local"] == {
        "kind": "lmstudio",
        "servers": ["http://10.0.0.2:1234/v1", "http://10.0.0.10:8080/v1"],
        "server_keys": {"http://10.0.0.2:1234/v1": "LOCAL_INFERENCE_SERVER_2_KEY"},
    }
    assert find_local_servers({"LM_STUDIO_SERVER_1": "http://10.0.0.9:1234"})["local"]
    assert find_local_servers({}) == {}


@pytest.mark.timeout(120)
def test_both_servers_of_a_pool_are_asked_each_with_its_key(
    tmp_path: Path, sim: SimProcess, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    terminal = Terminal(
        tmp_path, database=f"sqlite:///{tmp_path / 'edison.db'}", monkeypatch=monkeypatch, capfd=capfd
    )
    with SimProcess(SimSettings(seed=8)) as other:
        for number, one in enumerate((sim, other), start=1):
            terminal.set(f"LOCAL_INFERENCE_SERVER_{number}", one.base_url("openai-compatible"))
            terminal.set(f"LOCAL_INFERENCE_SERVER_{number}_KEY", f"key-of-server-{number}")
        terminal.set("EDISON_ALLOWED", "local/*")
        battery = {"prompts": [{"id": f"q{at}", "user": f"What is {at} plus {at}?"} for at in range(8)]}
        (tmp_path / "tests.json").write_text(json.dumps(battery))
        ran = terminal.edison("run", "tests.json", "--models", "local/edison-sim-large", "--quiet")
        bills = [{record.key for record in one.bill()} for one in (sim, other)]

    assert ran.code == 0, ran.err
    assert bills == [{fingerprint_of_key(f"key-of-server-{number}")} for number in (1, 2)]
