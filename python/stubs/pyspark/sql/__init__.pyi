"""Only what is used by name; everything else is `Any`."""

from typing import Any

class DataFrame:
    def __getattr__(self, name: str) -> Any: ...

def __getattr__(name: str) -> Any: ...
