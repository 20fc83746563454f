"""`edison.rank` in a script or a notebook."""

import asyncio
import json
from pathlib import Path

import pytest

import edison
from edison.actions.runs.progress import RunProgress
from edison.domain import PairingKind, Settlement
from edison.errors import ContestRefused, ProviderUnknown
from edison.sim import SimProcess
from tests.doors.suites import a_provider
from tests.engine.essays import as_lines, in_true_order, names_of, some_essays

pytestmark = pytest.mark.timeout(240)

FIVE = some_essays(5)
JUDGE = "local/edison-judge-fair"


@pytest.fixture
def database(database: str, tmp_path: Path) -> str:
    (tmp_path / "essays.jsonl").write_text(as_lines(FIVE))
    return database


def test_texts_are_ranked_and_the_order_is_read(database: str, sim: SimProcess) -> None:
    seen: list[RunProgress] = []

    result = edison.rank(
        "essays.jsonl",
        judges=[JUDGE],
        providers={"local": a_provider(sim)},
        database=database,
        watch=seen.append,
        seed=3,
    )

    assert result.published
    assert result.run.settlement is Settlement.STABLE
    assert result.worth.startswith("The order can be used" if result.usable else "Do not use this order")
    assert in_true_order(FIVE, [item.name for item in result.entry_ranking.items]) > 0.7
    assert names_of(result.to_json()) == [item.name for item in result.entry_ranking.items]
    assert seen


def test_a_ranking_is_saved_for_machines_and_for_people(
    database: str, sim: SimProcess, tmp_path: Path
) -> None:
    result = edison.rank(
        ["essays.jsonl"], judges=[JUDGE], providers={"local": a_provider(sim)}, database=database
    )

    result.save("placing.json")
    result.save(tmp_path / "placing.html")

    assert json.loads((tmp_path / "placing.json").read_text()) == result.to_json()
    assert FIVE[0].id in (tmp_path / "placing.html").read_text()


def test_files_and_choices_are_taken_as_the_command_takes_them(
    database: str, sim: SimProcess, tmp_path: Path
) -> None:
    (tmp_path / "people.csv").write_text(f"left,right,winner\n{FIVE[0].id},{FIVE[1].id},left\n")
    (tmp_path / "rubric.txt").write_text("A good essay has a clear thesis.")

    async def in_a_notebook() -> edison.RankResult:
        return edison.rank(
            "essays.jsonl",
            judges=[JUDGE],
            providers={"local": a_provider(sim)},
            database=database,
            people="people.csv",
            rubric="rubric.txt",
            goal="Persuade.",
            pairing="round_robin",
            ties=True,
            comparisons=12,
            budget_usd=5.0,
            concurrency=4,
        )

    result = asyncio.run(in_a_notebook())

    contest, policy = result.run.snapshot.contest, result.run.experiment.policy
    assert contest is not None
    assert contest.pairing is PairingKind.ROUND_ROBIN
    assert (policy.stop.comparisons, policy.budget_microusd, policy.parallel) == (12, 5_000_000, 4)
    assert [judge.is_person for judge in result.entry_ranking.judges] == [False, True]
    assert result.run.snapshot.judges[0].may_tie


def test_what_cannot_work_is_refused_before_anything_is_asked(database: str, sim: SimProcess) -> None:
    before = sim.totals().requests

    with pytest.raises(ProviderUnknown):
        edison.rank("essays.jsonl", judges=["nobody/model"], database=database)
    with pytest.raises(ContestRefused):
        edison.rank("essays.jsonl", judges=[], database=database)

    assert sim.totals().requests == before
