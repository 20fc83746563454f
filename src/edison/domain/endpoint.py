"""Who can be asked."""

from enum import StrEnum
from typing import Self

from pydantic import Field

from edison.errors import EndpointNameBroken

from .noun import Noun


class EndpointKind(StrEnum):
    """How an endpoint answers; stages do not care."""

    MODEL = "model"
    PEOPLE = "people"
    SANDBOX = "sandbox"
    APPLICATION = "application"
    """What somebody built: a service, a script, a function."""


class Endpoint(Noun):
    """A model at a provider, an application, people, or a sandbox: something that answers an Ask."""

    provider: str = Field(min_length=1, pattern=r"^[^/\s]+$")
    """The name under which the provider is configured, not its kind."""
    model: str = Field(min_length=1)
    kind: EndpointKind = EndpointKind.MODEL

    @property
    def is_called(self) -> bool:
        """Whether the gateway puts questions to it."""
        return self.kind in (EndpointKind.MODEL, EndpointKind.APPLICATION)

    @property
    def name(self) -> str:
        """`provider/model`, as people write it."""
        return f"{self.provider}/{self.model}"

    @classmethod
    def parse(cls, name: str) -> Self:
        """Read `provider/model`; the model may contain further slashes."""
        provider, slash, model = name.strip().partition("/")
        if not slash or not provider or not model or any(character.isspace() for character in provider):
            raise EndpointNameBroken(name)
        return cls(provider=provider, model=model)
