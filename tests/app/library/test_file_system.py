"""Telling network folders from disks."""

from pathlib import Path

import pytest

from app.library.file_system import file_system_of, is_on_network, kind_from_mounts

MOUNTS = """\
/dev/sda1 / ext4 rw,relatime 0 0
proc /proc proc rw 0 0
server:/export /home/ada nfs4 rw 0 0
//nas/talks /mnt/my\\040talks cifs rw 0 0
/dev/sdb1 /mnt/stick fuseblk rw 0 0
me@host: /mnt/remote fuse.sshfs rw 0 0
tmpfs /home/ada/.cache tmpfs rw 0 0
nonsense
"""


@pytest.mark.parametrize(
    ("folder", "kind", "is_network"),
    [
        ("/var/lib/library", "ext4", False),
        ("/home/ada", "nfs4", True),
        ("/home/ada/library", "nfs4", True),
        ("/home/adam/library", "ext4", False),
        ("/home/ada/.cache/x", "tmpfs", False),
        ("/mnt/my talks/library", "cifs", True),
        ("/mnt/stick/library", "fuseblk", False),
        ("/mnt/remote/a/b", "fuse.sshfs", True),
    ],
)
def test_the_mount_a_folder_lies_in_decides(folder: str, kind: str, is_network: bool):
    """Case 22."""
    assert kind_from_mounts(MOUNTS, folder) == kind
    assert is_on_network(kind) is is_network


def test_the_real_system_answers(tmp_path: Path):
    assert isinstance(file_system_of(tmp_path), str)
