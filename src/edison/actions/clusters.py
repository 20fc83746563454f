"""Texts that are about the same, as an embedder tells."""

from collections.abc import Mapping, Sequence

from edison.gateway import Embedder, local_embedder
from edison.stages.rank import name_clusters

_LEAST = 2


def cluster_texts(texts: Sequence[str]) -> Mapping[str, Sequence[int]]:
    """Places of texts by what they are about; nothing where there is no embedder, or there are too many of them."""
    embedder, places = local_embedder(), _places(texts)
    if not places or not embedder.is_installed:
        return {}
    return _named(embedder.embed_now([texts[place] for place in places]), texts, places=places)


async def cluster_texts_by(embedder: Embedder, texts: Sequence[str]) -> Mapping[str, Sequence[int]]:
    """The same, as this embedder tells; nobody is asked where there is nothing to tell, or too much."""
    places = _places(texts)
    return (
        _named(await embedder.embed([texts[place] for place in places]), texts, places=places)
        if places
        else {}
    )


def _places(texts: Sequence[str]) -> list[int]:
    """Where there are words; none where these are too few for clusters, or too many."""
    from edison.stats.vectors import MOST_CLUSTERED

    places = [place for place, text in enumerate(texts) if text.strip()]
    return places if _LEAST <= len(places) <= MOST_CLUSTERED else []


def _named(
    vectors: Sequence[Sequence[float]], texts: Sequence[str], *, places: Sequence[int]
) -> Mapping[str, Sequence[int]]:
    from edison.stats.vectors import find_clusters

    return name_clusters([[places[at] for at in group] for group in find_clusters(vectors)], texts)
