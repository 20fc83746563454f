"""Suites to begin with: every one of them can be read as it is, and says in a line what it is for."""

from pathlib import Path

import pytest

from edison.actions.templates import FIRST, fill_template, list_templates, write_template
from edison.errors import FileNotWritable, FilesInTheWay, TemplateUnknown
from edison.formats import read_suite
from edison.text import Template

TEMPLATES = list_templates()


def test_the_first_one_stands_first() -> None:
    assert TEMPLATES[0].name == FIRST


@pytest.mark.parametrize("name", [template.name for template in TEMPLATES])
def test_each_is_a_suite_with_a_sentence_about_it(name: str) -> None:
    (template,) = (template for template in TEMPLATES if template.name == name)

    assert template.about.endswith(".")
    assert len(template.about) <= 120
    assert fill_template(name).keys() == set(template.files)


@pytest.mark.parametrize("name", [template.name for template in TEMPLATES if template.name != FIRST])
def test_each_for_a_task_brings_a_goal_a_rubric_a_prompt_to_fill_and_cases_of_all_kinds(name: str) -> None:
    suite = read_suite(fill_template(name)["edison.yaml"], name=name, read_file=lambda _: None)

    cases = suite.cases or ()
    assert suite.goal
    assert sum(criterion.weight for criterion in suite.criteria) == pytest.approx(1)
    assert len(cases) >= 12
    assert all(case.tags for case in cases)
    assert len({tag for case in cases for tag in case.tags}) >= 4
    assert len({case.difficulty for case in cases}) >= 3
    assert {key for case in cases for key in case.variables} == set(
        Template.parse(suite.prompts[0].user).variables
    )


def test_one_that_there_is_not_is_told_with_those_that_there_are() -> None:
    with pytest.raises(TemplateUnknown, match=f"there are .*{FIRST}"):
        fill_template("nothing")


def test_files_are_written_once(tmp_path: Path) -> None:
    written = write_template(tmp_path / "new" / "folder")

    assert [path.name for path in written] == list(TEMPLATES[0].files)
    with pytest.raises(FilesInTheWay, match="edison.yaml"):
        write_template(tmp_path / "new" / "folder")


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    with pytest.raises(FileNotWritable):
        write_template(tmp_path / "file" / "folder")
