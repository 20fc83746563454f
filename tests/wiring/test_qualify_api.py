"""`edison.qualify` in a script or a notebook."""

import json
from pathlib import Path
from typing import Any

import pytest

import edison
from edison.domain import CardStanding, Settlement
from edison.errors import ExaminationRefused
from edison.sim import SimProcess
from tests.doors.suites import JUDGED, a_provider, a_suite

pytestmark = pytest.mark.timeout(240)

JUDGE = "local/edison-judge-fair"


def test_judges_are_examined_and_held_against_people(database: str, sim: SimProcess, tmp_path: Path) -> None:
    (tmp_path / "suite.json").write_text(json.dumps(_pairs()))
    (tmp_path / "people.csv").write_text("pair,choice,person\nsky,a,anna\nsea,b,anna\nsky,a,ben\nsea,b,ben\n")

    result = edison.qualify(
        [JUDGE],
        suite="suite.json",
        people="people.csv",
        judgments=8,
        providers={"local": a_provider(sim)},
        database=database,
    )

    [card] = result.cards
    assert result.run.settlement.is_end
    assert card.judge_name == JUDGE
    assert card.measures["agreement_with_people"].n > 0
    assert result.to_json()[0]["standing"] == card.standing.value
    assert card.standing is not CardStanding.QUALIFIED, "two cases are a first impression"


def test_the_judges_of_a_suite_are_examined_as_it_asks_them(
    database: str, sim: SimProcess, tmp_path: Path
) -> None:
    judges = [{"model": JUDGE, "thinking": "direct"}]
    (tmp_path / "judged.json").write_text(json.dumps(a_suite(sim, **{**JUDGED, "judges": judges})))
    (tmp_path / "suite.json").write_text(json.dumps(_pairs()))

    result = edison.qualify(
        judges_of="judged.json",
        suite="suite.json",
        judgments=4,
        database=database,
    )

    assert [profile.thinking for card in result.cards for profile in card.profiles] == ["direct"]


def test_a_judge_that_nobody_could_pay_for_is_not_qualified_by_saying_nothing(
    database: str, sim: SimProcess, tmp_path: Path
) -> None:
    (tmp_path / "suite.json").write_text(json.dumps(_pairs()))

    result = edison.qualify(
        [JUDGE],
        suite="suite.json",
        budget_usd=0.000001,
        providers={"local": a_provider(sim)},
        database=database,
    )

    [card] = result.cards
    assert result.run.settlement is Settlement.BUDGET_SPENT
    assert card.standing is CardStanding.UNQUALIFIED
    assert card.reasons == ("All of this rests on 0 cases; 15 are the least.",)


def test_without_anybody_to_examine_nothing_is_started(database: str) -> None:
    with pytest.raises(ExaminationRefused, match="nobody is named"):
        edison.qualify(database=database)


def _pairs() -> dict[str, Any]:
    said = {
        "sky": ("The sky is blue because air scatters short waves most.", "It is painted."),
        "sea": ("Fish spit salt.", "Rivers carry salt from rock into the sea, where it stays."),
    }
    return {
        "name": "two pairs",
        "cases": [
            {"id": name, "a": a, "b": b, "right": "ab"[number], "category": "clear_discrimination"}
            for number, (name, (a, b)) in enumerate(said.items())
        ],
    }
