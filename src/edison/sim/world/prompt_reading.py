"""What a prompt asks for: the instructions in it, its contradictions, its bloat and its holes."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache

import msgspec

from .criteria import NAMES
from .instruction_patterns import AGAINST, CLASHES, FOR

_FLAGS = re.IGNORECASE
_FOR = {name: [re.compile(pattern, _FLAGS) for pattern in patterns] for name, patterns in FOR.items()}
_AGAINST = {name: [re.compile(pattern, _FLAGS) for pattern in patterns] for name, patterns in AGAINST.items()}
_CLASHES = [(re.compile(one, _FLAGS), re.compile(other, _FLAGS), names) for one, other, names in CLASHES]
_NEGATED = re.compile(
    r"(?:\bnot|n't|\bnever|\bno need)(?: to)?(?: be| stay| sound)?(?: so| too| overly)? *$", _FLAGS
)
_STEPS = re.compile(r"step[ -]by[ -]step|think (?:carefully|it through|first)|reason (?:first|through)|"
                    r"show your (?:work|working|reasoning)|work (?:it|this) out", _FLAGS)  # fmt: skip
_ONLY_ANSWER = re.compile(
    r"(?:answer|reply|respond)(?: only)? (?:with|in) (?:only |just )?(?:one|a single) word|"
    r"only the (?:answer|name|number|result)\b|just the (?:answer|name|number|result)\b|nothing but the answer",
    _FLAGS,
)
_ROLE = re.compile(r"\byou are (?:a|an|the|our)\b|\bact as\b|\byour (?:role|task|job) is\b", _FLAGS)
_HOLE = re.compile(
    r"\{\{[^{}\n]{0,60}\}\}|\$\{\w+\}|(?<![\w{\"'])\{[a-z_][a-z0-9_]*\}(?![\w}\"'])|<<\s*[a-z_]+\s*>>|"
    r"\[(?:insert|your|customer) [a-z ]+\]|\bundefined\b|(?m:^[^\n:]{1,40}: *(?:None|null|nan|NaN) *$)"
)
_EMPTY_LABEL = re.compile(
    r"^(?!(?:answer|reply|response|output|assistant|summary|result|verdict|a)\b)"
    r"[A-Za-z][\w ]{0,24}:[ \t]*(?=\n\s*\n?[A-Za-z][\w ]{0,24}:|\s*\Z)",
    re.IGNORECASE | re.MULTILINE,
)
_SENTENCE = re.compile(r"[.!?\n]+\s*")
_EXAMPLE = re.compile(
    r"^[ \t]*(?:#+ *)?example(?: \d+)?\b|^[ \t]*(?:output|answer|a|assistant): \S",
    re.IGNORECASE | re.MULTILINE,
)

_LONG_WORDS = 350


class PromptReading(msgspec.Struct, frozen=True, kw_only=True):
    """What the instructions of a prompt do to each criterion, before a persona makes something of it."""

    pull: dict[str, float]
    """Instruction strength per criterion; 1 is one clear instruction, below 0 asks for the opposite."""
    clashes: tuple[str, ...] = ()
    """Criteria about which the prompt contradicts itself."""
    burden: float = 0.0
    """What length and repetition cost every criterion."""
    holes: tuple[str, ...] = ()
    """Variables that were not filled in."""
    examples: int = 0
    steps: bool = False
    only_answer: bool = False
    has_role: bool = False

    @property
    def asked(self) -> tuple[str, ...]:
        """Criteria the prompt asks for clearly."""
        return tuple(name for name in NAMES if self.pull.get(name, 0.0) > 0)


@lru_cache(maxsize=1024)
def read_instructions(text: str) -> PromptReading:
    """Read the instructions around a case; the case itself is not part of the text."""
    return PromptReading(
        pull={name: pull for name in NAMES if (pull := _pull(text, name))},
        clashes=_clashes(text),
        burden=_burden(text),
        holes=find_holes(text),
        examples=min(3, len(_EXAMPLE.findall(text))),
        steps=_STEPS.search(text) is not None,
        only_answer=_ONLY_ANSWER.search(text) is not None,
        has_role=_ROLE.search(text) is not None,
    )


@lru_cache(maxsize=1024)
def read_template(text: str) -> PromptReading:
    """Read a prompt whose variables are still to be filled in, which is no fault of a template."""
    return read_instructions(_HOLE.sub("the text", text))


def find_holes(text: str) -> tuple[str, ...]:
    """List variables that were left unfilled and labels with nothing behind them."""
    holes = [match.group().strip() for match in _HOLE.finditer(text)]
    holes.extend(match.group().strip() for match in _EMPTY_LABEL.finditer(text))
    return tuple(dict.fromkeys(holes))


def _pull(text: str, name: str) -> float:
    wanted, unwanted = 0, 0
    for pattern in _FOR[name]:
        for match in pattern.finditer(text):
            if _NEGATED.search(text, max(0, match.start() - 24), match.start()):
                unwanted += 1
            else:
                wanted += 1
            break
    unwanted += sum(pattern.search(text) is not None for pattern in _AGAINST[name])
    return _strength(wanted) - _strength(unwanted)


def _strength(mentions: int) -> float:
    """Saying it again in other words helps a little, a third time no more."""
    return (0.0, 1.0, 1.25)[min(2, mentions)]


def _clashes(text: str) -> tuple[str, ...]:
    found = [
        name for one, other, names in _CLASHES if one.search(text) and other.search(text) for name in names
    ]
    return tuple(dict.fromkeys(found))


def _burden(text: str) -> float:
    words = len(text.split())
    long = 0.25 * max(0.0, (words - _LONG_WORDS) / _LONG_WORDS)
    sentences = [part.strip().lower() for part in _SENTENCE.split(text) if len(part) > 20]
    repeated = sum(count - 1 for count in Counter(sentences).values())
    share = repeated / len(sentences) if sentences else 0.0
    return min(1.5, long + (1.2 * share if share > 0.15 else 0.0))
