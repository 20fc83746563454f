"""Experiments: kept while people write them, never overwritten in silence, and as files and back."""

import json
from pathlib import Path
from typing import Any

import pytest

from edison.actions.datasets import DatasetOrigin, DatasetRef, add_dataset
from edison.actions.experiments.editing import (
    UNTITLED,
    ExperimentRequest,
    add_experiment,
    change_experiment,
    duplicate_experiment,
    list_experiments,
    remove_experiment,
    show_experiment,
)
from edison.actions.experiments.files import (
    add_from_template,
    export_experiment,
    import_experiment,
    list_experiment_templates,
    open_experiment,
    save_experiment,
)
from edison.actions.experiments.running import check_experiment
from edison.actions.files import Texts
from edison.actions.house import House
from edison.actions.projects import add_project, list_projects, remove_project, show_project
from edison.actions.reviews import list_reviews
from edison.actions.runs.control import remove_run
from edison.domain import (
    Actor,
    DatasetKind,
    DesiredState,
    EventType,
    ExperimentId,
    ExperimentStatus,
    Right,
    RunId,
    Settlement,
    SuiteCase,
)
from edison.errors import (
    ExperimentEdited,
    ExperimentMissing,
    ExperimentRefused,
    FileOutside,
    FilesInTheWay,
    ProjectInUse,
    RunNotMoved,
)
from edison.store import Store
from tests.actions.test_rechecking import a_house
from tests.factories import SOME_TIME, a_design, a_run, a_stored_suggestion

ADA = Actor(name="ada", rights=frozenset(Right))


@pytest.fixture
def house(store: Store) -> House:
    return a_house(store)


def tied(
    house: House, experiment: str, *, project_id: str = "prj_1", settlement: Settlement = Settlement.NOT_YET
) -> None:
    """A run of it that was started, or has ended."""
    run = a_run(
        id=f"run_{house.mint.new('x')}",
        experiment=a_design(id=experiment, project_id=project_id),
        settlement=settlement,
        ended_at=SOME_TIME if settlement.is_end else None,
    )
    with house.store.work() as work:
        work.runs.add(run, budget_microusd=None)
        work.experiments.tie(ExperimentId(experiment), run.id)


def test_an_experiment_begins_empty_and_tells_who_changed_it(house: House) -> None:
    made = add_experiment(house, ExperimentRequest())
    changed = change_experiment(
        house.acting_for(ADA),
        made.id,
        ExperimentRequest(definition={"name": "Shop", "goal": "Help."}),
        seen=0,
    )

    assert (made.name, made.status, made.definition) == (UNTITLED, ExperimentStatus.DRAFT, {"name": UNTITLED})
    assert (changed.name, changed.goal, changed.revision, changed.changed_by) == ("Shop", "Help.", 1, "ada")
    assert (changed.author, list_experiments(house)[0].goal) == ("usr_local", "Help.")
    with house.store.reading() as work:
        events = work.events.since(0)
    assert [(event.type, event.about["change"], event.about["author"]) for event in events] == [
        (EventType.EXPERIMENT_CHANGED, "added", "usr_local"),
        (EventType.EXPERIMENT_CHANGED, "changed", "ada"),
    ]


def test_two_people_are_shown_what_the_other_wrote_and_nothing_is_overwritten(house: House) -> None:
    made = add_experiment(house, ExperimentRequest(name="Shop", definition={"goal": "Help."}))
    theirs = ExperimentRequest(definition={"goal": "Theirs", "repeats": 2})
    change_experiment(house.acting_for(ADA), made.id, theirs, seen=0)

    with pytest.raises(ExperimentEdited) as refused:
        change_experiment(
            house, made.id, ExperimentRequest(definition={"goal": "Mine", "repeats": 2}), seen=0
        )
    again = change_experiment(house, made.id, theirs, seen=0)

    assert refused.value.fields["by"] == "ada"
    assert json.loads(str(refused.value.fields["theirs"])) == {"goal": "Theirs"}
    assert json.loads(str(refused.value.fields["yours"])) == {"goal": "Mine"}
    assert again.revision == 1, "what says the same already is no change"
    assert (
        change_experiment(house, made.id, ExperimentRequest(definition={"goal": "Mine"}), seen=1).goal
        == "Mine"
    )
    with pytest.raises(ExperimentEdited):
        remove_experiment(house, made.id, seen=0)


