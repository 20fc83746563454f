import json

import orjson
import pytest

from edison.domain import Message
from edison.gateway.codecs.bodies import merged, split_system, write_json


def test_a_plain_body_is_written_compactly() -> None:
    assert write_json({"a": ["é", 1.5, None]}) == '{"a":["é",1.5,null]}'.encode()


@pytest.mark.parametrize("value", ["\ud800", 10**30])
def test_what_the_fast_writer_refuses_is_written_all_the_same(value: object) -> None:
    assert json.loads(write_json({"a": value})) == {"a": value}


def test_merging_lays_objects_over_objects_and_touches_neither() -> None:
    ours: dict[str, object] = {"a": {"x": 1, "y": {"z": 1}}, "b": 1}
    before = orjson.dumps(ours)

    result = merged(ours, {"a": {"y": {"w": 2}}, "b": {"c": 3}, "d": [4]})

    assert result == {"a": {"x": 1, "y": {"z": 1, "w": 2}}, "b": {"c": 3}, "d": [4]}
    assert orjson.dumps(ours) == before


def test_only_the_system_messages_that_open_a_talk_are_split_off() -> None:
    first, later, hello = Message.system("First"), Message.system("Later"), Message.user("Hello")

    assert split_system((first, hello, later)) == ((first,), (hello, later))
    assert split_system((first, later)) == ((first, later), ())
