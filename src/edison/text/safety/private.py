"""Private data in a text: how to reach a person, where one lives, what one pays with, what one is registered as.

Found by shape, by checksum where there is one, and by the words before where the shape alone says too little. Names of
persons are not found: that takes a model. What is there to serve as an example is nobody's, and neither is what a firm
publishes for everybody (`support@…`).
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from ipaddress import ip_address

from .addresses import find_addresses
from .examples import is_example_account, is_example_card, is_example_email, is_example_phone, is_known_server
from .marked import Marked, before, holds_any, marked, without_overlaps

PRIVATE = ("address", "birth_date", "card", "email", "iban", "ip_address", "national_id", "phone")
"""What there is to be found."""


def find_private(text: str) -> tuple[Marked, ...]:
    """All private data of a text, in its order; what overlaps is told once, as what it surely is."""
    found = [*_emails(text)]
    if _DIGIT.search(text):
        folded = text.lower()
        found += (*_accounts(text), *find_persons(text, folded), *_cards(text), *_births(text, folded))
        found += (*_machines(text), *find_phones(text), *find_addresses(text))
    return without_overlaps(found)


_DIGIT = re.compile(r"[0-9]")
_EMAIL = re.compile(
    r"(?<![A-Za-z0-9_.+@/'%-])[A-Za-z0-9_+%](?:[A-Za-z0-9_.+'%-]{0,62}[A-Za-z0-9_+%-])?@"
    r"(?:[A-Za-z0-9-]{1,63}\.){1,6}[A-Za-z]{2,24}(?![A-Za-z0-9_@-])"
)
_PATH = re.compile(r":[\w~/.-]")


def _emails(text: str) -> Iterator[Marked]:
    if "@" not in text:
        return
    for match in _EMAIL.finditer(text):
        in_a_link = "://" in text[max(0, match.start() - 80) : match.start()].rpartition(" ")[2]
        # As in `git@host:path`, which is an account on a server.
        is_remote = _PATH.match(text, match.end()) is not None
        if not in_a_link and not is_remote and not is_example_email(match[0]):
            yield marked("email", match)


# A pattern that begins with a set of characters is searched for far quicker than one that begins by looking back.
_ACCOUNT = re.compile(r"[A-Z](?<![A-Za-z0-9].)[A-Z]\d{2}(?: ?[A-Z0-9]){11,30}(?![A-Za-z0-9])")


def _accounts(text: str) -> Iterator[Marked]:
    for match in _ACCOUNT.finditer(text):
        written = match[0].replace(" ", "")
        if is_registrable("iban", written) and not is_example_account(written):
            yield marked("iban", match)


_CARD = re.compile(r"\d(?<![\w.,/+-].)(?:[ -]?\d){12,18}(?![\w-]|[.,]\d)")
_GROUPS = re.compile(r"\d+|\d{4}([ -])\d{4}\1\d{4}\1\d{1,7}|\d{4}([ -])\d{6}\2\d{4,5}")
_ISSUERS = re.compile(
    r"4\d{15}|4\d{12}|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|3[47]\d{13}"
    r"|6(?:011|4[4-9]\d|5\d\d)\d{12}|35(?:2[89]|[3-8]\d)\d{12}|3(?:0[0-5]|[68]\d)\d{11}|62\d{14,17}"
)


def _cards(text: str) -> Iterator[Marked]:
    for match in _CARD.finditer(text):
        digits = re.sub(r"\D", "", match[0])
        is_one = _GROUPS.fullmatch(match[0]) and _ISSUERS.fullmatch(digits) and not is_example_card(digits)
        if is_one and is_registrable("luhn", digits):
            yield marked("card", match)


_BIRTH = re.compile(
    r"(?:\b(?:born|birth(?:day|date)?|dob|geboren|geburts(?:tag|datum)|geb\.|née? le|naissance|nacid[oa]|nacimiento"
    r"|nat[oa]\s+il|nascita|geboorte\w*|urodzen\w*|urodzon\w+|född|födelse\w*|nascid[oa]|nascimento)\b\.?"
    r"|生年月日)[^\d\n]{0,16}?"
    r"(\d{1,4}[./-]\d{1,2}[./-]\d{2,4}|\d{1,2}\.?\s+(?:de\s+)?\w{3,12}\.?\s+(?:de\s+)?\d{4}|\w{3,9}\s+\d{1,2},\s+\d{4}"
    r"|\d{4}年\d{1,2}月\d{1,2}日)",
    re.IGNORECASE,
)
_OF_A_BIRTH = (
    *("born", "birth", "dob", "gebor", "geburt", "geb.", "né le", "née le", "naissance", "nacid", "nacim"),
    *("nato", "nata", "nascit", "geboorte", "urodz", "född", "föde", "nascid", "nascim", "生年月日"),
)
_YEAR = re.compile(r"(?<!\d)\d{4}(?!\d)")
_OLDEST = 1910
"""Who was born before is known from books."""


def _births(text: str, folded: str) -> Iterator[Marked]:
    if not holds_any(folded, _OF_A_BIRTH):
        return
    for match in _BIRTH.finditer(text):
        year = _YEAR.search(match[1])
        if year is None or int(year[0]) >= _OLDEST:
            yield marked("birth_date", match, group=1)


_IP = re.compile(
    r"[0-9A-Fa-f](?<![\w.:-].)"
    r"(?:(?<=\d)\d{0,2}(?:\.\d{1,3}){3}(?![\w-]|\.\d)|[0-9A-Fa-f]{0,3}(?::[0-9A-Fa-f]{0,4}){2,7}(?![\w:]|\.\w))"
)
_OF_A_MACHINE = re.compile(
    r"\bip\b|ipv[46]|address|adress|direcc|indirizz|endere|login|logged|host|server|client|router",
    re.IGNORECASE,
)
_OF_A_VERSION = re.compile(
    r"version|\bv$|release|build|section|chapter|clause|§|abschnitt|firmware|\bsdk\b", re.IGNORECASE
)
_USUAL_VERSION = 64
"""Four numbers that are all smaller are a version or a section as likely as an address."""


def _machines(text: str) -> Iterator[Marked]:
    for match in _IP.finditer(text):
        try:
            address = ip_address(match[0])
        except ValueError:
            continue
        words = before(text, match.start())
        if not address.is_global or is_known_server(match[0]) or _OF_A_VERSION.search(words):
            continue
        is_small = address.version == 4 and max(address.packed) < _USUAL_VERSION
        if not is_small or _OF_A_MACHINE.search(words):
            yield marked("ip_address", match)


# A pattern that begins with a set of characters is searched for far quicker than one that begins by looking back.
_ABROAD = re.compile(
    r"[+0](?<![\w+.,/-].)(?<!\d .)(?:(?<=\+)|0)[1-9](?:[ ().\u00a0/-]{0,3}\d){6,14}(?![\w%]|[.,]\d)"
)
_AT_HOME = re.compile(
    r"[(\d](?<![\w+.,/#-].)(?:"
    r"(?<=\()[2-9]\d\d\) ?[2-9]\d\d[-. ]\d{4}|(?<=[2-9])\d\d([-.])[2-9]\d\d\1\d{4}"  # North America
    r"|(?<=0)[1-9]([ .])\d\d(?:\2\d\d){3}"  # France
    r")(?![\w%-]|[.,]\d)"
)
_ANYWHERE = re.compile(r"[(\d](?<![\w+.,/#€$£-].)\d?(?:[ ()./\u00a0-]{0,2}\d){6,12}(?![\w%€$£-]|[.,]\d)")
_OF_A_PHONE = re.compile(
    r"\b(?:tel\b|tele?(?:ph|f)\w*|t[ée]l[ée]\w*|phone|call|dial|mobil\w*|m[óo]vil|cell\w*|cel\b|handy|fax|whatsapp"
    r"|sms|text|ruf\w*|erreich\w*|anruf\w*|appele\w*|llam\w*|chiam\w*|ring|bel|zadzwo\w*|nummer|n[úu]mero|numer|number"
    r"|ligue)\b|電話",
    re.IGNORECASE,
)
_OF_SOMETHING_ELSE = re.compile(
    r"\b(?:order|invoice|ticket|serial|part|tracking|bestell\w*|rechnung\w*|commande|factura|pedido|sendung\w*"
    r"|account|konto\w*|isbn|ean|version|epoch|id)\b[^.]{0,20}$",
    re.IGNORECASE,
)


def find_phones(text: str) -> Iterator[Marked]:
    """With the code of a country, in the manner of North America or France, or behind a word that says so."""
    for shape in (_ABROAD, _AT_HOME, _ANYWHERE):
        for match in shape.finditer(text):
            words = before(text, match.start())
            if is_example_phone(match[0]) or _OF_SOMETHING_ELSE.search(words):
                continue
            if shape is not _ANYWHERE or _OF_A_PHONE.search(words):
                yield marked("phone", match)


_BOUND = r"(?![\w-]|[.,]\d)"
_CLEAR = {
    "ssn": r"(?!123-45-6789|219-09-9999|078-05-1120)\d{3}-\d{2}-\d{4}",
    "personnummer": r"(?:19|20)?\d{6}[-+]\d{4}",
    "dni": r"\d{8}-?[A-Z]",
    "nie": r"[XYZ]-?\d{7}-?[A-Z]",
    "nir": r"[12] ?\d\d ?[01]\d ?\d[\dAB] ?\d{3} ?\d{3} ?\d{2}",
    "codicefiscale": r"[A-Z]{6}\d{2}[A-EHLMPRST]\d{2}[A-Z]\d{3}[A-Z]",
    "cpf": r"\d{3}\.\d{3}\.\d{3}-\d{2}",
    "nino": r"[A-CEGHJ-PR-TW-Z]{2} ?\d\d ?\d\d ?\d\d ?[A-D]",
}
"""Known by their shape."""
_SHAPES = re.compile(
    rf"(?=[A-Z\d])(?<![\w.,-])(?:{'|'.join(f'(?P<{kind}>{shape})' for kind, shape in _CLEAR.items())}){_BOUND}"
)
_NAMED = tuple(
    (kind, re.compile(rf"(?<![\w.,-])(?:{shape}){_BOUND}"), words)
    for kind, shape, words in (
        ("ssn", r"\d{3} ?\d{2} ?\d{4}", ("ssn", "social security")),
        ("personnummer", r"(?:19|20)\d{10}", ("personn", "personal identity")),
        ("cpf", r"\d{11}", ("cpf",)),
        ("pesel", r"\d{11}", ("pesel",)),
        ("bsn", r"\d{9}", ("bsn", "burgerservice")),
        ("idnr", r"\d{2} ?\d{3} ?\d{3} ?\d{3}", ("steuer-id", "steuerid", "identifikationsnummer", "tax id")),
        ("aadhaar", r"\d{4} ?\d{4} ?\d{4}", ("aadhaar",)),
        (
            "passport",
            r"[A-Z]{0,2}\d{6,9}[A-Z]?",
            ("passport", "reisepass", "passeport", "pasaporte", "passaporto", "paspoort", "paszport"),
        ),
    )
)
"""Known by the word before them."""
_WITHOUT_CHECKSUM = ("nino", "passport")


def find_persons(text: str, folded: str) -> Iterator[Marked]:
    """Numbers of persons in a dozen countries; `folded` is the text in lower case."""
    for match in _SHAPES.finditer(text):
        if _may_be(match.lastgroup or "", match[0]):
            yield marked("national_id", match)
    for kind, shape, words in _NAMED:
        if holds_any(folded, words):
            for match in shape.finditer(text):
                if holds_any(before(folded, match.start()), words) and _may_be(kind, match[0]):
                    yield marked("national_id", match)


def _may_be(kind: str, written: str) -> bool:
    return kind in _WITHOUT_CHECKSUM or is_registrable(kind, written)


def is_registrable(kind: str, written: str) -> bool:
    """Whether a number of this kind may be somebody's; spaces and hyphens do not count."""
    return _rules()[kind](written)


@cache
def _rules() -> Mapping[str, Callable[[str], bool]]:
    # Loaded when there is a number to look at: most texts have none, and it takes longer than importing the room.
    from stdnum import iban, luhn
    from stdnum.br import cpf
    from stdnum.de import idnr
    from stdnum.es import dni, nie
    from stdnum.fr import nir
    from stdnum.in_ import aadhaar
    from stdnum.it import codicefiscale
    from stdnum.nl import bsn
    from stdnum.pl import pesel
    from stdnum.se import personnummer
    from stdnum.us import ssn

    return {
        "aadhaar": aadhaar.is_valid,
        "bsn": bsn.is_valid,
        "codicefiscale": codicefiscale.is_valid,
        "cpf": cpf.is_valid,
        "dni": dni.is_valid,
        "iban": iban.is_valid,
        "idnr": idnr.is_valid,
        "luhn": luhn.is_valid,
        "nie": nie.is_valid,
        "nir": nir.is_valid,
        "personnummer": personnummer.is_valid,
        "pesel": pesel.is_valid,
        "ssn": ssn.is_valid,
    }
