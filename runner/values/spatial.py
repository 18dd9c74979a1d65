"""Points and vectors."""

from __future__ import annotations

from dataclasses import dataclass

SRID_BY_CRS = {"cartesian": 7203, "cartesian-3d": 9157, "wgs-84": 4326, "wgs-84-3d": 4979}
CRS_BY_SRID = {srid: crs for crs, srid in SRID_BY_CRS.items()}
MAX_DIMENSION = 4096
"""The most coordinates of a vector (Cypher manual, "Vector values")."""


@dataclass(frozen=True, slots=True)
class Point:
    """A point: its coordinate reference system by `srid`, and two or three coordinates."""

    srid: int
    coordinates: tuple[float, ...]

    @property
    def crs(self) -> str:
        """The name of the coordinate reference system, as ``wgs-84``."""
        return CRS_BY_SRID[self.srid]


@dataclass(frozen=True, slots=True)
class Vector:
    """A vector: its coordinates (all int or all float) and their type, as ``FLOAT32``."""

    coordinates: tuple[float, ...] | tuple[int, ...]
    coordinate_type: str
    """One of INTEGER8, INTEGER16, INTEGER32, INTEGER (64 bits), FLOAT32, FLOAT (64 bits)."""
