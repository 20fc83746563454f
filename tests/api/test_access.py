"""Who may come in, and that every route says who may use it."""

import pytest
from fastapi.routing import APIRoute

from edison.api import make_app
from edison.api.access import OPEN, Permission

from .conftest import Workbench


def routes_of_the_app() -> list[APIRoute]:
    """All routes, those of included routers as well; whatever else stands among them is no route of ours."""
    found: list[APIRoute] = []
    for one in make_app(None, token="t").routes:
        inner = getattr(one, "original_router", None)
        for route in [one] if inner is None else inner.routes:
            assert isinstance(route, APIRoute)
            found.append(route)
    return found


def test_every_route_says_who_may_use_it() -> None:
    routes = routes_of_the_app()
    undeclared = [
        route.path
        for route in routes
        if route.path not in OPEN
        and not any(isinstance(needed.call, Permission) for needed in route.dependant.dependencies)
    ]

    assert len(routes) > 20
    assert undeclared == [], "ask for the house by Reading, Changing or Paying"


def test_what_changes_something_takes_more_than_reading() -> None:
    changing = [
        route
        for route in routes_of_the_app()
        if (route.methods or set()) & {"POST", "PUT", "PATCH", "DELETE"}
    ]
    lax = {
        route.path
        for route in changing
        for needed in route.dependant.dependencies
        if isinstance(needed.call, Permission) and needed.call.right.value == "read"
    }

    assert lax == {
        *("/api/runs/estimate", "/api/rankings/estimate", "/api/rankings/forecast", "/api/judges/estimate"),
        *("/api/drafts/estimate", "/api/datasets/parquet/columns", "/api/bundles/look"),
        *("/api/batteries/check", "/api/batteries/estimate", "/api/experiments/{experiment}/check"),
    }


@pytest.mark.parametrize(
    ("headers", "status", "code"),
    [
        ({}, 401, "token_missing"),
        ({"Authorization": "Bearer guessed"}, 401, "token_missing"),
        ({"Cookie": "edison_1=guessed; ;"}, 401, "token_missing"),
        ({"Host": "attacker.example"}, 403, "host_refused"),
        ({"Host": "127.0.0.1.attacker.example:80"}, 403, "host_refused"),
        ({"Origin": "https://attacker.example"}, 403, "origin_refused"),
        ({"Origin": "null"}, 403, "origin_refused"),
        ({"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "no-cors"}, 403, "origin_refused"),
    ],
)
def test_a_stranger_is_turned_away(bench: Workbench, headers: dict[str, str], status: int, code: str) -> None:
    refused = bench.ask("GET", "/api/runs", bare=True, **headers)

    assert (refused.status, refused.json["code"]) == (status, code)


def test_a_page_of_another_site_changes_nothing_although_the_browser_sends_the_token(
    bench: Workbench,
) -> None:
    cancel = f"/api/runs/{bench.waiting}/cancel"

    refused = bench.ask("POST", cancel, Sec_Fetch_Site="cross-site", Sec_Fetch_Mode="navigate")

    assert (refused.status, refused.json["code"]) == (403, "origin_refused")
    assert bench.get(f"/api/runs/{bench.waiting}")["state"] == "running"


def test_the_token_in_the_address_becomes_a_cookie_that_no_script_reads(bench: Workbench) -> None:
    opened = bench.ask("GET", f"/runs?token={bench.server.token}&open=true", bare=True)
    cookie = opened.headers["set-cookie"]
    shown = bench.ask("GET", "/api/runs", bare=True, Cookie=cookie.partition(";")[0])

    assert (opened.status, opened.headers["location"]) == (303, "/runs?open=true")
    assert "HttpOnly" in cookie
    assert "samesite=strict" in cookie.lower()
    assert shown.status == 200


def test_a_page_without_the_token_says_where_it_is_found(bench: Workbench) -> None:
    page = bench.ask("GET", "/runs", bare=True)

    assert page.status == 401
    assert b"edison up" in page.body


def test_every_answer_carries_a_policy_with_a_nonce_of_its_own(bench: Workbench) -> None:
    policies = [bench.ask("GET", "/health", bare=True).headers["content-security-policy"] for _ in range(2)]

    assert all("require-trusted-types-for 'script'" in policy for policy in policies)
    assert policies[0] != policies[1]


def test_a_body_that_is_too_large_is_not_read(bench: Workbench) -> None:
    refused = bench.ask("POST", "/api/runs", Content_Length=str(100 << 20))

    assert (refused.status, refused.json["code"]) == (413, "body_too_large")
