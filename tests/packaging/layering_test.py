# SPDX-License-Identifier: Apache-2.0
"""Tests the checks of layers and of cycles: they pass a clean tree and refuse each planted violation by its rule."""

import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "packaging"))

import checks  # noqa: E402

CLEAN_TREE = {
    "core/CMakeLists.txt": (ROOT / "core/CMakeLists.txt").read_text(encoding="utf-8"),
    "core/store/CMakeLists.txt": "# store/\nloupe_room(store\n    SUBROOMS sqlite\n        rows\n    SOURCES\n"
    "        rows/clean.cpp\n    USES model)\n",
    "core/base/clean.h": "#include <string>\n",
    "core/store/sqlite/clean.h": '#include "core/base/clean.h"\n#include <queue>\n',
    "core/store/rows/clean.h": '#include "core/store/sqlite/clean.h"\n',
    "ui/CMakeLists.txt": "set(LOUPE_UI_ROOMS text shell/session\n    pages/start shell/window)\n",
    "ui/text/clean.h": "#include <QString>\n",
    "ui/shell/session/clean.h": '#include "core/store/rows/clean.h"\n',
    "ui/pages/start/clean.h": '#include "ui/shell/session/clean.h"\n',
    "ui/shell/window/clean.h": '#include <QMainWindow>\n#include "ui/pages/start/clean.h"\n',
    "core/gpu/clean.h": "#include <cuda_runtime.h>\n#include <cupti.h>\n",
    "core/gpu/injection/CMakeLists.txt": "# A library of its own.\n",
    "core/gpu/injection/clean.h": "#include <cupti.h>\n",
    "app/kernelloupe/main.cpp": '#include "ui/shell/window/clean.h"\n',
    "app/kloupe-ask/main.cpp": "#include <curl/curl.h>\n",
    "app/kloupe-host/main.cpp": '#include "core/gpu/clean.h"\n',
}

NO_QT = "core/ has no Qt"
ONLY_CORE = "core/ knows nothing of ui/ and app/"
ONLY_GPU = "only core/gpu includes CUDA and CUPTI"
ONLY_ASK = "only app/kloupe-ask has a network and the keyring"
GPU_USERS = "core/gpu is for kloupe-host and kloupe-judge"
NO_WINDOW = "the command-line programs have no Qt"
WHOLE_PATH = "a file of ours is included by its whole path"
NO_TARGET = "is neither a declared sub-module nor a target of its own"

# The folder of the planted source, what it includes, and the rule that refuses it.
PLANTED = [
    # Layers
    ("core/base", "<QString>", NO_QT),
    ("core/base", "<QtCore/QString>", NO_QT),
    ("core/base", "<qglobal.h>", NO_QT),
    ("core/store/rows", '"ui/text/clean.h"', ONLY_CORE),
    ("core/store/rows", '"app/kloupe/main.h"', ONLY_CORE),
    ("core/judge", "<cuda_runtime.h>", ONLY_GPU),
    ("ui/text", "<cupti.h>", ONLY_GPU),
    ("app/kloupe-host", "<cuda.h>", ONLY_GPU),
    ("core/endpoints", "<curl/curl.h>", ONLY_ASK),
    ("app/kloupe", "<curl/curl.h>", ONLY_ASK),
    ("ui/text", "<libsecret/secret.h>", ONLY_ASK),
    ("ui/text", '"app/kernelloupe/main.h"', "ui/ knows nothing of app/"),
    ("ui/text", '"core/gpu/clean.h"', GPU_USERS),
    ("app/kernelloupe", '"core/gpu/clean.h"', GPU_USERS),
    ("app/kloupe", "<QCoreApplication>", NO_WINDOW),
    ("app/kloupe-host", '"ui/text/clean.h"', NO_WINDOW),
    ("ui/text", "<QFileDialog>", "files are chosen through ui/widgets/input/filechooser.h"),
    # Modules
    ("core/base", '"core/store/rows/clean.h"', "core/base may include only modules above it; core/store/rows is below"),
    ("core/timing", '"core/engine/run/runner.h"', "core/timing may include only modules above it"),
    ("core/engine", '"core/attic/old.h"', "core/attic is no module"),
    ("core/attic", "<string>", "core/attic is no module"),
    ("ui/text", '"ui/shell/session/clean.h"', "ui/text may include only modules above it; ui/shell/session is below"),
    ("ui/pages/start", '"ui/shell/window/clean.h"',
     "ui/pages/start may include only modules above it; ui/shell/window is below"),
    ("ui/text", '"ui/attic/old.h"', "ui/attic is no module"),
    ("ui/attic", "<string>", "ui/attic is no module"),
    # Sub-modules
    ("core/store/sqlite", '"core/store/rows/clean.h"',
     "core/store/sqlite may include only sub-modules declared before it; core/store/rows comes after"),
    ("ui/shell/session", '"ui/shell/window/clean.h"',
     "ui/shell/session may include only sub-modules declared before it; ui/shell/window comes after"),
    ("core/store", "<string>", "core/store has sub-modules, and no source lies beside them"),
    ("ui/pages", "<string>", "ui/pages has sub-modules, and no source lies beside them"),
    ("core/store/attic", "<string>", "core/store/attic is no sub-module"),
    ("ui/pages/attic", "<string>", "ui/pages/attic is no sub-module"),
    ("core/engine", '"core/store/clean.h"', "that is in no sub-module of core/store"),
    ("ui/shell/window", '"ui/pages/attic/old.h"', "that is in no sub-module of ui/pages"),
    ("core/store/sqlite", '"../rows/clean.h"', WHOLE_PATH),
    ("ui/pages/start", '"clean.h"', WHOLE_PATH),
    ("core/judge/attic", "<string>", f"core/judge/attic {NO_TARGET}"),
    ("core/store/rows/attic", "<string>", f"core/store/rows/attic {NO_TARGET}"),
]


