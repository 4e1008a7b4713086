#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the wheel `kernelloupe` from a build folder: the programs, the libraries that they need beyond glibc's own,
and the Python package beside this file.

    packaging/wheel/build.py BUILD_FOLDER OUT_FOLDER

Two builds of the same programs give the same bytes. packaging/README.md says what it needs and how to try the wheel.
"""

import argparse
import datetime
import hashlib
import importlib.util
import json
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.parse
from collections.abc import Iterable
from typing import Any, NamedTuple, NoReturn

HERE = pathlib.Path(__file__).resolve().parent
SOURCES = HERE.parents[1]
PROGRAMS = ("kernelloupe", "kloupe", "kloupe-ask", "kloupe-confine", "kloupe-host", "kloupe-judge")
PLUGINS = ("platforms/libqxcb.so", "platforms/libqoffscreen.so", "iconengines/libqsvgicon.so",
           "imageformats/libqsvg.so", "imageformats/libqgif.so", "imageformats/libqico.so", "imageformats/libqjpeg.so",
           "platforminputcontexts/libcomposeplatforminputcontextplugin.so",
           "platforminputcontexts/libibusplatforminputcontextplugin.so")
# Used where the system has neither fonts nor fontconfig's settings, as in containers.
FONTS = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "DejaVuSansMono.ttf", "DejaVuSansMono-Bold.ttf")
FONT_FOLDER = pathlib.Path("/usr/share/fonts/truetype/dejavu")
PLUGIN_PLACE = "lib/kernelloupe/plugins"
FONT_PLACE = "share/kernelloupe/fonts"
GLIBC = re.compile(r"(ld-linux.*|linux-vdso|lib(c|m|dl|rt|pthread|resolv|util|anl|mvec|nsl))\.so.*")
# Packages of which the compiler puts code into the programs.
COMPILED_IN = ("libboost-dev", "libc6", "libcli11-dev", "libdlpack-dev", "libdtl-dev", "libeigen3-dev",
               "libtoml11-dev", "nlohmann-json3-dev")
CUDA_RUNTIME = "cuda-cudart"  # of NVIDIA, not of Debian
# Candidates may need a newer runtime than the wheel's, so their process takes the system's.
RUNTIME_OF_CANDIDATES = {("kloupe-host", "libstdc++.so.6"), ("kloupe-host", "libgcc_s.so.1")}


class Bundled(NamedTuple):
    """A Debian package of which something is bundled."""
    package: str
    source: str
    version: str
    copyright_file: pathlib.Path


def fail(message: str) -> NoReturn:
    sys.exit(f"build.py: {message}")


def run(*command: object) -> str:
    """Runs a command and returns what it prints; its failure ends the script."""
    words = [str(word) for word in command]
    result = subprocess.run(words, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        fail(f"{' '.join(words)}\n{result.stdout}{result.stderr}")
    return result.stdout


def elf_files(folder: pathlib.Path) -> list[pathlib.Path]:
    """Returns the programs and libraries below a folder, sorted."""
    def is_elf(path: pathlib.Path) -> bool:
        with path.open("rb") as stream:
            return stream.read(4) == b"\x7fELF"
    return sorted(path for path in folder.rglob("*") if path.is_file() and not path.is_symlink() and is_elf(path))


def cached(build: pathlib.Path, name: str) -> str:
    """Returns a value of the build folder's CMakeCache.txt."""
    found = re.search(rf"^{name}:\w+=(.*)$", (build / "CMakeCache.txt").read_text(encoding="utf-8"), re.M)
    return found.group(1) if found else fail(f"{build}/CMakeCache.txt has no {name}")


def install_programs(build: pathlib.Path, tree: pathlib.Path) -> None:
    """Installs the programs, and the system's libraries, Qt plugins and fonts that they need, into the tree."""
    cmake = cached(build, "CMAKE_COMMAND")
    for component in ("headless", "application", "asking", "cuda"):
        run(cmake, "--install", build, "--prefix", tree, "--strip", "--component", component)
    missing = [name for name in PROGRAMS if not (tree / "bin" / name).exists()]
    if missing:
        fail(f"{build} has no {missing[0]}: build everything, with Qt and libcurl")
    copy_files(pathlib.Path(run("qmake6", "-query", "QT_INSTALL_PLUGINS").strip()), PLUGINS, tree / PLUGIN_PLACE)
    copy_files(FONT_FOLDER, FONTS, tree / FONT_PLACE)
    copy_files(HERE, ["fonts.conf"], tree / FONT_PLACE)
    (tree / "bin/qt.conf").write_text("[Paths]\nPrefix = ../lib/kernelloupe\nPlugins = plugins\n", encoding="utf-8")
    # The same script lays out an archive for a node: what the sandbox copies and what compilers bring lie apart.
    needy = [build / "bin" / name for name in PROGRAMS if name not in ("kloupe-host", "kloupe-confine")]
    needy += [tree / PLUGIN_PLACE / name for name in PLUGINS]
    run(cmake, f"-Dprograms={';'.join(map(str, needy))}", f"-Dhost={build}/bin/kloupe-host",
        f"-DCMAKE_INSTALL_PREFIX={tree}", "-P", HERE.parent / "cmake/InstallNodeLibraries.cmake")


