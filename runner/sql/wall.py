"""A wall around chDB's process that the kernel keeps: Landlock, where Linux has it.

The guard reads what a statement says; this holds whatever a statement does. Behind it the process
reads the system's own folders, Python's, and those of the page; it writes only where its own
files are; it starts no program, opens no connection by TCP, and sees no other process.

The interface is that of the manual pages landlock(7), landlock_create_ruleset(2),
landlock_add_rule(2) and landlock_restrict_self(2), called without a library: none is needed.
"""

from __future__ import annotations

import ctypes
import os
import stat
import struct
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
"""Numbers of system calls, the same on every processor that Landlock is for."""
_ASK_VERSION = 1
_PATH_BENEATH = 1
_NO_NEW_PRIVILEGES = 38

_WRITE_FILE, _READ_FILE, _READ_FOLDER = 1 << 1, 1 << 2, 1 << 3
_TRUNCATE, _DEVICE_CONTROL = 1 << 14, 1 << 15
_OF_FILES = _WRITE_FILE | _READ_FILE | _TRUNCATE | _DEVICE_CONTROL
_READ = _READ_FILE | _READ_FOLDER
_EXECUTE = 1 << 0
_RIGHTS = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 5: (1 << 16) - 1}
"""All rights on files by the version of Landlock that brought the last of them."""
_TCP = 0b11
"""To listen and to connect: version 4."""
_SCOPES = 0b11
"""Abstract sockets and signals of others: version 6."""

_SYSTEM = (
    *("/usr", "/lib", "/lib32", "/lib64", "/bin", "/sbin", "/opt", "/nix", "/gnu", "/snap"),
    *("/sys", "/dev/null", "/dev/zero", "/dev/random", "/dev/urandom"),
    *("/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/proc/vmstat"),
    *("/proc/filesystems", "/proc/loadavg", "/proc/mounts", "/proc/sys", "/proc/version"),
    *("/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/localtime", "/etc/timezone"),
    *("/etc/nsswitch.conf", "/etc/alternatives"),
)
"""What programs and libraries are made of, and what they ask of the kernel. Of processes their own
alone: the environment of others may hold passwords."""


def version() -> int:
    """The version of Landlock that the kernel has; 0 where it has none, or it is switched off."""
    if sys.platform != "linux":
        return 0
    return max(_call(_CREATE_RULESET, None, 0, _ASK_VERSION), 0)


def build(readable: Iterable[Path], own: Path) -> bool:
    """Put this thread, and those that it starts, behind the wall; whether there is one.

    `readable` are folders to read from, besides the system's and Python's; `own` is where files
    may be made. Threads that run already stay before it. Raises `OSError` where the kernel has
    Landlock and refuses a part of the wall.
    """
    number = version()
    if not number:
        return False
    rights = _RIGHTS[max(brought for brought in _RIGHTS if brought <= number)]
    fields = [rights]
    if number >= 4:
        fields.append(_TCP)
    if number >= 6:
        fields.append(_SCOPES)
    attributes = struct.pack(f"={len(fields)}Q", *fields)
    ruleset = _checked(_call(_CREATE_RULESET, attributes, len(attributes), 0))
    try:
        for path in (*map(Path, _SYSTEM), *_python_folders(), *readable):
            _allow(ruleset, path, _READ & rights)
        _allow(ruleset, Path(os.devnull), (_READ_FILE | _WRITE_FILE) & rights)
        _allow(ruleset, own, rights & ~_EXECUTE)
        _checked(_libc().prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0))
        _checked(_call(_RESTRICT_SELF, ruleset, 0))
    finally:
        os.close(ruleset)
    return True


def _python_folders() -> list[Path]:
    """Where Python, its packages and the libraries of both are."""
    libraries = os.environ.get("LD_LIBRARY_PATH", "").split(":")
    found = [sys.prefix, sys.base_prefix, sys.exec_prefix, *sys.path, *libraries]
    return [Path(path) for path in found if Path(path).is_absolute()]


def _allow(ruleset: int, path: Path, rights: int) -> None:
    """Allow `rights` on a file, or on all below a folder; what is not there needs no rule."""
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        if not stat.S_ISDIR(os.fstat(place).st_mode):
            rights &= _OF_FILES
        rule = struct.pack("=Qi", rights, place)
        _checked(_call(_ADD_RULE, ruleset, _PATH_BENEATH, rule, 0))
    finally:
        os.close(place)


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _call(number: int, *arguments: bytes | int | None) -> int:
    """A system call; -1 where it fails."""
    given = [ctypes.c_long(a) if isinstance(a, int) else a for a in arguments]
    return int(_libc().syscall(ctypes.c_long(number), *given))


def _checked(result: int) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result
