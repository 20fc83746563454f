"""The page on adding a check: its code runs, and its table is complete."""

import re
from collections.abc import Callable
from typing import Any, cast

import pytest

from edison.domain import Check
from edison.errors import CheckBroken
from edison.stages.check import KINDS, SUITE_KINDS, prepare_checks
from edison.stages.check.kinds import CheckKind
from tools.cards import ROOT

PAGE = (ROOT / "docs" / "architecture" / "add-a-check.md").read_text(encoding="utf-8")
KIND_FILE, ROW, TEST_FILE = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


@pytest.fixture
def tutorial_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kind of the page, registered the way the page says."""
    module: dict[str, Any] = {"__package__": "edison.stages.check.kinds"}
    exec(KIND_FILE, module)
    row = cast(dict[str, CheckKind], eval(f"{{{ROW}}}", {"CheckKind": CheckKind, **module}))
    for name, kind in row.items():
        monkeypatch.setitem(KINDS, name, kind)


@pytest.mark.usefixtures("tutorial_kind")
def test_the_tests_of_the_page_pass() -> None:
    module: dict[str, Any] = {}
    exec(TEST_FILE, module)
    tests = [cast(Callable[[], None], value) for name, value in module.items() if name.startswith("test_")]

    for test in tests:
        test()

    assert len(tests) == 2


@pytest.mark.usefixtures("tutorial_kind")
def test_a_wrong_value_is_refused_in_the_words_of_the_page() -> None:
    with pytest.raises(CheckBroken) as raised:
        prepare_checks([Check(kind="ends_with", value=["Paris"])])

    assert raised.value.sentence in " ".join(PAGE.split())


def test_the_table_of_the_page_lists_every_kind_of_a_suite() -> None:
    rows = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \|", PAGE, re.MULTILINE)
    listed = [name for row in rows for name in re.findall(r"`(\w+)`", row)]

    assert sorted(listed) == sorted(SUITE_KINDS)
