"""Edison: a workbench for prompts, models and judges."""

__version__ = "0.1.0"