def test_where_an_experiment_stands_follows_its_runs(house: House) -> None:
    draft, done, going, away = (add_experiment(house, ExperimentRequest(name=name)) for name in "abcd")
    tied(house, done.id, settlement=Settlement.ALL_CELLS_DONE)
    tied(house, going.id)
    tied(house, going.id, settlement=Settlement.ALL_CELLS_DONE)
    change_experiment(house, away.id, ExperimentRequest(is_archived=True))

    shown = {one.name: (one.status, one.runs) for one in list_experiments(house, archived=True)}
    with house.store.work() as work:
        [open_run] = [run.id for run in work.runs.page(is_open=True)]
        work.runs.change(open_run, desired=DesiredState.PAUSED, expect=(DesiredState.RUNNING,))

    assert shown == {
        "a": (ExperimentStatus.DRAFT, 0),
        "b": (ExperimentStatus.COMPLETED, 1),
        "c": (ExperimentStatus.RUNNING, 2),
        "d": (ExperimentStatus.ARCHIVED, 0),
    }
    assert show_experiment(house, going.id).status is ExperimentStatus.PAUSED
    assert [one.name for one in list_experiments(house)] == ["c", "b", "a"]
    assert [one.name for one in list_experiments(house, status=ExperimentStatus.ARCHIVED)] == ["d"]
    remove_experiment(house, draft.id)
    with pytest.raises(ExperimentRefused, match="archive it instead"):
        remove_experiment(house, done.id)


def test_an_experiment_is_found_by_its_name_or_a_part_of_its_id(house: House) -> None:
    made = add_experiment(house, ExperimentRequest(name="Shop"))
    copy = duplicate_experiment(house, "Shop")

    assert (copy.name, copy.revision, copy.definition["name"]) == ("Shop (copy)", 0, "Shop (copy)")
    assert show_experiment(house, made.id[-8:]).id == made.id
    with pytest.raises(ExperimentMissing, match=f"one of {copy.id}, {made.id}"):
        show_experiment(house, "exp_")
    with pytest.raises(ExperimentMissing, match="none of those there are"):
        show_experiment(house, "other")
    with pytest.raises(ExperimentMissing):
        show_experiment(house, "")


@pytest.mark.parametrize(
    ("wish", "why"),
    [
        ({"name": " " * 3, "definition": {"name": "x" * 201}}, None),
        ({"name": "x" * 201}, "at most 200 characters"),
        ({"files": {"cases.csv": "x" * (17 << 20)}}, "more than 16 MiB"),
        ({"definition": {"providers": {"openai": {"api_key": "not-shown"}}}}, "a key never stands"),
        (
            {"definition": {"providers": {"a": {"headers": {"x": "Bearer sk-abcdefghijklmnopqrstuv"}}}}},
            "a key",
        ),
    ],
)
def test_what_cannot_be_kept_is_refused(house: House, wish: dict[str, Any], why: str | None) -> None:
    if why is None:
        assert add_experiment(house, ExperimentRequest(**wish)).name == wish["name"]
        return
    with pytest.raises(ExperimentRefused, match=why):
        add_experiment(house, ExperimentRequest(**wish))
    assert list_experiments(house) == []


def test_names_of_variables_that_hold_keys_are_kept(house: House) -> None:
    providers: Any = {"openai": {"kind": "openai", "api_key_env": "OPENAI_API_KEY"}}

    assert add_experiment(house, ExperimentRequest(definition={"providers": providers})).revision == 0


def test_every_template_becomes_an_experiment(house: House) -> None:
    names = [one.name for one in list_experiment_templates(house)]
    made = [add_from_template(house, name, model="openai/gpt-4o") for name in names]

    assert len(made) >= 9
    assert all(one.goal and one.definition["cases"] for one in made)


