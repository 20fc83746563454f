"""Short factual questions: capitals (in four languages), years, symbols, units and counts."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from .cases import FACTUAL, Fact, SimCase

# The last number of a row is its tier, from 0 (everybody knows).
CAPITALS: dict[str, tuple[str, str, int]] = {
    "France": ("Paris", "Lyon", 0),
    "Germany": ("Berlin", "Munich", 0),
    "Italy": ("Rome", "Milan", 0),
    "Spain": ("Madrid", "Barcelona", 0),
    "the United Kingdom": ("London", "Manchester", 0),
    "Japan": ("Tokyo", "Osaka", 0),
    "Portugal": ("Lisbon", "Porto", 1),
    "Sweden": ("Stockholm", "Gothenburg", 1),
    "Norway": ("Oslo", "Bergen", 1),
    "Denmark": ("Copenhagen", "Aarhus", 1),
    "Finland": ("Helsinki", "Turku", 1),
    "Austria": ("Vienna", "Salzburg", 1),
    "Greece": ("Athens", "Thessaloniki", 1),
    "Poland": ("Warsaw", "Krakow", 1),
    "Hungary": ("Budapest", "Debrecen", 1),
    "Ireland": ("Dublin", "Cork", 1),
    "the Netherlands": ("Amsterdam", "The Hague", 2),
    "Belgium": ("Brussels", "Antwerp", 1),
    "Egypt": ("Cairo", "Alexandria", 1),
    "China": ("Beijing", "Shanghai", 1),
    "India": ("New Delhi", "Mumbai", 1),
    "Argentina": ("Buenos Aires", "Córdoba", 1),
    "Mexico": ("Mexico City", "Guadalajara", 1),
    "Canada": ("Ottawa", "Toronto", 3),
    "Australia": ("Canberra", "Sydney", 3),
    "Brazil": ("Brasília", "Rio de Janeiro", 3),
    "Turkey": ("Ankara", "Istanbul", 3),
    "Switzerland": ("Bern", "Zurich", 3),
    "Morocco": ("Rabat", "Casablanca", 3),
    "Vietnam": ("Hanoi", "Ho Chi Minh City", 3),
    "New Zealand": ("Wellington", "Auckland", 3),
    "South Korea": ("Seoul", "Busan", 1),
    "Thailand": ("Bangkok", "Chiang Mai", 1),
    "Kenya": ("Nairobi", "Mombasa", 2),
    "Nigeria": ("Abuja", "Lagos", 3),
    "Ghana": ("Accra", "Kumasi", 2),
    "Chile": ("Santiago", "Valparaíso", 2),
    "Peru": ("Lima", "Cusco", 2),
    "Ecuador": ("Quito", "Guayaquil", 3),
    "Colombia": ("Bogotá", "Medellín", 2),
    "Slovenia": ("Ljubljana", "Maribor", 2),
    "Slovakia": ("Bratislava", "Košice", 2),
    "Estonia": ("Tallinn", "Tartu", 2),
    "Latvia": ("Riga", "Daugavpils", 2),
    "Lithuania": ("Vilnius", "Kaunas", 2),
    "Iceland": ("Reykjavik", "Akureyri", 2),
    "Croatia": ("Zagreb", "Split", 2),
    "Bulgaria": ("Sofia", "Plovdiv", 2),
    "Kazakhstan": ("Astana", "Almaty", 3),
    "Myanmar": ("Naypyidaw", "Yangon", 4),
    "Bhutan": ("Thimphu", "Paro", 4),
    "Burkina Faso": ("Ouagadougou", "Bobo-Dioulasso", 4),
    "Tuvalu": ("Funafuti", "Nukufetau", 4),
    "Palau": ("Ngerulmud", "Koror", 4),
    "Kyrgyzstan": ("Bishkek", "Osh", 4),
    "Malawi": ("Lilongwe", "Blantyre", 4),
}

FOREIGN_CAPITALS: dict[str, tuple[str, str, tuple[tuple[str, str, str], ...]]] = {
    "de": (
        "Was ist die Hauptstadt von {country}?",
        "Die Hauptstadt von {country} ist {}.",
        (
            ("Frankreich", "Paris", "Lyon"),
            ("Italien", "Rom", "Mailand"),
            ("Schweden", "Stockholm", "Göteborg"),
            ("Portugal", "Lissabon", "Porto"),
            ("Kanada", "Ottawa", "Toronto"),
            ("Australien", "Canberra", "Sydney"),
        ),
    ),
    "fr": (
        "Quelle ville est la capitale de ce pays : {country} ?",
        "La capitale de ce pays ({country}) est {}.",
        (
            ("Allemagne", "Berlin", "Munich"),
            ("Espagne", "Madrid", "Barcelone"),
            ("Suède", "Stockholm", "Göteborg"),
            ("Canada", "Ottawa", "Toronto"),
            ("Australie", "Canberra", "Sydney"),
        ),
    ),
    "es": (
        "¿Cuál es la capital de {country}?",
        "La capital de {country} es {}.",
        (
            ("Francia", "París", "Lyon"),
            ("Alemania", "Berlín", "Múnich"),
            ("Suecia", "Estocolmo", "Gotemburgo"),
            ("Canadá", "Ottawa", "Toronto"),
            ("Australia", "Canberra", "Sídney"),
        ),
    ),
}

YEARS: dict[str, tuple[str, str, str, int]] = {
    "In which year did the Berlin Wall fall?": ("The Berlin Wall fell in {}.", "1989", "1991", 1),
    "In which year did the French Revolution begin?": ("The French Revolution began in {}.", "1789", "1799", 1),
    "In which year did the Second World War end?": ("The Second World War ended in {}.", "1945", "1944", 0),
    "In which year did the First World War begin?": ("The First World War began in {}.", "1914", "1915", 1),
    "In which year did the Titanic sink?": ("The Titanic sank in {}.", "1912", "1921", 1),
    "In which year did people first land on the Moon?": ("People first landed on the Moon in {}.", "1969", "1972", 1),
    "In which year did Constantinople fall to the Ottomans?": (
        "Constantinople fell to the Ottomans in {}.", "1453", "1435", 2),
    "In which year was the Magna Carta sealed?": ("The Magna Carta was sealed in {}.", "1215", "1251", 2),
    "In which year was the Suez Canal opened?": ("The Suez Canal was opened in {}.", "1869", "1896", 3),
    "In which year was the Eiffel Tower completed?": ("The Eiffel Tower was completed in {}.", "1889", "1898", 2),
    "In which year was the Panama Canal opened?": ("The Panama Canal was opened in {}.", "1914", "1941", 3),
    "In which year was the World Wide Web proposed?": ("The World Wide Web was proposed in {}.", "1989", "1995", 3),
    "In which year was the Peace of Westphalia signed?": (
        "The Peace of Westphalia was signed in {}.", "1648", "1684", 4),
    "In which year was the Peace of Utrecht concluded?": (
        "The Peace of Utrecht was concluded in {}.", "1713", "1731", 4),
}  # fmt: skip

SYMBOLS: dict[str, tuple[str, str, int]] = {
    "gold": ("Au", "Go", 1),
    "silver": ("Ag", "Si", 1),
    "iron": ("Fe", "Ir", 1),
    "sodium": ("Na", "So", 2),
    "potassium": ("K", "Po", 2),
    "lead": ("Pb", "Ld", 2),
    "tin": ("Sn", "Ti", 3),
    "mercury": ("Hg", "Me", 2),
    "tungsten": ("W", "Tu", 3),
    "antimony": ("Sb", "An", 4),
    "oxygen": ("O", "Ox", 0),
    "carbon": ("C", "Ca", 0),
}

CONVERSIONS: tuple[tuple[int, str, str, int, int], ...] = (
    *((amount, "kilometres", "metres", 1000, 1) for amount in (2, 5, 7, 12, 40)),
    *((amount, "hours", "minutes", 60, 1) for amount in (2, 3, 5, 8)),
    *((amount, "days", "hours", 24, 2) for amount in (3, 6, 9, 11)),
    *((amount, "weeks", "days", 7, 1) for amount in (2, 4, 9, 13)),
    *((amount, "kilograms", "grams", 1000, 1) for amount in (3, 6, 15)),
    *((amount, "dozens", "pieces", 12, 2) for amount in (4, 7, 11)),
    *((amount, "days", "minutes", 1440, 3) for amount in (2, 3, 5)),
    *((amount, "weeks", "hours", 168, 3) for amount in (2, 3, 4)),
)

COUNTS: dict[str, tuple[str, str, str, int]] = {
    "How many continents are there?": ("There are {} continents.", "seven", "eight", 1),
    "How many planets orbit the Sun?": ("{} planets orbit the Sun.", "Eight", "Nine", 1),
    "How many legs does a spider have?": ("A spider has {} legs.", "eight", "six", 0),
    "How many strings does a violin have?": ("A violin has {} strings.", "four", "six", 1),
    "How many players does a football team have on the pitch?": (
        "A football team has {} players on the pitch.", "eleven", "twelve", 1),
    "How many bones does an adult human have?": ("An adult human has {} bones.", "206", "260", 2),
    "How many keys does a standard piano have?": ("A standard piano has {} keys.", "88", "96", 2),
    "How many time zones does China use?": ("China officially uses {}.", "one time zone", "five time zones", 3),
    "How many hearts does an octopus have?": ("An octopus has {} hearts.", "three", "two", 3),
    "How many moons does Mars have?": ("Mars has {} moons.", "two", "four", 2),
}  # fmt: skip


_TIERS = (0.02, 0.15, 0.4, 0.65, 0.85)


def factual_cases() -> Iterator[SimCase]:
    """Make every case of this domain."""
    yield from _capitals()
    yield from _foreign_capitals()
    yield from _sentences()
    yield from _symbols()
    yield from _conversions()


def _capitals() -> Iterator[SimCase]:
    for country, (right, wrong, tier) in CAPITALS.items():
        fact = _fact(f"The capital of {country} is {{}}.", right=right, wrong=wrong)
        for number, question in enumerate(
            (f"What is the capital of {country}?", f"Which city is the capital of {country}?")
        ):
            case = _case(f"capital-{_slug(country)}-{number}", question=question, fact=fact, tier=tier)
            yield msgspec.structs.replace(case, subject=country)


def _foreign_capitals() -> Iterator[SimCase]:
    for language, (question, sentence, rows) in FOREIGN_CAPITALS.items():
        for country, right, wrong in rows:
            fact = _fact(sentence.replace("{country}", country), right=right, wrong=wrong)
            case_id, asked = f"capital-{language}-{_slug(country)}", question.format(country=country)
            case = _case(case_id, question=asked, fact=fact, tier=1)
            yield msgspec.structs.replace(case, language=language, difficulty=0.25)


def _sentences() -> Iterator[SimCase]:
    for topic, table in (("year", YEARS), ("count", COUNTS)):
        for question, (sentence, right, wrong, tier) in table.items():
            fact = _fact(sentence, right=right, wrong=wrong)
            yield _case(f"{topic}-{_slug(question)[-40:]}", question=question, fact=fact, tier=tier)


def _symbols() -> Iterator[SimCase]:
    for element, (right, wrong, tier) in SYMBOLS.items():
        fact = _fact(f"The chemical symbol for {element} is {{}}.", right=right, wrong=wrong)
        question = f"What is the chemical symbol for {element}?"
        yield _case(f"symbol-{_slug(element)}", question=question, fact=fact, tier=tier)


def _conversions() -> Iterator[SimCase]:
    for amount, unit, small, factor, tier in CONVERSIONS:
        right, wrong = f"{amount * factor:,} {small}", f"{amount * factor * 10:,} {small}"
        fact = _fact(f"{amount} {unit} are {{}}.", right=right, wrong=wrong)
        question = f"How many {small} are {amount} {unit}?"
        yield _case(f"unit-{amount}-{_slug(unit)}-{_slug(small)}", question=question, fact=fact, tier=tier)


def _fact(sentence: str, *, right: str, wrong: str) -> Fact:
    return Fact(
        name="answer",
        right=sentence.format(right),
        tells=_tells(right),
        wrong=sentence.format(wrong),
        wrong_tells=_tells(wrong),
        bare=right,
        wrong_bare=wrong,
    )


def _tells(answer: str) -> tuple[str, ...]:
    plain = answer.lower()
    if len(plain) <= 2 and plain.isalpha():
        return (f"is {plain}", f"symbol {plain}", f"is **{plain}")
    return (plain, plain.replace(",", "")) if "," in plain else (plain,)


def _case(case_id: str, *, question: str, fact: Fact, tier: int) -> SimCase:
    return SimCase(
        id=f"factual-{case_id}",
        text=question,
        domain=FACTUAL,
        topic=case_id.split("-", 1)[0],
        facts=(fact,),
        difficulty=_TIERS[tier],
        tricky=tier == 3,
        expected=fact.right,
    )


def _slug(text: str) -> str:
    return "".join(letter if letter.isalnum() else "-" for letter in text.lower()).strip("-")
