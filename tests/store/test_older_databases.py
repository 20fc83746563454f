"""A database of an older version is taken along with all that is in it."""

from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Engine, text

from edison.domain import Chance, EntryRanking, FrozenClock, RunId
from edison.store import Store, open_store
from edison.store.database.migrating import MIGRATIONS, schema_version
from edison.store.database.opening import make_engine, read_url
from tests.database import KINDS, bare_database
from tests.store.filling import RUN, add_run

RUN_BEFORE = """
INSERT INTO run (no, id, project_id, name, preset, experiment, snapshot, seed, began_at, desired, epoch, settlement,
                 seq, spent_microusd, held_microusd)
VALUES ({no}, 'run_{no}', 'prj_1', 'n', 'compare_models', '{{}}', '{{}}', '1', 0, 'running', 1, 'not_yet', {seq}, 0, 0)
"""
OUTPUT_BEFORE = """
INSERT INTO output (run_no, cell, generation, status, text, tool_calls, handed_in)
VALUES (7, {cell}, 1, 'ok', '', {calls}, 0)
"""
EVENT_BEFORE = """
INSERT INTO event (run_no, number, id, project_id, type, at, about)
VALUES ({no}, {number}, 'evt_{no}_{number}', 'prj_1', 'run.started', {at}, '{{}}')
"""


@pytest.fixture(params=KINDS)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return bare_database(request.param, tmp_path)


def test_what_the_first_version_stored_is_there(url: str) -> None:
    _fill(url, "0001", "INSERT INTO ranking (run_no, wave, board, body) VALUES (99, 1, 'cost', '{}')")

    store = _open(url)

    with store.reading() as work:
        assert work.connection.execute(text("SELECT board FROM ranking")).scalar_one() == "cost"
    add_run(store)
    with store.reading() as work:
        assert work.comparisons.counts(RUN).compared == 0
    store.close()


def test_an_order_of_texts_that_stood_among_the_boards_has_a_table_of_its_own(url: str) -> None:
    placed = EntryRanking(method="firth").model_dump_json()
    _fill(
        url,
        "0003",
        RUN_BEFORE.format(no=7, seq=0),
        f"INSERT INTO ranking (run_no, wave, board, body) VALUES (7, 1, 'placing', '{placed}')",
        "INSERT INTO judgment (run_no, cell, generation, judge, judging, judged, body) VALUES (7, 1, 1, 3, 1, 0, '{}')",
    )

    store = _open(url)

    with store.reading() as work:
        assert work.entry_rankings.get(RunId("run_7")) == EntryRanking(method="firth")
        assert work.rankings.of_run(RunId("run_7")) == []
        assert work.connection.execute(text("SELECT part FROM judgment")).scalar_one() == 3
    store.close()


def test_events_of_before_are_numbered_as_they_happened(url: str) -> None:
    # The clock of the second run was set back between its events; the first run's last is the latest of all.
    happened = [(1, 1, 10), (1, 2, 90), (2, 1, 50), (2, 2, 20)]
    _fill(
        url,
        "0003",
        RUN_BEFORE.format(no=1, seq=2),
        RUN_BEFORE.format(no=2, seq=2),
        *(EVENT_BEFORE.format(no=no, number=number, at=at) for no, number, at in happened),
    )

    store = _open(url)

    with store.reading() as work:
        events = [(event.serial, event.id) for event in work.events.since(0)]
    assert events == [(1, "evt_1_1"), (2, "evt_2_1"), (3, "evt_2_2"), (4, "evt_1_2")]
    store.close()


def test_what_a_loop_did_that_stood_among_its_calls_has_a_column_of_its_own(url: str) -> None:
    call = '{"id": "1", "name": "look", "arguments": {"for": "\\ud800"}}'
    trace = '{"turns": 2, "completed": true}'
    both, ended = f'{{"calls": [{call}], "trace": {trace}}}', f'{{"calls": [], "trace": {trace}}}'
    stored = enumerate([f"'{both}'", f"'[{call}]'", f"'{ended}'", "NULL"])
    _fill(
        url,
        "0022",
        RUN_BEFORE.format(no=7, seq=0).replace("seq,", "last_event,"),
        *(OUTPUT_BEFORE.format(cell=cell, calls=calls) for cell, calls in stored),
    )

    store = _open(url)

    with store.reading() as work:
        outputs = work.results.outputs(RunId("run_7"), range(4))
        assert work.connection.execute(text("SELECT design FROM run")).scalar_one() == "{}"
    assert [[call.name for call in outputs[cell].tool_calls] for cell in range(4)] == [
        ["look"],
        ["look"],
        [],
        [],
    ]
    turns = [trace and trace.turns for trace in (outputs[cell].trace for cell in range(4))]
    assert turns == [2, None, 2, None]
    assert outputs[0].tool_calls == outputs[1].tool_calls
    store.close()


def _open(url: str) -> Store:
    return open_store(url, clock=FrozenClock(), chance=Chance(0))


def _fill(url: str, version: str, *statements: str) -> None:
    """Make a database of an older version, and write into it."""
    engine = make_engine(read_url(url))
    _migrate_to(engine, version)
    with engine.begin() as connection:
        for statement in statements:
            connection.exec_driver_sql(statement)
    assert schema_version(engine) == version
    engine.dispose()


def _migrate_to(engine: Engine, version: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, version)