def test_an_experiment_goes_out_as_files_and_comes_back_the_same(house: House, tmp_path: Path) -> None:
    suite = b"""# A comment.
name: Shop
arms: [sim/edison-sim-small]
prompt: {file: prompt.txt}
cases: cases.csv
"""
    files = {"prompt.txt": "Answer {{ q }}", "cases.csv": "id,q\na,Why?\n", "other.txt": "not named"}
    made = import_experiment(house, "edison.yaml", suite, files=Texts(files))

    written = save_experiment(house, made.id, tmp_path / "out")
    back = open_experiment(house, written[0])

    assert made.files == {name: files[name] for name in ("prompt.txt", "cases.csv")}
    assert [path.name for path in written] == ["edison.yaml", "prompt.txt", "cases.csv"]
    assert (back.definition, back.files, back.name) == (made.definition, made.files, "Shop")
    with pytest.raises(FilesInTheWay):
        save_experiment(house, made.id, tmp_path / "out")
    wicked = add_experiment(house, ExperimentRequest(files={"../../outside": "x"}))
    with pytest.raises(FileOutside):
        save_experiment(house, wicked.id, tmp_path / "out")
    with pytest.raises(ExperimentRefused, match="it is no text"):
        (tmp_path / "out" / "cases.csv").write_bytes(b"\xff\xfe\x00")
        open_experiment(house, written[0])


def test_a_draft_that_lacks_something_goes_out_and_comes_back_as_well(house: House) -> None:
    made = add_experiment(
        house, ExperimentRequest(name="Shop", definition={"goal": "Help.", "repeats": "no"})
    )

    found = check_experiment(house, made.id, how="refine")
    back = import_experiment(
        house, "edison.yaml", export_experiment(house, made.id)["edison.yaml"], files=Texts({})
    )

    assert (found.is_ready, found.estimate) == (False, None)
    assert found.missing == ("arms", "prompt", "cases", "rubric", "judges")
    assert {"arms", "cases", "prompt", "repeats"} <= {mistake.path for mistake in found.mistakes}
    assert back.definition == made.definition


def test_experiments_belong_to_a_project_and_go_with_it(house: House) -> None:
    add_project(house, "shop")
    made = add_experiment(house, ExperimentRequest(name="Ours"), project="shop")

    assert (made.project, list_experiments(house), len(list_experiments(house, project="shop"))) == (
        "shop",
        [],
        1,
    )
    remove_project(house, "shop")
    with pytest.raises(ExperimentMissing):
        show_experiment(house, made.id)


def test_a_project_goes_with_its_runs_where_that_is_said_and_nothing_of_it_is_left(house: House) -> None:
    add_project(house, "shop")
    experiment = add_experiment(house, ExperimentRequest(name="Ours"), project="shop")
    set_of_cases = DatasetRef("customers", project="shop")
    written = [SuiteCase(name="c1", variables={"question": "Where?"})]
    add_dataset(house, set_of_cases, written, DatasetOrigin(DatasetKind.GOLDEN, "by hand"))
    with house.store.work() as work:
        project_id = work.projects.get("shop").id
        change = a_stored_suggestion().change.model_copy(update={"project_id": project_id})
        work.suggestions.add(a_stored_suggestion(change=change))
    tied(house, experiment.id, project_id=project_id, settlement=Settlement.STABLE)
    tied(house, experiment.id, project_id=project_id)

    with pytest.raises(ProjectInUse):
        remove_project(house, "shop")
    with pytest.raises(RunNotMoved):
        remove_project(house, "shop", with_runs=True)
    runs = show_project(house, "shop").runs
    with house.store.work() as work:
        going_on = work.projects.runs_of(project_id)[-1]
        work.runs.settle(going_on, epoch=1, settlement=Settlement.CANCELLED, at=SOME_TIME)
    remove_project(house, "shop", with_runs=True)

    assert runs == 2, "all of it stayed where one run goes on"
    assert (list_projects(house, archived=True), list_reviews(house, everywhere=True)) == ([], [])
    with house.store.reading() as work:
        assert (work.projects.runs_of(project_id), work.library.all(project_id)) == ([], [])


def test_an_experiment_may_be_deleted_when_its_runs_were(house: House) -> None:
    made = add_experiment(house, ExperimentRequest(name="Ours"))
    tied(house, made.id, settlement=Settlement.STABLE)
    with pytest.raises(ExperimentRefused, match="archive it instead"):
        remove_experiment(house, made.id)

    [run] = show_experiment(house, made.id).all_runs
    remove_run(house, RunId(run.id))
    remove_experiment(house, made.id)

    assert list_experiments(house) == []
