"""What people call the parts of a run whose results carry ids."""

from dataclasses import dataclass

from edison.domain import RankedItem, Snapshot


@dataclass(frozen=True, slots=True)
class Names:
    """Names by id; what has none is called by its id."""

    by_id: dict[str, str]

    @classmethod
    def of(cls, snapshot: Snapshot) -> "Names":
        """The arms, judges and prompt versions of a run."""
        return cls(
            {
                **{str(arm.id): arm.name for arm in snapshot.arms},
                **{str(judge.id): judge.name for judge in snapshot.judges},
                **{str(version.id): f"version {version.number}" for version in snapshot.versions},
            }
        )

    def name(self, identity: str) -> str:
        return self.by_id.get(identity, identity)

    def contender(self, item: RankedItem) -> str:
        """The name on a board."""
        return item.name or self.name(item.item_id)
