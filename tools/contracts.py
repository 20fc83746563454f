"""Writes `contracts/`: what others may rely on, made from the code, so that it cannot differ from it.

`python -m tools.contracts` writes every contract; with `--check` nothing is written and a stale one is an error.
"""

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from edison.actions.views.schema import views_schema
from edison.api import openapi_schema
from edison.formats import suite_schema

from .cards import ROOT


@dataclass(frozen=True, slots=True)
class Contract:
    """A published file and what it must say."""

    path: Path
    make: Callable[[], object]

    def render(self) -> str:
        return json.dumps(self.make(), indent=2, ensure_ascii=False) + "\n"

    @property
    def is_fresh(self) -> bool:
        return self.path.is_file() and self.path.read_text(encoding="utf-8") == self.render()


CONTRACTS: dict[str, Contract] = {
    "suite": Contract(ROOT / "contracts" / "suite.schema.json", suite_schema),
    "openapi": Contract(ROOT / "contracts" / "openapi.json", openapi_schema),
    "views": Contract(ROOT / "contracts" / "views.json", views_schema),
}


def main(arguments: list[str]) -> int:
    """Write the contracts; with --check only say which are stale."""
    parser = argparse.ArgumentParser(prog="python -m tools.contracts", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail when a contract is stale")
    if parser.parse_args(arguments).check:
        return _check()
    for contract in CONTRACTS.values():
        contract.path.parent.mkdir(parents=True, exist_ok=True)
        contract.path.write_text(contract.render(), encoding="utf-8")
    return 0


def _check() -> int:
    stale = [contract.path.name for contract in CONTRACTS.values() if not contract.is_fresh]
    for name in stale:
        sys.stderr.write(f"{name} is stale; run `make contracts`.\n")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
