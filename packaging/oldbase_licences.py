#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the licences of what the programs of packaging/oldbase.sh link statically, and an SPDX document of it.

    packaging/oldbase_licences.py FOLDER VERSION OUT_FOLDER
"""

import os
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "wheel"))
import build as wheel  # noqa: E402

# Declarations alone: nothing of them is in the programs.
ONLY_DECLARATIONS = ("libgcc-s1", "libc6", "linux-libc-dev")


def of_package(file: pathlib.Path, sysroot: pathlib.Path) -> wheel.Bundled:
    """Returns what a package that was unpacked into the sysroot says of itself."""
    format_ = "${Package} ${source:Package} ${source:Version}"
    package, source, version = wheel.run("dpkg-deb", "--show", "--showformat", format_, file).split()
    return wheel.Bundled(package, source, version, sysroot / "usr/share/doc" / package / "copyright")


def of_source(folder: pathlib.Path) -> wheel.Bundled:
    """Returns what a Debian source that was built says of itself."""
    name, version = (wheel.run("dpkg-parsechangelog", "-l", folder / "debian/changelog", "-S", field).strip()
                     for field in ("Source", "Version"))
    return wheel.Bundled(name, name, version, folder / "debian/copyright")


def main() -> None:
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    folder, version, out = pathlib.Path(sys.argv[1]), sys.argv[2], pathlib.Path(sys.argv[3])
    bundled = [wheel.installed("libstdc++-12-dev")]
    bundled += [each for each in (of_package(file, folder / "sysroot") for file in folder.glob("packages/*.deb"))
                if each.package not in ONLY_DECLARATIONS]
    bundled += [of_source(source.parent) for source in folder.glob("sources/*/debian")]
    if wheel.has_cuda_runtime(folder / "build"):
        bundled.append(wheel.cuda_runtime(pathlib.Path(os.environ.get("CUDA_HOME", "/usr/local/cuda"))))
    wheel.fix_surroundings()
    wheel.add_licences(out, version, sorted(bundled))


if __name__ == "__main__":
    main()
