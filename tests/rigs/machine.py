"""The machine: QEMU without acceleration, Debian's kernel, and this computer's own files, only to be read.

Its root is what was unpacked, on top of the real root, under a folder in memory that takes whatever is
written. So it runs this very working copy with this very Python, and leaves nothing behind.

While it is at work its clock counts instructions, one a nanosecond: how busy this computer is makes it slow
to watch, and changes nothing of what it measures.
"""

import shlex
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

from tests.rigs.parts import FOLDER, Parts

REPOSITORY = Path(__file__).parents[2]
MODULES = ("virtio_pci", "9pnet_virtio", "9p", "overlay")
ENDED = "tableside rig ended: "
MEGABYTES = 1024

# What the kernel runs first. `{...}` are filled in below.
INIT = """\
#!/bin/busybox sh
/bin/busybox --install -s /bin
export PATH=/bin
mount -t proc proc /proc; mount -t sysfs sys /sys; mount -t devtmpfs dev /dev
for module in {modules}; do insmod /modules/$module || echo "$module cannot be loaded"; done
for one in host parts; do
    mount -t 9p -o trans=virtio,version=9p2000.L,ro,msize=262144,cache=loose $one /$one || echo "no $one"
done
mount -t tmpfs fresh /fresh; mkdir /fresh/up /fresh/work
mount -t overlay -o lowerdir=/parts:/host,upperdir=/fresh/up,workdir=/fresh/work all /new || echo "no root"
mount --move /proc /new/proc; mount --move /sys /new/sys; mount --move /dev /new/dev
mount -t tmpfs run /new/run; mount -t tmpfs tmp /new/dev/shm 2>/dev/null
mkdir -p /new/dev/pts; mount -t devpts pts /new/dev/pts
exec switch_root /new /bin/sh -c {work}
"""
WORK = """\
export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root PYTHONDONTWRITEBYTECODE=1
ip link set lo up; cd {repository}
{python} -m tests.rigs.guest {words}; printf '\\n{ended}%s\\n' $?
echo o > /proc/sysrq-trigger; while :; do :; done
"""


def run(parts: Parts, words: list[str], patience_s: float, heard: Callable[[str], None]) -> int | None:
    """Start it, hand on each line that it says, wait for its end: its result, or None when it gave none."""
    line = [
        *("nice", parts.program("qemu-system-x86_64")),
        *("-L", parts.root / "usr/share/qemu", "-L", parts.root / "usr/share/seabios"),
        *("-accel", "tcg", "-cpu", "max", "-smp", "1", "-icount", "shift=0", "-m", MEGABYTES),
        *("-nodefaults", "-no-reboot", "-display", "none", "-serial", "stdio"),
        *("-kernel", parts.root / f"boot/vmlinuz-{parts.release}", "-initrd", _initrd(parts, words)),
        *("-append", "console=ttyS0 quiet panic=-1 mitigations=off"),
        *_share("host", "/"),
        *_share("parts", parts.root),
    ]
    machine = subprocess.Popen(
        [str(word) for word in line],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        env=parts.environment,
    )
    limit = threading.Timer(patience_s, machine.kill)
    limit.start()
    result = None
    try:
        assert machine.stdout is not None
        for text in machine.stdout:
            said = text.rstrip()
            if said.startswith(ENDED):
                result = int(said.removeprefix(ENDED))
            elif said:
                heard(said)
    finally:
        limit.cancel()
        machine.kill()
        machine.wait()
    return result


def _share(name: str, folder: str | Path) -> tuple[str, ...]:
    path = str(folder).replace(",", ",,")
    return (
        *("-fsdev", f"local,id={name},path={path},security_model=none,readonly=on,multidevs=remap"),
        *("-device", f"virtio-9p-pci,fsdev={name},mount_tag={name}"),
    )


def _initrd(parts: Parts, words: list[str]) -> Path:
    """What the kernel starts from: busybox, the modules that reach this computer's files, and `INIT`."""
    tree = FOLDER / "initrd"
    shutil.rmtree(tree, ignore_errors=True)
    for name in ("bin", "modules", "proc", "sys", "dev", "host", "parts", "fresh", "new"):
        (tree / name).mkdir(parents=True)
    busybox = parts.program("busybox")
    shutil.copy(busybox, tree / "bin")
    modules = _modules(parts)
    for module in modules:
        shutil.copy(module, tree / "modules")
    work = WORK.format(
        repository=shlex.quote(str(REPOSITORY)),
        python=shlex.quote(sys.executable),
        words=shlex.join(words),
        ended=ENDED,
    )
    names = " ".join(module.name for module in modules)
    init = tree / "init"
    init.write_text(INIT.format(modules=names, work=shlex.quote(work)))
    init.chmod(0o755)
    names = "\n".join(str(one.relative_to(tree)) for one in sorted(tree.rglob("*")))
    packed = FOLDER / "initrd.cpio"
    with packed.open("wb") as out:
        subprocess.run(
            [busybox, "cpio", "-o", "-H", "newc"],
            cwd=tree, input=names.encode(), stdout=out, stderr=subprocess.DEVNULL, check=True,
        )  # fmt: skip
    return packed


def _modules(parts: Parts) -> list[Path]:
    """Files of the modules that are needed before there are files, each after what it needs."""
    found: list[Path] = []
    for module in MODULES:
        told = parts.kmod("modprobe", "-d", parts.root, "-S", parts.release, "--show-depends", module)
        for line in told.splitlines():
            kind, path = line.split(maxsplit=1)
            if kind == "insmod" and Path(path.strip()) not in found:
                found.append(Path(path.strip()))
    return found
