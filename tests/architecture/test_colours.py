"""Words in the colour of an outcome can be read on every ground that they stand on, in both themes (WCAG 1.4.3)."""

import re

import pytest

from tools.cards import ROOT

TOKENS = ROOT / "web" / "src" / "ui" / "tokens.css"
FAMILIES = ("ok", "refused", "cut", "failed", "open", "accent")
LEAST = 4.5


def colours_of(theme: str) -> dict[str, str]:
    """The tokens of a theme that are colours, by their names."""
    written = TOKENS.read_text(encoding="utf-8").partition(f"='{theme}'] {{")[2].partition("}")[0]
    return dict(re.findall(r"--([\w-]+): #([0-9a-f]{6})", written))


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: str) -> float:
    parts = (int(colour[at : at + 2], 16) / 255 for at in (0, 2, 4))
    red, green, blue = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_word_in_the_colour_of_an_outcome_can_be_read(theme: str) -> None:
    colours = colours_of(theme)
    faint = {
        f"{family} on {ground}": round(contrast(colours[family], colours[ground]), 2)
        for family in FAMILIES
        for ground in (f"{family}-soft", "surface", "canvas")
        if contrast(colours[family], colours[ground]) < LEAST
    }

    assert faint == {}
