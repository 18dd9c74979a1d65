"""Where the material lies that is shared between checkouts, beside the project's folder."""

from __future__ import annotations

from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[2].parent / "shared"

needs_shared = pytest.mark.skipif(
    not SHARED.is_dir(), reason="the shared reference material is not beside this checkout"
)
