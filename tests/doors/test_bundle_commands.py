"""bundle: a project goes into another installation, on either database, and gives the same numbers there."""

import json
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from edison.sim import SimProcess

from .commands import Terminal
from .suites import JUDGED, a_suite

pytestmark = pytest.mark.timeout(120)


def test_a_bundle_gives_the_same_numbers_in_another_installation(
    terminal: Terminal, sim: SimProcess, database_url: str
) -> None:
    terminal.write("edison.yaml", a_suite(sim, **JUDGED))
    (terminal.folder / "prompt.txt").write_text("Answer {{ question }}")
    terminal.edison("experiment", "import", "edison.yaml")
    run = terminal.edison("experiment", "run", "capitals", "--quiet", "--json").json["id"]
    terminal.edison("label", run, "--case", "france", "--score", "1", "--correction", "Paris!")
    terminal.edison("data", "add-corrected", "golden", run)
    terminal.edison("prompt", "add", "shop", "prompt.txt")
    terminal.edison("run", "edison.yaml", "--detach", "--quiet")
    told = (("export", run, "-f", "json"), ("show", run, "--json"), ("labels", run, "--json"))
    before = [terminal.edison(*one).out for one in told]

    made = terminal.edison("bundle", "export", "all.edison")
    again = terminal.edison("bundle", "export", "all.edison")
    terminal.set("EDISON_DATABASE_URL", database_url)
    added = terminal.edison("bundle", "import", "all.edison")
    known = terminal.edison("bundle", "import", "all.edison")

    assert "Left out: 1 run that did not end yet." in made.out, made.err
    assert "[backup_refused]" in again.err
    assert added.out.startswith("Added 1 run, ")
    assert known.out == "Added 0 runs, 0 rows, 1 run known before.\n"
    assert [terminal.edison(*one).out for one in told] == before
    [line] = terminal.edison("experiment", "list", "--json").json
    assert (line["status"], line["last_run"]["id"]) == ("completed", run)
    assert terminal.edison("prompt", "show", "shop").out.endswith("Answer {{ question }}\n")
    assert "golden@1" in terminal.edison("data", "list").out
    assert len(terminal.edison("events", run).out.splitlines()) > 3
    shown = terminal.edison("bundle", "show", "all.edison", "--json").json
    assert (shown["runs"], shown["rows"]["output"]) == ([run], 6)
    assert terminal.edison("bundle", "export", "two.edison", "--experiment", "capitals").code == 0
    assert "attempt" in terminal.edison("bundle", "show", "two.edison").out


def test_a_bundle_that_was_changed_or_does_not_fit_is_refused(terminal: Terminal) -> None:
    terminal.edison("experiment", "new", "Shop")
    terminal.edison("bundle", "export", "shop.edison")
    terminal.edison("experiment", "edit", "Shop", "--description", "Changed meanwhile.")
    damaged = _with_another_manifest(terminal.folder)
    (terminal.folder / "no.edison").write_text("no bundle")

    assert "says something else" in terminal.edison("bundle", "import", "shop.edison").err
    assert "its checksum is another" in terminal.edison("bundle", "import", damaged).err
    assert "it is no bundle" in terminal.edison("bundle", "import", "no.edison").err
    assert "there is no such file" in terminal.edison("bundle", "show", "none.edison").err


def test_a_bundle_that_would_unpack_to_a_flood_is_refused_by_name(terminal: Terminal) -> None:
    terminal.edison("experiment", "new", "Shop")
    terminal.edison("bundle", "export", "shop.edison")
    with ZipFile(terminal.folder / "shop.edison") as packed:
        manifest = packed.read("manifest.json")
    with ZipFile(terminal.folder / "bomb.edison", "w", ZIP_DEFLATED) as bomb:
        bomb.writestr("manifest.json", manifest)
        with bomb.open("rows.db", "w") as rows:
            for _ in range(65):
                rows.write(bytes(1 << 20))

    refused = terminal.edison("bundle", "import", "bomb.edison")
    small = terminal.edison("bundle", "import", "shop.edison", "--largest-gb", "0.0001")

    assert "[bundle_too_large]" in refused.err
    assert "times as much as it is packed" in refused.err
    assert "[bundle_too_large]" in small.err
    assert "at most 107,374 are taken" in small.err
    assert "Added 0 runs" in terminal.edison("bundle", "import", "shop.edison").out


def _with_another_manifest(folder: Path) -> str:
    with ZipFile(folder / "shop.edison") as packed, ZipFile(folder / "damaged.edison", "w") as damaged:
        manifest = json.loads(packed.read("manifest.json"))
        damaged.writestr("manifest.json", json.dumps({**manifest, "sha256": "0" * 64}))
        damaged.writestr("rows.db", packed.read("rows.db"))
    return "damaged.edison"
