import pytest

from edison.text import Dialect, TextToolCall, ToolCallsFound, read_tool_calls
from edison.text.toolcalls import MAX_TOOL_TEXT_CHARS, MOST_CALLS

Short = tuple[str, dict[str, object], bool]


def short(found: ToolCallsFound) -> list[Short]:
    return [(call.name, dict(call.arguments), call.salvaged) for call in found.calls]


@pytest.mark.parametrize(
    ("text", "dialect"),
    [
        (
            '{"tool_calls": [{"id": "1", "type": "function", "function": {"name": "f", "arguments": "{\\"a\\": 1}"}}]}',
            Dialect.OPENAI,
        ),
        (
            '{"role": "assistant", "tool_calls": [{"function": {"name": "f", "arguments": {"a": 1}}}]}',
            Dialect.OPENAI,
        ),
        ('{"name": "f", "arguments": {"a": 1}}', Dialect.OPENAI),
        ('{"name": "f", "parameters": {"a": 1}}', Dialect.OPENAI),
        ('{"function": {"name": "f", "arguments": {"a": 1}}}', Dialect.OPENAI),
        ('{"function": "f", "arguments": {"a": 1}}', Dialect.OPENAI),
        ('{"type": "function", "name": "f", "arguments": "{\\"a\\": 1}"}', Dialect.OPENAI),
        ('{"function_call": {"name": "f", "arguments": "{\\"a\\": 1}"}}', Dialect.OPENAI),
        ('[{"name": "f", "arguments": {"a": 1}}]', Dialect.OPENAI),
        ('<tool_call>{"name": "f", "arguments": {"a": 1}}</tool_call>', Dialect.HERMES),
        ('<tool_call>\n{"function": "f", "parameters": {"a": 1}}\n</tool_call>', Dialect.HERMES),
        ('<function_call>{"name": "f", "arguments": {"a": 1}}</function_call>', Dialect.HERMES),
        ('<tool_call>```json\n{"name": "f", "arguments": {"a": 1}}\n```</tool_call>', Dialect.HERMES),
        ('<tool_call>{"name": "f", "arguments": {"a": 1}}', Dialect.HERMES),
        ("<|tool_call_start|>[f(a=1)]<|tool_call_end|>", Dialect.LFM),
        ("<|tool_call_start|> f(a=1) <|tool_call_end|>", Dialect.LFM),
        ("<|tool_call_start|>[f(a=1)]", Dialect.LFM),
        ('<|tool_call_start|>{"name": "f", "arguments": {"a": 1}}<|tool_call_end|>', Dialect.LFM),
        ('```json\n{"name": "f", "arguments": {"a": 1}}\n```', Dialect.FENCED),
        ('```tool_call\n{"name": "f", "arguments": {"a": 1}}\n```', Dialect.FENCED),
        ('**Tool Call:** `f`\n```json\n{"a": 1}\n```', Dialect.RENDERED),
    ],
)
def test_a_dialect_is_told_by_its_content(text: str, dialect: Dialect) -> None:
    found = read_tool_calls(text)

    assert (short(found), found.dialect, found.rest) == ([("f", {"a": 1}, False)], dialect, "")


def test_a_call_keeps_the_text_it_came_from_and_leaves_the_rest() -> None:
    call = '<tool_call>{"name": "f", "arguments": {}}</tool_call>'

    found = read_tool_calls(f"Let me look. {call} One moment.")

    assert found.calls == (TextToolCall(name="f", arguments={}, raw=call, salvaged=False),)
    assert found.rest == "Let me look.  One moment."


@pytest.mark.parametrize(
    "text",
    [
        "<|tool_call_start|>[f(), g(x='y')]<|tool_call_end|>",
        "<|tool_call_start|>[f()]<|tool_call_end|> then <|tool_call_start|>[g(x='y')]<|tool_call_end|>",
        '<tool_call>{"name": "f"}</tool_call><tool_call>{"name": "g", "arguments": {"x": "y"}}</tool_call>',
        '<tool_call>{"name": "f"}\n{"name": "g", "arguments": {"x": "y"}}</tool_call>',
        '<tool_call>{"name": "f"}<tool_call>{"name": "g", "arguments": {"x": "y"}}',
        '<tool_calls>[{"name": "f"}, {"name": "g", "arguments": {"x": "y"}}]</tool_calls>',
        '{"tool_calls": [{"function": {"name": "f", "arguments": ""}}, {"name": "g", "arguments": {"x": "y"}}]}',
        'First {"name": "f", "arguments": null}, then {"name": "g", "arguments": {"x": "y"}}.',
        '**Tool Call:** `f`\n\n**Tool Call:** `g`\n```json\n{"x": "y"}\n```',
    ],
)
def test_several_calls_come_in_order(text: str) -> None:
    assert short(read_tool_calls(text)) == [("f", {}, False), ("g", {"x": "y"}, False)]


