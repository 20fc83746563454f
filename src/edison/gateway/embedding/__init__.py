"""What texts mean, in numbers: an embedder on this machine.

`vocabulary.txt` is the vocabulary of BERT base uncased (Google, Apache-2.0), one token a line; the package with the
weights of MiniLM-L6 has none.
"""

from .local import Embedder, LocalEmbedder

__all__ = ["Embedder", "LocalEmbedder"]
