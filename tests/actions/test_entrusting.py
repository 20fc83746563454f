"""Which key a suite may have sent where."""

import pytest

from edison.actions.providers.entrusting import KeyHosts, refuse_own
from edison.errors import KeyKeptBack, SettingBroken

OPENAI = "https://api.openai.com/v1"


def is_sent(variable: str, *addresses: str, allowed: str | None = None) -> bool:
    try:
        KeyHosts(allowed).refuse(variable, provider="p", addresses=addresses)
    except KeyKeptBack:
        return False
    return True


@pytest.mark.parametrize(
    ("variable", "address"),
    [
        ("OPENAI_API_KEY", OPENAI),
        ("OPENAI_API_KEY", "https://API.OpenAI.com:443/v1"),
        ("ANTHROPIC_API_KEY", "https://api.anthropic.com"),
        ("AWS_BEARER_TOKEN_BEDROCK", "https://bedrock-runtime.eu-central-1.amazonaws.com"),
        ("AZURE_OPENAI_API_KEY", "https://team.openai.azure.com/openai/v1"),
        ("GOOGLE_ACCESS_TOKEN", "https://europe-west4-aiplatform.googleapis.com/v1"),
        ("GROQ_API_KEY", "https://api.groq.com/openai/v1"),
        ("MY_KEY", "http://127.0.0.1:8080/v1"),
        ("MY_TOKEN", "http://[::1]:8080/v1"),
        ("MY_TOKEN", "http://localhost:8080/v1"),
    ],
)
def test_a_key_goes_where_everybody_knows_it_goes(variable: str, address: str) -> None:
    assert is_sent(variable, address)


@pytest.mark.parametrize(
    ("variable", "address"),
    [
        ("OPENAI_API_KEY", "https://evil.example/v1"),
        ("OPENAI_API_KEY", "http://api.openai.com/v1"),
        ("OPENAI_API_KEY", "http://127.0.0.1:8080/v1"),
        ("OPENAI_API_KEY", "https://api.openai.com.evil.example/v1"),
        ("OPENAI_API_KEY", "https://api.anthropic.com"),
        ("AWS_BEARER_TOKEN_BEDROCK", "https://bedrock-runtime.x.evil.example/.amazonaws.com"),
        ("AWS_BEARER_TOKEN_BEDROCK", "https://bedrock-runtime.a.b.amazonaws.com"),
        ("AZURE_OPENAI_API_KEY", "https://evil.example/.openai.azure.com"),
        ("GITHUB_TOKEN", "https://evil.example/v1"),
        ("MY_KEY", "http://10.0.0.1/v1"),
        ("MY_KEY", "http://127.0.0.1.evil.example/v1"),
        ("MY_KEY", "http://[::1/v1"),
        ("PATH", "http://127.0.0.1:8080/v1"),
        ("EDISON_MASTER_KEY", "http://127.0.0.1:8080/v1"),
        ("edison_master_key", "http://127.0.0.1:8080/v1"),
    ],
)
def test_a_key_goes_nowhere_else(variable: str, address: str) -> None:
    assert not is_sent(variable, address)


def test_one_server_of_a_pool_that_is_not_meant_is_enough() -> None:
    assert not is_sent("OPENAI_API_KEY", OPENAI, "https://evil.example")


@pytest.mark.parametrize(
    ("allowed", "address", "sent"),
    [
        ("OPENAI_API_KEY@proxy.example", "https://proxy.example/v1", True),
        ("OPENAI_API_KEY@proxy.example", "http://proxy.example:8080/v1", True),
        ("OPENAI_API_KEY@proxy.example:8080", "http://proxy.example:8080/v1", True),
        ("OPENAI_API_KEY@proxy.example:8080", "http://proxy.example:8081/v1", False),
        ("OTHER_KEY@proxy.example", "https://proxy.example/v1", False),
        ("OTHER_KEY@x, *@*.example", "https://proxy.example/v1", True),
        ("OPENAI_API_KEY@[::1]:9", "http://[0:0::1]:9/v1", True),
        ("OPENAI_API_KEY@::1", "http://[::1]:9/v1", True),
    ],
)
def test_whoever_runs_edison_may_allow_a_pair(allowed: str, address: str, sent: bool) -> None:
    assert is_sent("OPENAI_API_KEY", address, allowed=allowed) is sent


@pytest.mark.parametrize(
    "written", ["OPENAI_API_KEY", "@host", "K@", "K@host:port", "K@host:0", "K@[::1", "K@a:99999"]
)
def test_a_pair_that_is_none_is_refused(written: str) -> None:
    with pytest.raises(SettingBroken, match="EDISON_KEY_HOSTS"):
        KeyHosts(written)


def test_the_refusal_says_what_would_allow_it() -> None:
    with pytest.raises(
        KeyKeptBack, match=r"EDISON_KEY_HOSTS=OPENAI_API_KEY@evil\.example:8443, .*--providers"
    ):
        KeyHosts().refuse("OPENAI_API_KEY", provider="p", addresses=["https://evil.example:8443/v1"])


def test_a_setting_of_ours_is_no_key_whoever_names_it() -> None:
    with pytest.raises(KeyKeptBack, match="no keys of providers"):
        refuse_own("EDISON_DATABASE_URL", provider="p")
