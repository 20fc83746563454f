"""A workbench that really listens, with a finished run, a waiting one and a draft, once for each file of tests."""

import asyncio
import http.client
import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from edison.actions.datasets import DatasetRef, import_dataset
from edison.actions.drafts import WantedDraft
from edison.actions.experiments.drafting import start_draft
from edison.actions.experiments.files import add_from_template
from edison.actions.experiments.parts import PartRef, keep_part
from edison.actions.house import House
from edison.actions.prompts import PromptRef, add_version
from edison.actions.runs.drive import serve_runs
from edison.actions.runs.uploads import UploadedSuite, start_upload
from edison.api import WorkbenchServer
from edison.domain import DraftKind, PartKind, RunId
from edison.settings import Settings
from edison.sim import SimProcess
from edison.wiring import open_house
from tests.database import new_file
from tests.doors.suites import JUDGED, a_suite
from tests.factories import a_stored_suggestion

CASES = b"id,question,expect\nlate,Where is it?,on its way\nbroken,It broke!,sorry\n"


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass(frozen=True)
class Workbench:
    """A server, the house behind it, and three runs."""

    server: WorkbenchServer
    house: House
    suite: dict[str, Any]
    done: RunId
    waiting: RunId
    drafted: RunId

    def ask(
        self, method: str, path: str, body: object = None, *, bare: bool = False, **headers: str
    ) -> Answer:
        """One request; with the token unless it is a bare one."""
        given = {} if bare else {"Authorization": f"Bearer {self.server.token}"}
        given |= {name.replace("_", "-"): value for name, value in headers.items()}
        sent = None if body is None else json.dumps(body)
        if sent is not None:
            given["Content-Type"] = "application/json"
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=20)
        try:
            connection.request(method, path, body=sent, headers=given)
            reply = connection.getresponse()
            return Answer(reply.status, {k.lower(): v for k, v in reply.getheaders()}, reply.read())
        finally:
            connection.close()

    def get(self, path: str) -> Any:
        answer = self.ask("GET", path)
        assert answer.status == 200, answer.body
        return answer.json


@dataclass(frozen=True)
class Filled:
    """A database with all of that in it, made once and copied for each file of tests."""

    file: Path
    suite: dict[str, Any]
    done: RunId
    waiting: RunId
    drafted: RunId


@pytest.fixture(scope="session")
def filled(tmp_path_factory: pytest.TempPathFactory, simulator: SimProcess) -> Filled:
    file: Path = tmp_path_factory.mktemp("filled") / "edison.db"
    settings = Settings(database_url=new_file(file, with_engine=True))
    suite = a_suite(simulator, **JUDGED)
    with open_house(settings) as house:
        done = start_upload(house, UploadedSuite("suite.json", json.dumps(suite), {}), start_key="the-first")
        asyncio.run(serve_runs(house, stop=asyncio.Event(), until_idle=True))
        waiting = start_upload(house, UploadedSuite("suite.json", json.dumps(suite), {}), start_key="second")
        add_version(house, PromptRef("shop/answers"), b"Answer {{ question }}", file="prompt.txt")
        add_from_template(house, "first", name="Shop")
        keep_part(house, PartRef(PartKind.RUBRIC, "shop"), [{"name": "true"}])
        drafted = start_draft(house, WantedDraft(DraftKind.GOAL, goal="Help.", writer="sim/edison-sim-small"))
        import_dataset(house, DatasetRef("support"), [CASES], file="support.csv")
        with house.store.work() as work:
            work.suggestions.add(a_stored_suggestion())
    return Filled(file, suite, done.id, waiting.id, drafted.id)


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory, filled: Filled) -> Iterator[Workbench]:
    file: Path = tmp_path_factory.mktemp("workbench") / "edison.db"
    shutil.copy(filled.file, file)
    with open_house(Settings(database_url=f"sqlite:///{file}")) as house:
        server = WorkbenchServer(house, port=0)
        server.start()
        try:
            yield Workbench(server, house, filled.suite, filled.done, filled.waiting, filled.drafted)
        finally:
            server.stop()
