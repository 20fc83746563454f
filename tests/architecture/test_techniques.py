"""The techniques stand as plain words where files and options are read; the words are those of the domain."""

from typing import get_args

import pytest

from edison.cli import drafting
from edison.domain import Technique
from edison.formats.suite import arm_forms


@pytest.mark.parametrize("names", [drafting.TechniqueName, arm_forms.TechniqueName], ids=["cli", "suite"])
def test_names_of_techniques_are_those_of_the_domain(names: object) -> None:
    assert get_args(names) == tuple(technique.value for technique in Technique)
