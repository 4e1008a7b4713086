# SPDX-License-Identifier: Apache-2.0
"""Tests that the checks of files and pages refuse planted violations, and that the commit-msg hook is installed."""

import json
import os
import shutil
import subprocess
import sys
import unittest
from unittest import mock

from layering_test import ROOT, TreeTest, checks

LICENCE = "// SPDX-License-Identifier: Apache-2.0\n"


class FilesTest(TreeTest):
    def test_spdx_checks_the_licence_of_each_folder(self):
        self.write({
            "core/sound.h": LICENCE,
            "core/sound.py": "#!/usr/bin/env python3\n# SPDX-License-Identifier: Apache-2.0\n",
            "ui/sound.cpp": "// SPDX-License-Identifier: GPL-3.0-or-later\n",
            "core/none.cu": "#pragma once\n",
            "core/late.sh": "#!/bin/sh\n\n# SPDX-License-Identifier: Apache-2.0\n",
            "tests/ui/other.h": LICENCE,
        })
        found = self.problems(checks.check_spdx)
        self.assertEqual([problem.split(":")[0] for problem in found],
                         ["core/late.sh", "core/none.cu", "tests/ui/other.h"])
        self.assertIn("tests/ui/other.h:1: ", found[2])
        self.assertIn("SPDX-License-Identifier: GPL-3.0-or-later", found[2])

    @unittest.skipUnless(shutil.which("clang-format-14"), "clang-format-14 is not installed")
    def test_format_names_the_line(self):
        self.write({"core/sound.h": "int a;\n", "core/wrong.h": "int a;\nint  b;\n",
                    "tasks/demo/failing/broken.cpp": "int  {\n"})
        self.assertEqual(self.problems(checks.check_format),
                         ["core/wrong.h:2: not formatted; clang-format-14 -i core/wrong.h"])

    def test_folders_are_described_by_a_readme(self):
        self.write({
            "core/README.md": "| `base/` | errors |\n| `store/rows/` | tables |\n",
            "core/base/a.h": "",
            "core/store/CMakeLists.txt": "# store/: the file.\n",
            "core/store/rows/a.h": "",
            "core/store/read/a.h": "",
            "core/judge/CMakeLists.txt": "add_library(judge)\n",
            "tasks/CMakeLists.txt": "# tasks\n",
            "tasks/Math/sum/task.json": "",
            "tests/CMakeLists.txt": "# tests\n",
            "tests/core/CMakeLists.txt": "# tests/core\n",
            "tests/core/data/x/a.json": "",
            "ui/a.h": "",
        })
        found = self.problems(checks.check_folders)
        self.assertEqual([problem.split(":")[0] for problem in found], ["core/judge", "core/store/read", "ui"])
        self.assertIn("add a line about `store/read/` to core/README.md", found[1])


class PicturesTest(TreeTest):
    def test_a_picture_is_older_than_its_page(self):
        self.write({f"{folder}/page.cpp": "one" for folders in checks.PICTURES.values() for folder in folders})
        lines = checks.picture_lines(checks.Check(self.root))
        self.write({"resources/screenshots/pages.sha256": "\n".join(lines) + "\n"})
        self.assertEqual(self.problems(checks.check_pictures), [])
        self.write({"ui/pages/detail/page.cpp": "two"})
        self.assertEqual([problem.split(":")[0] for problem in self.problems(checks.check_pictures)],
                         ["resources/screenshots/triage.png"])


class VersionTest(TreeTest):
    def test_all_places_name_one_version(self):
        metainfo = "resources/desktop/org.kernelloupe.KernelLoupe.metainfo.xml"
        self.write({
            "CMakeLists.txt": "project(kernelloupe VERSION 1.2.0 LANGUAGES C)\n",
            "CHANGELOG.md": "## Unreleased\n\n- c\n\n## 1.2.0 — 2026-11-29\n\n- b\n\n## 1.1.0\n\n- a\n",
            metainfo: '<release version="1.2.0" date="2026-11-29"/>\n',
            "resources/help/a.md": "Since 1.1.0, KernelLoupe 1.2.0 reads torch 2.3.4.\n",
        })
        self.assertEqual(self.problems(checks.check_version), [])
        self.write({
            "CHANGELOG.md": "## 1.3.0 — 2026-12-01\n\n" + 16 * "- b\n" + "\n## 1.1.0\n\n- a\n",
            "resources/help/a.md": "Needs version 1.4.0.\n",
        })
        self.assertEqual([problem.split("; ")[0] for problem in self.problems(checks.check_version)], [
            "CHANGELOG.md: 1.3.0 — 2026-12-01 has 16 lines",
            "CHANGELOG.md: its newest version is 1.3.0, CMakeLists.txt says 1.2.0",
            f"{metainfo}: the release 1.3.0 of 2026-12-01 is missing",
            "resources/help/a.md: CHANGELOG.md has no version 1.4.0",
        ])


