"""What a case is like, as far as results may differ with it."""

from dataclasses import dataclass
from functools import lru_cache

from edison.domain import HANDED_IN, Case, PromptVersion, SuiteCase, values_for_prompt
from edison.text import Template, find_entities, name_script

LANGUAGE_KEYS = ("language", "lang")
"""The variables of a case that say in which language it is."""
_LONGEST_LANGUAGE = 40


@dataclass(frozen=True, slots=True)
class CaseFacts:
    """What a case is like."""

    tags: tuple[str, ...]
    difficulty: int
    chars: int
    """Of the question as it is sent, by the first version."""
    language: str | None
    entities: tuple[str, ...] = ()
    """What it names; looked for only where nothing but the inputs is looked at."""

    @classmethod
    def of(cls, case: Case, *, version: PromptVersion | None) -> "CaseFacts":
        """Look at a case; a text that was handed in is as long as it is."""
        if version is None:
            chars = len(str(case.variables.get(HANDED_IN, "")))
        else:
            values = values_for_prompt(case.variables, case.talk)
            chars = sum(_parsed(text).measure(values) for text in (version.system, version.user))
        return cls(tags=case.tags, difficulty=case.difficulty, chars=chars, language=_language(case))

    @classmethod
    def of_inputs(cls, case: SuiteCase) -> "CaseFacts":
        """The same where no prompt is known: a case is as long as what it brings."""
        chars = sum(len(str(value)) for value in case.variables.values())
        return cls(
            tags=case.tags,
            difficulty=case.difficulty,
            chars=chars,
            language=_language(case),
            entities=find_entities(inputs_of(case)),
        )


def inputs_of(case: Case | SuiteCase) -> str:
    """What a case brings, as one text."""
    return "\n".join(value for value in case.variables.values() if isinstance(value, str))


def _language(case: Case | SuiteCase) -> str | None:
    for key in LANGUAGE_KEYS:
        said = case.variables.get(key)
        if isinstance(said, str) and 0 < len(said.strip()) <= _LONGEST_LANGUAGE:
            return said.strip()
    return name_script(" ".join(value for value in case.variables.values() if isinstance(value, str)))


@lru_cache(maxsize=64)
def _parsed(text: str) -> Template:
    return Template.parse(text)
