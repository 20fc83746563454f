"""Prompts with their versions, and the projects they belong to."""

import pytest

from edison.domain import ProjectId, Prompt, PromptChangeKind, PromptVersionId, UserId
from edison.errors import (
    ChangedMeanwhile,
    NameTaken,
    ProjectInUse,
    ProjectMissing,
    PromptMissing,
    VersionMissing,
)
from edison.store import Signed, Store
from tests.factories import SOME_TIME, a_project, a_prompt, a_prompt_version, a_run

SIGNED = Signed(UserId("usr_ann"), SOME_TIME, "why")


def the_prompt(store: Store) -> Prompt:
    with store.reading() as work:
        return work.prompts.get(a_prompt().project_id, a_prompt().name)


def add_versions(store: Store, count: int) -> Prompt:
    with store.work() as work:
        work.prompts.add(a_prompt())
    for number in range(count):
        with store.work() as work:
            version = a_prompt_version(id=f"ver_{number}", system=f"Text {number}.")
            work.prompts.add_version(
                work.prompts.get(a_prompt().project_id, a_prompt().name), version, signed=SIGNED
            )
    return the_prompt(store)


def test_versions_are_numbered_on_and_kept_as_they_are(store: Store) -> None:
    prompt = add_versions(store, 2)

    with store.reading() as work:
        kept = work.prompts.versions(prompt.id)
        changes = work.prompts.changes(prompt.id)
        assert work.prompts.version(prompt, 2) == kept[1]
    assert [one.version.number for one in kept] == [1, 2]
    assert [one.version.system for one in kept] == ["Text 0.", "Text 1."]
    assert {one.author for one in kept} == {"usr_ann"}
    assert [(one.revision, one.kind, one.version, one.note) for one in changes] == [
        (1, PromptChangeKind.VERSION_ADDED, 1, "why"),
        (2, PromptChangeKind.VERSION_ADDED, 2, "why"),
    ]


def test_of_two_who_change_what_they_saw_the_second_overwrites_nothing(store: Store) -> None:
    seen = add_versions(store, 2)
    with store.work() as work:
        versions = work.prompts.versions(seen.id)
        work.prompts.mark(seen, versions[0].version, signed=SIGNED)

    with store.work() as work, pytest.raises(ChangedMeanwhile):
        work.prompts.mark(seen, versions[1].version, signed=SIGNED)

    assert the_prompt(store).production_id == versions[0].version.id


def test_a_mark_that_is_given_again_is_taken_away(store: Store) -> None:
    prompt = add_versions(store, 1)
    with store.work() as work:
        version = work.prompts.version(prompt, 1).version
        work.prompts.mark(prompt, version, signed=SIGNED)
    with store.work() as work:
        work.prompts.mark(the_prompt(store), version, signed=SIGNED)

        assert [change.kind for change in work.prompts.changes(prompt.id)[1:]] == ["promoted", "demoted"]
    assert the_prompt(store).production_id is None


def test_what_is_not_there_is_named(store: Store) -> None:
    prompt = add_versions(store, 1)

    with store.work() as work:
        with pytest.raises(PromptMissing):
            work.prompts.get(prompt.project_id, "other")
        with pytest.raises(VersionMissing):
            work.prompts.version(prompt, 2)
        with pytest.raises(ProjectMissing):
            work.projects.get("other")
        with pytest.raises(NameTaken):
            work.prompts.add(prompt.model_copy(update={"id": PromptVersionId("prm_other")}))
        assert [one.prompt.name for one in work.prompts.all(prompt.project_id)] == [prompt.name]


def test_projects_are_changed_by_whoever_saw_the_newest_and_removed_with_their_prompts(store: Store) -> None:
    with store.work() as work:
        work.projects.add(a_project())
        with pytest.raises(NameTaken):
            work.projects.add(a_project(id="prj_2"))
        work.prompts.add(a_prompt(project_id="prj_1"))
        changed = work.projects.change(a_project(), slug="store", is_archived=True)
        with pytest.raises(ChangedMeanwhile):
            work.projects.change(a_project(), name="Other")

        assert work.projects.all() == [work.projects.get("store")] == [changed]
        assert work.projects.holds(ProjectId("prj_1")) == 1
        work.projects.remove(changed)
        assert work.projects.all() == [] == work.prompts.all(ProjectId("prj_1"))


def test_a_project_that_runs_belong_to_stays(store: Store) -> None:
    run = a_run()
    with store.work() as work:
        work.projects.add(a_project(id=run.experiment.project_id))
        work.runs.add(run, budget_microusd=None)

        with pytest.raises(ProjectInUse):
            work.projects.remove(work.projects.get("support"))
