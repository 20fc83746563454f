"""How providers are reached, as a file says it. The file's own words are kept: whoever calls them reads them."""

from collections.abc import Mapping

from pydantic import JsonValue

from ..reading.complaints import Complaints
from ..reading.documents import read_document
from ..reading.nodes import Path, TextBroken, tell
from .provider_forms import ProviderForm


def read_providers(text: bytes, *, name: str) -> dict[str, JsonValue]:
    """A file with the same mapping as under `providers` in a suite; names are the keys."""
    complaints = Complaints(name)
    found = read_provider_file(text, name=name, complaints=complaints)
    complaints.refuse()
    return found


def read_provider_file(text: bytes, *, name: str, complaints: Complaints) -> dict[str, JsonValue]:
    """The same where complaints are collected: what cannot be used is left out."""
    try:
        document = read_document(text, name=name)
    except TextBroken as broken:
        complaints.about(name).add_broken(broken)
        return {}
    about = complaints.about(name, document=document)
    written = document.plain()
    if not isinstance(written, dict):
        advice = "Write names with mappings, such as local: {kind: openai-compatible, base_url: …}."
        about.add((), f"{tell(written)} is no mapping of providers", advice=advice)
        return {}
    for provider, form in written.items():
        about.read(ProviderForm, form, at=(provider,))
    check_provider_names(written, at=(), complaints=about)
    return written


def check_provider_names(written: Mapping[str, object], *, at: Path, complaints: Complaints) -> None:
    """A provider's name stands before the slash of its models, so it holds none, and no space."""
    for name in written:
        if not name or "/" in name or any(character.isspace() for character in name):
            complaints.add(
                (*at, name), f"{tell(name)} is no name for a provider", advice="Use letters and digits."
            )
