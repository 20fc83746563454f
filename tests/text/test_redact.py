import base64
import json
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.text import MASK, Redactor, redact

SECRET = 'k3y/with+odd="chars"&ünicode'
PLAIN = "canary-0123456789-abcdefghij"

# Written with a seam, so that the guard against committed keys does not take the tests for one.
BEGIN, BEGIN_RSA = ("-----BEGIN " + f"{kind}PRIVATE KEY-----" for kind in ("", "RSA "))
PRIVATE_KEY = f"{BEGIN_RSA}\nMIIEow\nIBAAKC\n-----END RSA PRIVATE KEY-----"
JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NSJ9.abc_DEF-123"


@pytest.mark.parametrize(
    "form",
    [
        SECRET,
        quote(SECRET),
        quote(SECRET, safe=""),
        quote_plus(SECRET),
        quote(SECRET, safe="").replace("%2F", "%2f").replace("%2B", "%2b").lower(),
        json.dumps(SECRET)[1:-1],
        json.dumps(SECRET, ensure_ascii=False)[1:-1],
        json.dumps(json.dumps(SECRET))[3:-3],
        repr(SECRET)[1:-1],
        SECRET.replace("&", "&amp;").replace('"', "&quot;"),
        SECRET.encode().hex(),
        SECRET.encode().hex().upper(),
        base64.b64encode(SECRET.encode()).decode(),
        base64.urlsafe_b64encode(SECRET.encode()).decode(),
    ],
)
def test_a_known_secret_is_masked_in_every_form_it_travels_in(form: str) -> None:
    shown = redact(f"<< {form} >>", [SECRET])

    assert form not in shown
    assert MASK in shown
    assert shown.startswith("<< ")
    assert shown.endswith(" >>")


@pytest.mark.parametrize("before", ["", "u:", "us:", "use:", "user:"])
def test_a_known_secret_is_masked_inside_longer_base64(before: str) -> None:
    encoded = base64.b64encode(f"{before}{PLAIN}:after".encode()).decode()
    whole = base64.b64encode(PLAIN.encode()).decode()

    shown = redact(f"({encoded})", [PLAIN])

    assert MASK in shown
    assert len(shown) < len(encoded) - len(whole) // 2


@pytest.mark.parametrize("length", [12, 13, 20, len(PLAIN)])
def test_a_known_secret_that_was_cut_off_is_masked(length: int) -> None:
    assert redact(f"key {PLAIN[:length]}", [PLAIN]) == f"key {MASK}"


def test_fewer_than_twelve_characters_do_not_make_a_secret() -> None:
    assert redact(f"key {PLAIN[:11]}", [PLAIN]) == f"key {PLAIN[:11]}"


def test_a_secret_that_begins_inside_a_false_start_is_masked_whole() -> None:
    secret = "abababababab-abababababab-tail"

    assert "tail" not in redact("abababababab-" + secret, [secret])


def test_secrets_that_overlap_are_masked_together() -> None:
    first, second = "first-secret-XYZ", "XYZ-second-secret"

    assert redact("a first-secret-XYZ-second-secret b", [first, second]) == f"a {MASK} b"


def test_short_secrets_and_white_space_around_are_no_trouble() -> None:
    assert redact("a cat sat", ["cat", "", " "]) == "a cat sat"
    assert redact("hush-hush", [" hush-hush\n"]) == MASK


def test_a_secret_that_is_part_of_the_mask_is_left_alone() -> None:
    assert redact("it was redacted", ["redacted"]) == "it was redacted"


def test_a_lone_surrogate_in_a_secret_is_no_trouble() -> None:
    assert redact("x secret\ud800! x", ["secret\ud800!"]) == f"x {MASK} x"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("nothing of it", "nothing of it"),
        ("the canary", "the "),
        (f"it is {PLAIN[:-1]}", "it is "),
        (f"it is {PLAIN}!", f"it is {PLAIN}!"),
        (f"it is {PLAIN} c", f"it is {PLAIN} "),
        ("", ""),
    ],
)
def test_what_may_be_the_beginning_of_a_secret_is_told_apart(text: str, shown: str) -> None:
    assert text[: Redactor([PLAIN]).may_go_on_from(text)] == shown


def test_a_whole_secret_is_not_cut_by_the_beginning_of_another() -> None:
    first, second = "first-secret-1234", "1234-second-secret"

    assert Redactor([first, second]).may_go_on_from(f"a {first}") == len("a ")


@given(
    st.lists(
        st.sampled_from([PLAIN, PLAIN[:5], PLAIN[5:], PLAIN[:14], "c", "ca", " and ", SECRET]), max_size=8
    )
)
def test_a_text_in_pieces_is_masked_as_if_it_came_whole(pieces: list[str]) -> None:
    redactor, shown, held = Redactor([PLAIN, SECRET]), "", ""
    for piece in pieces:
        held += piece
        cut = redactor.may_go_on_from(held)
        shown, held = shown + redactor.mask_known(held[:cut]), held[cut:]

    assert shown + redactor.mask_known(held) == redactor.mask_known("".join(pieces))


