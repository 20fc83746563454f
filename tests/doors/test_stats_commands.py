"""Numbers from files at the command line: for people, for machines, and against published tables."""

import csv
import math
import subprocess
import sys
from pathlib import Path

import pytest

from edison.stats.strengths import StrengthFlag

from ..stats.conftest import golden
from .commands import Said, Terminal

__all__ = ["golden"]

VOTES = "left,right,result,judge\n" + "".join(
    f"{one},{other},{said},{judge}\n"
    for judge in ("ann", "bob", "cid")
    for one, other, said in (("a", "b", "left"), ("b", "c", "tie"), ("c", "a", "right"), ("b", "a", "left"))
)
LABELS = "item,ann,bob\n" + "".join(f"{n},{n % 3},{(n + (n == 4)) % 3}\n" for n in range(9))
ARMS = "case,old,new\n" + "".join(f"{n},{n % 2},{n % 5 > 0:d}\n" for n in range(40))
OPTIONS = {
    "rank": ("votes.csv", "--judge", "judge"),
    "agreement": ("labels.csv",),
    "compare": ("arms.csv", "--baseline", "old", "--candidate", "new"),
    "power": ("--effect", "0.1", "--case-variance", "0.2"),
}
NOT_CONNECTED = 31


@pytest.fixture
def files(terminal: Terminal) -> Terminal:
    for name, text in (("votes.csv", VOTES), ("labels.csv", LABELS), ("arms.csv", ARMS)):
        terminal.write(name, text)
    return terminal


def rank(terminal: Terminal, file: Path, *options: str) -> Said:
    columns = ("--winner", "candidate_chosen", "--loser", "candidate_not_chosen", "--judge", "judge")
    return terminal.edison("stats", "rank", str(file), *columns, *options, "--json")


def test_names_are_whole_on_a_narrow_terminal(terminal: Terminal) -> None:
    rows = "".join(f"{n},{n + 0.1},{n + 0.2 * (n % 3)},{n + 0.3 * (n % 2)}\n" for n in range(9))
    terminal.write("measured.csv", f"item,ann,bob,cid\n{rows}")
    terminal.write("arms.csv", "case,old,one,two\n" + "".join(f"{n},{n},{n},{n + 1}\n" for n in range(40)))

    pairs = terminal.edison("stats", "agreement", "measured.csv", "--metric", "interval")
    arms = terminal.edison(
        *("stats", "compare", "arms.csv", "--baseline", "old", "--candidate", "one", "--candidate", "two"),
        *("--scale", "0", "50"),
    )

    assert "ann and bob" in pairs.out
    assert "not yet known" in arms.out


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("rank", ("12 comparisons of 3 items by 3 judges, 3 ties", "Scale separation", "half wins")),
        ("agreement", ("18 labels, 2 judges (ann, bob) on 9 items", "Krippendorff's alpha")),
        ("compare", ("new is better than old", "40 cases", "McNemar, exact")),
        ("power", ("To show a difference of 0.1", "159 cases", "Between judges")),
    ],
)
def test_people_are_told_in_words_and_tables(files: Terminal, command: str, told: tuple[str, ...]) -> None:
    said = files.edison("stats", command, *OPTIONS[command])

    unwrapped = " ".join(said.out.split())
    assert (said.code, said.err) == (0, "")
    assert [words for words in told if words not in unwrapped] == []


def test_what_a_number_rests_on_is_told_whole_on_a_narrow_terminal(terminal: Terminal) -> None:
    terminal.write("votes.csv", "a,b,winner\nx,x,A\nx,y,A\nx,y,B\ny,z,A\nz,x,tie\n")

    said = terminal.edison("stats", "rank", "votes.csv", "--method", "published")

    assert said.code == 0, said.err
    assert {"4", "decisions,", "self-comparisons", "among", "them"} <= set(said.out.split())
    assert max(map(len, said.out.splitlines())) <= 80


def test_a_map_may_be_told_in_parts(files: Terminal) -> None:
    header, rows = VOTES.split("\n", 1)
    files.write("odd.csv", f"{header}\n{rows.replace('left', 'up').replace('right', 'down')}")
    told = files.edison("stats", "rank", *OPTIONS["rank"], "--json").json["items"]

    parts = files.edison(
        "stats", "rank", "odd.csv", "--judge", "judge", "--map", "up=left", "--map", "down=right", "--json"
    )

    assert parts.json["items"] == told


