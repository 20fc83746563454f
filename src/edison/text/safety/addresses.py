"""Where people live: a street with a number, in the manner of several countries."""

import re
from collections.abc import Iterator

from .marked import Marked, holds_any, marked

_NAME = r"[A-ZÀ-ÖØ-ÞŁŚŻŹĆ][\w'’.-]{1,30}"
_TOWN = rf"(?:,? (?:[A-Z]{{1,2}}-)?\d{{2,5}}(?:[ -]\d{{2,3}})?(?: [A-Z]{{2}})? {_NAME}(?: {_NAME})?)?"
_NUMBER = r",? (?:n\.?º ?)?\d{1,4}[A-Za-z]?\b"

_ENGLISH = (
    *("Street", "St", "Road", "Rd", "Avenue", "Ave", "Lane", "Ln", "Drive", "Dr", "Court", "Ct", "Boulevard"),
    *("Blvd", "Way", "Place", "Pl", "Square", "Sq", "Terrace", "Close", "Crescent", "Parkway", "Gardens"),
    *("Grove", "Row"),
)
_GERMAN = (
    *("straße", "strasse", "str.", "weg", "platz", "allee", "gasse", "ufer", "damm", "ring", "graben"),
    *("chaussee",),
)
_DUTCH = ("straat", "gracht", "laan", "weg", "plein", "kade", "dijk", "singel", "steeg", "hof")
_NORDIC = (
    *(
        "gatan",
        "vägen",
        "gränd",
        "torget",
        "allén",
        "stigen",
        "backen",
        "gate",
        "veien",
        "gata",
        "vej",
        "gade",
    ),
)
_FRENCH = (
    *("rue", "avenue", "boulevard", "bd", "place", "chemin", "impasse", "allée", "quai", "route", "cours"),
)
_SPANISH = ("Calle", "C/", "Avenida", "Avda.", "Avda", "Plaza", "Paseo", "Camino", "Ronda")
_ITALIAN = ("Via", "Viale", "Piazza", "Corso", "Largo", "Vicolo")
_PORTUGUESE = ("Rua", "Avenida", "Av.", "Travessa", "Praça", "Largo")
_POLISH = ("ul.", "al.", "pl.", "os.", "ulica", "aleja")
_AT_A_PLACE = ("Am", "An der", "Auf dem", "Im", "In der", "Zum", "Zur", "Unter den")


def _any_of(words: tuple[str, ...]) -> str:
    return f"(?:{'|'.join(map(re.escape, words))})"


_SHAPES = tuple(
    (words, re.compile(rf"(?<![\w-])(?:{shape}){_TOWN}"))
    for words, shape in (
        (
            tuple(f" {word}" for word in _ENGLISH),
            rf"\d{{1,5}}[A-Za-z]? (?:{_NAME} ){{1,3}}{_any_of(_ENGLISH)}\b\.?",
        ),
        (
            tuple(f"{word} " for word in _GERMAN),
            rf"[A-ZÄÖÜ][\w-]{{1,30}}{_any_of(_GERMAN)} \d{{1,4}}[a-z]?\b",
        ),
        (_AT_A_PLACE, rf"{_any_of(_AT_A_PLACE)} {_NAME} \d{{1,4}}[a-z]?, \d{{5}} {_NAME}"),
        (
            tuple(f" {word} " for word in _FRENCH),
            rf"\d{{1,4}}(?: ?bis| ?ter)?,? {_any_of(_FRENCH)} (?:(?:de|des|du|la|le|les) |d['’]|l['’]){{0,3}}{_NAME}"
            rf"(?: {_NAME})?",
        ),
        (
            _SPANISH,
            rf"{_any_of(_SPANISH)} (?:(?:de|del|la|las|los|el) ){{0,3}}{_NAME}(?: {_NAME})?{_NUMBER}",
        ),
        (
            tuple(f"{word} " for word in _ITALIAN),
            rf"{_any_of(_ITALIAN)} (?:(?:di|del|della|dei|delle) )?{_NAME}(?: {_NAME})?{_NUMBER}",
        ),
        (tuple(f"{word} " for word in _DUTCH), rf"[A-Z][\w-]{{1,30}}{_any_of(_DUTCH)} \d{{1,4}}[a-z]?\b"),
        (
            tuple(f"{word} " for word in _NORDIC),
            rf"[A-ZÅÄÖØÆ][\w-]{{1,30}}{_any_of(_NORDIC)} \d{{1,4}}[A-Za-z]?\b",
        ),
        (
            tuple(f"{word} " for word in _POLISH),
            rf"{_any_of(_POLISH)} {_NAME}(?: {_NAME})? \d{{1,4}}[a-z]?(?:/\d{{1,4}})?\b",
        ),
        (
            tuple(f"{word} " for word in _PORTUGUESE),
            rf"{_any_of(_PORTUGUESE)} (?:d[aeo]s? )?{_NAME}(?: (?:d[aeo]s? )?{_NAME})?{_NUMBER}",
        ),
    )
)
"""Words of which one stands in every such address, and its shape."""


def find_addresses(text: str) -> Iterator[Marked]:
    """Streets with a number, and the town where it follows."""
    for words, shape in _SHAPES:
        if holds_any(text, words):
            yield from (marked("address", match) for match in shape.finditer(text))
