"""What is told and refused before anything is paid for, by `run --dry-run`, `check` and `refine`."""

import pytest

from edison.sim import SimProcess

from .commands import Terminal
from .suites import JUDGED, a_suite

pytestmark = pytest.mark.timeout(240)

ITS_OWN = {"model": "local/edison-judge-fair", "name": "fair", "family": "edison-sim-large"}
KINSHIP = "fair is of one family with local/edison-sim-large, whose answers it may prefer because they are like its own"


def test_a_judge_of_the_family_of_what_it_judges_is_told_before_anything_is_asked_and_in_the_end(
    terminal: Terminal, sim: SimProcess
) -> None:
    suite = terminal.write("suite.yaml", a_suite(sim, **JUDGED | {"judges": [ITS_OWN]}))

    before = terminal.edison("run", suite, "--dry-run")
    after = terminal.edison("run", suite, "--full")

    assert KINSHIP in before.err
    assert KINSHIP in " ".join(after.out.split())
