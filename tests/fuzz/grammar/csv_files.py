"""Files for LOAD CSV: some with all that a reader of CSV may stumble over, some drawn."""

from __future__ import annotations

import gzip
import zipfile
from io import BytesIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from tests.fuzz.grammar.draw import Draw

HEADERS = ("a", "b", "i", "s", "f", "")
"""Every name that a column has in a file, beside those of `ODD` files."""
TERMINATORS = {"comma": ",", "semicolon": ";", "tab": "\t", "pipe": "|"}
DRAWN = tuple(f"{name}{number}" for name in TERMINATORS for number in (1, 2, 3))
"""Names of the files that are drawn anew in each campaign; each begins with its terminator's."""


def _zipped(*names: str) -> bytes:
    data = BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in names:
            archive.writestr(zipfile.ZipInfo(name), "" if name.endswith("/") else "a,b\n1,x\n")
    return data.getvalue()


_GZIPPED = gzip.compress(b"a,b\n1,2\n", mtime=0)
ODD: dict[str, bytes] = {
    "empty": b"",
    "lines": b"\n\n\r\n",
    "header": b"a,b,i\n",
    "plain": b"a,b,i\n1,x,3\n2,y,0\n3,x,7\n",
    "no_end": b"a,b\n1,2",
    "blank_fields": b'a,b,i,s\n,,\n1,,3,\n,"",,""\n',
    "blank_lines": b"a,b\n\n1,2\n\n\n3,4\n   \n",
    "quoted": b'a,b,s\n"1","x y","z"\n"a,b","c\nd",""\n',
    "doubled": b'a,s\n"a ""b"" c","""\n"\n"""""",x""y\n',
    "backslashes": b'a,s\n"a\\"b","c\\\\"\n\\n,a\\tb\n"\\n","\\x"\n',
    "apostrophes": b"a,b\n'x,y'\n'it''s',1\n",
    "crlf": b'a,b\r\n1,"x\r\ny"\r\n2,z\r\n',
    "cr": b"a,b\r1,2\r3,4",
    "bom": b"\xef\xbb\xbfa,i\n1,\xc3\xa9\n",
    "utf16": b"\xff\xfe" + 'a,i\n1,é\n"x",😀\n'.encode("utf-16-le"),
    "utf16_big": b"\xfe\xff" + "a,i\n1,é\n".encode("utf-16-be"),
    "not_utf8": b"a,i\n\xe9,1\n\xff\xfe,2\n\xc3,3\n",
    "no_text": b"a,i\n\x00x,1\nx\x1fy,2\n",
    "ragged": b"a,b,i\n1\n1,2,3,4,5\n\n,,\n,,,,,\n2,3\n",
    "spaces": b' a ,b\n 1 , "x" \n\t2\t,3 \n"q" ,4\n',
    "twice": b"a,b,a\n1,2,3\n4,5\n",
    "no_names": b'a,,"",\n1,2,3,4\n',
    "semicolons": b'a;b\n1;"x;y"\n2,3;z\n',
    "numbers": b"a,b,i,s,f\n1,x,007,true,1.5\n-2,y,1e3,FALSE,NaN\n0x10,, 4 ,yes,.5\n9,z,2.7,no,-\n",
    "open_quote": b'a,b\n1,2\n3,"x\n4,5\n',
    "open_first": b'"a,b\n1,2\n',
    "after_quote": b'a,b\n1,2\n"x"y,3\n4,5\n',
    "quote_inside": b'a,b\nx"y"z,1\n2,x"\n',
    "name_with space": b"a,b\n1,2\n",
    "surrogates": "a,b\n😀,𝒳y\n\u2028,\u0085\n".encode(),
    "gzip": _GZIPPED,
    "gzip_of_two": _GZIPPED + _GZIPPED,
    "gzip_with_mark": gzip.compress(b"\xef\xbb\xbfa,b\n1,2\n", mtime=0),
    "gzip_of_nothing": b"\x1f\x8b",
    # Not one that ends too early: the server never answers.
    "zip": _zipped("a/", "a/b.csv", "__MACOSX/a", "a/.hidden"),
    "zip_of_two": _zipped("a.csv", "b.csv"),
    "zip_of_none": _zipped("a/"),
    "zip_in_name": b"PK\x03\x04a,b\n1,2\n",
}
"""Contents by name, without the ending."""
BROKEN = ("spaces", "open_quote", "open_first", "after_quote")
"""Files among them that cannot be read to their end."""


def write_files(folder: Path, draw: Draw) -> None:
    """Fill `folder`, which both sides read, with the files that statements name."""
    for name, content in ODD.items():
        (folder / f"{name}.csv").write_bytes(content)
    for name in DRAWN:
        (folder / f"{name}.csv").write_bytes(_drawn(TERMINATORS[name[:-1]], draw))
    (folder / "folder.csv").mkdir(exist_ok=True)


def _drawn(terminator: str, draw: Draw) -> bytes:
    names = ["a", *draw.some(HEADERS[1:5], 4)]
    end = draw.one(("\n", "\n", "\r\n"))
    lines = [terminator.join(names)]
    for _ in range(draw.integer(0, 6)):
        count = len(names) if draw.chance(0.85) else draw.integer(1, len(names) + 1)
        fields = [_field(names[at % len(names)], terminator, draw) for at in range(count)]
        lines.append(terminator.join(fields))
    text = end.join(lines) + (end if draw.chance(0.8) else "")
    mark = "\ufeff" if draw.chance(0.1) else ""
    return (mark + text).encode()


def _field(name: str, terminator: str, draw: Draw) -> str:
    if draw.chance(0.15):
        return draw.one(("", '""', " "))
    if name == "i":
        text = str(draw.integer(-2, 9))
    elif name == "f":
        text = draw.one(("0.5", "-2.25", "1e2", "3"))
    else:
        text = draw.one(
            ("x", "y", "abc", "Ann", "é", "a b", "1", "true", f"p{terminator}q", 'say "hi"', "c\nd")
        )
    if terminator in text or '"' in text or "\n" in text or draw.chance(0.25):
        return '"' + text.replace('"', '""') + '"'
    return text
