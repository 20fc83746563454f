"""For whoever watches over the process."""

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse

from edison.actions.overview import count_runs, is_ready

from ..access import Reading

router = APIRouter(tags=["health"])


@router.get("/health", response_class=PlainTextResponse)
async def health() -> str:
    """Whether the process answers."""
    return "ok\n"


@router.get("/ready", response_class=PlainTextResponse)
def ready(request: Request) -> PlainTextResponse:
    """Whether the archive answers as well."""
    is_there = is_ready(request.app.state.house)
    return PlainTextResponse("ready\n" if is_there else "not ready\n", status_code=200 if is_there else 503)


@router.get("/metrics", response_class=PlainTextResponse)
def metrics(house: Reading, request: Request) -> str:
    """Counts in the text form that Prometheus reads."""
    told = ["# TYPE edison_runs gauge"]
    told += [f'edison_runs{{state="{state}"}} {count}' for state, count in count_runs(house).items()]
    told.append("# TYPE edison_requests_total counter")
    answered = request.app.state.answered
    told += [f'edison_requests_total{{status="{status}"}} {answered[status]}' for status in sorted(answered)]
    return "\n".join(told) + "\n"