def test_marks_inside_a_string_end_nothing() -> None:
    hermes = read_tool_calls('<tool_call>{"name": "f", "arguments": {"x": "</tool_call>"}}</tool_call> ok')
    lfm = read_tool_calls('<|tool_call_start|>[f(x="<|tool_call_end|>")]<|tool_call_end|> ok')

    assert short(hermes) == [("f", {"x": "</tool_call>"}, False)]
    assert short(lfm) == [("f", {"x": "<|tool_call_end|>"}, False)]
    assert (hermes.rest, lfm.rest) == ("ok", "ok")


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ('<tool_call>{"name": "f", "arguments": {"a": 1}</tool_call>', ("f", {"a": 1}, True)),
        ("<tool_call>{'name': 'f', 'arguments': {'a': 1}}</tool_call>", ("f", {"a": 1}, True)),
        (
            '<tool_call>{"name": "f", "arguments": {"a": "say "x""}}</tool_call>',
            ("f", {"a": 'say "x"'}, True),
        ),
        ('<tool_call>"name": "f" and more</tool_call>', ("f", {}, True)),
        ("<tool_call><function=f><parameter=a>1</parameter></function></tool_call>", ("f", {}, True)),
        ('<tool_call>{"arguments": {"a": 1}}, "name": "f"</tool_call>', ("f", {}, True)),
        ('{"name": "f", "arguments": "{a: 1}"}', ("f", {"a": 1}, True)),
        ('{"name": "f", "arguments": "not json"}', ("f", {}, True)),
        ('{"name": "f", "arguments": [1]}', ("f", {}, True)),
        ('Calling {"name": "f", "arguments": {"a": 1', ("f", {"a": 1}, True)),
        ("<|tool_call_start|>[f(a=unquoted)]<|tool_call_end|>", ("f", {}, True)),
        ("<|tool_call_start|>[f(a=", ("f", {}, True)),
        ("<|tool_call_start|>[f(7, a=1)]<|tool_call_end|>", ("f", {"a": 1}, True)),
        ("**Tool Call:** `f`\n```json\nbroken\n```", ("f", {}, True)),
    ],
)
def test_a_broken_call_is_salvaged_and_flagged(text: str, call: Short) -> None:
    assert short(read_tool_calls(text)) == [call]


def test_a_broken_call_does_not_swallow_the_next_one() -> None:
    broken, whole = '{"name": "f", "arguments": {"a": "1}}', '{"name": "g", "arguments": {}}'
    text = f"<tool_call>{broken}</tool_call> <tool_call>{whole}</tool_call>"

    assert [name for name, _, _ in short(read_tool_calls(text))] == ["f", "g"]


def test_a_salvaged_name_is_rather_one_that_is_known() -> None:
    text = '<tool_call>{"arguments": {"name": "Bob" "x"}} "name": "greet"</tool_call>'

    assert [call.name for call in read_tool_calls(text, known=["greet"]).calls] == ["greet"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Just an answer.",
        '{"name": "Bob", "age": 3}',
        '{"type": "function", "function": {"name": "f", "parameters": {"type": "object", "properties": {}}}}',
        "```python\nprint(1)\n```",
        "```json\nnot json\n```",
        "<tool_call></tool_call>",
        "You may write <tool_call> and then call f(x).",
        "It begins with <|tool_call_start|> and then f(x).",
        "<tool_call>{}</tool_call>",
        "<|tool_call_start|>[]<|tool_call_end|>",
        '{"name": "", "arguments": {}}',
        '{"name": 3, "arguments": {}}',
        "[1, 2, 3]",
        '"name"',
    ],
)
def test_what_is_no_call_stays_text(text: str) -> None:
    assert read_tool_calls(text) == ToolCallsFound(calls=(), dialect=None, rest=text.strip())


def test_a_call_inside_thinking_is_no_call() -> None:
    found = read_tool_calls('<think><tool_call>{"name": "f"}</tool_call></think>No need.')

    assert (found.calls, found.rest) == ((), "No need.")


def test_unmarked_json_must_name_a_known_tool() -> None:
    text = '{"name": "f", "arguments": {}}'

    assert read_tool_calls(text, known=["g"]).calls == ()
    assert len(read_tool_calls(text, known={"f"}).calls) == 1
    assert len(read_tool_calls('{"name": "f"}', known={"f"}).calls) == 1


def test_a_marked_call_comes_back_whatever_it_names() -> None:
    assert len(read_tool_calls('<tool_call>{"name": "f"}</tool_call>', known=["g"]).calls) == 1


def test_a_namespace_before_a_known_name_is_dropped() -> None:
    text = '<tool_call>{"name": "functions.f"}</tool_call>'

    assert [call.name for call in read_tool_calls(text, known=["f"]).calls] == ["f"]
    assert [call.name for call in read_tool_calls(text, known=["g"]).calls] == ["functions.f"]


def test_a_hint_only_decides_what_is_tried_first() -> None:
    both = '<tool_call>{"name": "f"}</tool_call> {"name": "g", "arguments": {}}'

    assert read_tool_calls(both).dialect is Dialect.HERMES
    assert read_tool_calls(both, hint=Dialect.OPENAI).dialect is Dialect.OPENAI
    assert read_tool_calls('{"name": "f", "arguments": {}}', hint=Dialect.LFM).dialect is Dialect.OPENAI


@pytest.mark.parametrize(
    "unit",
    [
        "<tool_call>",
        '<tool_call>{"',
        "<|tool_call_start|>[f(",
        "<|tool_call_start|>",
        "<|tool_call_start|>f()",
        "**Tool Call:** `f`",
        "```json\n",
        '{"name": "f", "arguments": {',
        '{"name": "f"}',
        "name: x(",
    ],
)
def test_a_flood_of_beginnings_gives_a_bounded_number_of_calls(unit: str) -> None:
    found = read_tool_calls(unit * (MAX_TOOL_TEXT_CHARS // len(unit)), known=["f"])

    assert len(found.calls) <= MOST_CALLS


def test_a_call_with_very_many_objects_is_bounded() -> None:
    found = read_tool_calls("<tool_call>" + '{"name": "f"}\n' * 1_000 + "</tool_call>")

    assert len(found.calls) == MOST_CALLS


def test_a_text_above_the_limit_is_taken_to_be_no_call() -> None:
    text = '{"name": "f", "arguments": {}}' + " " * MAX_TOOL_TEXT_CHARS

    assert read_tool_calls(text) == ToolCallsFound(calls=(), dialect=None, rest=text)
