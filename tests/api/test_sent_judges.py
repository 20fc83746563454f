"""Judges as a suite has them, and texts on the web: named in a request, with no file of this machine."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from edison.actions.presets.rank_planning import forecast_sent
from edison.actions.presets.rank_requests import RankRequest
from edison.actions.providers.providers import add_provider
from edison.actions.results.reports import read_run
from edison.domain import RunId
from edison.settings import Settings
from edison.sim import SimProcess
from edison.wiring import open_house
from tests.database import new_file
from tests.doors.suites import a_provider
from tests.gateway.scripted import says, scripted

from .conftest import Workbench

TEXTS = {"late": "School should start later.", "early": "No."}


@pytest.fixture(scope="module")
def suite(bench: Workbench, simulator: SimProcess) -> dict[str, Any]:
    """A suite with a judge of its own words; its prompt stands in a file."""
    add_provider(bench.house, "local", form=a_provider(simulator))
    judge = {"model": "local/edison-judge-fair", "name": "strict", "instructions": "Be strict."}
    written = {**bench.suite, "prompt": "prompt.txt", "judges": [judge]}
    return {
        "name": "suite.json",
        "content": json.dumps(written),
        "files": {"prompt.txt": "Answer {{ country }}"},
    }


def test_texts_are_ranked_by_the_judges_of_a_suite(bench: Workbench, suite: dict[str, Any]) -> None:
    wish = {"texts": TEXTS, "judges_of": suite}

    looked = bench.ask("POST", "/api/rankings/estimate", wish)
    run = bench.ask("POST", "/api/rankings", wish, Idempotency_Key="judges-of-a-suite").json["id"]
    [judge] = read_run(bench.house, RunId(run)).snapshot.judges

    assert looked.status == 200, looked.body
    assert (judge.endpoint.name, judge.instructions) == ("local/edison-judge-fair", "Be strict.")
    assert judge.compares
    bench.ask("POST", f"/api/runs/{run}/cancel")


def test_the_judges_of_a_suite_are_examined(bench: Workbench, suite: dict[str, Any]) -> None:
    looked = bench.ask("POST", "/api/judges/estimate", {"judges_of": suite, "judgments": 20})
    nobody = bench.ask("POST", "/api/judges/estimate", {"judgments": 20})

    assert (looked.status, set(looked.json["judges"])) == (200, {"strict"}), looked.body
    assert (nobody.status, nobody.json["code"]) == (422, "examination_refused")


def test_files_that_a_suite_names_were_sent_along_or_are_refused(
    bench: Workbench, suite: dict[str, Any]
) -> None:
    wish = {"texts": TEXTS, "judges_of": {**suite, "files": {}}}

    refused = bench.ask("POST", "/api/rankings/estimate", wish)

    assert (refused.status, refused.json["code"]) == (422, "suite_broken"), refused.body
    assert "prompt.txt" in refused.json["detail"]


@pytest.mark.parametrize(
    ("address", "status", "code"),
    [
        ("http://127.0.0.1:9/a.txt", 404, "file_not_readable"),
        ("file:///etc/passwd", 422, "request_invalid"),
        ("/etc/passwd", 422, "request_invalid"),
    ],
)
def test_texts_come_from_the_web_alone_and_from_servers_that_are_allowed(
    bench: Workbench, address: str, status: int, code: str
) -> None:
    wish = {"texts": TEXTS, "addresses": [address], "judges": ["sim/edison-judge-fair"]}

    refused = [bench.ask("POST", f"/api/rankings/{what}", wish) for what in ("estimate", "forecast")]

    assert [(one.status, one.json["code"]) for one in refused] == [(status, code)] * 2
    assert "root:" not in refused[0].body.decode()


async def test_texts_on_the_web_are_counted_with_those_that_were_sent(tmp_path: Path) -> None:
    settings = Settings(database_url=new_file(tmp_path / "web.db", with_engine=True), text_hosts="127.0.0.1")
    async with scripted(by_path=lambda _: says(b"A text of the web.", content_type="text/plain")) as server:
        places = (f"{server.base_url}/ann.txt", f"{server.base_url}/ben.txt")
        with open_house(settings) as house:
            told = await asyncio.to_thread(forecast_sent, house, RankRequest(texts=TEXTS, addresses=places))

    assert told.texts == 4
