"""What a prompt asks for: the instructions in it, its contradictions, its bloat and its holes."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache

import msgspec

from ..criteria import NAMES

FOR: dict[str, tuple[str, ...]] = {
    "correct": (
        r"\b(?:be|stay) (?:accurate|precise|correct|factual)",
        r"\b(?:double-)?check (?:every|all|each|the|your) (?:fact|number|claim|statement|detail|figure|date)s?",
        r"\b(?:never|don't|do not) (?:guess|make (?:things|anything|facts) up|invent|speculate|hallucinate)",
        r"\bonly (?:state )?(?:facts|what) you (?:are sure of|know)",
        r"\bmake sure (?:that )?(?:every|all|the) (?:fact|number|statement|answer)s? (?:is|are) (?:right|correct|true)",
        r"\b(?:accuracy|correctness) (?:matters|comes first|is (?:key|essential|paramount))",
    ),
    "complete": (
        r"\b(?:cover|address|answer|include|mention) (?:all|every|each|everything)\b",
        r"\bnext steps?\b",
        r"\bwhat to do next\b",
        r"\b(?:be|stay) (?:complete|thorough|comprehensive|exhaustive)",
        r"\b(?:don't|do not|never) (?:leave out|omit|skip|forget)\b",
        r"\ball (?:the )?(?:relevant|important|necessary) (?:details|points|facts|information)",
    ),
    "concise": (
        r"\b(?:be|stay|keep (?:it|your (?:answer|reply|response|answers|replies)|answers|replies)) "
        r"(?:very )?(?:brief|concise|short|succinct|to the point)",
        r"\b(?:at most|no more than|up to|max(?:imum)?(?: of)?|under|fewer than|within) "
        r"(?:\d+|one|two|three|four|five|six) (?:\w+ )?(?:words|sentences|lines|bullet points|bullets)",
        r"\b(?:no|without|leave out|avoid|cut|skip)(?: any)? "
        r"(?:filler|padding|repetition|rambling|preamble|small talk)",
        r"\bas few words as\b",
        r"\b(?:brief|concise|short|succinct)(?: and \w+)? (?:answer|reply|replies|response|summary|sentence|answers)",
        r"\b(?:don't|do not|never) (?:ramble|repeat yourself|pad|be (?:verbose|wordy|long-winded))",
    ),
    "polite": (
        r"\b(?:be|stay|remain|sound) (?:always )?(?:polite|friendly|courteous|kind|warm|respectful|empathetic)",
        r"\b(?:polite|friendly|courteous|warm|kind|respectful|empathetic|welcoming)(?:,? (?:and )?\w+)? "
        r"(?:tone|manner|voice|language|way|style)",
        r"\bthank the (?:person|customer|user|reader)",
        r"\b(?:greet|welcome) the (?:person|customer|user|reader)",
        r"\b(?:politely|courteously|kindly and|with empathy|show empathy)\b",
    ),
    "format": (
        r"\b(?:follow|keep to|stick to|respect|use) (?:exactly )?(?:the|this) (?:requested |required |output |given |"
        r"following )?(?:format|form|structure|layout)",
        r"\b(?:return|output|reply with|respond with|answer with|give) (?:only|exactly|nothing but)\b",
        r"\b(?:no|without) (?:stray )?(?:markdown|markup|headings|code fences|formatting)",
        r"\b(?:plain text|valid json|json object|bullet points?) (?:only|and nothing else)",
        r"\bnothing (?:around it|else|before or after)\b",
    ),
    "grounded": (
        r"\b(?:cite|name|quote|mention|state|refer to) (?:the |your |our |which )?"
        r"(?:policy|policies|source|sources|rule|terms|document)",
        r"\b(?:rely|base (?:your )?(?:answer|reply|statements|answers|replies)|draw) only on\b",
        r"\bonly (?:use|rely on|from) (?:the |our )?(?:policy|policies|sources?|context|documents?|information)",
        r"\bsay which (?:policy|rule|source)",
        r"\baccording to (?:the|our) (?:policy|policies|rules|terms)",
    ),
    "safe": (
        r"\b(?:never|don't|do not) "
        r"(?:ask (?:for|customers for|people for|users for)|request|collect|reveal|share|disclose)\b"
        r"[^.\n]{0,60}\b(?:password|card number|private|personal|sensitive|secret|credential|birth)",
        r"\bprotect (?:the )?(?:privacy|personal data|private data|customers' data)",
        r"\b(?:privacy|personal data|private data) (?:first|must be protected|is protected)",
        r"\bno (?:passwords|personal data|private data|sensitive data)",
    ),
}

AGAINST: dict[str, tuple[str, ...]] = {
    "correct": (
        r"\b(?:feel free to|you may|just) (?:guess|make (?:it|things) up|improvise)",
        r"\bsound confident even if\b",
    ),
    "complete": (
        r"\bonly the (?:main|key) point\b",
        r"\b(?:leave out|omit|skip) (?:the )?(?:details|next steps?)",
    ),
    "concise": (
        r"\bin (?:great|full|as much) detail",
        r"\bexplain (?:everything|at length|extensively)",
        r"\b(?:be|write) (?:as )?(?:long|verbose|elaborate|extensive|exhaustive)",
        r"\bat least (?:\d{3,}|several hundred) words",
        r"\b(?:long|lengthy|elaborate|extensive) (?:answer|reply|response|explanation)",
    ),
    "polite": (
        r"\b(?:be|stay|sound) (?:blunt|rude|harsh|sarcastic|cold|curt)",
        r"\b(?:no|skip|without)(?: any)? (?:pleasantries|courtesies|greetings?|politeness)",
        r"\bdon't waste time on (?:manners|pleasantries)",
    ),
    "format": (r"\b(?:any|whatever) (?:format|form|layout)", r"\bformat (?:does not|doesn't) matter"),
    "grounded": (
        r"\b(?:don't|do not|never|no need to) (?:cite|mention|quote|name)\b",
        r"\bfrom your own (?:experience|memory)",
    ),
    "safe": (
        r"\bask (?:the customer |people )?for (?:the|their|his|her) (?:password|card number|date of birth)",
    ),
}

CLASHES: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    (
        r"\b(?:be|keep|stay)\b[^.\n]{0,30}\b(?:brief|concise|short|succinct)|"
        r"\bat most (?:one|two|three|\d{1,2}) (?:sentence|word)s?",
        r"\bin (?:great|full) detail|\bexplain everything|\bat length\b|\bas long as possible|"
        r"\bat least \d{3,} words|\b(?:lengthy|elaborate|extensive) (?:answer|reply|explanation)",
        ("concise", "complete", "correct"),
    ),
    (
        r"\b(?:polite|friendly|courteous|warm|kind)\b",
        r"\b(?:blunt|rude|harsh|sarcastic|curt)\b|\bskip (?:all |any )?(?:pleasantries|courtesies)",
        ("polite",),
    ),
    (
        r"\b(?:reply|respond|answer|return|output)\b[^.\n]{0,20}\bjson\b",
        r"\bplain (?:text|prose)\b|\b(?:no|never use|without) json\b",
        ("format",),
    ),
    (
        r"\b(?:only|solely)\b[^.\n]{0,30}\b(?:policy|policies|sources?|context)",
        r"\bown (?:experience|memory|knowledge|opinion)",
        ("grounded", "correct"),
    ),
    (
        r"\b(?:never|do not|don't) (?:guess|make things up|invent)",
        r"\bif (?:you are )?(?:unsure|in doubt),? (?:guess|improvise|make)|\balways give an answer even if",
        ("correct",),
    ),
)


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

_WORD_TO_SAY = re.compile(r"\bsay the word [“\"](?P<word>[^”\"\n]{1,40})[”\"] in every answer", _FLAGS)

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
    words: tuple[str, ...] = ()
    """What every answer is to say, whatever it is about."""

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
        words=tuple(dict.fromkeys(match["word"] for match in _WORD_TO_SAY.finditer(text))),
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
