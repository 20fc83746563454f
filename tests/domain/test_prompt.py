import pytest
from pydantic import ValidationError

from edison.domain import FewShot, Tool, ToolChoice, ToolMode, content_hash
from tests.factories import a_prompt_version


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"user": " ", "system": "\n"}, "needs a system or a user text"),
        ({"parent_id": "ver_1"}, "not its own parent"),
        ({"tools": (Tool(name="price"), Tool(name="price"))}, "the same name"),
        ({"number": 0}, "greater than or equal to 1"),
        ({"tool_choice": ToolChoice()}, "a tool choice needs tools"),
        (
            {"tools": (Tool(name="price"),), "tool_choice": ToolChoice(mode=ToolMode.NAMED, name="weight")},
            "the chosen tool 'weight' is not offered",
        ),
    ],
)
def test_a_version_that_says_nothing_or_contradicts_itself_is_refused(
    changes: dict[str, object], complaint: str
) -> None:
    with pytest.raises(ValidationError, match=complaint):
        a_prompt_version(**changes)


def test_a_system_text_alone_is_enough() -> None:
    assert a_prompt_version(user="", system="Translate.").system == "Translate."


def test_two_versions_may_have_the_same_parent() -> None:
    left, right = (
        a_prompt_version(id=f"ver_{number}", number=number, parent_id="ver_1") for number in (2, 3)
    )

    assert left.parent_id == right.parent_id


@pytest.mark.parametrize("text", ["", "  "])
def test_an_example_with_a_silent_side_is_refused(text: str) -> None:
    with pytest.raises(ValidationError, match="blank"):
        FewShot(user="Hello", assistant=text)


def test_an_example_may_hold_any_character_a_model_writes() -> None:
    assert FewShot(user="\ud800", assistant="\x00!").user == "\ud800"


def test_a_tool_may_be_demanded_by_name() -> None:
    choice = ToolChoice(mode=ToolMode.NAMED, name="price")

    assert a_prompt_version(tools=(Tool(name="price"),), tool_choice=choice).tool_choice == choice


def test_no_choice_leaves_the_hash_of_a_version_as_it_was() -> None:
    version = a_prompt_version()

    assert "tool_choice" not in version.model_dump(exclude_defaults=True)
    assert content_hash(version) != content_hash(
        a_prompt_version(tools=(Tool(name="price"),), tool_choice=ToolChoice())
    )
