"""Kept parts: rubrics, judges and models in versions, put into definitions, and set inactive."""

import pytest
from pydantic import JsonValue

from edison.actions.experiments.editing import ExperimentRequest, add_experiment, find_experiment
from edison.actions.experiments.files import export_experiment
from edison.actions.experiments.parts import (
    PartRef,
    keep_part,
    list_part_versions,
    list_parts,
    set_part_active,
)
from edison.actions.experiments.running import check_experiment, suite_of
from edison.actions.files import Texts
from edison.actions.house import House
from edison.actions.presets.suites import load_suite
from edison.domain import EventType, PartKind
from edison.errors import ChangedMeanwhile, ExperimentMissing, ExperimentRefused, SuiteBroken
from edison.store import Store
from tests.actions.test_rechecking import a_house

RUBRIC = PartRef(PartKind.RUBRIC, "shop")
JUDGE = PartRef(PartKind.JUDGE, "strict")
MODEL = PartRef(PartKind.MODEL, "small")
CRITERIA: JsonValue = [{"name": "polite", "weight": 0.5}, {"name": "true", "weight": 0.5}]


@pytest.fixture
def house(store: Store) -> House:
    return a_house(store)


def test_a_part_is_kept_in_versions_with_its_authors(house: House) -> None:
    first = keep_part(house, RUBRIC, CRITERIA, note="First.")
    again = keep_part(house, RUBRIC, CRITERIA)
    second = keep_part(house, RUBRIC, [{"name": "true"}], newest=1)

    assert (first.version, again, second.version, second.author) == (1, first, 2, "usr_local")
    assert [one.version for one in list_part_versions(house, RUBRIC)] == [2, 1]
    assert [one.version for one in list_parts(house)] == [2]
    with pytest.raises(ChangedMeanwhile):
        keep_part(house, RUBRIC, CRITERIA, newest=1)
    with house.store.reading() as work:
        assert [event.type for event in work.events.since(0)] == [EventType.PART_CHANGED] * 2


@pytest.mark.parametrize(
    ("where", "value", "place"),
    [
        (RUBRIC, [{"name": "a", "weight": 2}], r"rubric\[0\].weight"),
        (JUDGE, {"model": "sim/edison-judge-fair", "mode": "loud"}, r"judges\[0\].mode"),
        (MODEL, {"model": "sim/x", "temperature": "hot"}, r"arms\[0\].temperature"),
    ],
)
def test_what_would_be_wrong_in_a_suite_is_not_kept(
    house: House, where: PartRef, value: JsonValue, place: str
) -> None:
    with pytest.raises(SuiteBroken, match=place):
        keep_part(house, where, value)
    with pytest.raises(ExperimentMissing, match="edison part list"):
        list_part_versions(house, where)


def test_an_experiment_takes_parts_by_name_and_none_that_are_inactive(house: House) -> None:
    keep_part(house, RUBRIC, CRITERIA)
    keep_part(house, RUBRIC, [{"name": "true"}])
    keep_part(house, JUDGE, {"model": "sim/edison-judge-fair", "may_abstain": False})
    keep_part(house, MODEL, "sim/edison-sim-small")
    definition: dict[str, JsonValue] = {
        "arms": ["kept:small", "sim/edison-sim-large"],
        "prompt": "{{ q }}",
        "cases": [{"q": "Why?"}],
        "rubric": "kept:shop@1",
        "judges": ["kept:strict"],
    }
    made = find_experiment(house, add_experiment(house, ExperimentRequest(definition=definition)).id)

    suite = suite_of(house, made).suite
    set_part_active(house, JUDGE, is_active=False)

    assert [arm.endpoint.name for arm in suite.arms] == ["sim/edison-sim-small", "sim/edison-sim-large"]
    assert [criterion.name for criterion in suite.criteria] == ["polite", "true"]
    assert [one.name for one in list_parts(house)] == ["small", "shop"]
    assert [one.is_active for one in list_parts(house, kind=PartKind.JUDGE, inactive=True)] == [False]
    with pytest.raises(ExperimentRefused, match="it is set inactive"):
        suite_of(house, made)
    [mistake] = check_experiment(house, made.id).mistakes
    assert "set inactive" in mistake.what
    assert set_part_active(house, JUDGE, is_active=True).version == 3
    assert set_part_active(house, JUDGE, is_active=True).version == 3


def a_definition() -> dict[str, JsonValue]:
    return {
        "name": "Shop",
        "goal": "Help customers.",
        "arms": ["kept:small"],
        "prompt": "{{ q }}",
        "cases": [{"q": "Why?"}],
        "rubric": "kept:shop",
        "judges": ["kept:strict"],
    }


def keep_all(house: House) -> None:
    keep_part(house, RUBRIC, CRITERIA)
    keep_part(house, JUDGE, {"model": "sim/edison-judge-fair", "instructions": "Be strict."})
    keep_part(house, MODEL, {"model": "sim/edison-sim-small", "max_tokens": 200})


def test_an_experiment_with_kept_parts_goes_out_as_files_that_can_be_run(house: House) -> None:
    keep_all(house)
    made = add_experiment(house, ExperimentRequest(definition=a_definition()))

    written = export_experiment(house, made.id)["edison.yaml"]
    suite = load_suite("edison.yaml", written, files=Texts({})).suite
    set_part_active(house, JUDGE, is_active=False)
    later = export_experiment(house, made.id)["edison.yaml"].decode()

    assert [one.name for one in suite.criteria] == ["polite", "true"]
    assert [one.endpoint.name for one in (*suite.arms, *suite.judges)] == [
        "sim/edison-sim-small",
        "sim/edison-judge-fair",
    ]
    assert suite.arms[0].sampling.max_tokens == 200
    assert "kept:strict" in later
    assert "kept:shop" not in later


@pytest.mark.parametrize("named", ["kept:shop@x", "kept:shop@9", "kept:other"])
def test_a_part_that_is_not_there_is_told(house: House, named: str) -> None:
    keep_part(house, RUBRIC, CRITERIA)
    made = add_experiment(house, ExperimentRequest(definition={"rubric": named}))

    with pytest.raises((ExperimentRefused, ExperimentMissing)):
        suite_of(house, find_experiment(house, made.id))
    with pytest.raises(ExperimentRefused, match="cannot be called so"):
        keep_part(house, PartRef(PartKind.RUBRIC, "a/b"), CRITERIA)
