import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.domain import ProjectId
from edison.errors import KeyNotReadable
from edison.store import KeyOwner, open_key, seal_key

MASTER = bytes(range(32))
OWNER = KeyOwner(ProjectId("prj_1"), "local", "https://api.example/v1")
KEY = "sk-very-secret-key"


@given(
    key=st.text(st.characters(exclude_categories=())),
    master=st.binary(min_size=32, max_size=80),
    provider=st.text(st.characters(exclude_categories=())),
)
def test_a_sealed_key_opens_again(key: str, master: bytes, provider: str) -> None:
    owner = OWNER._replace(provider=provider)

    assert open_key(seal_key(key, master_key=master, owner=owner), master_key=master, owner=owner) == key


def test_nothing_of_a_key_can_be_seen() -> None:
    sealed = seal_key(KEY, master_key=MASTER, owner=OWNER)

    assert KEY.encode() not in sealed
    assert sealed != seal_key(KEY, master_key=MASTER, owner=OWNER)


def test_another_master_key_opens_nothing() -> None:
    sealed = seal_key(KEY, master_key=MASTER, owner=OWNER)

    with pytest.raises(KeyNotReadable, match="master key is another one"):
        open_key(sealed, master_key=b"\xff" * 32, owner=OWNER)


@pytest.mark.parametrize(
    "change",
    [
        {"project": ProjectId("prj_2")},
        {"provider": "other"},
        {"base_url": "https://attacker.example/v1"},
        {"base_url": "http://api.example/v1"},
        {"base_url": "https://api.example:8443/v1"},
        {"base_url": None},
    ],
)
def test_a_key_opens_for_nobody_else(change: dict[str, str | None]) -> None:
    sealed = seal_key(KEY, master_key=MASTER, owner=OWNER)

    with pytest.raises(KeyNotReadable, match="address was changed"):
        open_key(sealed, master_key=MASTER, owner=OWNER._replace(**change))


@pytest.mark.parametrize(
    "base_url", ["https://API.example/v1", "https://api.example:443", "HTTPS://api.example/v2?x"]
)
def test_the_same_origin_written_otherwise_is_the_same(base_url: str) -> None:
    sealed = seal_key(KEY, master_key=MASTER, owner=OWNER)

    assert open_key(sealed, master_key=MASTER, owner=OWNER._replace(base_url=base_url)) == KEY


@pytest.mark.parametrize("cut", [0, 1, 20, -1])
def test_a_mutilated_seal_is_not_opened(cut: int) -> None:
    sealed = seal_key(KEY, master_key=MASTER, owner=OWNER)

    with pytest.raises(KeyNotReadable):
        open_key(sealed[:cut], master_key=MASTER, owner=OWNER)


def test_a_seal_of_another_form_is_told_apart() -> None:
    with pytest.raises(KeyNotReadable, match="another version"):
        open_key(b"\x02" + b"x" * 60, master_key=MASTER, owner=OWNER)


def test_a_short_master_key_is_refused() -> None:
    with pytest.raises(KeyNotReadable, match="fewer than 32 bytes"):
        seal_key(KEY, master_key=b"short", owner=OWNER)