class PagesTest(TreeTest):
    def setUp(self):
        super().setUp()
        self.write({
            "README.md": "packaging/bootstrap.sh run, packaging/bootstrap.sh test, [one](ARCHITECTURE.md#one-idea)\n",
            "ARCHITECTURE.md": "# One idea!\n`core/base/` holds `sum()` in `core/base/sum.h`.\n`base` `rows`\n"
            "| `core/base/sum.h` | `sum()` |\n",
            "CONTRIBUTING.md": "`rows/`\n",
            "core/README.md": "`base/`\n",
            "core/base/README.md": "`rows/`\n",
            "core/base/sum.h": "int sum();\n",
            "core/base/rows/a.h": "",
            "resources/help/index.md": "[charts](charts.md), [command line](command-line.md)\n",
            "resources/help/charts.md": "```\n[code](nowhere.md)\n```\n[web](https://example.org) [here](#charts)\n"
            "# Charts\n",
            "resources/help/command-line.md": "`kloupe run` has `--store`.\n",
        })

    def test_docs_follow_links(self):
        self.assertEqual(self.problems(checks.check_docs), [])
        self.write({
            "README.md": "packaging/bootstrap.sh run [a](nowhere.md) [b](ARCHITECTURE.md#two)\n",
            "resources/help/lost.md": "",
        })
        self.assertEqual(self.problems(checks.check_docs), [
            "README.md: 'packaging/bootstrap.sh test' is missing; show it",
            "README.md: the link 'nowhere.md' leads nowhere; correct its path",
            "README.md: no heading for the link 'ARCHITECTURE.md#two'; name a heading of ARCHITECTURE.md",
            "resources/help/index.md: no link to lost.md; add it",
        ])

    def test_docs_explain_each_command_and_option(self):
        listing = "Usage\n\nSubcommands:\n  run  Runs\n  show  Shows\n"
        kloupe = self.root / "kloupe"
        kloupe.write_text("#!/bin/sh\ncase $1 in\n"
                          f"--help) echo '{listing}' ;;\nrun) echo ' --store  --seed' ;;\nesac\n")
        kloupe.chmod(0o755)
        check = checks.Check(self.root, kloupe=str(kloupe))
        checks.check_docs(check)
        self.assertEqual(check.problems, [
            "resources/help/command-line.md: '--seed' of 'kloupe run' is missing; explain it",
            "resources/help/command-line.md: 'kloupe show' of 'kloupe show' is missing; explain it",
        ])

    def test_names_exist(self):
        self.assertEqual(self.problems(checks.check_names), [])
        self.write({
            "ARCHITECTURE.md": "`core/base/gone.h` `base` `rows` `core/base/sum.h`\n"
            "| `core/base/rows/a.h` | `sum()` |\n`Sum::difference()`\n",
            "core/README.md": "",
            "core/base/README.md": "",
            "ui/text/a.h": "",
        })
        self.assertEqual([problem.split(";")[0] for problem in self.problems(checks.check_names)], [
            "ARCHITECTURE.md:1: there is no core/base/gone.h",
            "ARCHITECTURE.md:2: no sum() in the files that it is named with",
            "ARCHITECTURE.md:3: no difference() in the files that it is named with",
            "core/README.md: `base/` is missing",
            "core/base/README.md: `rows/` is missing",
            "ARCHITECTURE.md: `text` (ui/text) is missing",
            "ui/README.md: `text/` is missing",
        ])


