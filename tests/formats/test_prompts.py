"""A prompt from a text, a mapping or a file; several are versions."""

import pytest

from edison.domain import FewShot, Form, FormKind, SuitePrompt, Tool, ToolChoice, ToolMode
from edison.errors import SuiteBroken

from .suites import a_suite_text, read_text


def read_prompts(prompt: str, **files: bytes) -> tuple[SuitePrompt, ...]:
    named = {name.replace("_", "."): content for name, content in files.items()}
    return read_text(a_suite_text(prompt=prompt), files=named).prompts


def test_a_text_is_the_user_text() -> None:
    assert read_prompts("What is {{ x }}?") == (SuitePrompt(user="What is {{ x }}?"),)


def test_a_mapping_may_say_everything_that_is_sent() -> None:
    (prompt,) = read_prompts(
        "{name: formal, system: Be brief., user: 'How much is {{ item }}?', "
        "few_shots: [{user: Fish?, assistant: Four.}], "
        "tools: [{name: price, description: Looks it up., parameters: {type: object}}], "
        "tool_choice: price, schema: {type: object}}"
    )

    assert prompt == SuitePrompt(
        name="formal",
        system="Be brief.",
        user="How much is {{ item }}?",
        few_shots=(FewShot(user="Fish?", assistant="Four."),),
        tools=(Tool(name="price", description="Looks it up.", parameters={"type": "object"}),),
        tool_choice=ToolChoice(mode=ToolMode.NAMED, name="price"),
        form=Form(kind=FormKind.SCHEMA, json_schema={"type": "object"}),
    )


@pytest.mark.parametrize(
    ("written", "choice"),
    [
        ("auto", ToolChoice()),
        ("none", ToolChoice(mode=ToolMode.NONE)),
        ("required", ToolChoice(mode=ToolMode.REQUIRED)),
        ("{name: price}", ToolChoice(mode=ToolMode.NAMED, name="price")),
    ],
)
def test_a_tool_choice_is_a_word_or_a_tool(written: str, choice: ToolChoice) -> None:
    (prompt,) = read_prompts(f"{{user: x, tools: [{{name: price}}], tool_choice: {written}}}")

    assert prompt.tool_choice == choice


@pytest.mark.parametrize(
    ("written", "form"),
    [
        ("text", Form()),
        ("json", Form(kind=FormKind.JSON)),
        (
            "{schema: {type: array}, name: list, strict: false}",
            Form(kind=FormKind.SCHEMA, json_schema={"type": "array"}, name="list", strict=False),
        ),
    ],
)
def test_a_response_format_is_a_word_or_a_schema(written: str, form: Form) -> None:
    (prompt,) = read_prompts(f"{{user: x, response_format: {written}}}")

    assert prompt.form == form


@pytest.mark.parametrize("prompt", ["why.txt", "{file: why.txt}"])
def test_a_text_file_is_the_user_text_without_its_last_newline(prompt: str) -> None:
    assert read_prompts(prompt, why_txt=b"\xef\xbb\xbfWhy,\r\n{{ x }}?\r\n\n")[0].user == "Why,\n{{ x }}?\n"


def test_a_text_file_may_be_joined_by_other_keys() -> None:
    (prompt,) = read_prompts("{file: why.txt, system: Be brief.}", why_txt=b"Why?")

    assert (prompt.system, prompt.user) == ("Be brief.", "Why?")


def test_a_yaml_or_json_file_holds_a_whole_prompt() -> None:
    formal, brief = read_prompts(
        "[formal.yaml, {file: brief.json, name: short}]",
        formal_yaml=b"name: formal\nsystem: Be formal.\nuser: Why?\n",
        brief_json=b'{"system": "Be brief.", "user": "Why?"}',
    )

    assert (formal.name, formal.system) == ("formal", "Be formal.")
    assert (brief.name, brief.system) == ("short", "Be brief.")


def test_a_list_holds_several_versions() -> None:
    versions = read_text("arms: [a/b]\nprompts: [Why?, {user: How?}]\ncases: [{}]").prompts

    assert [version.user for version in versions] == ["Why?", "How?"]


def test_a_text_that_looks_like_a_file_can_be_said_as_user_text() -> None:
    assert read_prompts("{user: readme.md}")[0].user == "readme.md"
    assert read_prompts("'Summarise readme.md'")[0].user == "Summarise readme.md"


@pytest.mark.parametrize(
    ("prompt", "files", "told"),
    [
        ("{file: why.txt, user: x}", {"why_txt": b"x"}, "prompt: file and user are both given"),
        ("why.txt", {"why_txt": b" \n"}, "why.txt: the prompt says nothing"),
        ("why.txt", {"why_txt": b"\xff"}, "why.txt, line 1, column 1: byte 0xff is not UTF-8"),
        ("why.txt", {"why_txt": b"a\n{{ b"}, "why.txt, user: in its line 2, '{{' is never closed"),
        ("why.yaml", {"why_yaml": b"usr: x"}, "why.yaml, line 1, column 1, usr: the key 'usr' is not known"),
        (
            "why.yaml",
            {"why_yaml": b"user: x\nfile: y"},
            "why.yaml, line 2, column 1, file: a prompt's file names",
        ),
        ("why.yaml", {"why_yaml": b"[a"}, "why.yaml, line 2"),
        ("why.json", {"why_json": b"{'user': 1}"}, "why.json, line 1, column 2: here a key in double quotes"),
        (
            "{file: why.yaml, system: x}",
            {"why_yaml": b"user: x"},
            "prompt: a file with a whole prompt stands alone",
        ),
    ],
)
def test_a_file_that_cannot_be_used_is_named(prompt: str, files: dict[str, bytes], told: str) -> None:
    with pytest.raises(SuiteBroken, match=told):
        read_prompts(prompt, **files)


def test_a_name_given_to_two_versions_is_refused() -> None:
    with pytest.raises(SuiteBroken, match=r"prompt\[1\]: the name 'x' is given twice"):
        read_prompts("[{name: x, user: a}, {name: x, user: b}]")


def test_a_name_with_half_a_character_is_refused() -> None:
    with pytest.raises(SuiteBroken, match="name: the text holds half a surrogate pair"):
        read_text('{"name": "\\ud800", "arms": ["a/b"], "prompt": "x", "cases": [{}]}', name="suite.json")
