"""Keys of providers: from the environment, or sealed under a master key."""

import base64
import stat
from pathlib import Path

import pytest

from edison.errors import KeyNotReadable, MasterKeyBroken, MasterKeyMissing
from edison.settings import load_settings
from edison.store import LOCAL_PROJECT, KeyOwner
from edison.wiring.keys import Keys, new_master_key

OWNER = KeyOwner(LOCAL_PROJECT, "openai", "https://api.openai.com/v1")
MASTER = base64.b64encode(bytes(range(32))).decode()


def some_keys(folder: Path, **variables: str) -> Keys:
    return Keys(load_settings({"EDISON_DATABASE_URL": str(folder / "edison.db"), **variables}))


def test_a_key_is_sealed_under_a_master_key_that_is_made_at_the_first_need(tmp_path: Path) -> None:
    keys = some_keys(tmp_path / "new")
    place = tmp_path / "new" / "master.key"

    sealed = keys.seal("sk-canary", owner=OWNER)

    assert b"canary" not in sealed
    assert some_keys(tmp_path / "new").unseal(sealed, owner=OWNER) == "sk-canary"
    assert stat.S_IMODE(place.stat().st_mode) == 0o600
    assert [path.name for path in place.parent.iterdir()] == ["master.key"]


def test_two_who_need_a_master_key_at_once_get_the_same(tmp_path: Path) -> None:
    one, other = some_keys(tmp_path), some_keys(tmp_path)
    made = one._make_master()  # pyright: ignore[reportPrivateUsage]

    assert other._make_master() == made  # pyright: ignore[reportPrivateUsage]


def test_for_a_server_no_master_key_is_made_in_a_home_directory(tmp_path: Path) -> None:
    server = {"EDISON_DATABASE_URL": "postgresql://db/edison", "HOME": str(tmp_path), "XDG_DATA_HOME": ""}
    sealed = Keys(load_settings({**server, "EDISON_MASTER_KEY": new_master_key()}))
    in_a_file = Keys(load_settings({**server, "EDISON_MASTER_KEY_FILE": str(tmp_path / "named.key")}))

    with pytest.raises(MasterKeyMissing, match="edison keys new"):
        Keys(load_settings(server)).seal("sk-canary", owner=OWNER)

    assert sealed.unseal(sealed.seal("sk-canary", owner=OWNER), owner=OWNER) == "sk-canary"
    assert list(tmp_path.iterdir()) == []
    assert in_a_file.seal("sk-canary", owner=OWNER)


@pytest.mark.parametrize("written", [MASTER, base64.urlsafe_b64encode(b"\xff" * 32).decode()])
def test_a_master_key_may_be_in_the_environment(tmp_path: Path, written: str) -> None:
    sealed = some_keys(tmp_path, EDISON_MASTER_KEY=written).seal("sk-canary", owner=OWNER)

    assert some_keys(tmp_path, EDISON_MASTER_KEY=written).unseal(sealed, owner=OWNER) == "sk-canary"
    assert list(tmp_path.iterdir()) == []


def test_without_the_master_key_nothing_is_opened_and_none_is_made(tmp_path: Path) -> None:
    sealed = some_keys(tmp_path, EDISON_MASTER_KEY=MASTER).seal("sk-canary", owner=OWNER)

    with pytest.raises(
        KeyNotReadable, match="no master key on this machine.*master.key; set EDISON_MASTER_KEY"
    ):
        some_keys(tmp_path).unseal(sealed, owner=OWNER)

    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("written", "cause"), [("***", "no base64"), ("c2hvcnQ=", "it has 5 bytes")])
def test_a_master_key_that_is_none_is_refused(tmp_path: Path, written: str, cause: str) -> None:
    (tmp_path / "master.key").write_text(written)

    with pytest.raises(MasterKeyBroken, match=f"EDISON_MASTER_KEY cannot be used: .*{cause}"):
        some_keys(tmp_path, EDISON_MASTER_KEY=written).seal("x", owner=OWNER)
    with pytest.raises(MasterKeyBroken, match=f"master.key cannot be used: .*{cause}"):
        some_keys(tmp_path).seal("x", owner=OWNER)


def test_a_place_where_no_master_key_can_be_is_named(tmp_path: Path) -> None:
    (tmp_path / "nowhere").symlink_to(tmp_path / "absent")

    with pytest.raises(MasterKeyBroken, match="cannot be made"):
        some_keys(tmp_path, EDISON_MASTER_KEY_FILE=str(tmp_path / "nowhere" / "key")).seal("x", owner=OWNER)
    with pytest.raises(MasterKeyBroken, match="cannot be read"):
        some_keys(tmp_path, EDISON_MASTER_KEY_FILE=str(tmp_path)).seal("x", owner=OWNER)


def test_every_key_that_was_given_out_is_remembered_and_none_is_shown(tmp_path: Path) -> None:
    keys = some_keys(tmp_path, MY_KEY="sk-canary-one", OTHER="sk-canary-two")

    keys.in_variable("MY_KEY")
    keys.in_variable("ABSENT")
    keys.unseal(keys.seal("sk-canary-three", owner=OWNER), owner=OWNER)

    assert set(keys.given_out) == {"sk-canary-one", "sk-canary-three"}
    assert "canary" not in repr(keys)


def test_keys_of_amazon_may_stand_in_a_profile_and_are_never_mixed_with_variables(tmp_path: Path) -> None:
    (tmp_path / ".aws").mkdir()
    (tmp_path / ".aws" / "credentials").write_text(
        "[work]\naws_access_key_id = AKIAWORK\naws_secret_access_key = hidden%1\n"
    )
    (tmp_path / ".aws" / "config").write_text("[profile work]\nregion = eu-west-3\n")
    home = {"HOME": str(tmp_path), "AWS_PROFILE": "work"}
    asked = ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "AWS_REGION", "OTHER")

    keys = some_keys(tmp_path, **home)
    mixed = some_keys(tmp_path, **home, AWS_ACCESS_KEY_ID="AKIAOTHER")
    (tmp_path / "broken").write_text("no section")
    broken = some_keys(tmp_path, HOME=str(tmp_path), AWS_SHARED_CREDENTIALS_FILE=str(tmp_path / "broken"))

    assert [keys.in_variable(one) for one in asked] == ["AKIAWORK", "hidden%1", None, "eu-west-3", None]
    assert set(keys.given_out) == {"AKIAWORK", "hidden%1"}
    assert [mixed.in_variable(one) for one in asked[:2]] == ["AKIAOTHER", None]
    assert broken.in_variable("AWS_ACCESS_KEY_ID") is None
