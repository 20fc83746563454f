"""Providers with their keys, for whoever uses the gateway without a run."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from edison.settings import Settings

from .keys import Keys

if TYPE_CHECKING:
    from edison.gateway import Provider


def build_providers(forms: Mapping[str, object], settings: Settings) -> "list[Provider]":
    """Providers for the forms of a file; names the provider and the field where one is wrong."""
    from edison.actions import connecting

    return connecting.build_providers(forms, keys=Keys(settings))