def copy_files(source: pathlib.Path, names: Iterable[str], target: pathlib.Path) -> None:
    for name in names:
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source / name, target / name)


def packages_of(tree: pathlib.Path) -> list[str]:
    """Returns the Debian packages whose code or fonts the tree has, sorted."""
    own = {"libkernelloupe-draws.so", "libkernelloupe-injection.so"}
    names = {path.name for path in [*elf_files(tree / "lib"), *tree.glob(f"{FONT_PLACE}/*.ttf")]} - own
    # Packages name /lib and /usr/lib, which are one folder.
    found = run("dpkg-query", "--search", *[f"*/{name}" for name in sorted(names)])
    owners = {pathlib.PurePath(path).name: package for package, path
              in re.findall(r"^([^:,\s]+)(?::\w+)?: (/(?:usr/)?(?:lib|share/fonts)/.*)$", found, re.M)}
    return sorted({owners[name] for name in names}.union(COMPILED_IN))


def installed(package: str) -> Bundled:
    """Returns what this system says of a package that it has."""
    query = run("dpkg-query", "--show", "--showformat", "${source:Package} ${source:Version}\n", package)
    source, version = query.splitlines()[0].split()
    return Bundled(package, source, version, pathlib.Path(f"/usr/share/doc/{package}/copyright"))


def has_cuda_runtime(tree: pathlib.Path) -> bool:
    """Returns whether a program has NVIDIA's CUDA Runtime inside, as builds with CUDA link it statically."""
    return any(b"cudaErrorCudartUnloading" in file.read_bytes() for file in elf_files(tree / "bin"))


def cuda_runtime(toolkit: pathlib.Path) -> Bundled:
    """Returns what a CUDA Toolkit, as its installer or packages of pip lay it out, says of its runtime."""
    header = (toolkit / "include/cuda_runtime_api.h").read_text(encoding="utf-8")
    found = re.search(r"^#define CUDART_VERSION\s+(\d+)", header, re.M)
    number = int(found.group(1)) if found else fail(f"{toolkit} does not say the version of its runtime")
    texts = [toolkit / "EULA.txt", *toolkit.glob("dist-info/nvidia_cuda_runtime*/licenses/*")]
    text = next((path for path in texts if path.exists()), None)
    if text is None:
        fail(f"{toolkit} has no EULA.txt, the licence of the CUDA Runtime that is bundled")
    return Bundled(CUDA_RUNTIME, CUDA_RUNTIME, f"{number // 1000}.{number % 1000 // 10}", text)


