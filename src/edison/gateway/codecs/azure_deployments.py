"""OpenAI's chat format as a dated version of Azure takes it: each model below an address of its own."""

from collections.abc import Sequence
from urllib.parse import quote

from msgspec.structs import replace

from edison.domain import Ask

from .base import Dialect, Parcel
from .openai_chat import OpenAIChat


class AzureDeployments(OpenAIChat):
    """The codec of `/deployments/NAME/chat/completions`; which version is meant is written by the wire."""

    def encode(self, ask: Ask, dialect: Dialect, *, stream: bool = False) -> Parcel:
        return _below(ask.to.model, super().encode(ask, dialect, stream=stream))

    def encode_embedding(self, model: str, texts: Sequence[str], *, dimensions: int | None = None) -> Parcel:
        return _below(model, super().encode_embedding(model, texts, dimensions=dimensions))


def _below(deployment: str, parcel: Parcel) -> Parcel:
    return replace(parcel, path=f"/deployments/{quote(deployment, safe='')}{parcel.path}")
