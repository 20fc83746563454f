import pytest
from pydantic import ValidationError

from edison.domain import Member, MemberRole, UserId
from tests.factories import a_project


def test_each_role_may_do_what_the_lower_ones_may_and_no_more() -> None:
    rising = ["viewer", "reviewer", "editor", "admin", "owner"]

    for rank, role in enumerate(rising):
        included = [other for other in rising if MemberRole(role).includes(MemberRole(other))]
        assert included == rising[: rank + 1]


def test_nobody_is_a_member_twice() -> None:
    ann = UserId("usr_ann")

    with pytest.raises(ValidationError, match="once, with one role"):
        a_project(
            members=(Member(user_id=ann, role=MemberRole.VIEWER), Member(user_id=ann, role=MemberRole.OWNER))
        )


def test_a_cap_of_nothing_is_a_cap_and_no_cap_is_none() -> None:
    assert a_project(cap_microusd=0).cap_microusd == 0
    assert a_project().cap_microusd is None
