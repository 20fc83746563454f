import pytest

from edison.text import FencedBlock, fenced_blocks, without_thinking


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("plain", "plain"),
        ("a<think>b</think>c", "ac"),
        ("<thinking>b</thinking>c", "c"),
        ("<THINK>b</Think>c", "c"),
        ('<think budget="3">b</think>c', "c"),
        ("<thought>a</thought>b<reasoning>c</reasoning>d", "bd"),
        ("[THINK]a[/THINK]b", "b"),
        ("a<think>never closed", "a"),
        ("opened in the prompt</think>c", "c"),
        ("<think>a<think>b</think>c</think>d", "d"),
        ("<think>the <think> tag opens</think>answer", "answer"),
        ("<think>a</think>answer</think> and more", "answer and more"),
        ("<think>a</think>b<think>c</think>d", "bd"),
        ("the `<think>` tag", "the `<think>` tag"),
        ('{"tag": "<think>"}', '{"tag": "<think>"}'),
        ("a<think/>b", "a<think/>b"),
        ("<thinker>a</thinker>", "<thinker>a</thinker>"),
    ],
)
def test_thinking_is_taken_out(text: str, answer: str) -> None:
    assert without_thinking(text) == answer


def test_a_flood_of_thinking_tags_is_read_once() -> None:
    assert without_thinking("<think>" * 100_000 + "</think>" * 100_000 + "x") == "x"


def test_fenced_blocks_come_with_label_content_and_place() -> None:
    text = "a\n```JSON\n{}\n```\nb ~~~ x ~~~"

    assert fenced_blocks(text) == (
        FencedBlock(label="json", content="{}", start=2, end=16),
        FencedBlock(label="x", content="", start=19, end=28),
    )


def test_a_longer_fence_may_hold_a_shorter_one() -> None:
    blocks = fenced_blocks("````\n```\ninner\n```\n````")

    assert [block.content for block in blocks] == ["```\ninner\n```"]


def test_a_closing_fence_may_be_longer_than_the_opening_one() -> None:
    assert fenced_blocks("```\na\n`````b")[0].end == 11


def test_an_unclosed_fence_runs_to_the_end() -> None:
    assert fenced_blocks("x ```json\n{")[0] == FencedBlock(label="json", content="{", start=2, end=11)
