"""Providers with their keys, for whoever uses the gateway without a run."""

from collections.abc import Mapping

from edison.actions import connecting
from edison.gateway import Provider
from edison.settings import Settings

from .keys import Keys


def build_providers(forms: Mapping[str, object], settings: Settings) -> list[Provider]:
    """Providers for the forms of a file; names the provider and the field where one is wrong."""
    return connecting.build_providers(forms, keys=Keys(settings))
