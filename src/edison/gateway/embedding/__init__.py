"""What texts mean, in numbers: embedders on this machine.

`vocabulary.txt` is the vocabulary of BERT base uncased (Google, Apache-2.0), one token a line; the package with the
weights of MiniLM-L6 has none.
"""

from .local import Embedder, LocalEmbedder
from .minilm import MiniLm
from .unrelated import UNRELATED
from .wordllama import WordLlama

__all__ = ["UNRELATED", "Embedder", "LocalEmbedder", "MiniLm", "WordLlama", "local_embedder"]


def local_embedder() -> LocalEmbedder:
    """The best one that is installed; where none is, the one that should be, which says so when it is asked."""
    found = (MiniLm(), WordLlama())
    return next((one for one in found if one.is_installed), found[0])
