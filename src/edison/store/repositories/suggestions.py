"""Suggestions: changes of prompts that people decide about, and every decision."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Select, and_, or_, select, update

from edison.domain import (
    Decision,
    HunkReview,
    ProjectId,
    RunId,
    StoredSuggestion,
    SuggestedChange,
    suggestion_id,
)
from edison.errors import ChangedMeanwhile, SuggestionClosed, SuggestionMissing

from ..database.noun_text import noun_text, read_noun
from ..database.packing import from_micros, to_micros
from ..database.statements import Found, insert_new
from ..review_tables import HUNK_REVIEW, SUGGESTION
from ..tables import RUN
from .runs import is_kept


class Suggestions:
    """The suggestions of all projects. Decisions are added and never changed."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, suggestion: StoredSuggestion) -> bool:
        """Keep a suggestion; False where it is there already."""
        row = {
            "id": suggestion.id,
            "project_id": suggestion.change.project_id,
            "run_id": suggestion.run_id,
            "unit": suggestion.unit,
            "made_at": to_micros(suggestion.made_at),
            "revision": suggestion.revision,
            "body": noun_text(suggestion.change),
        }
        return insert_new(self._connection, SUGGESTION, row)

    def get(self, name: str) -> StoredSuggestion:
        """The one of this id, or the only one whose id contains this; `latest` is the newest."""
        query = _with_runs().order_by(SUGGESTION.c.made_at.desc(), SUGGESTION.c.id.desc())
        if name != "latest":
            query = query.where(SUGGESTION.c.id.contains(name, autoescape=True))
        found = self._connection.execute(query.limit(2)).all()
        exact = [row for row in found if row.id == name] or found[: 1 if name == "latest" else 2]
        if len(exact) != 1:
            raise SuggestionMissing(name, several=bool(exact))
        return self._whole(exact[0])

    def all(
        self, *, project_id: ProjectId | None, also_closed: bool = False, limit: int = 500
    ) -> list[StoredSuggestion]:
        """Those of a project, or of all, the newest first; closed ones on request."""
        query = _with_runs()
        if project_id is not None:
            query = query.where(SUGGESTION.c.project_id == project_id)
        if not also_closed:
            query = query.where(SUGGESTION.c.outcome.is_(None))
        ordered = query.order_by(SUGGESTION.c.made_at.desc(), SUGGESTION.c.id.desc()).limit(limit)
        return [self._whole(row) for row in self._connection.execute(ordered).all()]

    def waiting(self, run_id: RunId) -> list[str]:
        """The ids of those that a run made, and that nobody has closed yet, the newest first."""
        begins = SUGGESTION.c.id.startswith(suggestion_id(run_id, 0).removesuffix("0"), autoescape=True)
        is_mine = or_(SUGGESTION.c.run_id == run_id, begins)
        query = select(SUGGESTION.c.id).where(is_mine, SUGGESTION.c.outcome.is_(None))
        ordered = query.order_by(SUGGESTION.c.made_at.desc(), SUGGESTION.c.id.desc())
        return list(self._connection.execute(ordered).scalars())

    def decide(self, seen: StoredSuggestion, reviews: Sequence[HunkReview]) -> StoredSuggestion:
        """Add what somebody decided; refused where somebody else did since it was read."""
        self._change(seen, revision=seen.revision + len(reviews))
        for review in reviews:
            row = {"suggestion_id": seen.id, "revision": review.revision, "body": noun_text(review)}
            self._connection.execute(HUNK_REVIEW.insert().values(row))
        kept = {"revision": seen.revision + len(reviews), "reviews": (*seen.reviews, *reviews)}
        return seen.model_copy(update=kept)

    def close(
        self, seen: StoredSuggestion, outcome: Decision, *, version: int | None = None
    ) -> StoredSuggestion:
        """Say what became of the whole; nothing is decided about it after that."""
        self._change(seen, outcome=outcome.value, version=version)
        return seen.model_copy(update={"outcome": outcome, "version": version})

    def _change(self, seen: StoredSuggestion, **values: object) -> None:
        if seen.outcome is not None:
            raise SuggestionClosed(seen.id, seen.outcome.value)
        same = (
            SUGGESTION.c.id == seen.id,
            SUGGESTION.c.revision == seen.revision,
            SUGGESTION.c.outcome.is_(None),
        )
        if self._connection.execute(update(SUGGESTION).where(*same).values(**values)).rowcount != 1:
            raise ChangedMeanwhile("suggestion", seen.id)

    def _whole(self, row: Found) -> StoredSuggestion:
        query = select(HUNK_REVIEW.c.body).where(HUNK_REVIEW.c.suggestion_id == row.id)
        bodies = self._connection.execute(query.order_by(HUNK_REVIEW.c.revision)).scalars()
        return StoredSuggestion(
            id=row.id,
            change=read_noun(SuggestedChange, row.body),
            run_id=None if row.run_no is None else RunId(row.run_id),
            unit=None if row.run_no is None else row.unit,
            made_at=from_micros(row.made_at),
            revision=row.revision,
            reviews=tuple(read_noun(HunkReview, body) for body in bodies),
            outcome=None if row.outcome is None else Decision(row.outcome),
            version=row.version,
        )


def _with_runs() -> Select[Any]:
    """Each with its run, where that is here: runs are removed, or stay behind where they go on, and reviews remain."""
    own = and_(RUN.c.id == SUGGESTION.c.run_id, is_kept())
    return select(SUGGESTION, RUN.c.no.label("run_no")).outerjoin(RUN, own)
