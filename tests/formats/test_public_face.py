"""The room's public names: all there, and none loaded before it is used."""

import subprocess
import sys

import pytest

from edison import formats


@pytest.mark.parametrize("name", formats.__all__)
def test_a_public_name_leads_somewhere(name: str) -> None:
    assert getattr(formats, name) is not None
    assert name in dir(formats)


def test_a_stranger_is_refused_by_name() -> None:
    with pytest.raises(AttributeError, match="module 'edison.formats' has no attribute 'magic'"):
        _ = formats.magic  # pyright: ignore[reportAttributeAccessIssue]


def test_whoever_reads_a_suite_loads_no_reports() -> None:
    told = "from edison.formats import read_suite\nimport sys\nsys.stdout.write(' '.join(sys.modules))"

    done = subprocess.run(
        [sys.executable, "-c", told], capture_output=True, text=True, check=True, timeout=60
    )

    loaded = set(done.stdout.split())
    assert "edison.formats.suite.suite" in loaded
    assert loaded.isdisjoint(
        {"edison.formats.pages.report", "edison.formats.exports.junit", "edison.formats.suite.schema"}
    )
