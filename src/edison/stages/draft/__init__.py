"""Draft: write the first version.

In:      a goal, or material to be cleaned; an instruction to be put in other forms.
Out:     drafted prompts, rubrics and cases, each for a person to accept; derived datasets with their parent; variants.
"""

from .dialogue import draft_variants, embed_texts, write_draft
from .prompts import ask_draft, ask_vectors
from .units import BASELINE, DIMENSIONS, USUAL_DIMENSIONS, DraftUnit, VariantRequest

__all__ = [
    "BASELINE",
    "DIMENSIONS",
    "USUAL_DIMENSIONS",
    "DraftUnit",
    "VariantRequest",
    "ask_draft",
    "ask_vectors",
    "draft_variants",
    "embed_texts",
    "write_draft",
]
