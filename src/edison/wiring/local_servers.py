"""Servers of one's own, by numbered variables: all of them are one pool, the provider `local`."""

import re
from collections.abc import Mapping
from urllib.parse import urlsplit

from pydantic import JsonValue

LOCAL = "local"
_FAMILIES = ("LOCAL_INFERENCE_SERVER_", "LM_STUDIO_SERVER_")
"""The first family of which there is one counts; each server may have a key in the variable with `_KEY` after it."""


def find_local_servers(environment: Mapping[str, str]) -> dict[str, JsonValue]:
    """How the pool is reached; nothing where no server is named."""
    for family in _FAMILIES:
        pattern = re.compile(rf"{family}([0-9]{{1,4}})")
        numbers = sorted(
            (int(found[1]), name)
            for name, value in environment.items()
            if (found := pattern.fullmatch(name)) and value.strip()
        )
        if numbers:
            return {LOCAL: _pool(environment, [name for _, name in numbers])}
    return {}


def _pool(environment: Mapping[str, str], variables: list[str]) -> JsonValue:
    servers = {_address(environment[variable]): variable for variable in variables}
    keys: dict[str, JsonValue] = {
        address: f"{variable}_KEY"
        for address, variable in servers.items()
        if environment.get(f"{variable}_KEY", "").strip()
    }
    return {"kind": "lmstudio", "servers": [*servers], "server_keys": keys}


def _address(written: str) -> str:
    """With the path at which such servers are asked, where none is written."""
    address = written.strip().rstrip("/")
    return address if urlsplit(address).path else f"{address}/v1"
