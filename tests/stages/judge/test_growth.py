"""Whatever a judge replies, reading it takes no more than its length: no reply can freeze the process."""

import pytest

from edison.stages.judge.kinds.score_sheet import score_sheet
from edison.stages.judge.kinds.scores import read_score
from edison.stages.judge.kinds.scrubbing import scrub
from edison.stages.judge.kinds.wording import as_key, tokens_in
from tests.factories import a_criterion
from tests.text.growth import is_linear

CRITERION = a_criterion()
FLOODS = (" ", "-", " -", "–", "\n", "1", "1,", "1 ", ". ", " (", "a ", "as an ", "i am ")


@pytest.mark.parametrize("flood", FLOODS)
def test_a_sheet_in_lines(flood: str) -> None:
    sheet = score_sheet((CRITERION,), directly=True)

    assert is_linear(sheet.read_lines, lambda size: f"{CRITERION.name}: 3{_much(flood, size)}x")
    assert is_linear(
        sheet.read_lines, lambda size: f"SUGGESTION: a{_much(flood, size)}x\n{CRITERION.name}: 3 – good"
    )


@pytest.mark.parametrize("flood", FLOODS)
def test_a_score(flood: str) -> None:
    assert is_linear(
        lambda said: read_score(said, criterion=CRITERION), lambda size: f"3{_much(flood, size)}x"
    )


@pytest.mark.parametrize("flood", FLOODS)
def test_a_choice(flood: str) -> None:
    assert is_linear(
        lambda said: tokens_in(said, allowed=["A", "B"], ignore_case=True),
        lambda size: f"A{_much(flood, size)}x",
    )


@pytest.mark.parametrize("flood", FLOODS)
def test_a_text_that_is_scrubbed_and_a_key(flood: str) -> None:
    assert is_linear(scrub, lambda size: f"a{_much(flood, size)}x")
    assert is_linear(as_key, lambda size: f"a{_much(flood, size)}x")


def _much(flood: str, size: int) -> str:
    return flood * (size // len(flood))