def add_licences(information: pathlib.Path, version: str, bundled: Iterable[Bundled]) -> None:
    """Writes below `information` the licences of our own code and of everything bundled, with an SPDX document."""
    texts = information / "licenses"
    texts.mkdir()
    shutil.copy(SOURCES / "LICENSE", texts / "GPL-3.0-or-later.txt")
    shutil.copy(SOURCES / "core/LICENSE", texts / "Apache-2.0.txt")
    known = dict(line.split(maxsplit=1) for line in (HERE / "licences.txt").read_text(encoding="utf-8").splitlines()
                 if line and not line.startswith("#"))
    lines = ["# Bundled software", "The texts lie beside this file, those that Debian shortens under the licence's name. The sources are Debian's, "
             "but for NVIDIA's cuda-cudart.", "", "| source | version | licence (SPDX) |", "| --- | --- | --- |"]
    rows = set()
    for package, source, source_version, copyright_file in bundled:
        if source not in known:
            fail(f"{package} would be bundled, whose source {source} is not in packaging/wheel/licences.txt")
        rows.add((source, source_version, known[source]))
        text = copyright_file.read_text(encoding="utf-8")
        (texts / f"{source}.txt").write_text(text, encoding="utf-8")
        # Debian's texts refer to licences that every Debian has.
        for name in re.findall(r"/usr/share/common-licenses/([A-Z][\w.-]*\w)", text):
            shutil.copy(f"/usr/share/common-licenses/{name}", texts / f"{name}.txt")
    lines += [f"| {' | '.join(row)} |" for row in sorted(rows)]
    (texts / "BUNDLED.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
    document = json.dumps(spdx_document(version, sorted(rows)), indent=1)
    (information / "sboms").mkdir()
    (information / "sboms/kernelloupe.spdx.json").write_text(document + "\n", encoding="utf-8")


def spdx_document(version: str, bundled: list[tuple[str, str, str]]) -> dict[str, Any]:
    """Returns an SPDX 2.3 document of KernelLoupe and what it brings, as (Debian source, version, licence)."""
    def package(name: str, number: str, licence: str, **more: Any) -> dict[str, Any]:
        return {"SPDXID": f"SPDXRef-{re.sub('[^A-Za-z0-9.-]', '-', name)}", "name": name, "versionInfo": number,
                "downloadLocation": "NOASSERTION", "filesAnalyzed": False, "licenseConcluded": "NOASSERTION",
                "licenseDeclared": licence, "copyrightText": "NOASSERTION", **more}

    def locator(source: str, number: str) -> dict[str, str]:
        return {"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator":
                f"pkg:deb/debian/{source}@{urllib.parse.quote(number)}?arch=source"}

    packages = [package("kernelloupe", version, "GPL-3.0-or-later AND Apache-2.0")]
    packages += [package(source, number, licence,
                         **({} if source == CUDA_RUNTIME else {"externalRefs": [locator(source, number)]}))
                 for source, number, licence in bundled]
    relations = [("SPDXRef-DOCUMENT", "DESCRIBES", packages[0]["SPDXID"])]
    relations += [(packages[0]["SPDXID"], "CONTAINS", each["SPDXID"]) for each in packages[1:]]
    made = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
    content = hashlib.sha256(json.dumps(packages).encode()).hexdigest()
    document = {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"kernelloupe-{version}", "documentNamespace": f"urn:kernelloupe:{version}:{content}",
        "creationInfo": {"created": made.strftime("%Y-%m-%dT%H:%M:%SZ"), "creators": ["Tool: build.py"]},
        "packages": packages,
        "relationships": [{"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other}
                          for one, kind, other in relations]}
    named = sorted({name for _, _, licence in bundled for name in re.findall(r"LicenseRef-[\w.-]+", licence)})
    if named:  # SPDX's own list has no identifier for these
        document["hasExtractedLicensingInfos"] = [
            {"licenseId": name, "extractedText": f"{name.removeprefix('LicenseRef-').replace('-', ' ')}; the texts "
             "are in the folder licenses"} for name in named]
    return document


def relocate(tree: pathlib.Path) -> None:
    """Gives each library the one name that programs ask for, and relative run paths.

    `kloupe-host` and what it loads stay as they are installed: candidates run there, with the system's runtime.
    """
    libraries = tree / "lib/kernelloupe"
    for link in [path for path in libraries.rglob("*") if path.is_symlink()]:
        link.unlink()  # wheels have no links
    for library in elf_files(libraries):
        name = run("patchelf", "--print-soname", library).strip()
        if name and name != library.name:
            library.rename(library.with_name(name))
    places = ("lib/kernelloupe", "lib/kernelloupe/host", "lib/kernelloupe/runtime")
    for file in elf_files(libraries) + [tree / "bin/kernelloupe", tree / "bin/kloupe-ask"]:
        if file.parent.name in ("host", "runtime"):
            continue
        path = ":".join(f"$ORIGIN/{os.path.relpath(tree / place, file.parent)}" for place in places)
        # The old kind of run path is stronger than LD_LIBRARY_PATH. The keyring's library that kloupe-ask loads is the
        # system's, which needs the system's GLib: so that program has the new kind, which others do not inherit.
        kind = [] if file.name == "kloupe-ask" else ["--force-rpath"]
        run("patchelf", *kind, "--set-rpath", path, file)


def check_loading(tree: pathlib.Path) -> None:
    """Ends the script if a program or plugin would load a library of this system beyond glibc's own."""
    files = [tree / "bin" / name for name in PROGRAMS if name != "kloupe-confine"]
    files += [tree / PLUGIN_PLACE / name for name in PLUGINS]
    for file in files:
        for name, path in re.findall(r"^\t(\S+) => (.+?)(?: \(0x\w+\))?$", run("ldd", file), re.M):
            is_ours = pathlib.Path(path).resolve().is_relative_to(tree.resolve())
            if not is_ours and not GLIBC.fullmatch(name) and (file.name, name) not in RUNTIME_OF_CANDIDATES:
                fail(f"{file.name} loads {name} as {path}, not out of the wheel")


def glibc_needed(tree: pathlib.Path) -> tuple[int, int]:
    """Returns the newest version of glibc whose symbols the shipped files ask for."""
    newest = (2, 17)  # the oldest that tags of this kind begin with
    for file in elf_files(tree):
        needs = run("readelf", "--wide", "--version-info", file)
        for version in re.findall(r"Name: GLIBC_(\S+)", needs):
            if version == "PRIVATE":
                fail(f"{file.name} needs private symbols of glibc, which change with each version")
            number = "2.36" if version == "ABI_DT_RELR" else version
            newest = max(newest, tuple(int(part) for part in number.split(".")[:2]))
    return newest


def write_information(information: pathlib.Path, version: str, tag: str) -> None:
    """Writes what installers read; `wheel pack` adds the list of files."""
    texts = {
        "METADATA": (HERE / "METADATA").read_text(encoding="utf-8").replace("@VERSION@", version)
        + "\n" + (HERE / "DESCRIPTION.md").read_text(encoding="utf-8"),
        "WHEEL": f"Wheel-Version: 1.0\nGenerator: kernelloupe\nRoot-Is-Purelib: false\nTag: py3-none-{tag}\n",
        "entry_points.txt": "[console_scripts]\nkernelloupe = kernelloupe.programs:kernelloupe\n"
                            "kloupe = kernelloupe.programs:kloupe\n",
    }
    for name, text in texts.items():
        (information / name).write_text(text, encoding="utf-8")


def collect(build: pathlib.Path, tree: pathlib.Path, information: pathlib.Path) -> tuple[int, int]:
    """Fills the tree with the programs and all that they need, and `information` with licences.

    Returns the oldest glibc that can run it.
    """
    install_programs(build, tree)
    bundled = [installed(package) for package in packages_of(tree)]
    if has_cuda_runtime(tree):
        bundled.append(cuda_runtime(pathlib.Path(cached(build, "CUDAToolkit_BIN_DIR")).parent))
    add_licences(information, cached(build, "CMAKE_PROJECT_VERSION"), bundled)
    relocate(tree)
    check_loading(tree)
    return glibc_needed(tree)


def lay_out(build: pathlib.Path, scratch: pathlib.Path) -> None:
    """Makes everything of the wheel except its RECORD in an empty folder."""
    version = cached(build, "CMAKE_PROJECT_VERSION")
    package, tree = scratch / "kernelloupe", scratch / "kernelloupe/tree"
    information = scratch / f"kernelloupe-{version}.dist-info"
    for folder in (tree, information):
        folder.mkdir(parents=True)
    copy_files(HERE / "kernelloupe", [path.name for path in (HERE / "kernelloupe").glob("*.py*")], package)
    glibc = collect(build, tree, information)
    write_information(information, version, f"manylinux_{glibc[0]}_{glibc[1]}_{platform.machine()}")
    # What desktops, shells and `man` read goes to the share folder of the environment, as if installed there.
    shared = scratch / f"kernelloupe-{version}.data/data/share"
    shared.mkdir(parents=True)
    for folder in sorted((tree / "share").iterdir()):
        if folder.name not in ("kernelloupe", "doc"):
            folder.rename(shared / folder.name)
    for path in scratch.rglob("*"):
        path.chmod(0o755 if path.stat().st_mode & 0o100 else 0o644)


def lacking() -> list[str]:
    """Returns the tools that this machine lacks, with what installs them."""
    tools = {"patchelf": "patchelf", "qmake6": "qt6-base-dev", "readelf": "g++", "dpkg-query": "Debian"}
    missing = [f"{tool} (of {package})" for tool, package in tools.items() if not shutil.which(tool)]
    if not importlib.util.find_spec("wheel"):
        missing.append(f"the module wheel of {sys.executable} (python3-wheel, for /usr/bin/python3)")
    return missing


def fix_surroundings() -> None:
    """Makes permissions and times those of any other machine that packs the same programs."""
    os.umask(0o022)
    os.environ.setdefault("SOURCE_DATE_EPOCH", "315532800")  # 1980, the first time that a wheel can hold


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path, metavar="BUILD_FOLDER", help="of a build with Qt and libcurl")
    parser.add_argument("out", type=pathlib.Path, metavar="OUT_FOLDER", help="where the wheel is written")
    options = parser.parse_args()
    if lacking():
        fail(f"missing: {', '.join(lacking())}")
    fix_surroundings()
    options.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="kernelloupe-wheel-") as scratch:
        lay_out(options.build.resolve(), pathlib.Path(scratch))
        # Writes RECORD and sorts.
        print(run(sys.executable, "-m", "wheel", "pack", scratch, "--dest-dir", options.out.resolve()), end="")


if __name__ == "__main__":
    main()
