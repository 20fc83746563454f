"""Providers with their keys, for whoever uses the gateway without a run."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from edison.settings import Settings

from .keys import Keys
from .network import build_network

if TYPE_CHECKING:
    from edison.gateway import Provider


def build_providers(forms: Mapping[str, object], settings: Settings) -> "list[Provider]":
    """Providers for the forms of a file; names the provider and the field where one is wrong."""
    from edison.actions.providers import connecting

    keys = Keys(settings)
    network = build_network(settings, keys)
    return [replace(provider, network=network) for provider in connecting.build_providers(forms, keys=keys)]
