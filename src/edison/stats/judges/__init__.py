"""Judges as instruments: agreement, consistency, biases, drift, severity, weights."""

from .agreement import (
    AlphaMetric,
    Coded,
    KappaWeights,
    OwnCosts,
    code_labels,
    cohen_kappa,
    fleiss_kappa,
    gwet_ac1,
    krippendorff_alpha,
    percent_agreement,
)
from .biases import (
    NEGLIGIBLE_POINTS,
    Instructed,
    JudgePreference,
    Unled,
    accuracy_at_equal_length,
    length_bias,
    obedience,
    position_preference,
    self_preference,
)
from .calibration import Calibration, CalibrationBin, calibration
from .consistency import OrderFlips, SelfConsistency, order_flips, self_consistency
from .drift import JudgeDrift, judge_drift
from .ensembles import (
    EnsembleWeights,
    PanelVerdicts,
    WeightBasis,
    accuracy_weights,
    combine_votes,
    ensemble_weights,
    equal_weights,
)
from .estimate import JudgeFlag, Measured
from .facets import CaseScore, CriterionEffect, FacetFlag, Facets, JudgeEffect, fit_facets
from .intraclass import IccForm, intraclass
from .people import PeopleAgreement, PeopleStanding, ScoreAgreement, agreement_with_people, score_agreement
from .residuals import ErrorPair, ResidualCorrelations, residual_correlations
from .slopes import LengthSlope, choice_length_slope, score_length_slope

__all__ = [
    "NEGLIGIBLE_POINTS",
    "AlphaMetric",
    "Calibration",
    "CalibrationBin",
    "CaseScore",
    "Coded",
    "CriterionEffect",
    "EnsembleWeights",
    "ErrorPair",
    "FacetFlag",
    "Facets",
    "IccForm",
    "Instructed",
    "JudgeDrift",
    "JudgeEffect",
    "JudgeFlag",
    "JudgePreference",
    "KappaWeights",
    "LengthSlope",
    "Measured",
    "OrderFlips",
    "OwnCosts",
    "PanelVerdicts",
    "PeopleAgreement",
    "PeopleStanding",
    "ResidualCorrelations",
    "ScoreAgreement",
    "SelfConsistency",
    "Unled",
    "WeightBasis",
    "accuracy_at_equal_length",
    "accuracy_weights",
    "agreement_with_people",
    "calibration",
    "choice_length_slope",
    "code_labels",
    "cohen_kappa",
    "combine_votes",
    "ensemble_weights",
    "equal_weights",
    "fit_facets",
    "fleiss_kappa",
    "gwet_ac1",
    "intraclass",
    "judge_drift",
    "krippendorff_alpha",
    "length_bias",
    "obedience",
    "order_flips",
    "percent_agreement",
    "position_preference",
    "residual_correlations",
    "score_agreement",
    "score_length_slope",
    "self_consistency",
    "self_preference",
]
