"""What all requests have in common."""

from hashlib import sha256
from typing import Annotated, ClassVar, Literal

from fastapi import Depends, Header, Query, Request
from pydantic import BaseModel, ConfigDict, Field

from edison.actions.files import SentFile
from edison.actions.presets.suites import CaseChoice, SentSuite
from edison.domain import RequestKey, StageName

LARGEST = 2**53
"""Above it, numbers are not told apart by all who read JSON, and databases hold none."""

MOST_USD = 1_000_000
"""More is a slip of the finger."""

MOST_AT_ONCE = 10_000
AtOnce = Annotated[int | None, Field(ge=1, le=MOST_AT_ONCE)]
"""How many calls are in flight at once to each endpoint; null as it is usual, or as the suite says."""

Project = Annotated[
    str | None, Query(max_length=200, description="The slug of a project; what belongs to none if not given.")
]

_Key = Annotated[
    str,
    Header(
        alias="Idempotency-Key",
        min_length=8,
        max_length=100,
        description="Chosen by whoever asks; the same key is answered by what was done the first time, "
        "and refused for anything else.",
    ),
]


async def _keyed(request: Request, key: _Key) -> RequestKey:
    """The key with a digest of what is asked under it."""
    asked = sha256(f"{request.method} {request.url.path}?{request.url.query}\n".encode())
    asked.update(await request.body())
    return RequestKey(key=key, asked=asked.hexdigest())


IdempotencyKey = Annotated[RequestKey, Depends(_keyed)]
"""Of a request that starts work: sent twice, by a double click or after a lost answer, it is done once."""


class RequestBody(BaseModel):
    """What comes in: a field that is not known is refused, so that no wish is lost in silence."""

    model_config: ClassVar[ConfigDict] = ConfigDict(frozen=True, extra="forbid", strict=True)


class NamedFile(RequestBody):
    """A file that is sent as text; its name says how it is written."""

    name: str = Field(min_length=1, max_length=200)
    content: str

    def sent(self) -> SentFile:
        return SentFile(self.name, self.content.encode())


class SuiteText(NamedFile):
    """A suite that is sent as text, with the files that it names."""

    files: dict[str, str] = {}

    def suite(self) -> SentSuite:
        return SentSuite(self.name, self.content, self.files)


class SomeCases(RequestBody):
    """Which of the cases are asked about, all of them unless something is said, and where a person looks first."""

    limit: int | None = Field(default=None, ge=1, le=LARGEST)
    """Only the first so many of those that are left."""
    only_cases: list[Annotated[str, Field(min_length=1, max_length=500)]] = Field(
        default=[], max_length=10_000
    )
    """By their ids."""
    only_tags: list[Annotated[str, Field(min_length=1, max_length=500)]] = Field(default=[], max_length=1_000)
    """Cases with one of these."""
    pause_after: Literal["generate", "check", "judge"] | None = None
    """It stops after this stage, so that a person may look."""

    @property
    def choice(self) -> CaseChoice:
        return CaseChoice(frozenset(self.only_cases), frozenset(self.only_tags), self.limit)

    @property
    def stage(self) -> StageName | None:
        return None if self.pause_after is None else StageName(self.pause_after)
