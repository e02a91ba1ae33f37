"""The key on flash: one small file, written beside the old one and put in its place."""

import binascii
import os

PATH = "tableside.key"


def load(path: str) -> bytes:
    """The key; b"" when there is no file, or what is in it is no key."""
    try:
        with open(path, "rb") as file:
            key = binascii.unhexlify(file.read().strip())
    except (OSError, ValueError):
        return b""
    return key if len(key) == 32 else b""


def save(path: str, key: bytes) -> bool:
    """Whether it is on flash now."""
    try:
        with open(path + ".new", "wb") as file:
            file.write(binascii.hexlify(key) + b"\n")
        os.rename(path + ".new", path)
    except OSError:
        return False
    return load(path) == key
