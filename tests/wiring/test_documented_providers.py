"""The page of providers: every block is a file that works, and every kind has one."""

import re

from edison.formats import read_providers
from edison.formats.suite.provider_forms import ProviderForm
from edison.gateway import KINDS
from edison.settings import load_settings
from edison.wiring import build_providers
from tools.cards import ROOT

PAGE = (ROOT / "docs" / "start" / "providers.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)


def test_every_block_of_the_page_is_a_file_of_providers_that_can_be_asked() -> None:
    keys = {name: f"key:of-{name}" for name in re.findall(r"api_key_env: (\w+)", PAGE)}
    keys |= {"AWS_ACCESS_KEY_ID": "AKIA1", "AWS_SECRET_ACCESS_KEY": "secret1"}
    settings = load_settings(keys)

    built = [
        provider
        for block in BLOCKS
        for provider in build_providers(read_providers(block.encode(), name="page.yaml"), settings)
    ]

    assert {provider.kind for provider in built} == set(KINDS)
    assert all(provider.key is not None for provider in built if provider.name not in ("sim", *_LOCAL))


def test_every_key_of_a_form_is_explained_on_the_page() -> None:
    explained = set(re.findall(r"`(\w+)`", "\n".join(re.findall(r"^\| (`.*?) \|", PAGE, re.MULTILINE))))

    assert set(ProviderForm.model_fields) <= explained


_LOCAL = ("ollama", "lmstudio", "vllm", "llamacpp")
