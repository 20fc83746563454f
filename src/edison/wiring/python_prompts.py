"""Prompts, reviews and assignments from Python: `edison.prompt.production("support")`, `edison.review("latest", …)`."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from edison.actions.assignments import (
    AssignmentRequest,
    add_assignment,
    change_assignment,
    list_assignments,
)
from edison.actions.prompts import PromptRef, show_production
from edison.actions.reviews import HunkRequest, close_review, decide_hunks, list_reviews, show_review
from edison.actions.views.assignment import AssignmentView
from edison.actions.views.prompt import PromptVersionView
from edison.actions.views.review import SuggestionView
from edison.domain import Decision
from edison.settings import Settings, load_settings
from edison.text import Template

from .house import open_house


@dataclass(frozen=True, slots=True)
class ProductionPrompt:
    """The version of a prompt that is in use, ready to be sent."""

    version: PromptVersionView

    @property
    def number(self) -> int:
        """Which version it is, to be told with what came of it."""
        return self.version.number

    def messages(self, **variables: object) -> list[dict[str, str]]:
        """What to send, with every placeholder filled; one that is missing is an error."""
        version = self.version
        shots = [
            one for shot in version.few_shots for one in (("user", shot.user), ("assistant", shot.assistant))
        ]
        said = [("system", version.system), *shots, ("user", version.user)]
        return [
            {"role": role, "content": Template.parse(text).render(variables).text}
            for role, text in said
            if text
        ]


class PromptLibrary:
    """What an application wants of prompts."""

    def production(
        self, name: str, *, project: str | None = None, database: str | None = None
    ) -> ProductionPrompt:
        """The version that is marked as the one in use.

        Raises:
            PromptMissing, NotInUse: there is no such prompt, or no version of it is in use.
        """
        with open_house(settings_for(database)) as house:
            return ProductionPrompt(show_production(house, PromptRef(name, project)))


prompt = PromptLibrary()


def reviews(
    *, project: str | None = None, also_closed: bool = False, database: str | None = None
) -> list[SuggestionView]:
    """The changes of prompts that wait for a decision, the newest first."""
    with open_house(settings_for(database)) as house:
        return list_reviews(house, project=project, also_closed=also_closed)


def review(
    name: str,
    decision: str | None = None,
    *,
    hunks: Sequence[int] = (),
    text: str | None = None,
    note: str = "",
    seen: int | None = None,
    database: str | None = None,
) -> SuggestionView:
    """Show a suggested change, or decide about it: the same as `edison review`.

    Args:
        name: Its id, a part of it, or `latest`.
        decision: `approve`, `edit`, `reject`, `request_changes`, `withdraw`, or `apply`, which ends the review.
        hunks: About which hunks; about all that are open, and the review is done, where none is named.
        text: What is to stand there instead; with `edit`.
        note: Why.
        seen: The revision that was looked at; what others decided after it is not overwritten.
        database: Where it is kept; EDISON_DATABASE_URL unless given.
    """
    with open_house(settings_for(database)) as house:
        if decision is None:
            return show_review(house, name)
        if decision == "apply":
            return close_review(house, name, seen=seen)
        request = HunkRequest(Decision(decision), tuple(hunks), text=text, note=note)
        return decide_hunks(house, name, request, seen=seen)


def settings_for(database: str | None) -> Settings:
    """The settings, with another database where one is named."""
    settings = load_settings()
    return settings if database is None else replace(settings, database_url=database)


def keep_assignment(name: str, *, database: str | None = None, **parts: Any) -> AssignmentView:
    """Keep what texts are ranked by under a name, or give parts of it anew.

    Args:
        name: Small letters, digits and hyphens.
        database: Where it is kept; EDISON_DATABASE_URL unless given.
        **parts: `task`, `instructions`, `rubric`, `scale`, `judges`, `anchors` and `texts`, as for `edison assignment`.

    Raises:
        AssignmentRefused: it could not be ranked by; nothing was kept.
    """
    files: dict[str, Any] = {one: Path(parts[one]) for one in ("rubric", "anchors") if one in parts}
    lists: dict[str, Any] = {one: tuple(parts[one]) for one in ("judges",) if one in parts}
    lists |= {one: tuple(map(Path, parts[one])) for one in ("texts",) if one in parts}
    request = AssignmentRequest(**{**parts, **files, **lists})
    with open_house(settings_for(database)) as house:
        known = {one.name for one in list_assignments(house)}
        return (change_assignment if name in known else add_assignment)(house, name, request)
