#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of the wheel's content: wheel_test.py BUILD_FOLDER SCRATCH. Exits with 77 where a tool is missing."""

import importlib.util
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
spec = importlib.util.spec_from_file_location("build", ROOT / "packaging/wheel/build.py")
build = importlib.util.module_from_spec(spec)
spec.loader.exec_module(build)
BUILD, SCRATCH = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])


class WheelTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        shutil.rmtree(SCRATCH, ignore_errors=True)
        SCRATCH.mkdir(parents=True)
        build.fix_surroundings()
        build.lay_out(BUILD, SCRATCH)
        cls.tree = SCRATCH / "kernelloupe/tree"
        cls.information = next(SCRATCH.glob("*.dist-info"))

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(SCRATCH)

    def start(self, entry_point, *arguments, **variables):
        """Starts a program as its entry point does."""
        line = next(line for line in (self.information / "entry_points.txt").read_text().splitlines()
                    if line.startswith(f"{entry_point} = "))
        module, function = line.split(" = ")[1].split(":")
        code = f"import sys; from {module} import {function}; sys.exit({function}())"
        environment = {"PATH": "/usr/bin:/bin", "HOME": str(SCRATCH), "PYTHONPATH": str(SCRATCH), **variables}
        return subprocess.run([sys.executable, "-B", "-c", code, *arguments], capture_output=True, text=True,
                              env=environment, check=False)

    def scratch(self, name):
        folder = SCRATCH / name
        folder.mkdir()
        self.addCleanup(shutil.rmtree, folder)
        return folder

    def test_programs_start_by_their_entry_points_and_keep_exit_codes(self):
        version = build.cached(BUILD, "CMAKE_PROJECT_VERSION")
        self.assertEqual(self.start("kloupe", "--version").stdout, f"kloupe {version}\n")
        self.assertEqual(self.start("kernelloupe", "--version").stdout, f"kernelloupe {version}\n")
        self.assertEqual(self.start("kloupe", "runs", "none.kloupe").returncode, 3)

    def test_the_recorded_demo_opens_without_a_compiler(self):
        folder = self.scratch("demo")
        copied = self.start("kloupe", "demo", f"{folder}/mine.kloupe", PATH=str(folder))
        self.assertEqual(copied.returncode, 0, copied.stderr)
        overview = self.start("kloupe", "overview", f"{folder}/mine.kloupe", PATH=str(folder))
        self.assertIn("demo-failing", overview.stdout)
        installed = self.tree / "share/kernelloupe/demo"
        self.assertEqual([path.name for path in installed.glob("demo.kloupe*")], ["demo.kloupe"])

    def test_programs_load_their_own_libraries_in_any_environment(self):
        other = self.scratch("other")
        for name in ("libarchive.so.13", "libQt6Core.so.6", "libicuuc.so.72"):
            shutil.copy(self.tree / "lib/kernelloupe/libz.so.1", other / name)  # not that library
        for program in ("kloupe", "kernelloupe"):
            result = self.start(program, "--version", LD_LIBRARY_PATH=str(other))
            self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_the_window_has_its_own_plugins_and_fonts(self):
        folder = self.scratch("window")
        folder.chmod(0o700)
        records = folder / "records/a_l1/eval_results.json"
        records.parent.mkdir(parents=True)
        records.write_text('{"1": [{"sample_id": 0, "compiled": true, "correctness": true, "runtime": 2.0}]}')
        imported = self.start("kloupe", "import", "auto", str(folder / "records"), f"--store={folder}/a.kloupe")
        self.assertEqual(imported.returncode, 0, imported.stderr)
        fonts = self.tree / "share/kernelloupe/fonts/fonts.conf"
        result = self.start("kernelloupe", "--smoke", f"{folder}/a.kloupe", QT_DEBUG_PLUGINS="1", FC_DEBUG="1024",
                            QT_QPA_PLATFORM="offscreen", XDG_RUNTIME_DIR=str(folder), FONTCONFIG_FILE=str(fonts))
        self.assertEqual(result.returncode, 0, result.stderr)
        places = re.findall(r'looking at "(/[^"]*)"', result.stderr)
        self.assertTrue(places, result.stderr)
        for place in places:
            self.assertTrue(place.startswith(f"{self.tree}/lib/kernelloupe/plugins/"), place)
        self.assertIn(str(fonts), result.stdout + result.stderr)

    def test_the_tag_is_that_of_the_newest_symbol(self):
        tag = re.search(r"Tag: py3-none-manylinux_(\d+)_(\d+)_", (self.information / "WHEEL").read_text())
        symbols = set()
        for file in build.elf_files(SCRATCH):
            listing = build.run("objdump", "--dynamic-syms", file) if file.name != "kloupe-confine" else ""
            symbols |= {(int(major), int(minor)) for major, minor in re.findall(r"GLIBC_(\d+)\.(\d+)", listing)}
        self.assertEqual((int(tag[1]), int(tag[2])), max(symbols))

    def test_a_private_symbol_of_glibc_has_no_tag(self):
        folder = self.scratch("private")
        shutil.copy(build.run("g++", "-print-file-name=libresolv.so.2").strip(), folder / "a.so")
        with self.assertRaisesRegex(SystemExit, "a.so needs private symbols"):
            build.glibc_needed(folder)

    def test_everything_that_is_copied_has_a_licence_and_its_text(self):
        texts = {path.name for path in (self.information / "licenses").iterdir()}
        listing = (self.information / "licenses/BUNDLED.md").read_text()
        sources = set(re.findall(r"^\| (\S+) \| [0-9]\S* \| \S.* \|$", listing, re.M))
        self.assertLessEqual({"qt6-base", "qscintilla2", "sqlite3", "icu", "gcc-12", "fonts-dejavu", "eigen3"}, sources)
        self.assertEqual("cuda-cudart" in sources, build.has_cuda_runtime(self.tree))
        self.assertLessEqual({f"{source}.txt" for source in sources}, texts)
        self.assertLessEqual({"LGPL-2.1.txt", "GPL-3.txt"}, texts, "Debian's texts refer to these")
        for name in re.findall(r"^License-File: (.*)$", (self.information / "METADATA").read_text(), re.M):
            self.assertIn(name, texts)

    def test_the_cuda_runtime_comes_with_the_toolkits_licence(self):
        toolkit = self.scratch("toolkit")
        (toolkit / "include").mkdir()
        (toolkit / "include/cuda_runtime_api.h").write_text("#define CUDART_VERSION  12040\n")
        with self.assertRaisesRegex(SystemExit, "has no EULA.txt"):
            build.cuda_runtime(toolkit)
        (toolkit / "EULA.txt").write_text("the licence")
        information = self.scratch("information")
        build.add_licences(information, "1", [build.cuda_runtime(toolkit)])
        listing = (information / "licenses/BUNDLED.md").read_text()
        self.assertIn("| cuda-cudart | 12.4 | LicenseRef-NVIDIA-CUDA-EULA |", listing)
        self.assertEqual((information / "licenses/cuda-cudart.txt").read_text(), "the licence")
        document = json.loads((information / "sboms/kernelloupe.spdx.json").read_text())
        self.assertNotIn("externalRefs", document["packages"][1])

    def test_a_package_without_a_known_licence_is_refused(self):
        with self.assertRaisesRegex(SystemExit, "coreutils.*licences.txt"):
            build.add_licences(self.scratch("unknown"), "1", [build.installed("coreutils")])

    def test_the_spdx_document_has_everything_that_is_copied(self):
        document = json.loads((self.information / "sboms/kernelloupe.spdx.json").read_text())
        listing = (self.information / "licenses/BUNDLED.md").read_text()
        rows = re.findall(r"^\| (\S+) \| ([0-9]\S*) \| (\S.*) \|$", listing, re.M)
        own, *bundled = document["packages"]
        self.assertEqual([(each["name"], each["versionInfo"], each["licenseDeclared"]) for each in bundled], rows)
        self.assertEqual((own["name"], own["versionInfo"]), ("kernelloupe", build.cached(BUILD, "CMAKE_PROJECT_VERSION")))
        identifiers = [each["SPDXID"] for each in document["packages"]]
        self.assertEqual(len(identifiers), len(set(identifiers)))
        for identifier in identifiers:
            self.assertRegex(identifier, r"^SPDXRef-[A-Za-z0-9.-]+$")
        contained = {relation["relatedSpdxElement"] for relation in document["relationships"]
                     if relation["relationshipType"] == "CONTAINS"}
        self.assertEqual(contained, set(identifiers[1:]))
        named = set(re.findall(r"LicenseRef-[\w.-]+", " ".join(row[2] for row in rows)))
        self.assertEqual(named, {each["licenseId"] for each in document["hasExtractedLicensingInfos"]})

    @unittest.skipUnless(importlib.util.find_spec("license_expression"), "no python3-license-expression")
    def test_licences_are_those_of_spdx(self):
        from license_expression import get_spdx_licensing
        newer = {"BSD-Attribution-HPND-disclaimer"}  # in the list of SPDX since 3.20, not yet in Debian 12's
        for line in (ROOT / "packaging/wheel/licences.txt").read_text().splitlines():
            if line and not line.startswith("#"):
                licence = line.split(maxsplit=1)[1]
                unknown = {key for key in get_spdx_licensing().unknown_license_keys(licence)
                           if not key.startswith("LicenseRef-")}
                self.assertLessEqual(unknown, newer, line)

    def test_another_folder_gives_the_same_files(self):
        other = self.scratch("in another place")
        build.lay_out(BUILD, other)
        found = {path.relative_to(other) for path in other.rglob("*") if path.is_file()}
        self.assertIn(pathlib.Path("kernelloupe/tree/bin/kernelloupe"), found)
        self.assertEqual(found, {path.relative_to(SCRATCH) for path in SCRATCH.rglob("*")
                                 if path.is_file() and not path.is_relative_to(other)})
        for name in found:
            self.assertEqual((other / name).read_bytes(), (SCRATCH / name).read_bytes(), name)
            self.assertEqual((other / name).stat().st_mode, (SCRATCH / name).stat().st_mode, name)

    def test_a_library_of_the_system_is_refused(self):
        library = self.tree / "lib/kernelloupe/libmuparser.so.2"
        library.rename(SCRATCH / library.name)
        with self.assertRaisesRegex(SystemExit, "loads libmuparser.so.2"):
            build.check_loading(self.tree)
        (SCRATCH / library.name).rename(library)

    def test_there_are_no_links_and_no_odd_permissions(self):
        for path in SCRATCH.rglob("*"):
            self.assertFalse(path.is_symlink(), path)
            self.assertIn(path.stat().st_mode & 0o777, (0o755, 0o644), path)


if __name__ == "__main__":
    if build.lacking():
        print(f"skipped: missing: {', '.join(build.lacking())}")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1])
