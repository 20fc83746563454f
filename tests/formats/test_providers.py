"""A file of providers: the same mapping as in a suite."""

import pytest

from edison.errors import SuiteBroken
from edison.formats import read_providers


def test_providers_are_kept_as_they_are_written() -> None:
    written = b"""\
local: {kind: vllm, price: {input: 1, output: 2}, headers: {X-Team: a}, timeout_s: 5}
openai: {kind: openai}
"""

    assert read_providers(written, name="providers.yaml") == {
        "local": {
            "kind": "vllm",
            "price": {"input": 1, "output": 2},
            "headers": {"X-Team": "a"},
            "timeout_s": 5,
        },
        "openai": {"kind": "openai"},
    }


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (b"", "providers.yaml cannot be used: the file is empty"),
        (b"[a]", "line 1, column 1: a list is no mapping of providers"),
        (b"a: 3", "line 1, column 1, a: 3 is no mapping"),
        (b"a:\n  kind: x\n  base_url: 5", "line 3, column 3, a.base_url: 5 is no text"),
        (b"a b: {kind: x}", "'a b' is no name for a provider"),
        (b"a: {kind: x", "line 2, column 1: did not find expected"),
    ],
)
def test_a_file_of_providers_that_cannot_be_used_is_refused_with_its_place(text: bytes, told: str) -> None:
    with pytest.raises(SuiteBroken, match=told):
        read_providers(text, name="providers.yaml")
