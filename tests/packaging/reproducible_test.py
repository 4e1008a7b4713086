#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests that packages of the same programs are equal: reproducible_test.py BUILD_FOLDER CPACK SCRATCH.

Each kind is packed twice, in folders of different names, at different times and by different umasks. Members are sorted
and belong to root, so that neither the file system nor the user changes anything.
"""

import hashlib
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import unittest

BUILD, CPACK, SCRATCH = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2], pathlib.Path(sys.argv[3]).resolve()
TIME = 1600000000


class ReproducibleTest(unittest.TestCase):
    def setUp(self):
        shutil.rmtree(SCRATCH, ignore_errors=True)
        self.addCleanup(shutil.rmtree, SCRATCH)

    def packed(self, folder, umask, *options):
        """Returns what cpack makes in a folder, by name."""
        made = SCRATCH / folder
        made.mkdir(parents=True)
        result = subprocess.run([CPACK, "--config", BUILD / "CPackConfig.cmake", "-B", made, *options], cwd=made,
                                capture_output=True, text=True, umask=umask, check=False,
                                env={**os.environ, "SOURCE_DATE_EPOCH": str(TIME), "TZ": "UTC+3"})
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        return {path.name: path for path in made.iterdir() if path.is_file()}

    def packed_twice(self, *options, umask=0o077):
        """Checks that both times give the same files, the second time by this umask, and returns them."""
        first = self.packed("one", 0o022, *options)
        second = self.packed("another-folder", umask, *options)
        self.assertTrue(first)
        digests = [{name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in made.items()}
                   for made in (first, second)]
        self.assertEqual(*digests)
        return first.values()

    def check_members(self, archive):
        with tarfile.open(archive) as tar:
            members = tar.getmembers()
        names = [member.name.split("/") for member in members]
        self.assertEqual(names, sorted(names))
        self.assertEqual({(member.uid, member.gid, member.mtime) for member in members}, {(0, 0, TIME)})

    def test_archives_for_nodes(self):
        for archive in self.packed_twice("-G", "TGZ", "-D", "LOUPE_NODE=ON"):
            self.check_members(archive)

    @unittest.skipUnless(shutil.which("dpkg-shlibdeps"), "skipped: no dpkg-shlibdeps (of dpkg-dev)")
    def test_debian_packages(self):
        # CPack gives the two archives in a package the permissions of the umask, which nothing reads.
        for package in self.packed_twice("-G", "DEB", "-D", "CPACK_DEBIAN_COMPRESSION_TYPE=none", umask=0o022):
            files = SCRATCH / "files.tar"
            with files.open("wb") as stream:
                subprocess.run(["dpkg-deb", "--fsys-tarfile", package], stdout=stream, check=True)
            self.check_members(files)

    @unittest.skipUnless(shutil.which("rpmbuild"), "skipped: no rpmbuild (of rpm)")
    def test_rpm_packages(self):
        self.packed_twice("-G", "RPM")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