def test_machines_get_items_reliability_and_flags(files: Terminal) -> None:
    told = files.edison("stats", "rank", *OPTIONS["rank"], "--json").json

    assert [item["id"] for item in told["items"]] == ["a", "b", "c"]
    assert {"id", "score", "se", "interval", "rank", "comparisons"} <= told["items"][0].keys()
    assert {"ssr", "split_half", "share_in_line"} <= told["reliability"].keys()
    assert told["flags"] == [StrengthFlag.HALF_WINS.value]
    assert told["remarks"].keys() == set(told["flags"])


@pytest.mark.parametrize(
    ("command", "keys"),
    [
        ("agreement", {"percent_agreement", "krippendorff_alpha", "fleiss_kappa", "cohen_kappa", "flags"}),
        ("compare", {"verdict", "reason", "difference", "margin", "p", "missing", "outlook", "flags"}),
        ("power", {"power_now", "options", "variances", "flags"}),
    ],
)
def test_machines_get_every_number_by_name(files: Terminal, command: str, keys: set[str]) -> None:
    assert keys <= files.edison("stats", command, *OPTIONS[command], "--json").json.keys()


def test_equal_seeds_give_equal_numbers(files: Terminal) -> None:
    command = ("stats", "rank", *OPTIONS["rank"], "--bootstrap", "50", "--json", "--seed")

    assert files.edison(*command, "5").json == files.edison(*command, "5").json


def test_two_files_are_compared_case_by_case(files: Terminal) -> None:
    files.write("a.csv", "case,score\n" + "".join(f"{n},{n / 20}\n" for n in range(20)))
    files.write("b.jsonl", "".join(f'{{"case": {n}, "score": {n / 20 + n % 2 / 100}}}\n' for n in range(20)))

    told = files.edison("stats", "compare", "a.csv", "b.jsonl", "--margin", "0.02", "--json").json

    assert told["verdict"] == "same within margin"
    assert told["difference"]["cases"] == 20


def test_several_candidates_are_compared_in_one_call(files: Terminal) -> None:
    arms = ("arms.csv", "--baseline", "old", "--candidate", "new", "--candidate", "old")

    told = files.edison("stats", "compare", *arms, "--json").json
    said = files.edison("stats", "compare", *arms)

    assert [one["candidate"]["name"] for one in told["candidates"]] == ["new", "old"]
    assert "2 candidates against old" in said.out


@pytest.mark.parametrize(
    ("command", "title"),
    [
        (("order", "votes.csv"), "scores with 95 % intervals"),
        (("pairs", "votes.csv"), "chance that the row wins, with 95 % intervals"),
        (("order", "told.csv", "--map", "up=left,down=right"), "scores with 95 % intervals"),
        (("pairs", "votes.csv", "--judge", "judge", "--level", "0.9"), "with 90 % intervals"),
        (("agreement", "labels.csv"), "Cohen's kappa, with 95 % intervals"),
        (("agreement", "words.csv", "--metric", "ordinal", "--order", "bad,fair"), "quadratic weights, with"),
        (("agreement", "labels.csv", "--weights", "linear"), "Cohen's kappa, linear weights, with"),
        (("calibration", "arms.csv", "--chance", "old", "--came", "new"), "Brier"),
        (("power", "--effect", "0.5", "--case-variance", "1"), "Power to show difference 0.5"),
        (
            ("power", "arms.csv", "--effect", "0.5", "--baseline", "old", "--candidate", "new"),
            "Power to show difference 0.5",
        ),
    ],
)
def test_numbers_are_drawn(files: Terminal, command: tuple[str, ...], title: str) -> None:
    files.write("told.csv", "left,right,result\na,b,up\nb,a,up\na,b,down\nb,c,up\nc,b,up\n")
    files.write("words.csv", "item,ann,bob\n" + "1,bad,bad\n2,fair,bad\n3,fair,fair\n4,bad,bad\n")
    said = files.edison("stats", "plot", *command, "--out", "a.svg")

    assert (said.code, said.err) == (0, "Drawn: a.svg\n")
    assert title.replace("'", "&#x27;") in (files.folder / "a.svg").read_text("utf-8")


