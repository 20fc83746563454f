"""Stats: numbers that can be believed.

In:      arrays and plain numbers.
Out:     frozen results: estimates with intervals, tests, agreement, stability, pairings; flags for what to doubt.
May use: errors; numpy, and scipy inside the functions that need it.
Never:   know a noun, do I/O, draw from anything but a seed it was handed, warn and return a number.

Each subject is a package of its own with all its names; the main ones are offered here. Nothing is loaded before it
is used: `from edison import stats; stats.fit(table)`.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from . import (
        boards,
        comparing,
        grades,
        judges,
        means,
        pairing,
        sequential,
        stability,
        strengths,
        vectors,
        verdicts,
    )
    from .comparing import (
        adjust,
        cases_needed,
        compare_pairs,
        compare_shares,
        estimate_components,
        plan_settlement,
        sign_flip,
        signed_ranks,
    )
    from .grades import project_grades
    from .judges import (
        agreement_with_people,
        cohen_kappa,
        ensemble_weights,
        fit_facets,
        fleiss_kappa,
        gwet_ac1,
        intraclass,
        krippendorff_alpha,
        percent_agreement,
        position_preference,
    )
    from .means import mean_interval
    from .pairing import deal_wave
    from .sequential import decide_round, plan_looks
    from .stability import measure_movement, plan_comparisons, settle
    from .strengths import ComparisonTable, bootstrap, fit, scale_separation, split_half
    from .vectors import (
        cosine_distance,
        cosine_drift,
        joined_vectors,
        near_duplicates,
        padded_tokens,
        pooled_vectors,
    )
    from .verdicts import describe_verdicts, pool_beliefs

__all__ = [
    "ComparisonTable",
    "adjust",
    "agreement_with_people",
    "boards",
    "bootstrap",
    "cases_needed",
    "cohen_kappa",
    "compare_pairs",
    "compare_shares",
    "comparing",
    "cosine_distance",
    "cosine_drift",
    "deal_wave",
    "decide_round",
    "describe_verdicts",
    "ensemble_weights",
    "estimate_components",
    "fit",
    "fit_facets",
    "fleiss_kappa",
    "grades",
    "gwet_ac1",
    "intraclass",
    "joined_vectors",
    "judges",
    "krippendorff_alpha",
    "mean_interval",
    "means",
    "measure_movement",
    "near_duplicates",
    "padded_tokens",
    "pairing",
    "percent_agreement",
    "plan_comparisons",
    "plan_looks",
    "plan_settlement",
    "pool_beliefs",
    "pooled_vectors",
    "position_preference",
    "project_grades",
    "scale_separation",
    "sequential",
    "settle",
    "sign_flip",
    "signed_ranks",
    "split_half",
    "stability",
    "strengths",
    "vectors",
    "verdicts",
]

_HOMES: dict[str, tuple[str, ...]] = {
    "boards": (),
    "comparing": (
        "adjust",
        "cases_needed",
        "compare_pairs",
        "compare_shares",
        "estimate_components",
        "plan_settlement",
        "sign_flip",
        "signed_ranks",
    ),
    "grades": ("project_grades",),
    "judges": (
        "agreement_with_people",
        "cohen_kappa",
        "ensemble_weights",
        "fit_facets",
        "fleiss_kappa",
        "gwet_ac1",
        "intraclass",
        "krippendorff_alpha",
        "percent_agreement",
        "position_preference",
    ),
    "means": ("mean_interval",),
    "pairing": ("deal_wave",),
    "sequential": ("decide_round", "plan_looks"),
    "stability": ("measure_movement", "plan_comparisons", "settle"),
    "strengths": ("ComparisonTable", "bootstrap", "fit", "scale_separation", "split_half"),
    "vectors": (
        "cosine_distance",
        "cosine_drift",
        "joined_vectors",
        "near_duplicates",
        "padded_tokens",
        "pooled_vectors",
    ),
    "verdicts": ("describe_verdicts", "pool_beliefs"),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> object:
    if name in _HOMES:
        return import_module(f"{__name__}.{name}")
    if name in _HOME:
        return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
