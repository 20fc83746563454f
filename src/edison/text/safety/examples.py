"""What is there to be shown: reserved names, numbers for tests, examples of standards. It is nobody's."""

import re

_EXAMPLE_DOMAIN = re.compile(
    r"@(?:[\w-]+\.){0,4}(?:example(?:\.(?:com|org|net|edu|co\.uk))?|test|invalid|localhost|local|(?:your)?domain\.\w+"
    r"|(?:your|my)[\w-]*\.\w+|company\.com|email\.com|beispiel\.\w+|exemple\.\w+|ejemplo\.\w+|esempio\.\w+)$",
    re.IGNORECASE,
)
_EVERYBODYS = frozenset(
    [
        "abuse",
        "admin",
        "billing",
        "careers",
        "contact",
        "feedback",
        "git",
        "hallo",
        "hello",
        "help",
        "hilfe",
        "hostmaster",
        "info",
        "jobs",
        "kontakt",
        "legal",
        "mail",
        "marketing",
        "news",
        "newsletter",
        "no-reply",
        "noreply",
        "office",
        "orders",
        "postmaster",
        "press",
        "privacy",
        "sales",
        "security",
        "service",
        "shop",
        "support",
        "team",
        "webmaster",
        "you",
        "user",
        "username",
        "name",
        "your.name",
        "your-name",
        "yourname",
        "email",
        "someone",
    ]
)
_CARDS = frozenset(
    [
        "4111111111111111",
        "4242424242424242",
        "4012888888881881",
        "4222222222222",
        "4000056655665556",
        "4000000000000002",
        "5555555555554444",
        "5105105105105100",
        "2223003122003222",
        "5200828282828210",
        "378282246310005",
        "371449635398431",
        "378734493671000",
        "6011111111111117",
        "6011000990139424",
        "3056930009020004",
        "30569309025904",
        "38520000023237",
        "3530111333300000",
        "3566002020360505",
        "6200000000000005",
    ]
)
_ACCOUNTS = frozenset(
    [
        "DE89370400440532013000",
        "DE75512108001245126199",
        "GB29NWBK60161331926819",
        "GB82WEST12345698765432",
        "GB33BUKB20201555555555",
        "NL91ABNA0417164300",
        "FR1420041010050500013M02606",
        "FR7630006000011234567890189",
        "ES9121000418450200051332",
        "IT60X0542811101000000123456",
        "CH9300762011623852957",
        "AT611904300234573201",
        "SE4550000000058398257466",
        "PL61109010140000071219812874",
        "BE68539007547034",
        "DK5000400440116243",
        "NO9386011117947",
        "PT50000201231234567890154",
        "IE29AIBK93115212345678",
    ]
)
_SERVERS = frozenset(
    [
        "8.8.8.8",
        "8.8.4.4",
        "1.1.1.1",
        "1.0.0.1",
        "9.9.9.9",
        "149.112.112.112",
        "208.67.222.222",
        "208.67.220.220",
        "1.2.3.4",
    ]
)
_INVENTED_PHONE = re.compile(
    r"555\D?01\d\d$|555\D?555\D?\d{4}$|^\D*(\d)(?:\D?\1){6,}$|123\D?456\D?78(?:90?|\D?90)?$"
)


def is_example_email(address: str) -> bool:
    """Of a reserved domain, or a mailbox that belongs to a desk and to no person."""
    return address.partition("@")[0].lower() in _EVERYBODYS or _EXAMPLE_DOMAIN.search(address) is not None


def is_example_card(digits: str) -> bool:
    """One that payment services give out for tests, or one digit over and over."""
    return digits in _CARDS or len(set(digits)) == 1


def is_example_account(written: str) -> bool:
    """One that stands in the standard or in everybody's documentation."""
    return written in _ACCOUNTS


def is_example_phone(written: str) -> bool:
    """Numbers set aside for fiction, and those that count upwards."""
    return _INVENTED_PHONE.search(written) is not None


def is_known_server(written: str) -> bool:
    """Resolvers that everybody may use."""
    return written in _SERVERS
