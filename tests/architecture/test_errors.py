"""An error is a class with fields, a stable code and one helpful sentence (decision 0007)."""

import inspect
import re

import edison.errors
from edison.errors import EdisonError, ErrorKind
from tools.cards import ROOT, read_card
from tools.catalogue import KEPT, NEXT_STEPS, draw_tree, error_classes

CLASSES = [error for errors in error_classes().values() for error in errors]
CATALOGUE = ROOT / "docs" / "reference" / "errors.md"


def test_codes_are_unique() -> None:
    codes = [error.code for error in (EdisonError, *CLASSES)]

    assert sorted(set(codes)) == sorted(codes)


def test_an_error_has_a_stable_code_and_a_kind() -> None:
    borrowed = [error for error in CLASSES if "code" not in vars(error)]

    assert borrowed == [], "a code of its own, not the one of its parent"
    assert [error for error in CLASSES if not re.fullmatch(r"[a-z][a-z0-9_]*", error.code)] == []
    assert [error for error in CLASSES if not isinstance(error.kind, ErrorKind)] == []
    assert [error for error in CLASSES if not inspect.getdoc(error)] == []


def test_an_error_is_public_and_documented() -> None:
    catalogue = CATALOGUE.read_text(encoding="utf-8")

    offered = read_card("errors").names

    assert [error for error in CLASSES if error.__name__ not in offered] == []
    assert [error for error in CLASSES if f"| `{error.code}` |" not in catalogue] == [], "run `make map`"


def test_no_error_is_defined_outside_the_room() -> None:
    strangers = [
        error.__qualname__
        for error in _all_below(EdisonError)
        if not error.__module__.startswith("edison.errors.")
    ]

    assert strangers == [], "error classes live in edison.errors"


def test_the_tree_is_drawn_on_the_card() -> None:
    card = inspect.getdoc(edison.errors) or ""

    assert draw_tree() in card, f"draw this tree on the card of edison.errors:\n{draw_tree()}"


def test_every_kind_has_a_next_step_and_every_drawer_says_what_was_kept() -> None:
    assert set(NEXT_STEPS) == set(ErrorKind)
    assert set(KEPT) == set(error_classes())


def _all_below(top: type[EdisonError]) -> set[type[EdisonError]]:
    below = set(top.__subclasses__())
    return below | {error for child in below for error in _all_below(child)}