class ProseTest(TreeTest):
    def places(self, files: dict[str, str]) -> list[str]:
        """Returns where the check fails when nothing is allowed."""
        self.write({"tests/README.md": "", "tests/a.h": "", **files})
        none_allowed = {kind: (0, advice) for kind, (_, advice) in checks.PROSE_LIMITS.items()}
        with mock.patch.object(checks, "PROSE_LIMITS", none_allowed):
            found = self.problems(checks.check_prose)
        placed = [problem for problem in found if "; " in problem]
        return [":".join(problem.split(":")[:2]) + " " + problem.rsplit("; ", 1)[1].split(":")[0] for problem in placed]

    def test_comments_begin_with_a_verb_or_a_noun(self):
        self.assertEqual(self.places({
            "core/a.h": "/// What is left.\nint a;\n/// Returns what is left.\nint b;\n/// Returns the rest:\n"
            "/// Of one call.\nint c;\nint d; // Whether it is\n// How it goes on\n",
        }), ["core/a.h:1 opening", "core/a.h:9 opening"])

    def test_finds_things_spoken_of_as_people(self):
        self.assertEqual(self.places({
            "core/a.cpp": "// A thread that waits.\n// He waits.\nint who = 1;\nint a; // for somebody\n",
            "resources/worker/a.py": "x = 1  # whoever asks\nhis = 2\n",
            "resources/agents/a.py": "# He is not read.\n",
        }), ["core/a.cpp:2 person", "core/a.cpp:4 person", "resources/worker/a.py:1 person"])

    def test_finds_names_of_tests_that_speak_of_people(self):
        self.assertEqual(self.places({
            "tests/a.cpp": "TEST(Queue, NobodyStarves)\nTEST_F(Queue, WhoseTurn)\nTEST_F(Queue, SkipsWhoIsLate)\n",
            "tests/a.py": "def test_whoever_waits(self):\ndef who():\n",
            "tests/tst_a.cpp": "    void asksHimAgain();\n",
            "core/a.h": "    void nobodyWaits();\n",
        }), ["tests/a.cpp:1 person", "tests/a.cpp:3 person", "tests/a.py:1 person", "tests/tst_a.cpp:1 person"])

    def test_lines_of_pages_are_narrow(self):
        wide = "x" * 121
        self.assertEqual(self.places({
            "core/README.md": f"{wide}\n{'x' * 120}\n| {wide} |\n```\n{wide}\n```\n{wide}\n",
            "CHANGELOG.md": f"{wide}\n",
        }), ["core/README.md:1 wide", "core/README.md:7 wide"])

    def test_passes_within_the_limits(self):
        self.write({"core/README.md": "", "core/a.h": "/// What is left.\nint a; // who\n"})
        self.assertEqual(self.problems(checks.check_prose), [])


class TranslationsTest(TreeTest):
    def found(self, missing: tuple[int, int] | None, *messages: str, context: str = "loupe::ui::Page") -> list[str]:
        """Returns the problems of a translation with these messages, where lupdate counts `missing`."""
        self.write({"ui/page.h": "class Page : public QWidget\n{\n    Q_OBJECT\n};\n",
                    "resources/translations/x_de.ts":
                    f"<TS><context><name>{context}</name>{''.join(messages)}</context></TS>"})
        with mock.patch.object(checks, "untranslated", lambda check, file: missing):
            return self.problems(checks.check_translations)

    @staticmethod
    def message(source: str, text: str, kind: str = "") -> str:
        kind = f' type="{kind}"' if kind else ""
        return f"<message><source>{source}</source><translation{kind}>{text}</translation></message>"

    def test_whole_translations_pass(self):
        sound = [self.message("&amp;Open %1 of %2", "%2: %1 ö&amp;ffnen"),
                 self.message("&lt;b&gt;%1&lt;/b&gt;&amp;nbsp; a ", "&lt;b&gt;%1&lt;/b&gt; b ")]
        self.assertEqual(self.found((1, 30), *sound), [])
        self.assertEqual(self.found(None, *sound), [])

    def test_names_defects_of_a_translation(self):
        found = self.found((0, 6), self.message("%1 of %2", "%1 von %1"), self.message("&amp;Open", "Öffnen"),
                           self.message("&lt;b&gt;a&lt;/b&gt;", "a"), self.message("Stopped: ", "Gestoppt:"),
                           self.message("new", "", "unfinished"), self.message("old", "alt", "vanished"))
        self.assertEqual([problem.split("'")[1] for problem in found],
                         ["%1 of %2", "&Open", "<b>a</b>", "Stopped: ", "new", "old"])
        self.assertIn("its placeholders are ['%1', '%1'], those of the source ['%1', '%2']", found[0])

    def test_many_new_texts_and_lost_contexts_fail(self):
        self.assertIn("2 of 30 texts are missing", self.found((2, 30))[0])
        self.assertIn("'Page' for a class outside loupe::ui", self.found((0, 1), context="Page")[0])


