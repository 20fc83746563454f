"""The page of card rules: every example is executed."""

import re

import pytest

from tools.cards import ROOT

PAGE = ROOT / "docs" / "ideas" / "cards.md"
EXAMPLES = re.findall(r"## ([^\n]+)\n(?:(?!\n## ).)*?```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
CODE = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)


@pytest.mark.parametrize("code", CODE, ids=[code.splitlines()[0][:60] for code in CODE])
def test_an_example_of_the_page_holds(code: str) -> None:
    assert "assert " in code

    exec(code, {})


def test_the_page_has_an_example_for_what_people_ask() -> None:
    titles = " ".join(title for title, _ in EXAMPLES)

    assert all(word in titles for word in ("point", "longer", "flip", "consistency", "standing"))
