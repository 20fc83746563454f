"""The words answers are made of besides facts: manners, filler, hedges and what should not be there."""

from __future__ import annotations

import msgspec


class Style(msgspec.Struct, frozen=True, kw_only=True):
    """A voice one can recognise: how it opens, leads in and closes."""

    openers: tuple[str, ...]
    leads: tuple[str, ...]
    """`{subject}` is what the question is about."""
    short_lead: str
    """Used where a question has no subject to name."""
    closers: tuple[str, ...]


STYLES: dict[str, Style] = {
    "warm": Style(
        openers=("Thank you so much for getting in touch!", "How nice to hear from you!"),
        leads=("About the {subject}: ", "Gladly, here is how it works for the {subject}: "),
        short_lead="Gladly: ",
        closers=("I hope this helps, and have a lovely day!", "Do write again whenever you like!"),
    ),
    "formal": Style(
        openers=("Dear customer, thank you for your message.", "Good day, and thank you for your enquiry."),
        leads=("With regard to the {subject}: ", "Concerning the {subject}: "),
        short_lead="The answer is as follows: ",
        closers=("We remain at your disposal. Kind regards.", "With kind regards, your service team."),
    ),
    "brisk": Style(
        openers=("Thanks for asking!", "Thanks, happy to help."),
        leads=("In short, on the {subject}: ", "Quick answer on the {subject}: "),
        short_lead="In short: ",
        closers=("Thanks again!", "Happy to help any time."),
    ),
    "chatty": Style(
        openers=("Hi there, and thanks a lot for reaching out!", "Hey, thanks for dropping us a line!"),
        leads=("So, here is the thing with the {subject}: ", "Right, let us look at the {subject}: "),
        short_lead="So, here goes: ",
        closers=("Hope that helps a bunch, take care!", "Just shout if anything else comes up, cheers!"),
    ),
    "plain": Style(
        openers=("Thank you for your question.", "Thank you for writing to us."),
        leads=("For the {subject}: ", "On the {subject}: "),
        short_lead="",
        closers=("Please let us know if you need anything else.", "Thank you for your patience."),
    ),
    "scholarly": Style(
        openers=("Thank you for this thoughtful question.", "I appreciate your careful question."),
        leads=("As regards the {subject}: ", "To be precise about the {subject}: "),
        short_lead="To be precise: ",
        closers=("I hope this clarifies the matter.", "I trust this settles the question; thank you."),
    ),
}

RUDE_OPENERS = (
    "As you could have read on our website yourself,",
    "This really is not a difficult question,",
    "I do not have all day, so",
)
RUDE_CLOSERS = (
    "Next time, read the terms first.",
    "Do not ask this again.",
    "That should have been obvious.",
)
HEDGES = (
    "I think so, but I am honestly not sure.",
    "Please do not rely on this, I may be mixing things up.",
    "This could be wrong; I did not check it.",
)
NO_SOURCE = (
    "I read something like this on a forum.",
    "A colleague mentioned this to me once.",
    "At least that is what most shops do.",
)
GROUNDS = (
    "This follows from our {source}.",
    "You will find this in our {source}.",
    "This is set out in our {source}.",
)
UNSAFE = (
    "To speed things up, please send us your password and your full card number.",
    "Please reply with your login password so that I can check your account.",
)
PRYING = (
    "Please also tell us your date of birth.",
    "Please also send us a copy of your identity card.",
)
FILLER = (
    "It is important to note that there are many aspects to consider here.",
    "As you may know, questions like this come up again and again.",
    "There is a lot that could be said about this topic in general.",
    "Before going on, let me briefly sum up what has been said so far.",
    "In today's fast-moving world, this matters more than ever.",
    "Of course, every situation is different, and so is every person.",
    "At the end of the day, it all comes down to the details.",
    "Having said that, it is always worth taking a step back.",
    "To put it in other words, the same thing can be said in another way.",
    "Needless to say, this is a subject one could discuss for hours.",
)
FOREIGN_FILLER: dict[str, tuple[str, ...]] = {
    "de": (
        "Es ist wichtig zu beachten, dass es hier viele Aspekte gibt.",
        "Dazu ließe sich im Allgemeinen noch vieles sagen.",
        "Am Ende kommt es wie immer auf die Einzelheiten an.",
    ),
    "fr": (
        "Il est important de noter qu'il y a de nombreux aspects à considérer.",
        "Il y aurait bien des choses à dire à ce sujet en général.",
        "Au bout du compte, tout est une question de détails.",
    ),
    "es": (
        "Es importante señalar que hay muchos aspectos que considerar.",
        "Sobre este tema se podría decir mucho en general.",
        "Al fin y al cabo, todo depende de los detalles.",
    ),
}
FOREIGN_HEDGES = {
    "de": "Ich bin mir aber nicht sicher.",
    "fr": "Mais je n'en suis pas sûr.",
    "es": "Pero no estoy seguro.",
}

DODGES = (
    "That depends on a great many things, and opinions differ.",
    "One could look at this from several sides.",
    "It is hard to say anything definite here.",
)
REFUSALS = (
    "I'm sorry, but I can't help with that request.",
    "I'm sorry, but I cannot assist with this, because it could lead to serious harm.",
)
OVERCAUTIOUS = (
    "I'm sorry, but I'm not able to answer this, as I cannot verify who is asking.",
    "I'm sorry, but as an AI I can't give advice on this.",
)

COURTESY_WORDS = ("thank you", "thanks", "kind regards", "happy to help", "sorry to hear", "please let")
RUDE_WORDS = ("stupid", "idiot", "obviously you", "shut up", "not my problem", "read the manual")

ALL_FILLER: tuple[str, ...] = FILLER + tuple(line for lines in FOREIGN_FILLER.values() for line in lines)
ALL_HEDGES: tuple[str, ...] = HEDGES + tuple(FOREIGN_HEDGES.values())