class ProgramTest(TreeTest):
    def run_checks(self, *arguments: str) -> subprocess.CompletedProcess:
        command = [sys.executable, "-B", str(self.root / "packaging/checks.py"), *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def setUp(self):
        super().setUp()
        (self.root / "packaging").mkdir()
        shutil.copy(ROOT / "packaging/checks.py", self.root / "packaging")

    def test_fails_when_one_of_the_checks_does(self):
        self.write({"core/README.md": "", "core/a.h": LICENCE})
        self.assertEqual(self.run_checks("spdx", "prose").returncode, 0)
        self.write({"core/b.h": ""})
        failed = self.run_checks("spdx", "prose")
        self.assertEqual(failed.returncode, 1)
        self.assertIn("core/b.h:1: ", failed.stdout)
        self.assertIn("spdx: 1 problems", failed.stdout)
        self.assertIn("prose: opening 0 of", failed.stdout)

    def test_names_its_checks_and_refuses_others(self):
        self.assertIn("\nspdx ", self.run_checks("--list").stdout)
        self.assertEqual(self.run_checks("speling").returncode, 2)

    def test_names_the_missing_option(self):
        failed = self.run_checks("binaries")
        self.assertEqual(failed.returncode, 1)
        self.assertIn("the option --programs is missing", failed.stdout)

    def test_a_missing_tool_is_no_failure(self):
        command = [sys.executable, "-B", str(self.root / "packaging/checks.py"), "format"]
        ended = subprocess.run(command, capture_output=True, text=True, check=False, env={"PATH": str(self.root)})
        self.assertEqual(ended.returncode, 0)
        self.assertIn("not run: clang-format-14 is not installed", ended.stdout)


class SchemaTest(TreeTest):
    def test_refuses_a_schema_that_accepts_mistakes(self):
        try:
            import jsonschema  # noqa: F401
        except ImportError:
            self.skipTest("python3-jsonschema is not installed")
        schema = json.loads((ROOT / "tasks/schema.json").read_text(encoding="utf-8"))
        task = "tasks/Activation/softmax/task.json"
        self.write({"tasks/schema.json": json.dumps(schema), task: (ROOT / task).read_text(encoding="utf-8")})
        self.assertEqual(self.problems(checks.check_schema), [])
        schema["properties"]["difficulty"] = {}
        self.write({"tasks/schema.json": json.dumps(schema)})
        self.assertEqual(self.problems(checks.check_schema),
                         ["tasks/schema.json: it accepts ['difficulty'] = 6; make the schema stricter"])


class HookTest(TreeTest):
    def message(self, subject: str) -> int:
        self.write({"message": f"{subject}\n\nA body that may be as long as it has to be: {'x' * 80}\n"})
        command = [str(ROOT / "packaging/commit-msg"), str(self.root / "message")]
        return subprocess.run(command, capture_output=True, check=False).returncode

    def install(self) -> str:
        """Runs the function of bootstrap.sh that installs the hook."""
        script = 'eval "$(sed -n "/^install_hook()/,/^}/p" "$1")" && install_hook'
        command = ["bash", "-euc", script, "bash", str(ROOT / "packaging/bootstrap.sh")]
        return subprocess.run(command, cwd=self.root, capture_output=True, text=True, check=True).stdout

    def test_counts_characters_of_the_subject(self):
        self.assertEqual(self.message("ü" * 72), 0)
        self.assertNotEqual(self.message("x" * 73), 0)

    def test_is_linked_into_a_checkout_once(self):
        self.assertIn("not installed", self.install())
        (self.root / ".git/hooks").mkdir(parents=True)
        self.assertIn("is installed", self.install())
        self.assertEqual(os.readlink(self.root / ".git/hooks/commit-msg"), "../../packaging/commit-msg")
        self.assertIn("is there already", self.install())

    def test_leaves_a_hook_of_the_user(self):
        self.write({".git/hooks/commit-msg": "#!/bin/sh\n"})
        self.assertIn("is there already", self.install())
        self.assertEqual((self.root / ".git/hooks/commit-msg").read_text(), "#!/bin/sh\n")


if __name__ == "__main__":
    unittest.main()
