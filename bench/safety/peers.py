"""Libraries that find private data or secrets, each as a detector; only those that are installed here."""

# pyright: basic, reportMissingImports=false, reportMissingTypeStubs=false
import re
from collections.abc import Iterator
from typing import Any

from .labelled import Detector, Span

_PRESIDIO = {
    "EMAIL_ADDRESS": "email", "PHONE_NUMBER": "phone", "CREDIT_CARD": "card", "IBAN_CODE": "iban",
    "IP_ADDRESS": "ip_address", "US_SSN": "national_id", "US_PASSPORT": "national_id", "UK_NINO": "national_id",
    "ES_NIF": "national_id", "ES_NIE": "national_id", "IT_FISCAL_CODE": "national_id", "PL_PESEL": "national_id",
    "IN_AADHAAR": "national_id", "FI_PERSONAL_IDENTITY_CODE": "national_id", "US_ITIN": "national_id",
}  # fmt: skip
_LEAST_SCORE = 0.4
_SCRUBADUB = {
    "email": "email", "phone": "phone", "credit_card": "card", "national_insurance_number": "national_id",
    "social_security_number": "national_id", "date_of_birth": "birth_date",
}  # fmt: skip
_REGIONS = ("US", "GB", "DE", "FR", "ES", "IT", "SE", "PL", "NL", "PT")


def peers() -> Iterator[tuple[str, Detector]]:
    """By name."""
    for name, make in (
        ("presidio-analyzer, patterns", _presidio),
        ("scrubadub", _scrubadub),
        ("detect-secrets", _detect_secrets),
        ("phonenumbers, ten regions", _phonenumbers),
    ):
        try:
            yield name, make()
        except ImportError:
            continue


def _presidio() -> Detector:
    from presidio_analyzer import PatternRecognizer
    from presidio_analyzer import predefined_recognizers as known

    made = []
    for name in dir(known):
        kind = getattr(known, name)
        if isinstance(kind, type) and issubclass(kind, PatternRecognizer) and kind is not PatternRecognizer:
            recogniser = kind()
            if set(recogniser.supported_entities) & set(_PRESIDIO):
                made.append(recogniser)

    def detect(text: str) -> Iterator[Span]:
        for recogniser in made:
            for one in recogniser.analyze(text, recogniser.supported_entities, None) or ():
                if one.score >= _LEAST_SCORE and one.entity_type in _PRESIDIO:
                    yield Span(_PRESIDIO[one.entity_type], one.start, one.end)

    return detect


def _scrubadub() -> Detector:
    import scrubadub

    scrubber = scrubadub.Scrubber()

    def detect(text: str) -> Iterator[Span]:
        for one in scrubber.iter_filth(text):
            for filth in getattr(one, "filths", [one]):
                if filth.type in _SCRUBADUB:
                    yield Span(_SCRUBADUB[filth.type], filth.beg, filth.end)

    return detect


def _detect_secrets() -> Detector:
    from detect_secrets.core.scan import scan_line
    from detect_secrets.settings import default_settings

    def detect(text: str) -> Iterator[Span]:
        with default_settings():
            for line in text.splitlines():
                for one in scan_line(line):
                    # Of single lines it tells the entropy of every word, secret or not.
                    value = "" if "Entropy" in one.type else one.secret_value or ""
                    at = text.find(value)
                    if value and at >= 0:
                        yield Span("secret", at, at + len(value))

    return detect


def _phonenumbers() -> Detector:
    import phonenumbers

    matcher: Any = phonenumbers.PhoneNumberMatcher

    def detect(text: str) -> Iterator[Span]:
        if not re.search(r"\d", text):
            return
        found = {(one.start, one.end) for region in _REGIONS for one in matcher(text, region)}
        yield from (Span("phone", start, end) for start, end in sorted(found))

    return detect