class TreeTest(unittest.TestCase):
    """Gives each test a small source tree of its own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def write(self, files: dict[str, str]) -> None:
        for name, text in files.items():
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            (self.root / name).write_text(text, encoding="utf-8")

    def problems(self, function) -> list[str]:
        check = checks.Check(self.root)
        try:
            function(check)
        except checks.Failed as failure:
            check.problems.append(str(failure))
        return check.problems


class LayeringTest(TreeTest):
    def setUp(self):
        super().setUp()
        self.write(CLEAN_TREE)

    def test_passes_a_clean_tree(self):
        self.assertEqual(self.problems(checks.check_layering), [])

    def test_refuses_each_planted_include(self):
        for folder, include, rule in PLANTED:
            with self.subTest(folder=folder, include=include):
                file = f"{folder}/planted.cpp"
                self.write({file: f"// planted\n  #  include {include} // here\n"})
                found = self.problems(checks.check_layering)
                (self.root / file).unlink()
                self.assertEqual(len(found), 1, found)
                self.assertTrue(found[0].startswith(file), found)
                self.assertIn(rule, found[0])

    def test_allows_file_dialogs_only_in_the_file_chooser(self):
        self.write({"ui/CMakeLists.txt": "set(LOUPE_UI_ROOMS text widgets/input shell/session pages/start shell/window)\n",
                    "ui/widgets/input/filechooser.cpp": "#include <QFileDialog>\n"})
        self.assertEqual(self.problems(checks.check_layering), [])

    def test_refuses_a_declared_sub_module_without_sources(self):
        self.write({"core/store/CMakeLists.txt": "loupe_room(store\n    SUBROOMS sqlite rows merge\n    SOURCES)\n"})
        found = self.problems(checks.check_layering)
        self.assertEqual(len(found), 1, found)
        self.assertIn("core/store/merge: a sub-module is declared, but holds no source", found[0])

    def test_refuses_a_tree_without_a_declared_order(self):
        self.write({"ui/CMakeLists.txt": "add_library(loupe_ui STATIC)\n"})
        self.assertIn("no set(LOUPE_UI_ROOMS", self.problems(checks.check_layering)[0])
        (self.root / "ui/CMakeLists.txt").unlink()
        self.assertIn("ui/text is no module of ui/CMakeLists.txt", "\n".join(self.problems(checks.check_layering)))
        self.write({"core/CMakeLists.txt": ""})
        self.assertIn("no set(LOUPE_ROOMS", self.problems(checks.check_layering)[0])


class CyclesTest(TreeTest):
    def test_finds_exactly_the_cycle(self):
        includes = {"a.h": "b", "b.cpp": "c", "b.h": "d", "c.h": "a", "d.h": "d", "e.h": "a"}
        self.write({f"core/{name}": f'#include "core/{used}.h"\n' for name, used in includes.items()})
        found = self.problems(checks.check_cycles)
        self.assertEqual([problem.split(":")[0] for problem in found], ["core/a", "core/b", "core/c"])

    def test_passes_files_that_include_one_another_in_one_direction(self):
        self.write({"core/a.h": "", "core/a.cpp": '#include "core/a.h"\n', "ui/b.h": '#include "core/a.h"\n'})
        self.assertEqual(self.problems(checks.check_cycles), [])


if __name__ == "__main__":
    unittest.main()
