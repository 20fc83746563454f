"""Draft: write the first version.

In:      a goal, or material to be cleaned; an instruction to be put in other forms.
Out:     drafted prompts, rubrics and cases, each for a person to accept; derived datasets with their parent; variants.
"""

from .dialogue import draft_variants
from .units import DIMENSIONS, USUAL_DIMENSIONS, VariantWish

__all__ = ["DIMENSIONS", "USUAL_DIMENSIONS", "VariantWish", "draft_variants"]
