#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of the file that unpacks itself, over a small tree whose programs are shell scripts."""

import importlib.util
import os
import pathlib
import platform
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
spec = importlib.util.spec_from_file_location("bundle", ROOT / "packaging/bundle/bundle.py")
bundle = importlib.util.module_from_spec(spec)
spec.loader.exec_module(bundle)


class BundleTest(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="kernelloupe-bundle-test-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.home, self.scratch = self.folder / "home", self.folder / "scratch"
        for folder in (self.home, self.scratch):
            folder.mkdir()
        self.file = self.folder / "kernelloupe.run"
        self.file.write_bytes(bundle.bundled(bundle.packed(self.tree("one"), 315532800), "1.2.3", (2, 17)))
        self.file.chmod(0o755)

    def tree(self, name, text=""):
        """Makes a tree whose programs print their name and arguments, and exit with 6."""
        tree = self.folder / name
        for program in ("kloupe", "kernelloupe"):
            path = tree / "bin" / program
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f'#!/bin/sh\necho {program}{text} "$@"\nexit 6\n')
            path.chmod(0o755)
        (tree / "share").mkdir()
        (tree / "share/text").write_text("text")
        return tree

    def start(self, *arguments, file=None, path="", **variables):
        environment = {"PATH": f"{path}/usr/bin:/bin", "HOME": str(self.home), "TMPDIR": str(self.scratch), **variables}
        return subprocess.run([file or self.file, *arguments], capture_output=True, text=True, env=environment,
                              check=False)

    def unpacked(self, folder):
        return sorted(path.name for path in folder.iterdir())

    def test_the_window_and_kloupe_start_with_their_arguments_and_exit_codes(self):
        result = self.start("a b", "--cli")
        self.assertEqual((result.stdout, result.returncode), ("kernelloupe a b --cli\n", 6))
        result = self.start("--cli", "runs", "x*")
        self.assertEqual((result.stdout, result.returncode), ("kloupe runs x*\n", 6))
        link = self.folder / "kloupe"
        link.symlink_to(self.file)
        self.assertEqual(self.start("runs", file=link).stdout, "kloupe runs\n")

    def test_it_unpacks_once_for_each_content(self):
        first, second = self.start(), self.start()
        self.assertIn("unpacking", first.stderr)
        self.assertEqual(second.stderr, "")
        cache = self.home / ".cache/kernelloupe/bundle"
        names = self.unpacked(cache)
        self.assertEqual(len(names), 1)
        self.assertTrue(names[0].startswith("1.2.3-"))
        self.assertEqual(self.unpacked(cache / names[0]), ["bin", "share"])
        self.assertEqual(cache.stat().st_mode & 0o077, 0, "others cannot write programs there")
        other = self.folder / "other.run"
        other.write_bytes(bundle.bundled(bundle.packed(self.tree("two", " again"), 315532800), "1.2.3", (2, 17)))
        other.chmod(0o755)
        self.assertEqual(self.start(file=other).stdout, "kernelloupe again\n")
        self.assertEqual(len(self.unpacked(cache)), 2)

    def test_it_follows_the_cache_folder_of_kloupe(self):
        self.start(KLOUPE_CACHE=str(self.folder / "cache"))
        self.assertEqual(self.unpacked(self.folder / "cache"), ["bundle"])
        self.start(XDG_CACHE_HOME=str(self.folder / "xdg"))
        self.assertEqual(self.unpacked(self.folder / "xdg"), ["kernelloupe"])
        self.assertEqual(self.unpacked(self.home), [])

    def test_without_a_home_it_unpacks_into_tmpdir(self):
        self.home.rmdir()
        self.home.write_text("no folder")
        self.assertEqual(self.start().stdout, "kernelloupe\n")
        self.assertEqual(self.unpacked(self.scratch), [f"kernelloupe-{os.getuid()}"])
        self.assertEqual(self.start().stderr, "")

    def test_refuses_a_linked_folder(self):
        elsewhere = self.folder / "elsewhere"
        elsewhere.mkdir()
        (self.scratch / f"kernelloupe-{os.getuid()}").symlink_to(elsewhere)
        result = self.start(HOME="/proc/nowhere")
        self.assertEqual(result.returncode, 1)
        self.assertIn("cannot unpack", result.stderr)
        self.assertEqual(self.unpacked(elsewhere), [])

    def test_an_incomplete_file_leaves_nothing(self):
        content = self.file.read_bytes()
        self.file.write_bytes(content[:-60])
        result = self.start()
        self.assertEqual((result.returncode, result.stdout), (1, ""))
        self.assertIn("incomplete", result.stderr)
        self.assertEqual(self.unpacked(self.home / ".cache/kernelloupe/bundle"), [])

    def test_an_older_c_library_is_refused_in_one_line(self):
        tools = self.folder / "tools"
        tools.mkdir()
        for answer, named in (("echo glibc 2.9", "glibc 2.9"), ("exit 1", "another C library")):
            (tools / "getconf").write_text(f"#!/bin/sh\n{answer}\n")
            (tools / "getconf").chmod(0o755)
            result = self.start(path=f"{tools}:")
            self.assertEqual((result.returncode, result.stdout, result.stderr.count("\n")), (1, "", 1))
            self.assertIn(f"needs glibc 2.17 or newer, and this system has {named}", result.stderr)
        (tools / "getconf").write_text("#!/bin/sh\necho glibc 2.17\n")
        self.assertEqual(self.start(path=f"{tools}:").stdout, "kernelloupe\n")
        (tools / "uname").write_text('#!/bin/sh\n[ "$1" = -m ] && echo toaster || echo Linux\n')
        (tools / "uname").chmod(0o755)
        result = self.start(path=f"{tools}:")
        self.assertIn(f"is for Linux on {platform.machine()}; this machine has Linux on toaster", result.stderr)

    def test_starts_at_the_same_time_agree(self):
        environment = {"PATH": "/usr/bin:/bin", "HOME": str(self.home)}
        running = [subprocess.Popen([self.file], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                                    env=environment) for _ in range(6)]
        self.assertEqual({process.communicate()[0] for process in running}, {"kernelloupe\n"})
        self.assertEqual(len(self.unpacked(self.home / ".cache/kernelloupe/bundle")), 1)

    def test_bytes_depend_on_names_contents_and_executable_bits_only(self):
        tree, other = self.tree("here"), self.folder / "elsewhere/there"
        other.mkdir(parents=True)
        for name in ("share", "bin"):  # in another order, at other times, with other permissions
            shutil.copytree(tree / name, other / name)
        os.utime(other / "bin/kloupe", (0, 1))
        (other / "share/text").chmod(0o600)
        self.assertEqual(bundle.packed(tree, 7), bundle.packed(other, 7))
        (other / "share/text").chmod(0o700)
        self.assertNotEqual(bundle.packed(tree, 7), bundle.packed(other, 7))


if __name__ == "__main__":
    unittest.main()
