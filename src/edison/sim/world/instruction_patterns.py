"""English phrasings that ask for a criterion, against it, or for two things at once."""

from __future__ import annotations

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
