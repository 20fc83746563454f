"""`python -m bench.safety`: our detectors on the labelled texts; with `--peers`, libraries as well.

Peers are looked for where this runs, a scratch environment, and those that are missing are left out:
`python -m venv scratch && scratch/bin/pip install presidio-analyzer scrubadub detect-secrets phonenumbers .`.
"""

import argparse
from time import process_time

from edison.text import find_jailbreaks, find_private, find_secrets

from .labelled import Detector, LabelledText, Span, Tally, measure, read_texts
from .peers import peers


def ours(text: str) -> list[Span]:
    """What every output of a run with `safety:` is looked through for."""
    found = (*find_private(text), *find_secrets(text), *find_jailbreaks(text))
    return [Span(one.what, one.start, one.end) for one in found]


def main() -> None:
    """Print a table for each detector."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--peers", action="store_true")
    parser.add_argument("--examples", action="store_true", help="print what was missed and found wrongly")
    request = parser.parse_args()
    texts = list(read_texts())
    aside = [one for one in texts if one.is_kept_aside]
    _show("ours, all texts", ours, texts, with_examples=request.examples)
    _show("ours, texts kept aside", ours, aside, with_examples=False)
    for name, detect in peers() if request.peers else ():
        _show(f"{name}, all texts", detect, texts, with_examples=request.examples)


def _show(name: str, detect: Detector, texts: list[LabelledText], *, with_examples: bool) -> None:
    list(detect(texts[0].text))
    began = process_time()
    tallies = measure(detect, texts)
    took_us = (process_time() - began) / len(texts) * 1e6
    print(f"\n{name}: {len(texts)} texts, {took_us:,.0f} µs each")
    print(f"{'kind':<14}{'labels':>8}{'found':>7}{'false':>7}{'precision':>11}{'recall':>8}")
    for kind, tally in tallies.items():
        told = f"{kind:<14}{tally.labels:>8}{tally.found:>7}{tally.false_alarms:>7}"
        print(f"{told}{_share(tally.precision):>11}{_share(tally.recall):>8}")
        for example in tally.examples if with_examples else ():
            print(f"    {example}")
    whole = _together(tallies)
    print(f"{'all':<14}{whole.labels:>8}{whole.found:>7}{whole.false_alarms:>7}", end="")
    print(f"{_share(whole.precision):>11}{_share(whole.recall):>8}")


def _together(tallies: dict[str, Tally]) -> Tally:
    whole = Tally()
    for one in tallies.values():
        whole.found += one.found
        whole.missed += one.missed
        whole.false_alarms += one.false_alarms
    return whole


def _share(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


if __name__ == "__main__":
    main()
