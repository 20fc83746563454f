import numpy as np
import pandas as pd
import pytest
import statsmodels.formula.api as smf

from edison.errors import LengthsDiffer, SampleBroken, SampleEmpty, StatisticRefused
from edison.stats.judges import FacetFlag, fit_facets

NAN = float("nan")
SEVERITY = {"strict": 0.08, "mild": -0.05, "fair": 0.0, "harsh": -0.03}


def _judged(rng: np.random.Generator, *, cases: int, halo: float = 0.04) -> pd.DataFrame:
    """Every case is seen by three of four judges on two criteria; mean severity is zero."""
    rows = []
    for case in range(cases):
        quality = rng.normal(0.5, 0.08)
        for judge in rng.choice(list(SEVERITY), 3, replace=False):
            impression = rng.normal(0, halo)
            for criterion, hard in (("form", 0.05), ("content", -0.05)):
                score = quality - SEVERITY[judge] - hard + impression + rng.normal(0, 0.03)
                rows.append((case, judge, criterion, float(np.clip(score, 0, 1)), quality))
    return pd.DataFrame(rows, columns=["case", "judge", "criterion", "score", "quality"])


def _fit(table: pd.DataFrame):
    return fit_facets(
        table["score"].to_numpy(),
        cases=table["case"].tolist(),
        judges=table["judge"].tolist(),
        criteria=table["criterion"].tolist(),
    )


def test_effects_equal_those_of_a_regression_on_dummies() -> None:
    table = _judged(np.random.default_rng(51), cases=25)
    oracle = smf.ols("score ~ C(case) + C(judge, Sum) + C(criterion, Sum)", data=table).fit()

    found = _fit(table)

    fitted = {effect.judge: -effect.severity for effect in found.judges}
    judges = sorted(SEVERITY)
    for judge in judges[:-1]:
        assert fitted[judge] == pytest.approx(oracle.params[f"C(judge, Sum)[S.{judge}]"])
    assert sum(fitted.values()) == pytest.approx(0, abs=1e-12)
    assert found.residual == pytest.approx(np.sqrt(oracle.scale))
    assert found.criteria[0].difficulty == pytest.approx(-oracle.params["C(criterion, Sum)[S.content]"] * -1)
    intercept = oracle.params["Intercept"]
    assert found.cases[0].adjusted == pytest.approx(intercept)
    assert found.cases[7].adjusted == pytest.approx(intercept + oracle.params["C(case)[T.7]"])


def test_intervals_of_severities_and_adjusted_scores_cover_the_truth() -> None:
    rng = np.random.default_rng(52)
    severities, cases = [], []
    for _ in range(40):
        table = _judged(rng, cases=30)
        found = _fit(table)
        quality = table.groupby("case")["quality"].first()
        severities += [effect.low <= SEVERITY[str(effect.judge)] <= effect.high for effect in found.judges]
        cases += [score.low <= quality[score.case] <= score.high for score in found.cases]

    assert 0.88 <= np.mean(severities) <= 1.0
    assert 0.92 <= np.mean(cases) <= 0.98


def test_who_judged_a_case_does_not_matter_after_the_adjustment() -> None:
    # The same case quality; "a" was seen by the strict pair, "b" by the mild pair, "c" links them.
    effect = {"s1": -0.2, "s2": -0.2, "m1": 0.2, "m2": 0.2}
    rows = [("a", "s1"), ("a", "s2"), ("b", "m1"), ("b", "m2"), *(("c", judge) for judge in effect)]
    scores = [0.5 + effect[judge] for _, judge in rows]

    found = fit_facets(scores, cases=[case for case, _ in rows], judges=[judge for _, judge in rows])

    by_case = {score.case: score for score in found.cases}
    assert by_case["a"].raw < by_case["b"].raw
    assert by_case["a"].adjusted == pytest.approx(by_case["b"].adjusted) == pytest.approx(0.5)
    # Scores without any rest still leave something open.
    assert by_case["a"].low < 0.5 < by_case["a"].high
    assert all(judge.low < judge.severity < judge.high for judge in found.judges)
    assert found.criteria == ()


def test_judges_without_a_case_in_common_cannot_be_compared() -> None:
    with pytest.raises(StatisticRefused, match="seen by both sides"):
        fit_facets([0.1, 0.2, 0.3, 0.4], cases=["a", "a", "b", "b"], judges=["x", "y", "z", "w"])


def test_a_judge_at_one_end_of_the_scale_is_called_compressed() -> None:
    cases = [case for case in range(10) for _ in range(2)]
    judges = ["generous", "fair"] * 10
    scores = [score for case in range(10) for score in (1.0 if case < 6 else 0.7, 0.05 * case)]

    generous, fair = fit_facets(scores, cases=cases, judges=judges).judges

    assert (generous.ceiling, generous.flags) == (0.6, (FacetFlag.COMPRESSED,))
    assert (fair.floor, fair.flags) == (0.1, ())


def test_scores_that_are_missing_are_counted_and_left_out() -> None:
    found = fit_facets([0.1, 0.3, NAN, 0.4, 0.5], cases=["a", "a", "a", "b", "b"], judges=list("xyxxy"))

    assert (found.judgments, found.missing) == (4, 1)


@pytest.mark.parametrize(
    ("asked", "error"),
    [
        (lambda: fit_facets([0.1, 1.2], cases="ab", judges="xy"), SampleBroken),
        (lambda: fit_facets([0.1, 0.2], cases="ab", judges="xy", scale=(1.0, 0.0)), SampleBroken),
        (lambda: fit_facets([0.1, 0.2], cases="aa", judges="xy"), SampleEmpty),
        (lambda: fit_facets([0.1, 0.2], cases="ab", judges="xx"), SampleEmpty),
        (lambda: fit_facets([NAN, NAN], cases="ab", judges="xy"), SampleEmpty),
        (lambda: fit_facets([0.1, 0.2], cases="abc", judges="xy"), LengthsDiffer),
    ],
)
def test_what_has_no_facets_is_refused_by_name(asked, error: type[Exception]) -> None:
    with pytest.raises(error):
        asked()
