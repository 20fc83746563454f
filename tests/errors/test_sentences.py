"""One example of every error: what it says, and what it keeps as fields."""

import pytest

from edison.errors import EdisonError, Problem, ProviderTrouble
from tools.catalogue import error_classes

CLASSES = {error.__name__: error for errors in error_classes().values() for error in errors}

EXAMPLES: dict[str, tuple[dict[str, object], str]] = {
    "AnsweredBefore": ({"run_id": "run_1", "question": 3}, "Question 3 of run run_1 has an answer"),
    "CallMissing": ({"attempt": "att_1"}, "Nothing is kept of the try 'att_1'"),
    "CellMissing": ({"run": "run_1", "cell": 9}, "run_1 has no cell 9"),
    "ChangedMeanwhile": (
        {"what": "prompt", "name": "shop"},
        "The prompt shop was changed meanwhile; look at what it is now",
    ),
    "DatasetRefused": (
        {"name": "shop", "cause": "it is empty", "advice": "add cases."},
        "shop: it is empty; add cases",
    ),
    "DatasetUnknown": ({"name": "shop", "number": 3}, "There is not a version 3 of shop; edison data list"),
    "DecidedByAnother": (
        {"hunk": 1, "theirs": "reject by ada.", "yours": "approve by bob.", "revision": 4},
        "Hunk 1 was decided meanwhile. Theirs: reject by ada. Yours: approve by bob. .*--seen 4",
    ),
    "ExperimentEdited": (
        {"name": "Shop", "by": "ada", "revision": 4, "theirs": "goal: A", "yours": "goal: B"},
        "Shop was changed by ada meanwhile. Theirs: goal: A Yours: goal: B .*--seen 4",
    ),
    "ExperimentMissing": (
        {"name": "exp", "candidates": ("exp_1", "exp_2")},
        "An experiment 'exp' is one of exp_1, exp_2; edison experiment list names all",
    ),
    "ExperimentRefused": (
        {"name": "Shop", "cause": "runs of it are evidence", "advice": "archive it instead."},
        "Shop: runs of it are evidence; archive it instead",
    ),
    "KeyUsed": ({"key": "k-1"}, "The idempotency key k-1 was used for another request, and nothing was done"),
    "LabelRefused": (
        {"run_id": "run_1", "cause": "nothing is said", "advice": "give --label."},
        "run_1: nothing is said; give --label",
    ),
    "DraftRefused": (
        {"what": "draft goal", "cause": "nobody said who writes", "advice": "give --model."},
        "draft goal: nobody said who writes; give --model",
    ),
    "NothingToExport": (
        {"run_id": "run_1", "cause": "it goes on"},
        "run_1 cannot be written as a run of its own: it goes on; edison export run_1 writes what there is",
    ),
    "NotExported": (
        {"run_id": "run_1", "cause": "page 3 is gone; export again"},
        "run_1 has no file: page 3 is gone; export again",
    ),
    "NothingToScan": (
        {"run_id": "run_1", "cause": "it goes on"},
        "run_1 cannot be looked through: it goes on; name a run",
    ),
    "NotScanned": ({"run_id": "run_1"}, "run_1 looked through nothing; name a run of edison scan"),
    "NotDrafted": ({"run_id": "run_1"}, "run_1 drafted nothing; name a run of edison draft"),
    "HunkRefused": (
        {"suggestion": "sug_1", "cause": "it has no hunk 9"},
        "sug_1 stays as it is: it has no hunk 9; edison review sug_1",
    ),
    "NotInUse": ({"prompt": "shop"}, "No version of shop is marked as the one in use; mark one"),
    "PromotionRefused": (
        {"prompt": "shop", "number": 2, "lacking": ("it is worse", "judges warn")},
        "Version 2 of shop is not marked .*: it is worse, and judges warn. Refine .*--anyway",
    ),
    "SuggestionClosed": (
        {"suggestion": "sug_1", "outcome": "request_changes"},
        r"sug_1 is closed already \(request changes\); edison review sug_1",
    ),
    "SuggestionMissing": ({"name": "sug", "several": True}, "Several suggestions are called sug; edison rev"),
    "ChatMissing": ({"name": "c", "several": True}, "Several chats are called c; edison chat list"),
    "ChatRefused": ({"cause": "no model", "advice": "name one"}, "Nothing was asked: no model; name one"),
    "TokenMissing": ({"name": "ci"}, "No token that is in use is called ci; edison tokens list"),
    "TokenRefused": ({"name": "c i", "cause": "write letters"}, "No token was made for c i: write letters"),
    "CodeNotAllowed": (
        {"programs": ("bot:answer",)},
        r"would be run on this machine \(bot:answer\), and nothing was asked; .* say --allow-code",
    ),
    "EmbedderMissing": ({"package": "onnxruntime"}, "onnxruntime is not installed; install it with"),
    "ModelsNotNamed": ({"battery": "a.json"}, "a.json does not say which models answer; name them"),
    "NameTaken": ({"what": "prompt", "name": "shop"}, "There is a prompt shop already; choose another"),
    "NotPermitted": (
        {"actor": "ada", "verb": "cancel_run", "right": "change"},
        "ada may not cancel run: that takes the right to change",
    ),
    "NotRefinable": (
        {"name": "a.yaml", "cause": "it has no judge", "advice": "name one."},
        "a.yaml cannot be refined: it has no judge; name one",
    ),
    "NotRefined": ({"run_id": "run_1"}, "run_1 has refined nothing"),
    "NothingAsked": (
        {"run_id": "run_1", "question": 3, "asked": (1, 2)},
        "not given an answer to question 3: open are 1, 2; see `edison answer run_1`",
    ),
    "OptionNotForSuites": ({"option": "--runs"}, "--runs is for batteries; a suite says that itself"),
    "ProjectCapReached": (
        {"slug": "shop", "cap_usd": 5.0, "taken_usd": 4.5},
        r"The project shop may spend \$5\.0000, and \$4\.5000 of it are spent or set aside",
    ),
    "ProjectInUse": (
        {"slug": "shop"},
        "Runs belong to shop, and they are evidence; archive it, or delete them with it",
    ),
    "ProjectMissing": ({"slug": "shop"}, "There is no project shop; edison project list"),
    "AssignmentMissing": ({"name": "essays"}, "There is no assignment essays; edison assignment list"),
    "AssignmentRefused": (
        {"name": "essays", "cause": "it is empty"},
        "essays cannot be kept as an assignment: it is empty.",
    ),
    "PromptMissing": ({"name": "shop"}, "There is no prompt shop; edison prompt list"),
    "ServerNotStarted": (
        {"address": "127.0.0.1:80", "cause": "in use"},
        r"cannot listen on 127.0.0.1:80 \(in use\); choose another --port",
    ),
    "SlugBroken": ({"slug": "A B"}, "A B cannot name a project; write small letters"),
    "VersionMissing": ({"prompt": "shop", "number": 9}, "shop has no version 9; edison prompt log shop"),
    "ModelUnknown": ({"name": "gpt"}, "No provider lists a model 'gpt'; write it as PROVIDER/MODEL"),
    "ModelAmbiguous": (
        {"name": "gpt", "candidates": ("a/gpt", "b/gpt")},
        "'gpt' may be any of a/gpt, b/gpt; write which",
    ),
    "ReplyUnusable": (
        {"endpoint": "a/gpt", "detail": "It is empty."},
        "What a/gpt wrote cannot be used, twice: It is empty. Ask another model",
    ),
    "FileNotReadable": (
        {"place": "a.yaml", "cause": "no such file"},
        r"a.yaml cannot be read \(no such file\)",
    ),
    "MasterKeyMissing": ({"provider": "x"}, "none is made in silence; make one with `edison keys new`"),
    "FilesInTheWay": (
        {"folder": "work", "files": ("edison.yaml", "cases.csv")},
        "work has edison.yaml, cases.csv already, and nothing was written; name another folder",
    ),
    "TemplateUnknown": (
        {"name": "shop", "known": ("first", "rag")},
        "There is no template shop; there are first, rag",
    ),
    "FileNotWritable": (
        {"place": "a.csv", "cause": "no folder"},
        "a.csv cannot be written .*name another place",
    ),
    "FileNotWritten": ({"place": "a.csv", "cause": "disk full"}, "a.csv was not written .*export them again"),
    "FileOutside": (
        {"name": "../a.txt", "folder": "suites"},
        "../a.txt lies outside of suites, links followed, and was not read; .*--allow-files",
    ),
    "DurationBroken": ({"text": "a week"}, "a week is no length of time; write .* such as 7d"),
    "CasesDoNotFit": (
        {"source": "a.jsonl", "problems": ("case-1: x is not given", "case-2: x is null"), "more": 3},
        r"do not fit:\n  case-1: x is not given\n  case-2: x is null\n  … and 3 more.",
    ),
    "ContestRefused": (
        {"cause": "1 text cannot be compared", "advice": "Hand in at least two."},
        "cannot be ranked: 1 text cannot be compared. Hand in at least two",
    ),
    "ExaminationRefused": (
        {"cause": "nobody is named", "advice": "Name judges."},
        "cannot be examined so: nobody is named. Name judges",
    ),
    "FormatUnknown": (
        {"name": "pdf", "known": ("csv", "json")},
        "Nothing is exported as 'pdf'; there are csv, json",
    ),
    "ChoiceUnknown": (
        {"what": "method", "name": "elo2", "known": ("elo", "firth")},
        "There is no method 'elo2'; there are elo, firth",
    ),
    "ColumnsUnclear": (
        {"file": "a.csv", "cause": "name the loser too", "known": ("x", "y")},
        "Which columns of a.csv to use is not clear: name the loser too. It has x, y",
    ),
    "TableBroken": (
        {"problem": Problem("a.csv", "the record has 2 cells", "Write 3.", line=4)},
        "a.csv cannot be used: line 4: the record has 2 cells. Write 3.",
    ),
    "ColumnMissing": (
        {"file": "a.csv", "column": "winer", "advice": "Known are winner, loser."},
        "a.csv has no column 'winer'. Known are winner, loser",
    ),
    "BaselineDiffers": ({"run_id": "run_2", "baseline_id": "run_1"}, "No cell of run_2 has the same case"),
    "LibraryMissing": (
        {"library": "polars", "extra": "frames"},
        r"polars is not installed; install edison-workbench\[frames\]",
    ),
    "MasterKeyBroken": (
        {"source": "EDISON_MASTER_KEY", "cause": "it is no base64"},
        "The master key in EDISON_MASTER_KEY cannot be used: it is no base64; give 32 bytes",
    ),
    "EndpointNameBroken": ({"name": "gpt"}, "'gpt' names no endpoint; write it as provider/model"),
    "WeightsDoNotSum": ({"total": 1.25}, "sum to 1.25; change them so that they sum to 1"),
    "ScoreOffScale": ({"score": 7, "minimum": 0, "maximum": 5}, "7 is not on the scale from 0 to 5"),
    "SuiteBroken": (
        {
            "file": "a.yaml",
            "problems": (
                Problem(
                    "a.yaml",
                    "'hot' is no number",
                    "Write 0.7.",
                    line=3,
                    column=9,
                    field="arms[0].temperature",
                ),
                Problem("b.txt", "the file is empty", "Write the prompt into it."),
            ),
        },
        r"a.yaml cannot be used:\n  line 3, column 9, arms\[0\].temperature: 'hot' is no number. Write 0.7.\n"
        "  b.txt: the file is empty. Write the prompt into it.",
    ),
    "ProviderUnknown": (
        {"name": "x", "known": ("b", "a")},
        "No provider is called 'x'; configured are: a, b",
    ),
    "ProviderBroken": (
        {"name": "x", "cause": "it needs a base_url."},
        "'x' cannot be used: it needs a base_url",
    ),
    "ProviderUnreachable": (
        {"name": "x", "address": "http://127.0.0.1:1/v1", "cause": "refused"},
        r"'x' cannot be reached at http://127.0.0.1:1/v1 \(refused\); check its address",
    ),
    "EndpointNotAllowed": (
        {"endpoint": "x/y", "hosts": ("api.x.com",), "allowed": ("a/*", "b")},
        r"x/y at api.x.com may not be asked here, and nothing was sent; EDISON_ALLOWED lets be asked: a/\*, b",
    ),
    "KeyKeptBack": (
        {"provider": "x", "variable": "X_KEY", "host": "evil.example", "advice": "Store it."},
        "What X_KEY holds is not sent to evil.example, as provider 'x' wants it. Store it",
    ),
    "KeyMissing": ({"provider": "x", "variable": "X_KEY"}, "needs a key; set X_KEY or configure"),
    "ParametersNotTaken": (
        {"endpoint": "x/y", "parameters": ("seed", "top_k")},
        "x/y does not take seed, top_k",
    ),
    "ExtraRefused": (
        {"endpoint": "x/y", "names": ("model", "n")},
        "extra of x/y may not set model, n; nothing",
    ),
    "ExtraNotPriced": (
        {"endpoint": "x/y", "names": ("service_tier",)},
        "With service_tier in extra, what x/y costs is unknown",
    ),
    "OperationNotOffered": ({"provider": "x", "operation": "batches"}, "'x' offers no batches"),
    "BudgetSpent": (
        {"needed_microusd": 1_500_000, "left_microusd": 1},
        "may cost 1.500000 USD and only 0.000001 USD is left",
    ),
    "PriceUnknown": ({"endpoint": "x/y"}, "The price of x/y is unknown"),
    "WaitTooLong": ({"endpoint": "x/y", "waited_s": 59.6}, "within 60 s; nothing was sent"),
    "ModelNotServed": ({"model": "y", "servers": ()}, "None of no server serves the model 'y'"),
    "BatchRefused": ({"cause": "it is empty."}, "The batch was not handed in: it is empty"),
    "SettingBroken": (
        {"variable": "X", "value": "loud", "allowed": ("debug", "info")},
        "X='loud' is not allowed; use one of debug, info",
    ),
    "SimulatorNotStarted": (
        {"address": "127.0.0.1:1", "cause": "in use"},
        r"cannot listen on 127.0.0.1:1 \(in use\); choose another --port",
    ),
    "CheckBroken": (
        {"check": "regex", "field": "value", "problem": "must be a pattern"},
        "The check 'regex' cannot be made: its value must be a pattern",
    ),
    "NothingToCompare": (
        {"judge": "strict"},
        "The judge 'strict' compares answers .*: add an arm or a prompt",
    ),
    "AnsweredAlready": ({"unit": 3}, "Unit 3 was answered by another worker"),
    "TakenForDead": ({"worker": "a-1-x"}, "Worker a-1-x was silent for so long"),
    "RunSuperseded": ({"epoch": 1, "current": 2}, "driven by epoch 2 now; what epoch 1 had under way"),
    "RunNotMoved": (
        {"run_id": "run_1", "wish": "paused", "state": "cancelled"},
        "Run run_1 cannot be paused, for it is cancelled",
    ),
    "EngineBusy": ({"worker": "host-1"}, r"An engine \(host-1\) runs in this process already"),
    "SampleEmpty": ({"what": "cases", "needed": 2, "got": 1}, "Too few cases: 1 of at least 2"),
    "SampleBroken": ({"what": "scores", "cause": "one is NaN"}, "The scores cannot be used: one is NaN"),
    "LengthsDiffer": ({"lengths": {"left": 2, "right": 3}}, r"these are not \(left: 2, right: 3\)"),
    "StatisticRefused": (
        {"what": "split-half", "cause": "the pairs were adaptive", "instead": "Use two streams."},
        "No split-half: the pairs were adaptive. Use two streams.",
    ),
    "DatabaseUrlBroken": (
        {"url": "mysql://x", "cause": "mysql is not supported"},
        "'mysql://x' is no database of ours: mysql is not supported; give a file",
    ),
    "DatabaseUnavailable": ({"cause": "locked"}, r"does not answer \(locked\); it is tried again"),
    "DatabaseFull": ({"cause": "disk is full"}, r"no room left \(disk is full\); free some disk space"),
    "DatabaseReadOnly": ({"cause": "readonly"}, r"cannot be written \(readonly\); get write access"),
    "DatabaseBroken": (
        {"cause": "disk I/O error"},
        r"its disk failed \(disk I/O error\); run `edison doctor`",
    ),
    "SqliteTooOld": ({"found": "3.40.1", "least": "3.51.3"}, "SQLite 3.40.1 can damage .* from 3.51.3 on"),
    "SchemaTooNew": ({"found": "0009", "known": "0001"}, "has schema 0009 and .* knows 0001; upgrade Edison"),
    "SchemaTooOld": ({"found": None, "needed": "0001"}, "has schema none and 0001 is needed"),
    "RunMissing": ({"text": "x"}, "There is no run 'x'; `edison runs` lists them"),
    "RunAmbiguous": ({"text": "r", "candidates": ("r1", "r2")}, "'r' may be any of r1, r2; give more"),
    "DatasetMissing": ({"dataset_id": "set_1"}, "There is no dataset 'set_1'; add it first"),
    "BackupRefused": (
        {"place": "a.db", "cause": "it is not empty"},
        "a.db was left as it was: it is not empty",
    ),
    "BundleTooLarge": (
        {"file": "a.edison", "unpacked": 9_000, "cause": "and at most 10 are taken"},
        "a.edison was not unpacked, and nothing of it was stored: it would take 9,000 bytes, and at most 10",
    ),
    "KeyNotReadable": (
        {"provider": "x", "cause": "the master key is another one"},
        "provider 'x' cannot be read: the master key is another one; set EDISON_MASTER_KEY",
    ),
    "TemplateBroken": (
        {"problem": "a brace is open", "line": 2, "column": 3, "advice": "Close it."},
        "Line 2, column 3: a brace is open. Close it.",
    ),
    "VariablesMissing": ({"absent": ("a",), "null": ("b",)}, r"\(not given: a; null: b\)"),
    "ValueNotRenderable": (
        {"variable": "x", "type_name": "set", "problem": "sets have no order"},
        r"The value of x \(set\) cannot be written as JSON: sets have no order",
    ),
    "RenderedTooLarge": ({"max_chars": 100_000}, "would exceed 100,000 characters"),
    "BoundaryUnusable": ({"problem": "it is too short"}, "it is too short. Draw another one"),
}


@pytest.mark.parametrize(
    "name", [name for name, error in CLASSES.items() if not issubclass(error, ProviderTrouble)]
)
def test_every_error_has_an_example_here(name: str) -> None:
    assert name in EXAMPLES, f"add an example of {name}: its arguments, and what it says"


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_error_says_what_stood_in_the_way(name: str) -> None:
    arguments, sentence = EXAMPLES[name]

    with pytest.raises(EdisonError, match=sentence) as raised:
        raise CLASSES[name](**arguments)  # pyright: ignore[reportArgumentType] (each class has its own)

    assert raised.value.sentence.endswith(".")
    assert raised.value.fields


def test_a_key_without_a_variable_is_asked_for_in_other_words() -> None:
    with pytest.raises(EdisonError, match="needs a key; configure a key for it"):
        raise CLASSES["KeyMissing"](provider="x", variable=None)  # pyright: ignore[reportCallIssue]


def test_an_answer_where_nothing_is_open_is_told_so() -> None:
    with pytest.raises(EdisonError, match="not given an answer to one: no question is open"):
        raise CLASSES["NothingAsked"](run_id="run_1", question=None, asked=())  # pyright: ignore[reportCallIssue]
