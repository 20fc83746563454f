"""Where a run fails, as it goes out."""

from edison.domain import FacetKind, FailingSpot

from .view import BaseView


class FailingSpotView(BaseView):
    """Cases with something in common that fail more often than the others."""

    handle: str
    """How people point at it, such as `tag:returns`."""
    kind: FacetKind
    name: str
    cases: int
    failing: int
    share: float
    others: float
    """The share of all other cases that fails."""
    p: float
    """The chance of that, were failures spread by chance alone."""
    exemplars: tuple[str, ...]
    """Failing cases of it, by name."""


class FailingView(BaseView):
    """Where a run fails, the surest spots first."""

    run: str
    name: str
    cases: int
    """With a result."""
    failing: int
    spots: tuple[FailingSpotView, ...]


def view_spot(spot: FailingSpot) -> FailingSpotView:
    """A spot for whoever asks."""
    return FailingSpotView(handle=spot.handle, **dict(spot))