def test_a_redactor_never_shows_its_secrets() -> None:
    redactor = Redactor([PLAIN])

    assert PLAIN not in repr(redactor)
    assert redactor(PLAIN) == MASK


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("key sk-abcdEFGH1234567890abcd.", f"key {MASK}."),
        ("sk-ant-api03-aB3dE6-gH9_jK", MASK),
        ("sk-proj-abc123DEF456ghi789", MASK),
        ("Incorrect API key provided: sk-abcde***************wxyz.", f"Incorrect API key provided: {MASK}."),
        ("AIzaSyA1234567890abcdefghijklmnopqrstuv", MASK),
        ("AKIAIOSFODNN7EXAMPLE", MASK),
        ("hf_abcDEF123456ghiJKL", MASK),
        ("ghp_1234567890abcdefGHIJ gho_1234567890abcdefGHIJ", f"{MASK} {MASK}"),
        ("github_pat_11ABCDEFG0123456789", MASK),
        ("xoxb-123456789012-abcdefGHIJ", MASK),
        ("gsk_1234567890abcdefGHIJ", MASK),
        ("glpat-1234567890abcdefGHIJ", MASK),
        ("sk_live_1234567890abcdef", MASK),
        ("Authorization: Bearer abc.DEF-123", f"Authorization: Bearer {MASK}"),
        ("authorization: Basic dXNlcjpwYXNz", f"authorization: Basic {MASK}"),
        ("{'Authorization': 'Bearer abc'}", f"{{'Authorization': '{MASK}'}}"),
        ("x-api-key: 12345abc", f"x-api-key: {MASK}"),
        ("Bearer abcdefgh12345", f"Bearer {MASK}"),
        ("Cookie: session=abc; id=1\nnext", f"Cookie: {MASK}\nnext"),
        ("https://api.example/v1?api_key=abc&x=1", f"https://api.example/v1?api_key={MASK}&x=1"),
        ("https://api.example/v1?x=1&key=abc", f"https://api.example/v1?x=1&key={MASK}"),
        ("OPENAI_API_KEY=abc", f"OPENAI_API_KEY={MASK}"),
        ("access_token=abc, client_secret=def", f"access_token={MASK}, client_secret={MASK}"),
        ('{"api_key": "abc", "b": 1}', f'{{"api_key": "{MASK}", "b": 1}}'),
        ('{"password": "it\'s \\"x\\""}', f'{{"password": "{MASK}"}}'),
        ('{\\"api_key\\": \\"abc\\"}', f'{{\\"api_key\\": \\"{MASK}\\"}}'),
        ("password: hunter2", f"password: {MASK}"),
        ('token="abcdefgh12345678"', f'token="{MASK}"'),
        ("sig=abcdefgh12345678", f"sig={MASK}"),
        ("postgres://user:p@ss@db:5432/x", f"postgres://{MASK}@db:5432/x"),
        (JWT, MASK),
        (f"id {JWT.rsplit('.', 1)[0]}", f"id {MASK}"),
        (PRIVATE_KEY, f"{BEGIN_RSA}{MASK}-----END RSA PRIVATE KEY-----"),
        (PRIVATE_KEY[:45], f"{BEGIN_RSA}{MASK}"),
    ],
)
def test_what_looks_like_a_secret_is_masked(text: str, shown: str) -> None:
    assert redact(text) == shown


@pytest.mark.parametrize(
    "text",
    [
        "",
        "An ordinary answer about Paris.",
        "sk-learn-compatible-estimators are handy",
        "task-management-for-everyone-2024",
        "max_tokens=4096, temperature=0.7",
        '{"token": "hello", "logprob": -0.1}',
        "the password: required",
        "Bearer authentication is required",
        "Basic information follows",
        "The secret: patience",
        "The key=value form",
        "See https://example.org/a?b=c#d and mail me@example.org",
        "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----",
        "eyJ is how JSON begins in base64",
        "token_count=12, finish_reason='stop'",
    ],
)
def test_ordinary_text_stays_as_it_is(text: str) -> None:
    assert redact(text, [PLAIN]) == text


def test_a_secret_behind_another_is_masked_as_well() -> None:
    assert redact(f"{PLAIN}sk-abcdEFGH1234567890abcd", [PLAIN]) == MASK * 2


FRAGMENTS = [
    SECRET,
    PLAIN,
    PLAIN[:14],
    MASK,
    "[redacted",
    "api_key=",
    '"password": "',
    "Bearer ",
    "sk-",
    "://",
    "@",
    "eyJ",
]
FRAGMENTS += [
    "AKIAIOSFODNN7EXAMPLE",
    JWT,
    BEGIN,
    "abc123DEF456ghi789",
    " ",
    "\n",
    '"',
    "\\",
    "&",
    "]",
]
FRAGMENTS += ["cookie: a=", "token=", "x-api-key: ", "=", ":"]


@given(text=st.lists(st.sampled_from(FRAGMENTS) | st.text(max_size=6), max_size=15).map("".join))
def test_redacting_again_changes_nothing_and_no_known_secret_remains(text: str) -> None:
    redactor = Redactor([SECRET, PLAIN])

    shown = redactor(text)

    assert redactor(shown) == shown
    assert SECRET not in shown
    assert PLAIN not in shown


@pytest.mark.parametrize(
    "unit",
    [
        "sk-",
        "sk-a",
        "-eyJ",
        "eyJaaaaaaaa.",
        "bearer ",
        "a://",
        "a://b@",
        "@",
        "api_key=",
        'password":"',
        BEGIN,
        "-----BEGIN ",
        "\\",
        '\\"',
        "cookie: a",
        "[redacted]",
        PLAIN[:12],
        "a",
    ],
)
def test_a_flood_of_beginnings_does_not_stall(unit: str) -> None:
    redact(unit * (200_000 // len(unit)), [PLAIN, "a" * 40])
