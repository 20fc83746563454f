"""The coarse anatomy of a model's reply: thinking blocks and fenced blocks."""

import re
from dataclasses import dataclass

# A tag in back-ticks or quotes is talked about, not used.
_THINKING_TAG = re.compile(
    r"(?<![`\"'\\])(?:<(?P<slash>/?)(?:think(?:ing)?|thought|reasoning)\b[^<>]{0,100}(?<!/)>"
    r"|\[(?P<bar>/?)THINK\])",
    re.IGNORECASE,
)
_FENCE = re.compile(r"(?P<ticks>`{3,}|~{3,})[ \t]*(?P<label>[\w+-]{0,40})")


def without_thinking(text: str) -> str:
    """The text without its thinking blocks.

    An unclosed block runs to the end. A closing tag before any opening one ends a block that the prompt
    opened, so everything up to it goes.
    """
    kept: list[str] = []
    cursor, inside, nested = 0, False, 1
    for tag in _THINKING_TAG.finditer(text):
        is_thought = inside
        if not tag["slash"] and not tag["bar"]:
            nested = nested + 1 if inside else 0
            inside = True
        elif inside:
            inside = False
        elif nested:
            # The end of an outer block: what stands since the inner one ended is thought as well.
            nested, is_thought = nested - 1, True
        if not is_thought:
            kept.append(text[cursor : tag.start()])
        cursor = tag.end()
    if not inside:
        kept.append(text[cursor:])
    return "".join(kept)


@dataclass(frozen=True, slots=True)
class FencedBlock:
    """One fenced block; `start` and `end` enclose the fences, `content` does not."""

    label: str
    """The word after the opening fence, in lower case."""
    content: str
    start: int
    end: int


def fenced_blocks(text: str) -> tuple[FencedBlock, ...]:
    """Every fenced block in order of appearance; an unclosed one runs to the end of the text."""
    blocks: list[FencedBlock] = []
    opening = _FENCE.search(text)
    while opening:
        closing = _find_closing(text, opening=opening)
        content_end, end = closing or (len(text), len(text))
        blocks.append(
            FencedBlock(
                label=opening["label"].lower(),
                content=text[opening.end() : content_end].strip(),
                start=opening.start(),
                end=end,
            )
        )
        opening = _FENCE.search(text, end)
    return tuple(blocks)


def _find_closing(text: str, *, opening: re.Match[str]) -> tuple[int, int] | None:
    """Where the content ends and where the closing fence ends."""
    fence = opening["ticks"]
    at = text.find(fence, opening.end())
    if at < 0:
        return None
    end = at + len(fence)
    while text.startswith(fence[0], end):
        end += 1
    return at, end
