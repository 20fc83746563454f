"""debate: the sides that two advocates speak for; of pairs the first speaks for A."""

SIDES = (
    "Speak for what you were shown first, or for a high place where there is but one thing to find about: say what it "
    "does well and what the rules give it credit for.",
    "Speak for what you were shown last, or for a low place where there is but one thing to find about: say what it "
    "lacks and what the rules hold against it.",
)
