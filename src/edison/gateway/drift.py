"""Where the manifest and a provider's own list of models disagree."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from fnmatch import fnmatchcase

from edison.domain import ModelListing

from .manifest import Manifest
from .model_names import plain_name
from .provider import Provider


@dataclass(frozen=True, slots=True)
class LimitDrift:
    """A limit that the provider states otherwise than the manifest."""

    model: str
    limit: str
    ours: int
    theirs: int


@dataclass(frozen=True, slots=True)
class ManifestDrift:
    """What to bring up to date in the manifest."""

    undescribed: tuple[str, ...]
    """Listed, and no row is about them."""
    unlisted: tuple[str, ...]
    """Rows about models of this provider, none of which it lists though they should not be gone yet."""
    limits: tuple[LimitDrift, ...]

    @property
    def is_none(self) -> bool:
        return not (self.undescribed or self.unlisted or self.limits)


def check_listing(
    manifest: Manifest, listed: Iterable[ModelListing], *, provider: Provider, today: date
) -> ManifestDrift:
    """Compare the manifest with what a provider lists."""
    models = sorted(listed, key=lambda listing: listing.id)
    described = [listing for listing in models if manifest.of(provider, listing.id).is_described]
    names = {listing.id for listing in described}
    return ManifestDrift(
        undescribed=tuple(listing.id for listing in models if listing.id not in names),
        unlisted=_unlisted(manifest, {plain_name(one.id) for one in models}, kind=provider.kind, today=today),
        limits=tuple(drift for listing in described for drift in _limit_drifts(manifest, listing, provider)),
    )


def _unlisted(manifest: Manifest, names: set[str], *, kind: str, today: date) -> tuple[str, ...]:
    expected = {row.model for row in manifest.rows if row.home == kind}
    gone = {row.model for row in manifest.rows if isinstance(row.retires, date) and row.retires <= today}
    return tuple(
        pattern
        for pattern in sorted(expected - gone)
        if not any(fnmatchcase(name, pattern) for name in names)
    )


def _limit_drifts(manifest: Manifest, listing: ModelListing, provider: Provider) -> list[LimitDrift]:
    ours = manifest.of(provider, listing.id)
    compared = {
        "context_tokens": (ours.context_tokens, listing.context_tokens),
        "max_output_tokens": (ours.max_output_tokens, listing.max_output_tokens),
    }
    return [
        LimitDrift(listing.id, name, known, stated)
        for name, (known, stated) in compared.items()
        if known is not None and stated is not None and known != stated
    ]
