"""Signatures, against Amazon's published example and its own library."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from botocore.auth import SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials
from hypothesis import given
from hypothesis import strategies as st

from edison.gateway.sigv4 import sign

NOW = datetime(2015, 8, 30, 12, 36, tzinfo=UTC)
URL = "https://bedrock-runtime.us-east-1.amazonaws.com/model/anthropic.claude-v1%3A0/converse"


def signature_of_amazon(
    method: str, url: str, headers: dict[str, str], body: bytes, *, token: str | None = None
) -> tuple[datetime, str]:
    """The moment at which Amazon's library signed, and the Authorization it wrote."""
    request = AWSRequest(method=method, url=url, headers=headers, data=body)
    SigV4Auth(Credentials("AKID", "sec/ret+", token), "bedrock", "us-east-1").add_auth(request)
    moment = datetime.strptime(request.headers["X-Amz-Date"], "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
    return moment, request.headers["Authorization"]


def signed(url: str = URL, *, credentials: str = "AKID:sec/ret+", now: datetime = NOW) -> dict[str, str]:
    headers = {"Content-Type": "application/json"}
    return sign(
        "POST", url, headers, b"{}", credentials=credentials, region="us-east-1", service="bedrock", now=now
    )


def test_the_published_example_is_reproduced() -> None:
    # AWS General Reference, "Signature Version 4 signing process", the ListUsers example.
    headers = sign(
        "GET",
        "https://iam.amazonaws.com/?Action=ListUsers&Version=2010-05-08",
        {"Content-Type": "application/x-www-form-urlencoded; charset=utf-8"},
        b"",
        credentials="AKIDEXAMPLE:wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
        region="us-east-1",
        service="iam",
        now=NOW,
    )

    assert headers["Authorization"] == (
        "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/iam/aws4_request, "
        "SignedHeaders=content-type;host;x-amz-date, "
        "Signature=5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7"
    )


@pytest.mark.parametrize(
    ("method", "url", "headers", "body", "token"),
    [
        ("POST", URL, {"Content-Type": "application/json"}, b'{"messages":[]}', None),
        ("POST", URL, {"Content-Type": "application/json"}, b"", "to:ken=="),
        ("GET", "https://example.amazonaws.com/", {}, b"", None),
        ("GET", "https://example.amazonaws.com", {}, b"", None),
        ("POST", "https://example.amazonaws.com:443/a%20b/c~d", {"X-Odd": "  two   spaces "}, b"x", None),
        ("POST", "http://127.0.0.1:8080/model/arn%3Aaws%3Abedrock%2Fx/converse", {}, b"x", None),
        ("GET", "https://example.amazonaws.com/p?b=2&a=1&a=0", {}, b"", None),
    ],
)
def test_amazons_library_signs_alike(
    method: str, url: str, headers: dict[str, str], body: bytes, *, token: str | None
) -> None:
    now, authorization = signature_of_amazon(method, url, dict(headers), body, token=token)

    ours = sign(
        method,
        url,
        headers,
        body,
        credentials="AKID:sec/ret+" + (f":{token}" if token else ""),
        region="us-east-1",
        service="bedrock",
        now=now,
    )

    assert ours["Authorization"] == authorization


@given(
    st.binary(max_size=200),
    st.text(st.characters(codec="ascii", categories=("L", "N")), min_size=1, max_size=30),
)
def test_amazons_library_signs_every_body_alike(body: bytes, model: str) -> None:
    url = f"https://bedrock-runtime.us-east-1.amazonaws.com/model/{model}/converse"
    now, authorization = signature_of_amazon("POST", url, {}, body)

    ours = sign(
        "POST", url, {}, body, credentials="AKID:sec/ret+", region="us-east-1", service="bedrock", now=now
    )

    assert ours["Authorization"] == authorization


def test_what_was_given_is_sent_too() -> None:
    headers = signed(credentials="AKID:secret:token")

    assert headers["Content-Type"] == "application/json"
    assert headers["X-Amz-Security-Token"] == "token"
    assert headers["X-Amz-Date"] == "20150830T123600Z"


def test_a_moment_in_another_time_zone_is_the_same_moment() -> None:
    elsewhere = NOW.astimezone(timezone(timedelta(hours=5, minutes=30)))

    assert signed(now=elsewhere) == signed()


def test_headers_that_change_on_the_way_are_not_signed() -> None:
    with_agent = sign(
        "POST",
        URL,
        {"User-Agent": "x", "Expect": "100-continue"},
        b"",
        credentials="a:b",
        region="r",
        service="s",
        now=NOW,
    )

    assert "SignedHeaders=host;x-amz-date," in with_agent["Authorization"]


@pytest.mark.parametrize("credentials", ["", "only", "only:", ":secret"])
def test_half_a_key_is_refused_without_being_told(credentials: str) -> None:
    with pytest.raises(ValueError, match="access_key_id") as caught:
        signed(credentials=credentials)

    assert "secret" not in str(caught.value).replace("secret_access_key", "")
    assert "only" not in str(caught.value)
