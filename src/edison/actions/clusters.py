"""Texts that are about the same, as the embedder on this machine tells."""

from collections.abc import Mapping, Sequence

from edison.gateway import local_embedder
from edison.stages.rank import name_clusters

_LEAST = 2


def cluster_texts(texts: Sequence[str]) -> Mapping[str, Sequence[int]]:
    """Places of texts by what they are about; nothing where there is no embedder, or there are too many of them."""
    from edison.stats.vectors import MOST_CLUSTERED, find_clusters

    embedder = local_embedder()
    places = [place for place, text in enumerate(texts) if text.strip()]
    if not _LEAST <= len(places) <= MOST_CLUSTERED or not embedder.is_installed:
        return {}
    groups = find_clusters(embedder.embed_now([texts[place] for place in places]))
    return name_clusters([[places[at] for at in group] for group in groups], texts)
