"""One model, many spellings: what is left of a name when everything that only says where it runs is gone."""

import re
from functools import lru_cache

_PLACES = re.compile(r"^(?:us-gov|us|eu|apac|jp|au|ca|sa|global)\.")
"""Where Bedrock may run a model."""
_MAKERS = ("anthropic.", "openai.")


@lru_cache(maxsize=4096)
def plain_name(model: str) -> str:
    """The maker's own name: `anthropic/claude-opus-4.7` and `us.anthropic.claude-opus-4-7` are `claude-opus-4-7`."""
    name = model.lower().rpartition("/")[2]
    name = _PLACES.sub("", name).removeprefix("ft:")
    for maker in _MAKERS:
        name = name.removeprefix(maker)
    return name.replace(".", "-") if name.startswith("claude") else name
