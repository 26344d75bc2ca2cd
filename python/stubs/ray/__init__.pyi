"""Everything here is `Any`: the library has no types of its own, or is not installed where types are checked."""

from typing import Any

def __getattr__(name: str) -> Any: ...