def test_labels_may_stand_one_per_row_and_have_an_order(files: Terminal) -> None:
    rows = [("item", "who", "mark")]
    rows += [(str(n), who, ("low", "mid", "high")[(n + (who == "b")) % 3]) for n in range(6) for who in "ab"]
    files.write("long.csv", "".join(",".join(row) + "\n" for row in rows))

    told = files.edison(
        *("stats", "agreement", "long.csv", "--item", "item", "--judge", "who", "--label", "mark"),
        *("--metric", "ordinal", "--order", "low, mid,high", "--json"),
    ).json

    assert told["categories"] == ["low", "mid", "high"]
    assert told["judges"] == ["a", "b"]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("rank", "no.csv"), "file_not_readable"),
        (("rank", "votes.xls"), "table_broken"),
        (("rank", "arms.csv"), "columns_unclear"),
        (("rank", "votes.csv", "--winner", "winer", "--loser", "right"), "column_missing"),
        (("rank", "votes.csv", "--method", "magic"), "choice_unknown"),
        (("rank", "votes.csv", "--level", "2"), "sample_broken"),
        (("rank", "votes.csv", "--method", "elo", "--position"), "statistic_refused"),
        (("agreement", "labels.csv", "--column", "ann"), "sample_empty"),
        (("compare", "arms.csv"), "columns_unclear"),
        (("compare", "arms.csv", "labels.csv"), "columns_unclear"),
        (("power", "--effect", "0.1"), "statistic_refused"),
    ],
)
def test_bad_input_is_named_and_exits_with_two(
    files: Terminal, arguments: tuple[str, ...], code: str
) -> None:
    said = files.edison("stats", *arguments, "--json")

    assert said.code == 2
    assert said.out == ""
    assert f"[{code}]" in said.err


def test_names_that_a_terminal_would_act_on_are_made_harmless(terminal: Terminal) -> None:
    terminal.write("votes.csv", "winner,loser\na\x1b[2J,b\nb,a\x1b[2J\nc,b\n")

    assert "\x1b" not in terminal.edison("stats", "rank", "votes.csv").out


def test_the_command_line_loads_no_arrays_before_a_command_needs_them() -> None:
    told = "import edison.cli, sys; sys.stdout.write(' '.join(sys.modules))"

    done = subprocess.run(
        [sys.executable, "-c", told], capture_output=True, text=True, check=True, timeout=60
    )

    assert set(done.stdout.split()).isdisjoint({"numpy", "edison.stats", "edison.formats"})


@pytest.mark.parametrize("place", [0, 16, NOT_CONNECTED, 32])
def test_published_reliability_is_had_again(terminal: Terminal, golden: Path, place: int) -> None:
    with (golden / "cj" / "published.csv").open(encoding="utf-8-sig", newline="") as file:
        published = list(csv.DictReader(file))
    session = published[place]

    told = rank(
        terminal,
        golden / "cj" / f"{session['judging_session']}.csv",
        "--method",
        "published",
        "--splits",
        "0",
    ).json

    flags = set(told["flags"])
    assert len(published) == 33
    assert told["reliability"]["ssr"] == pytest.approx(float(session["ssr"]), abs=0.001)
    if not {"disconnected", "tied"} <= flags:
        in_line = next(float(value) for name, value in session.items() if name.startswith("prop_correct"))
        assert told["reliability"]["share_in_line"] == pytest.approx(in_line, abs=0.002)
    assert ("disconnected" in flags) == (place == NOT_CONNECTED)


def test_published_splits_of_the_judges_are_had_again(terminal: Terminal, golden: Path) -> None:
    with (golden / "cj" / "published.csv").open(encoding="utf-8-sig", newline="") as file:
        small = list(csv.DictReader(file))[:3]

    for session in small:
        told = rank(
            terminal, golden / "cj" / f"{session['judging_session']}.csv", "--method", "published"
        ).json
        published = float(session["median_split_corr"])
        assert told["reliability"]["split_half"] == pytest.approx(published, abs=0.05)


@pytest.mark.parametrize(("method", "algorithm"), [("bradley-terry", "bradley_terry"), ("elo", "elo")])
def test_votes_on_models_give_the_golden_ranking(
    terminal: Terminal, golden: Path, method: str, algorithm: str
) -> None:
    folder = golden / "llmfao"
    with (folder / "llmfao-golden.csv").open(encoding="utf-8", newline="") as file:
        expected = {
            row["item"]: float(row["score"]) for row in csv.DictReader(file) if row["algorithm"] == algorithm
        }

    sides = ("--left", "left", "--right", "right", "--result", "winner")
    votes = str(folder / "llmfao.csv")
    told = terminal.edison("stats", "rank", votes, *sides, "--method", method, "--splits", "0", "--json").json

    scores = {item["id"]: item["score"] for item in told["items"]}
    if method == "bradley-terry":
        total = sum(math.exp(score) for score in scores.values())
        scores = {name: math.exp(score) / total for name, score in scores.items()}
    assert scores == pytest.approx(expected, abs=1e-9)
    assert [item["id"] for item in told["items"]] == sorted(expected, key=lambda name: -expected[name])
