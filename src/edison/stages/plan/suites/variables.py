"""What prompts need of cases and what cases give: what is missing, and what nothing uses."""

from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from functools import lru_cache
from typing import cast

from edison.domain import TURN, Case, PromptVersion, SuiteCase, SuitePrompt, values_for_prompt
from edison.errors import VariablesMissing
from edison.text import Template

_TOLD = dict.fromkeys(("case", "prompt", "system", "messages", "repeat"), "")
"""What an application is told besides the variables of a case."""
_MOST_NAMES = 100
"""So many variables are told apart; files of events may have a new one in every line."""


class PromptNeeds:
    """What prompts need to be filled: made once, asked about every case."""

    def __init__(
        self,
        versions: Sequence[PromptVersion | SuitePrompt],
        *,
        sent: Iterable[str] = (),
        filled: Iterable[str] = (),
    ) -> None:
        self._texts: dict[str, str] = {}
        for number, version in enumerate(versions, 1):
            label = f" {version.name or f'v{number}'}" if len(versions) > 1 else ""
            for text in _texts_of(version):
                self._texts.setdefault(text, f"the prompt{label}")
        self._asked = tuple(version.user for version in versions)
        self._sent = dict.fromkeys(sent, "what is sent")
        """What applications are sent; the prompt itself is among what they may ask for."""
        self._filled = tuple(dict.fromkeys(filled))
        """Texts besides, of checks and of judges, that use what they find."""

    @property
    def leave_out_turns(self) -> bool:
        """Whether a prompt has a user text without a place for what the user says in a turn."""
        return any(text.strip() and TURN not in _parsed(text).names for text in self._asked)

    @property
    def names(self) -> dict[str, str]:
        """Every variable that is needed, and who needs it first."""
        needed: dict[str, str] = {}
        for text, whose in (self._texts | self._sent).items():
            for name in _parsed(text).names:
                needed.setdefault(name, whose)
        return needed

    @property
    def used(self) -> set[str]:
        """Every variable that is used anywhere."""
        return {*self.names, *(name for text in self._filled for name in _parsed(text).names)}

    def missing_from(self, case: Case | SuiteCase) -> tuple[str, ...]:
        """The variables of the prompts that a case gives no value for, each once.

        What a case expects is no variable: a prompt that asks for `{{ expect }}` misses it, so that no expected
        answer can enter a prompt.

        Raises:
            TemplateBroken, ValueNotRenderable, RenderedTooLarge: a prompt cannot be filled for another reason.
        """
        return tuple(dict.fromkeys(name for _, names in self._lacking(case) for name in names))

    def tell_missing(self, case: Case | SuiteCase) -> str | None:
        """The same in words, with the prompt where there are several; None where nothing is missing."""
        by_prompt: dict[str, dict[str, None]] = {}
        for whose, names in self._lacking(case):
            by_prompt.setdefault(whose, {}).update(dict.fromkeys(names))
        told = "; ".join(f"{whose} needs {', '.join(names)}" for whose, names in by_prompt.items())
        return f"{case.name}: {told}, and the case has no value for it" if told else None

    def _lacking(self, case: Case | SuiteCase) -> Iterator[tuple[str, tuple[str, ...]]]:
        given = values_for_prompt(case.variables, case.talk)
        for texts, values in ((self._texts, given), (self._sent, {**given, **_TOLD})):
            for text, whose in texts.items():
                try:
                    _parsed(text).measure(values)
                except VariablesMissing as error:
                    named = cast(dict[str, tuple[str, ...]], error.fields)
                    yield whose, (*named["absent"], *named["null"])


class VariableTally:
    """Which variables cases have, counted while they stream by."""

    def __init__(self, needs: PromptNeeds) -> None:
        self._needs = needs
        self._given: dict[str, None] = {}
        self.cases = 0

    def add(self, case: Case | SuiteCase) -> None:
        """Take in the next case."""
        self.cases += 1
        if len(self._given) < _MOST_NAMES:
            self._given |= dict.fromkeys(values_for_prompt(case.variables, case.talk))

    @property
    def absent(self) -> tuple[str, ...]:
        """What no case has although a prompt needs it: a sentence for each, with what was perhaps meant."""
        told: list[str] = []
        for name, whose in self._needs.names.items() if self.cases > 1 else ():
            if name not in self._given and not (whose == "what is sent" and name in _TOLD):
                near = get_close_matches(name, self._given, n=1)
                has = f"cases have {', '.join(self._given)}" if self._given else "cases have no variables"
                meant = f" (did you mean {near[0]}?)" if near else ""
                told.append(f"No case has {name}{meant}, which {whose} needs; {has}.")
        return tuple(told)

    @property
    def unused(self) -> tuple[str, ...]:
        """What cases have and nothing uses."""
        used = {*self._needs.used, TURN}
        return tuple(name for name in self._given if name not in used)


def _texts_of(version: PromptVersion | SuitePrompt) -> Iterator[str]:
    yield version.system
    for shot in version.few_shots:
        yield from (shot.user, shot.assistant)
    yield version.user


@lru_cache(maxsize=1024)
def _parsed(text: str) -> Template:
    return Template.parse(text)
