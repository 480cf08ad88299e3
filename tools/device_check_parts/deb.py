"""Unpacking Debian packages with Python alone: an ar archive that holds a compressed tar archive."""
import io
import lzma
import pathlib
import posixpath
import tarfile

from device_check_parts import CheckError

SKIPPED = ("usr/share/doc/", "usr/share/man/", "usr/share/locale/", "usr/share/lintian/")


def members_of(package: pathlib.Path) -> dict:
    """Name -> bytes of the members of an ar archive."""
    data = package.read_bytes()
    if data[:8] != b"!<arch>\n":
        raise CheckError(f"{package} is not a Debian package")
    members, at = {}, 8
    while at + 60 <= len(data):
        header = data[at:at + 60]
        try:
            size = int(header[48:58])
        except ValueError:
            size = -1
        if header[58:] != b"`\n" or size < 0 or at + 60 + size > len(data):
            raise CheckError(f"{package} is damaged or cut short")
        members[header[:16].decode("ascii", "replace").rstrip(" /")] = data[at + 60:at + 60 + size]
        at += 60 + size + size % 2
    return members


def merged(path: str) -> str:
    """A path of the package without the leading ./, with /lib where distributions have it by now: in /usr/lib."""
    path = posixpath.normpath(path).lstrip("/")
    return "usr/" + path if path.startswith(("lib/", "bin/", "lib64/")) else path


def unpack(package: pathlib.Path, prefix: pathlib.Path) -> None:
    """Files and links of the package below `prefix`; absolute links are made relative, so that they stay in there."""
    members = members_of(package)
    name = next((m for m in members if m.startswith("data.tar")), None)
    if name is None or not name.endswith((".tar", ".gz", ".xz")):
        raise CheckError(f"{package} holds {name or 'no data.tar'}: packages compressed with xz or gz are needed")
    try:
        with tarfile.open(fileobj=io.BytesIO(members[name])) as archive:
            for member in archive:
                path = merged(member.name)
                if path.startswith(SKIPPED) or not (member.isfile() or member.issym() or member.islnk()):
                    continue
                put(archive, member, path, prefix)
    except (tarfile.TarError, lzma.LZMAError, EOFError) as error:
        raise CheckError(f"{package} can't be read: {error}") from error


def put(archive: tarfile.TarFile, member: tarfile.TarInfo, path: str, prefix: pathlib.Path) -> None:
    if ".." in path.split("/"):
        raise CheckError(f"a package wants to write outside of the prefix: {member.name}")
    target = prefix / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.unlink(missing_ok=True)
    if member.issym():
        to = member.linkname
        if to.startswith("/"):
            to = posixpath.relpath(merged(to), posixpath.dirname(path))
        target.symlink_to(to)
        return
    with archive.extractfile(member) as content:
        target.write_bytes(content.read())
    target.chmod(member.mode & 0o755 | 0o600)
