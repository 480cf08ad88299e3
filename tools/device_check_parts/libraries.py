"""The libraries that Throng stands on: put into a folder where there is a network, used where there is none."""
import concurrent.futures
import hashlib
import json
import pathlib
import shutil
import subprocess

from device_check_parts import CheckError, deb

MANIFEST = "packages.json"
# What Throng, its tests and bench/device include or link, and pkg-config's program.
DEVELOPMENT = ("libboost1.74-dev", "libeigen3-dev", "libfmt-dev", "libgeos-dev", "libgmock-dev", "libgtest-dev", "libhdf5-dev",
               "libspdlog-dev", "libstb-dev", "libtbb-dev", "nlohmann-json3-dev", "zlib1g-dev", "pkgconf-bin")
# What the compiler of any machine brings along.
OF_THE_SYSTEM = ("libc6", "libgcc-s1", "libstdc++6", "libcrypt1", "libatomic1", "libgomp1")
# Dependencies that libhdf5 and oneTBB name for parts of theirs that are not used here, with what only those need.
NOT_NEEDED = ("libhdf5-cpp", "libhdf5-fortran", "libhdf5-hl", "libstdc++-", "libboost-", "libtbbmalloc-")


def wanted(dependency: str) -> bool:
    """Does a package that is needed take this dependency along? Libraries, but no further headers."""
    return ((dependency.startswith("lib") or dependency == "zlib1g") and not dependency.endswith(("-dev", "-common", "-bin"))
            and dependency not in OF_THE_SYSTEM and not dependency.startswith(NOT_NEEDED))


def dependencies_of(listing: str) -> list:
    """Package names of `apt-cache depends PACKAGE`: of alternatives the first."""
    names, skip_next = [], False
    for line in listing.splitlines():
        kind, _, name = line.strip().partition(": ")
        if kind.lstrip("|") in ("Depends", "PreDepends"):
            if not skip_next and not name.startswith("<"):
                names.append(name)
            skip_next = kind.startswith("|")
    return names


def closure(roots: tuple, depends) -> list:
    """`roots` and what they need, by `depends(package)`, sorted."""
    found, queue = set(), list(roots)
    while queue:
        package = queue.pop()
        if package in found:
            continue
        found.add(package)
        queue += [d for d in depends(package) if d in roots or wanted(d)]
    return sorted(found)


def digest(path: pathlib.Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def apt(*command: str, folder: pathlib.Path | None = None) -> str:
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    except OSError as error:
        raise CheckError(f"--prepare needs apt (Debian 12): {error}") from error
    if done.returncode:
        raise CheckError(f"{' '.join(command[:3])} has failed: {(done.stderr or done.stdout).strip()[-500:]}")
    return done.stdout


def prepare(folder: pathlib.Path) -> None:
    """Fills `folder` with packages of this machine's distribution and a list of them."""
    if folder.exists() and any(p.suffix != ".deb" and p.name != MANIFEST for p in folder.iterdir()):
        raise CheckError(f"{folder} holds other things; name a new folder")
    packages = closure(DEVELOPMENT, lambda package: dependencies_of(apt("apt-cache", "depends", package)))
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    # As another user apt can't write into a folder of root's, and says so in a warning that means nothing here.
    apt("apt-get", "-qq", "-o", "APT::Sandbox::User=root", "download", *packages, folder=folder)
    entries = []
    for file in sorted(folder.glob("*.deb")):
        short = file.rename(folder / (file.name.split("_")[0] + ".deb"))  # versions have signs that not every copy keeps
        entries.append({"file": short.name, "package": file.stem.replace("%3a", ":"), "bytes": short.stat().st_size,
                        "sha256": digest(short)})
    (folder / MANIFEST).write_text(json.dumps({"packages": entries}, indent=1) + "\n", encoding="utf-8")
    print(f"{len(entries)} packages, {sum(e['bytes'] for e in entries) / 1e6:.1f} MB in {folder}")


def complete(folder: pathlib.Path) -> list:
    """The packages of a prepared folder, each there and as it was downloaded."""
    advice = f"; `tools/device_check --prepare {folder}` fills it on a machine with a network"
    if not folder.is_dir():
        raise CheckError(f"there is no folder {folder} with the libraries{advice}")
    try:
        entries = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))["packages"]
    except FileNotFoundError as error:
        raise CheckError(f"{folder / MANIFEST} is missing{advice}") from error
    except (ValueError, KeyError) as error:
        raise CheckError(f"{folder / MANIFEST} can't be read ({error}){advice}") from error
    for entry in entries:
        file = folder / entry["file"]
        if not file.exists():
            raise CheckError(f"{file} is missing{advice}")
        if digest(file) != entry["sha256"]:
            raise CheckError(f"{file} is damaged: {file.stat().st_size} bytes, not the {entry['bytes']} that were "
                             f"downloaded, or others{advice}")
    return [folder / entry["file"] for entry in entries]


class Prefix:
    """The unpacked libraries, and how a build and its programs find them."""

    def __init__(self, root: pathlib.Path):
        self.root = root

    def fill(self, packages: list) -> None:
        """Does nothing when these packages have been unpacked before, so that what was built of them stays valid."""
        unpacked, key = self.root / "unpacked", digest(packages[0].parent / MANIFEST)
        if unpacked.exists() and unpacked.read_text(encoding="utf-8") == key:
            return
        shutil.rmtree(self.root, ignore_errors=True)
        with concurrent.futures.ThreadPoolExecutor() as pool:
            for work in [pool.submit(deb.unpack, package, self.root) for package in packages]:
                work.result()
        libraries = ":".join(map(str, self.libraries()))
        packaged = ":".join(f"{d}/pkgconfig" for d in [*self.libraries(), self.root / "usr/share"])
        script = self.root / "pkg-config"
        script.write_text(f"#!/bin/sh\nLD_LIBRARY_PATH='{libraries}' PKG_CONFIG_LIBDIR='{packaged}' \\\n"
                          f"  PKG_CONFIG_SYSROOT_DIR='{self.root}' exec '{self.root}/usr/bin/pkgconf' \"$@\"\n",
                          encoding="utf-8")
        script.chmod(0o755)
        unpacked.write_text(key, encoding="utf-8")

    def libraries(self) -> list:
        """Folders of shared libraries."""
        return sorted(p for p in (self.root / "usr/lib").glob("*-linux-*") if p.is_dir())

    def cmake_options(self) -> list:
        links = " ".join(f"-Wl,-rpath-link,{d}" for d in self.libraries())
        return [f"-DCMAKE_PREFIX_PATH={self.root}/usr", f"-DPKG_CONFIG_EXECUTABLE={self.root}/pkg-config",
                f"-DCMAKE_EXE_LINKER_FLAGS={links}", f"-DCMAKE_SHARED_LINKER_FLAGS={links}",
                # Packages of Debian 12 ask for policies of CMake versions that CMake 4 has given up.
                "-DCMAKE_POLICY_VERSION_MINIMUM=3.5"]
