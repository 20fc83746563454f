"""Numbers under which cards, accounts and persons are registered: whether one can be, by its checksum and its rules."""

from collections.abc import Callable, Mapping
from functools import cache


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
