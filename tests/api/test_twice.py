"""What is sent twice and what is changed by two: every route that changes something says how it bears that."""

from fastapi.routing import APIRoute
from pydantic import BaseModel

from edison.api.access import Permission
from edison.domain import Right

from .test_access import routes_of_the_app

SAME_AGAIN = {
    "POST /api/runs/estimate": "stores nothing",
    "POST /api/rankings/estimate": "stores nothing",
    "POST /api/rankings/forecast": "stores nothing",
    "POST /api/drafts/estimate": "stores nothing",
    "POST /api/judges/estimate": "stores nothing",
    "POST /api/batteries/estimate": "stores nothing",
    "POST /api/batteries/check": "stores nothing",
    "POST /api/experiments/{experiment}/check": "stores nothing",
    "POST /api/runs/{run}/pause": "a paused run stays paused",
    "POST /api/runs/{run}/cancel": "a cancelled run stays cancelled",
    "POST /api/runs/{run}/finish": "a run ends once",
    "POST /api/runs/{run}/autonomy": "whoever decides already goes on deciding",
    "POST /api/runs/{run}/recheck": "the same checks find the same in the same answers",
    "POST /api/judges/cards/{run}": "the same judgments make the same cards",
    "PUT /api/chats/{chat}/models": "the second is refused: the chat has another revision by then",
    "DELETE /api/chats/{chat}": "what is gone stays gone",
    "POST /api/chats/{chat}/ask": "the second is refused: the chat has another question by then",
    "POST /api/chats/{chat}/stop": "what is silent stays silent",
    "POST /api/datasets": "where the newest version says the same, it stays",
    "POST /api/bundles/look": "stores nothing",
    "POST /api/bundles": "what is there already stays",
    "POST /api/datasets/parquet": "where the newest version says the same, it stays",
    "POST /api/datasets/parquet/columns": "stores nothing",
    "POST /api/datasets/{dataset}/edit": "the second is refused: there is a newer version by then",
    "POST /api/datasets/{dataset}/split": "the second is refused: there is a newer version by then",
    "POST /api/datasets/{dataset}/separating": "the second is refused: there is a newer version by then",
    "POST /api/datasets/{dataset}/approve": "the second is refused: there is a newer version by then",
    "POST /api/datasets/{dataset}/corrections": "where the newest version says the same, it stays",
    "PUT /api/parts/{kind}/{part}": "where the newest version says the same, it stays",
    "POST /api/parts/{kind}/{part}/activity": "what is active stays active",
    "POST /api/providers": "the second is refused: there is one of that name by then",
    "PATCH /api/providers/{name}": "the second is refused: the provider was changed by then",
    "POST /api/providers/{name}/test": "asks for a list, which costs nothing",
}
"""By route without an idempotency key: why it may be sent twice."""

NOTHING_TO_OVERWRITE = {
    "POST /api/datasets/{dataset}/corrections": "makes a further version; the others stay",
    "POST /api/prompts/{prompt:path}/versions/{number}/revise": "makes a further version; the others stay",
    "POST /api/prompts/{prompt:path}/versions/{number}/restore": "makes a further version; the others stay",
    "POST /api/runs/{run}/drift": "makes a further finding of the same distances",
    "POST /api/runs/{run}/recheck": "makes further findings of the same answers",
    "POST /api/judges/cards/{run}": "makes the cards of the same judgments anew",
    "POST /api/runs/{run}/scan": "starts something new",
    "POST /api/runs/{run}/exports": "starts something new",
    "POST /api/runs/{run}/pause": "a state, which the run itself guards",
    "POST /api/runs/{run}/resume": "a state, which the run itself guards",
    "POST /api/runs/{run}/cancel": "a state, which the run itself guards",
    "POST /api/runs/{run}/finish": "a state, which the run itself guards",
    "POST /api/runs/{run}/rerun": "a state, which the run itself guards",
    "POST /api/runs/{run}/remove": "only what has ended goes, and that changes no more",
    "POST /api/runs/{run}/autonomy": "a switch: whoever presses it last has it",
    "POST /api/parts/{kind}/{part}/activity": "a switch: whoever presses it last has it",
    "POST /api/runs/{run}/pairs/reveal": "what is revealed stays so",
    "POST /api/chats/{chat}/stop": "what is silent stays silent",
    "DELETE /api/chats/{chat}": "what was said in it is asked about before it goes",
    "POST /api/experiments/{experiment}/runs": "starts something new",
    "POST /api/experiments/{experiment}/check": "stores nothing",
    "POST /api/providers/{name}/test": "stores nothing",
}
"""By route that names something stored and takes no version: why nobody's change is lost by it."""

VERSIONS = ("seen", "version", "newest")


def changing() -> dict[str, APIRoute]:
    """Every route that may change something, by method and path."""
    return {
        f"{method} {route.path}": route
        for route in routes_of_the_app()
        for method in (route.methods or ())
        if method in ("POST", "PUT", "PATCH", "DELETE")
    }


def takes_key(route: APIRoute) -> bool:
    asked = (route.dependant, *route.dependant.dependencies)
    return any(one.alias == "Idempotency-Key" for needed in asked for one in needed.header_params)


def versions_of(route: APIRoute) -> set[str]:
    """The names under which a route asks for what was seen, whether it has to be said or not."""
    asked = {one.name: one.field_info.is_required() for one in route.dependant.query_params}
    for body in route.dependant.body_params:
        form = body.field_info.annotation
        if isinstance(form, type) and issubclass(form, BaseModel):
            asked |= {name: field.is_required() for name, field in form.model_fields.items()}
    return {f"{name}{'' if asked[name] else '?'}" for name in VERSIONS if name in asked}


def test_whatever_starts_work_or_spends_takes_a_key() -> None:
    keyless = {name for name, route in changing().items() if not takes_key(route)}
    paying = {
        name
        for name, route in changing().items()
        for needed in route.dependant.dependencies
        if isinstance(needed.call, Permission) and needed.call.right is Right.SPEND
    }

    assert keyless == set(SAME_AGAIN)
    assert paying & keyless == {
        "PUT /api/chats/{chat}/models",
        "POST /api/chats/{chat}/ask",
        "POST /api/chats/{chat}/stop",
    }, "these go by how many questions and changes were seen"


def test_whatever_edits_something_says_what_was_seen_of_it() -> None:
    editing = {name: route for name, route in changing().items() if "{" in route.path}
    blind = {name for name, route in editing.items() if not versions_of(route)}
    optional = {name for name, route in changing().items() if any("?" in one for one in versions_of(route))}

    assert blind == set(NOTHING_TO_OVERWRITE)
    assert optional == {"PUT /api/assignments/{assignment}"}, "only where nothing stands for a new one"
