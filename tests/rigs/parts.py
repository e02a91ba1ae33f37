"""What the machine is made of: Debian's own packages, fetched with apt and unpacked into a folder of ours.

Nothing is installed: lists, packages and what is in them lie in `build/rigs`, and no call needs to be root.
"""

import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "build" / "rigs"
PACKAGES = ("qemu-system-x86", "busybox-static", "kmod", "dbus", "bluez")
TOOLS = ("apt-get", "apt-cache", "dpkg-deb", "tar")
_KERNEL = re.compile(r"Depends: (linux-image-\S+-amd64)")


class NotToBeHadError(Exception):
    """One line: what is missing, and what to install where."""


@dataclass(frozen=True, slots=True)
class Parts:
    """`root` goes on top of this computer's own files; `release` names the kernel in it."""

    root: Path
    release: str

    @property
    def environment(self) -> dict[str, str]:
        """For programs that were unpacked, not installed."""
        libraries = self.root / "usr" / "lib" / "x86_64-linux-gnu"
        paths = [str(self.root / "usr" / name) for name in ("bin", "sbin")]
        return {
            **os.environ,
            "LD_LIBRARY_PATH": str(libraries),
            "PATH": os.pathsep.join([*paths, os.environ["PATH"]]),
        }

    def program(self, name: str) -> str:
        """Where a program is, unpacked or installed."""
        found = shutil.which(name, path=self.environment["PATH"])
        if found is None:
            raise NotToBeHadError(f"{name} is not there: apt-get install {' '.join(PACKAGES)}")
        return found

    def kmod(self, name: str, *words: str | Path) -> str:
        """What one of kmod's programs says: links to it, which lead nowhere in a tree that is no root."""
        return subprocess.run(
            [name, *words],
            executable=self.program("kmod"), env=self.environment,
            stdout=subprocess.PIPE, text=True, check=True,
        ).stdout  # fmt: skip


def get() -> Parts:
    """What was unpacked before, or is now."""
    stamp = FOLDER / "release"
    if stamp.exists():
        return Parts(FOLDER / "root", stamp.read_text().strip())
    if missing := [tool for tool in TOOLS if shutil.which(tool) is None]:
        raise NotToBeHadError(
            f"{', '.join(missing)} not found: this needs Debian 12 or later on a PC (amd64), with "
            f"{', '.join(PACKAGES)} and linux-image-amd64 within reach of apt"
        )
    shutil.rmtree(FOLDER, ignore_errors=True)
    print(f"Fetching {', '.join(PACKAGES)} and a kernel from Debian into {FOLDER}; nothing is installed.")
    cache = FOLDER / "cache"
    for one in ("lists/partial", "cache/archives/partial"):
        (FOLDER / one).mkdir(parents=True)
    _apt("apt-get", "update")
    depends = _KERNEL.search(_apt("apt-cache", "depends", "linux-image-amd64"))
    if depends is None:
        raise NotToBeHadError("apt knows no linux-image-amd64: this needs the packages of Debian for amd64")
    kernel = depends[1]
    _apt("apt-get", "install", "--yes", "--no-install-recommends", "--download-only", *PACKAGES)
    _apt("apt-get", "download", kernel, folder=cache / "archives")
    release = kernel.removeprefix("linux-image-")
    _unpack(sorted((cache / "archives").glob("*.deb")), FOLDER / "root")
    parts = Parts(FOLDER / "root", release)
    parts.kmod("depmod", "-b", parts.root, release)
    shutil.rmtree(cache)
    stamp.write_text(release + "\n")
    return parts


def _apt(*call: str, folder: Path | None = None) -> str:
    """Call apt on lists and a cache of ours."""
    tool, *words = call
    options = {
        "Dir::State::lists": FOLDER / "lists",
        "Dir::Cache": FOLDER / "cache",
        "Debug::NoLocking": "1",
        "APT::Sandbox::User": "",
        "Acquire::Retries": "2",
    }
    line = [tool, *(word for key, value in options.items() for word in ("-o", f"{key}={value}")), *words]
    ended = subprocess.run(line, cwd=folder, capture_output=True, text=True, check=False)
    if ended.returncode:
        why = [one for one in ended.stderr.splitlines() if one.startswith("E: ")] or ["E: no reason given"]
        raise NotToBeHadError(
            f"apt cannot fetch {', '.join(PACKAGES)} and linux-image-amd64 ({why[0][3:]}): "
            "see that Debian's mirror can be reached"
        )
    return ended.stdout


def _unpack(packages: list[Path], root: Path) -> None:
    """Into a tree whose /bin, /lib and so on are links into /usr, as on the computer beneath it."""
    for name in ("bin", "sbin", "lib", "lib64"):
        (root / "usr" / name).mkdir(parents=True)
        (root / name).symlink_to(f"usr/{name}")
    for package in packages:
        with subprocess.Popen(["dpkg-deb", "--fsys-tarfile", package], stdout=subprocess.PIPE) as data:
            subprocess.run(
                ["tar", "-x", "--keep-directory-symlink", "-C", root], stdin=data.stdout, check=True
            )
        if data.returncode:
            raise NotToBeHadError(f"{package.name} cannot be unpacked; remove {FOLDER} and try again")
