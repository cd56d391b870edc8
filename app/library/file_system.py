"""What kind of file system a folder lies on: SQLite's write-ahead log needs shared memory, which networks have not.

Asked once by ``opening.py``; tests hand in an answer of their own.
"""

import os
import sys
from pathlib import Path

_NETWORK = frozenset(
    {"9p", "afpfs", "afs", "beegfs", "ceph", "cifs", "davfs", "drvfs", "glusterfs", "lustre", "ncpfs", "nfs", "nfs3"}
    | {"nfs4", "ocfs2", "prl_fs", "remote", "smb2", "smb3", "smbfs", "vboxsf", "virtiofs", "vmhgfs", "webdav"}
)


def is_on_network(kind: str) -> bool:
    """Whether a kind of file system may be shared between computers, or only looks like a disk."""
    # "fuse.sshfs", "fuse.rclone" and their kin; "fuseblk" is a local disk such as NTFS.
    return kind in _NETWORK or kind == "fuse" or kind.startswith(("fuse.", "macfuse"))


def file_system_of(folder: Path) -> str:
    """Kind of file system, such as ``ext4``; empty where it cannot be told."""
    try:
        if sys.platform == "linux":
            return kind_from_mounts(Path("/proc/self/mounts").read_text(errors="replace"), str(folder.resolve()))
        return _kind_from_partitions(folder.resolve())
    except OSError:
        return ""


def kind_from_mounts(mounts: str, folder: str) -> str:
    """Kind of file system by Linux's list of mounts."""
    best, kind = -1, ""
    for line in mounts.splitlines():
        fields = line.split(" ")
        if len(fields) < 3:
            continue
        # The kernel writes blanks and backslashes of a path in octal.
        point = fields[1].replace("\\040", " ").replace("\\011", "\t").replace("\\134", "\\")
        if _lies_in(folder, point) and len(point) >= best:
            best, kind = len(point), fields[2]
    return kind


def _kind_from_partitions(folder: Path) -> str:
    import psutil  # noqa: PLC0415 - only where there is no /proc, and not on the way to the first window

    best, kind = -1, ""
    for partition in psutil.disk_partitions(all=True):
        if _lies_in(str(folder), partition.mountpoint) and len(partition.mountpoint) >= best:
            best = len(partition.mountpoint)
            kind = "remote" if "remote" in partition.opts.split(",") else partition.fstype.lower()
    return kind


def _lies_in(folder: str, point: str) -> bool:
    folder, point = os.path.normcase(folder), os.path.normcase(point)
    return folder == point or folder.startswith(point.rstrip("/\\") + os.sep)
