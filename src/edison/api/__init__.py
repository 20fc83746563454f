"""API: the door for browsers and programs.

In:      HTTP requests.
Out:     HTTP answers and the live event feed; one action called for each request.
May use: actions, wiring, settings, domain, errors; FastAPI.
Never:   query the store, call a model, contain a business `if`.

Empty until the first verb is offered.
"""
