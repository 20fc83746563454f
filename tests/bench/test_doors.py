"""The door stays light: few packages, a small install, a quick --help."""

import re
from pathlib import Path

from bench.doors import core_distributions, help_ratio, install_size

ROOT = Path(__file__).parents[2]


def test_help_takes_at_most_twice_the_time_of_a_bare_application() -> None:
    assert help_ratio(rounds=5) <= 2.0


def test_the_core_install_stays_below_61_packages_and_350_megabytes() -> None:
    packages, megabytes = install_size()

    assert 10 < packages <= 61
    assert 10 < megabytes <= 350


def test_the_locked_core_has_at_most_65_packages_and_every_one_a_hash() -> None:
    # For all platforms together; nobody installs more than 61 (decision 0041 took in python-stdnum).
    lock = (ROOT / "requirements" / "core.txt").read_text(encoding="utf-8")
    pinned = re.findall(r"^([a-z0-9._-]+)(?:\[\w+\])?==", lock, re.MULTILINE)

    assert set(core_distributions()) - {"edison-workbench"} <= set(pinned)
    assert len(set(pinned)) <= 65
    assert len(re.findall(r"^\S.*\\$", lock, re.MULTILINE)) == len(pinned)


def test_provider_sdks_are_no_part_of_the_core() -> None:
    assert not {"openai", "anthropic", "google-genai", "botocore"} & set(core_distributions())
