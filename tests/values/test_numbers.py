"""Floats as Java prints them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.values.numbers import float32_text, float_text, to_float32


@pytest.mark.parametrize(
    ("x", "text"),
    [
        (1.0, "1.0"),
        (100.0, "100.0"),
        (1000000.0, "1000000.0"),
        (9999999.0, "9999999.0"),
        (1e7, "1.0E7"),
        (123456789.123, "1.23456789123E8"),
        (0.001, "0.001"),
        (0.00123, "0.00123"),
        (1e-4, "1.0E-4"),
        (0.1 + 0.2, "0.30000000000000004"),
        (1 / 3, "0.3333333333333333"),
        (0.0, "0.0"),
        (-0.0, "-0.0"),
        (-1234567.5, "-1234567.5"),
        (5e-324, "4.9E-324"),
        (2e23, "2.0E23"),
        (1e22, "1.0E22"),
        (1.7976931348623157e308, "1.7976931348623157E308"),
        (float(2**63), "9.223372036854776E18"),
        (float("inf"), "Infinity"),
        (float("-inf"), "-Infinity"),
        (float("nan"), "NaN"),
    ],
)
def test_text_of_floats(x: float, text: str) -> None:
    """Plain from 10⁻³ up to 10⁷, with an exponent beyond; two digits at least."""
    assert float_text(x) == text


@pytest.mark.parametrize(
    ("x", "text"),
    [
        (0.1, "0.1"),
        (1 / 3, "0.33333334"),
        (0.8535534, "0.8535534"),
        (1e10, "1.0E10"),
        (1.5, "1.5"),
        (-0.0, "-0.0"),
        (1e-45, "1.4E-45"),
        (1e39, "Infinity"),
    ],
)
def test_text_of_narrow_floats(x: float, text: str) -> None:
    """The shortest decimal that is the same 32-bit float."""
    assert float32_text(to_float32(x)) == text


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_text_reads_back(x: float) -> None:
    """No digit is lost."""
    assert float(float_text(x)) == x


@given(st.floats(width=32, allow_nan=False, allow_infinity=False))
def test_narrow_text_reads_back(x: float) -> None:
    """No digit is lost in 32 bits either."""
    assert to_float32(float(float32_text(x))) == x
