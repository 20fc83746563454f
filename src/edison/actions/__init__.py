"""Actions: every verb anyone may use.

In:      who asks, and what for.
Out:     nouns and pages of nouns, or a refusal; each change stored together with its event.
May use: engine, stages, store, formats, gateway, domain, stats, text, errors.
Never:   know HTTP, MCP or a terminal; skip the access check.

Empty until the first verb is offered.
"""
