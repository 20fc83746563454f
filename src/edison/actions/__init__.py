"""Actions: every verb anyone may use.

In:      the house, and what is asked for.
Out:     nouns and pages of nouns, or a refusal; each change stored together with its event.
May use: engine, stages, store, formats, gateway, domain, stats, text, errors.
Never:   know HTTP, MCP or a terminal; skip the access check.

Verbs lie in drawers by noun, and each drawer loads only what its verbs need, so they are imported from there:
`from edison.actions.runs.start import start_run`.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from . import files, house, maintenance, presets, providers, results, runs, statistics

__all__ = ["files", "house", "maintenance", "presets", "providers", "results", "runs", "statistics"]
