"""The room one team works in."""

from enum import StrEnum
from typing import Self

from pydantic import Field, model_validator

from .ids import ProjectId, UserId
from .noun import Noun


class MemberRole(StrEnum):
    """What a member may do, in rising order; each role may do all that the ones before it may."""

    VIEWER = "viewer"
    REVIEWER = "reviewer"
    EDITOR = "editor"
    ADMIN = "admin"
    OWNER = "owner"

    def includes(self, other: "MemberRole") -> bool:
        """Whether this role may do what the other may; roles do not compare by their letters."""
        ranks = list(MemberRole)
        return ranks.index(self) >= ranks.index(other)


class Member(Noun):
    """A person in a project; this role decides, whatever the person may do elsewhere."""

    user_id: UserId
    role: MemberRole


class Project(Noun):
    """Owns members, credentials, allow-list and spending cap; a credential's key is no part of a noun."""

    id: ProjectId
    slug: str = Field(pattern=r"^[a-z0-9][a-z0-9-]{0,62}$")
    """What it is called in commands and addresses; no other project has it."""
    name: str = Field(min_length=1, max_length=200)
    description: str = ""
    is_archived: bool = False
    """Kept as it is, and left out of lists."""
    revision: int = Field(default=0, ge=0)
    """How many changes were made to it."""
    members: tuple[Member, ...] = ()
    """Empty where one person works alone, without login."""
    allow_list: tuple[str, ...] | None = None
    """Providers (`openai`) and endpoints (`openai/gpt-4o`) that may be asked; None allows all, () none."""
    cap_microusd: int | None = Field(default=None, ge=0)
    """What all its experiments together may spend; None sets no cap."""

    @model_validator(mode="after")
    def _has_each_member_once(self) -> Self:
        people = [member.user_id for member in self.members]
        if len(set(people)) != len(people):
            raise ValueError("a person is a member of a project once, with one role")
        return self
