"""The values a setting may take."""

from typing import Literal

LogLevel = Literal["debug", "info", "warning", "error"]
LogFormat = Literal["text", "json"]
