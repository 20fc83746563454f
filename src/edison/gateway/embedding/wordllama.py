"""The tables of wordllama: a vector for each token, averaged; words know nothing of their neighbours.

Its package brings tokens and weights, which are all that is read of it: its own way to them looks for a network.
"""

import json
from collections.abc import Sequence
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .local import LocalEmbedder

if TYPE_CHECKING:
    from edison.stats.vectors import TokenTable

_PACKAGE = "wordllama"
_TOKENS = "tokenizers/l2_supercat_tokenizer_config.json"
_WEIGHTS = "weights/l2_supercat_256.safetensors"
_TABLE = "embedding.weight"
_LENGTH = 8
"""Bytes that say how long the head of such a file is."""
_MOST_CHARS = 400_000


class WordLlama(LocalEmbedder):
    """The lighter of the two: ten thousand sentences a second, without a runtime for models."""

    id: str = "wordllama-l2-supercat-256"

    @property
    def packages(self) -> tuple[str, ...]:
        return ("tokenizers", _PACKAGE)

    def embed_now(self, texts: Sequence[str]) -> list[tuple[float, ...]]:
        from edison.stats.vectors import mean_of_tokens

        self.refuse_absence()
        return [mean_of_tokens(self._table, self._ids(text)) for text in texts]

    @cached_property
    def _folder(self) -> Path:
        found = find_spec(_PACKAGE)
        assert found is not None, "whoever asks for it has seen that it is there"
        assert found.origin is not None, "it is a package"
        return Path(found.origin).parent

    @cached_property
    def _tokenizer(self) -> Any:
        made = import_module("tokenizers").Tokenizer.from_file(str(self._folder / _TOKENS))
        made.no_padding()
        made.no_truncation()
        return made

    @cached_property
    def _table(self) -> "TokenTable":
        from edison.stats.vectors import read_token_table

        written = (self._folder / _WEIGHTS).read_bytes()
        begin = _LENGTH + int.from_bytes(written[:_LENGTH], "little")
        about = json.loads(written[_LENGTH:begin])[_TABLE]
        first, last = about["data_offsets"]
        return read_token_table(written[begin + first : begin + last], dimensions=about["shape"][1])

    def _ids(self, text: str) -> list[int]:
        # Half a surrogate pair is no character, and the tokenizer takes none.
        plain = text[:_MOST_CHARS].encode("utf-8", "replace").decode()
        return list(self._tokenizer.encode(plain, add_special_tokens=False).ids)
