"""API: the door for browsers and programs.

In:      HTTP requests.
Out:     HTTP answers, the live event feed and the pages of the workbench; one action called for each request.
May use: actions, wiring, settings, domain, errors; FastAPI.
Never:   query the store, call a model, contain a business `if`.
"""

from .app import make_app, openapi_schema
from .serving import USUAL_PORT, WorkbenchServer

__all__ = ["USUAL_PORT", "WorkbenchServer", "make_app", "openapi_schema"]
