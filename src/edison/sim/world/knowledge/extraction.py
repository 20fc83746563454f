"""Messages from which a few fields are to be taken out as JSON."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from .cases import EXTRACTION, Fact, SimCase

_PEOPLE = (
    ("Ana Torres", "Lisbon", "48213"),
    ("Jonas Weber", "Hamburg", "77105"),
    ("Mei Tanaka", "Osaka", "90342"),
    ("Priya Nair", "Mumbai", "15586"),
    ("Lucas Moreau", "Lyon", "63471"),
    ("Ingrid Solberg", "Bergen", "20897"),
    ("Tomás Herrera", "Quito", "38650"),
    ("Fatima Haddad", "Rabat", "54129"),
    ("Oliver Grant", "Leeds", "81764"),
    ("Sofia Rossi", "Turin", "46038"),
    ("Amara Okafor", "Lagos", "72940"),
    ("Henrik Dahl", "Aarhus", "31857"),
    ("Elif Demir", "Izmir", "68402"),
    ("Noah Fischer", "Graz", "10796"),
    ("Camille Petit", "Nantes", "95238"),
    ("Diego Vargas", "Lima", "27613"),
    ("Hannah Clarke", "Cork", "84075"),
    ("Arjun Mehta", "Pune", "59361"),
    ("Katarina Novak", "Maribor", "43186"),
    ("Samuel Osei", "Accra", "76529"),
)


class _Message(msgspec.Struct, frozen=True, kw_only=True):
    """`fields` are the keys asked for: name, city, order_number and one constant of this message."""

    topic: str
    keys: tuple[str, ...]
    text: str
    constant: str
    wrong_constant: str
    difficulty: float


_MESSAGES = (
    _Message(
        topic="complaint",
        keys=("name", "city", "order_number", "product"),
        text="Hello, this is {name} from {city}. My order {order_number} should have brought a desk lamp, but the "
        "box was empty. Please call me.",
        constant="desk lamp",
        wrong_constant="floor lamp",
        difficulty=0.2,
    ),
    _Message(
        topic="move",
        keys=("name", "city", "order_number", "date"),
        text="Until last week I lived in Basel, now I am in {city}. Please send number {order_number} there, not "
        "before 3 May. Thanks, {name}",
        constant="3 May",
        wrong_constant="5 March",
        difficulty=0.55,
    ),
    _Message(
        topic="double",
        keys=("name", "city", "order_number", "amount"),
        text="{name} here, {city}. I was charged twice for {order_number}, although I had cancelled 11111 and "
        "never ordered 22222; the 89 euros should go back.",
        constant="89 euros",
        wrong_constant="98 euros",
        difficulty=0.7,
    ),
)


def extraction_cases() -> Iterator[SimCase]:
    """Make every case of this domain."""
    for message in _MESSAGES:
        for number, person in enumerate(_PEOPLE):
            yield _case(message, person=person, other=_PEOPLE[number - 1])


def _case(message: _Message, *, person: tuple[str, str, str], other: tuple[str, str, str]) -> SimCase:
    name, city, order_number = person
    values = (name, city, order_number, message.constant)
    slips = (other[0], other[1], order_number[::-1], message.wrong_constant)
    facts = tuple(
        Fact(name=key, right=right, tells=(right.lower(),), wrong=wrong, wrong_tells=(wrong.lower(),))
        for key, right, wrong in zip(message.keys, values, slips, strict=True)
    )
    keys = ", ".join(message.keys)
    body = message.text.format(name=name, city=city, order_number=order_number)
    return SimCase(
        id=f"extraction-{message.topic}-{order_number}",
        text=f"Extract {keys} from this message as a JSON object:\n\n{body}",
        domain=EXTRACTION,
        topic=message.topic,
        facts=facts,
        difficulty=message.difficulty,
        tricky=message.difficulty > 0.6,
        expected="{" + ", ".join(f'"{fact.name}": "{fact.right}"' for fact in facts) + "}",
    )
