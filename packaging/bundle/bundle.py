#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes one file from a build folder that unpacks itself and starts: kernelloupe-VERSION-MACHINE.run. It has the same
tree as the wheel.

    packaging/bundle/bundle.py BUILD_FOLDER OUT_FOLDER

Two builds of the same programs give the same bytes. packaging/README.md says how the file is used.
"""

import argparse
import gzip
import hashlib
import io
import os
import pathlib
import platform
import sys
import tarfile
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "wheel"))
import build as wheel  # noqa: E402


def packed(tree: pathlib.Path, time: int) -> bytes:
    """Returns a compressed archive of the tree, which depends on names, contents and executable bits only."""
    archive = io.BytesIO()
    with gzip.GzipFile(filename="", mode="wb", fileobj=archive, mtime=0) as stream, \
            tarfile.open(fileobj=stream, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for path in sorted(tree.rglob("*")):
            info = tarfile.TarInfo(path.relative_to(tree).as_posix())
            info.mtime = time
            if path.is_dir():
                info.type, info.mode = tarfile.DIRTYPE, 0o755
                tar.addfile(info)
                continue
            content = path.read_bytes()
            info.size, info.mode = len(content), 0o755 if path.stat().st_mode & 0o100 else 0o644
            tar.addfile(info, io.BytesIO(content))
    return archive.getvalue()


def bundled(archive: bytes, version: str, glibc: tuple[int, int]) -> bytes:
    """Returns the file: the lines that start it, then the archive."""
    text = (HERE / "start.sh").read_text(encoding="utf-8")
    values = {"VERSION": version, "MACHINE": platform.machine(), "GLIBC": f"{glibc[0]}.{glibc[1]}",
              "HASH": hashlib.sha256(archive).hexdigest()[:16], "LINES": str(text.count("\n") + 1)}
    for name, value in values.items():
        text = text.replace(f"@{name}@", value)
    return text.encode() + archive


def make(build: pathlib.Path, out: pathlib.Path) -> pathlib.Path:
    """Writes the file into the folder `out` and returns its path."""
    version = wheel.cached(build, "CMAKE_PROJECT_VERSION")
    with tempfile.TemporaryDirectory(prefix="kernelloupe-bundle-") as scratch:
        tree = pathlib.Path(scratch)
        glibc = wheel.collect(build, tree, tree / "share/doc/kernelloupe")
        archive = packed(tree, int(os.environ["SOURCE_DATE_EPOCH"]))
    file = out / f"kernelloupe-{version}-{platform.machine()}.run"
    file.write_bytes(bundled(archive, version, glibc))
    file.chmod(0o755)
    return file


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path, metavar="BUILD_FOLDER", help="of a build with Qt and libcurl")
    parser.add_argument("out", type=pathlib.Path, metavar="OUT_FOLDER", help="where the file is written")
    options = parser.parse_args()
    if wheel.lacking():
        wheel.fail(f"missing: {', '.join(wheel.lacking())}")
    wheel.fix_surroundings()
    options.out.mkdir(parents=True, exist_ok=True)
    print(make(options.build.resolve(), options.out))


if __name__ == "__main__":
    main()
