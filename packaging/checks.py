#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks what the source tree promises about itself. Each check is one function below, and one test of ctest.

    packaging/checks.py               runs every check that needs no build
    packaging/checks.py NAME...       runs these checks; some need an option, as --kloupe
    packaging/checks.py --list        names all checks

A check prints one line for each problem: the place, what is wrong and what to do. It prints "not run: " and the
reason where this machine lacks a tool.
"""

import argparse
import contextlib
import copy
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from xml.etree import ElementTree

OUR_FOLDERS = ("app", "core", "packaging", "resources", "tasks", "tests", "ui")
PAGES_OF_ROOT = ("README.md", "CHANGELOG.md", "ARCHITECTURE.md", "CONTRIBUTING.md")

# The check `prose` fails where a kind of place occurs more often than this.
PROSE_LIMITS = {
    "opening": (60, "begin the comment of a function with a verb, that of a type with a noun"),
    "person": (20, "call a thing 'it', and name it"),
    "wide": (0, "wrap the line at 120 columns"),  # in Markdown pages, outside tables and fenced code
}

LINES_OF_A_VERSION = 15  # of CHANGELOG.md

# The pictures of the README, each with the folders of the page that it shows.
PICTURES = {
    "overview": ("ui/pages/overview",),
    "triage": ("ui/pages/triage", "ui/pages/detail"),
    "distributions": ("ui/pages/distributions",),
    "compare": ("ui/pages/compare",),
    "trajectories": ("ui/pages/trajectories",),
}


# How lupdate finds the texts of the window. Without places in the sources, a change of a line changes no translation.
LUPDATE = ("ui", "app/kernelloupe", "-extensions", "cpp,h", "-I", ".", "-source-language", "en",
           "-target-language", "de", "-locations", "none", "-no-obsolete")
UNTRANSLATED = 0.05  # the share of new texts that may wait for their translation


class NotRun(Exception):
    """Says why a check cannot run on this machine."""


class Failed(Exception):
    """Ends a check at once: without what is missing, the rest of it means nothing."""


class Check:
    """One run of one check: the tree, the options, and the problems found so far."""

    def __init__(self, root: pathlib.Path, **options):
        self.root = root
        self.options = options
        self.problems: list[str] = []

    def report(self, place: str, what: str, advice: str = "") -> None:
        """Adds a problem. The place is a path with an optional ":line"."""
        self.problems.append(f"{place}: {what}" + (f"; {advice}" if advice else ""))

    def need(self, option: str):
        """Returns the value of an option that the check cannot do without."""
        if not self.options.get(option):
            raise Failed(f"the option --{option} is missing")
        return self.options[option]

    def read(self, path: str) -> str:
        """Returns the text of a file of the tree, "" where there is none."""
        file = self.root / path
        return file.read_text(encoding="utf-8", errors="replace") if file.is_file() else ""

    def source_files(self, *suffixes: str) -> list[str]:
        """Returns our files, sorted, relative to the root. Build folders lie beside OUR_FOLDERS, never inside."""
        found = []
        for top in OUR_FOLDERS:
            for folder, subfolders, names in os.walk(self.root / top):
                subfolders[:] = [name for name in subfolders if name != "__pycache__"]
                place = pathlib.Path(folder).relative_to(self.root)
                found += [(place / name).as_posix() for name in names if not suffixes or name.endswith(suffixes)]
        if not found:
            raise Failed(f"no file {' '.join(suffixes)} below '{self.root}': is it the source folder?")
        return sorted(found)

    @contextlib.contextmanager
    def scratch(self) -> Iterator[pathlib.Path]:
        """Gives a new folder below --scratch and removes it afterwards."""
        parent = self.options.get("scratch")
        if parent:
            os.makedirs(parent, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=parent, prefix="check-") as folder:
            yield pathlib.Path(folder).resolve()


def run(*command: object, **options) -> subprocess.CompletedProcess:
    """Runs a command to its end and keeps what it prints as text."""
    words = [str(word) for word in command]
    return subprocess.run(words, capture_output=True, text=True, errors="replace", check=False, **options)


def check_format(check: Check) -> str:
    """Every C++ file is as clang-format 14 leaves it. Other versions format differently, so none is tried."""
    if not shutil.which("clang-format-14"):
        raise NotRun("clang-format-14 is not installed (apt-get install clang-format-14)")
    # A candidate with a planted syntax error has no format.
    files = [f for f in check.source_files(".cpp", ".h", ".hpp", ".cu") if not f.startswith("tasks/demo/failing/")]
    result = run("clang-format-14", "--dry-run", "-Werror", *files, cwd=check.root)
    for file, line in re.findall(r"^([^:\n]+):(\d+):\d+: error:", result.stderr, re.M):
        check.report(f"{file}:{line}", "not formatted", f"clang-format-14 -i {file}")
    if result.returncode != 0 and not check.problems:
        raise Failed(result.stderr)
    return f"{len(files)} files are formatted"


def check_spdx(check: Check) -> str:
    """Every source file names its licence in its first line (a script in its second); the folder decides which."""
    # The application is GPL because Qt Charts and QScintilla are; everything without Qt is Apache.
    gpl_folders = ("ui/", "app/kernelloupe/", "tests/ui/")
    files = check.source_files(".cpp", ".h", ".hpp", ".cu", ".cuh", ".py", ".sh")
    for file in files:
        licence = "GPL-3.0-or-later" if file.startswith(gpl_folders) else "Apache-2.0"
        with open(check.root / file, encoding="utf-8", errors="replace") as stream:
            lines = [stream.readline().rstrip("\n"), stream.readline().rstrip("\n")]
        number = 2 if lines[0].startswith("#!") and lines[1] else 1
        if not re.fullmatch(rf"(//|#) SPDX-License-Identifier: {re.escape(licence)}", lines[number - 1]):
            check.report(f"{file}:{number}", "not the licence of its folder", f"SPDX-License-Identifier: {licence}")
    return f"licence lines are right in {len(files)} files"


def check_folders(check: Check) -> str:
    """Every folder says what it is for.

    It does so in its README.md, in the comment that opens its CMakeLists.txt, or in the next README.md above it,
    which then names it, or something inside it, as `folder/`. Tests of a folder of the code have its name. Tasks and demo methods have a task.json or method.json;
    what lies inside these, and recorded test data, needs no words.
    """
    without_words = re.compile(r"tasks/[A-Z]|tasks/demo/[^/]+/|tests/.*/(data|fixtures|golden|seeds)/")
    parents = {parent for file in check.source_files() for parent in pathlib.PurePosixPath(file).parents}
    folders = sorted(parent.as_posix() for parent in parents if parent.parts)
    for folder in folders:
        place = check.root / folder
        if without_words.match(folder + "/") or (place / "README.md").exists():
            continue
        if folder.startswith("tests/core/") and (check.root / folder.removeprefix("tests/")).is_dir():
            continue
        if re.match(r"# ...+", check.read(f"{folder}/CMakeLists.txt")):
            continue
        above = next(up for up in pathlib.PurePosixPath(folder).parents if (check.root / up / "README.md").exists()
                     or not up.parts)
        name = pathlib.PurePosixPath(folder).relative_to(above).as_posix()
        readme = (above / "README.md").as_posix()
        if f"`{name}/" not in check.read(readme):
            check.report(folder, "nothing says what the folder is for", f"add a line about `{name}/` to {readme}")
    return f"{len(folders)} folders say what they are for"


def anchors_of(page: str) -> set[str]:
    """Returns the anchors of a page's headings as web viewers make them."""
    headings = re.findall(r"^#+ +(.*)$", page, re.M)
    return {re.sub(r"[^a-z0-9 _-]", "", heading.lower()).replace(" ", "-") for heading in headings}


def check_links(check: Check, pages: list[str]) -> None:
    """Reports links that lead to no file or heading, and help pages that the index does not link to."""
    linked_help = set()
    for page in pages:
        text = re.sub(r"```[^`]*```", "", check.read(page))
        for target in re.findall(r"\]\(([^) \n]+)", text):
            if re.match(r"[a-z]+:", target):
                continue
            path, _, anchor = target.partition("#")
            file = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
            if page == "resources/help/index.md":
                linked_help.add(path)
            if not (check.root / file).exists():
                check.report(page, f"the link '{target}' leads nowhere", "correct its path")
            elif anchor and anchor not in anchors_of(check.read(file)):
                check.report(page, f"no heading for the link '{target}'", f"name a heading of {file}")
    help_folder = check.root / "resources/help"
    for file in sorted(path.relative_to(help_folder).as_posix() for path in help_folder.rglob("*.md")):
        if file not in linked_help | {"index.md"}:
            check.report("resources/help/index.md", f"no link to {file}", "add it")


def check_command(check: Check, page: str, command: list[str]) -> None:
    """Reports what command-line.md lacks of a command, of its options and of its subcommands."""
    result = run(check.need("kloupe"), *command, "--help")
    spoken = " ".join(["kloupe", *command])
    if result.returncode != 0:
        raise Failed(f"'{spoken} --help' failed with exit code {result.returncode}")
    options = re.findall(r"--[a-z][a-z-]+", result.stdout)
    for wanted in [spoken, *options] if command else []:
        if wanted not in page:
            check.report("resources/help/command-line.md", f"'{wanted}' of '{spoken}' is missing", "explain it")
    _, _, listing = result.stdout.partition("\nSubcommands:\n")
    names = re.findall(r"^  ([a-z][a-z-]*)", listing, re.M)
    if not command and not names:
        raise Failed(f"'kloupe --help' lists no subcommands:\n{result.stdout}")
    for name in names:
        check_command(check, page, [*command, name])


def check_docs(check: Check) -> str:
    """The README has its two commands, links resolve, command-line.md explains the program (with --kloupe)."""
    for command in ("packaging/bootstrap.sh run", "packaging/bootstrap.sh test"):
        if command not in check.read("README.md"):
            check.report("README.md", f"'{command}' is missing", "show it")
    pages = check.source_files(".md") + list(PAGES_OF_ROOT)
    check_links(check, pages)
    if check.options.get("kloupe"):
        check_command(check, check.read("resources/help/command-line.md"), [])
    return f"commands, links and options hold in {len(pages)} pages"


def check_names(check: Check) -> str:
    """What the pages for developers name is there, and they and the READMEs name every module and sub-module.

    Every path in backquotes exists. A function, `name()`, occurs in a file of its row of a table, or, in a sentence,
    in any file that the page names.
    """
    a_path = re.compile(r"`((?:app|core|ui|tests|packaging|resources|tasks)/[A-Za-z0-9_./-]*)`")
    paths_seen = functions_seen = 0
    for page in ("ARCHITECTURE.md", "CONTRIBUTING.md", "core/DATAFLOW.md"):
        text = check.read(page)
        of_page = a_path.findall(text)
        for number, line in enumerate(text.split("\n"), 1):
            of_line = a_path.findall(line)
            paths_seen += len(of_line)
            for path in of_line:
                if not (check.root / path).exists():
                    check.report(f"{page}:{number}", f"there is no {path}", "correct or delete the name")
            for function in re.findall(r"`([A-Za-z_:]+)\(\)`", line):
                functions_seen += 1
                name = function.split("::")[-1]
                paths = of_line if line.startswith("|") and of_line else of_page
                if not any(f"{name}(" in check.read(path) for path in paths):
                    check.report(f"{page}:{number}", f"no {name}() in the files that it is named with", "correct it")
    check_rooms_are_named(check)
    return f"{paths_seen} paths and {functions_seen} functions of the pages for developers are there"


def check_rooms_are_named(check: Check) -> None:
    """Reports modules and sub-modules that ARCHITECTURE.md or the README.md above them does not name."""
    headers = [f.split("/")[:-1] for f in check.source_files(".h") if f.startswith(("core/", "ui/"))]
    folders = {"/".join(parts[:depth]) for parts in headers for depth in (2, 3) if depth <= len(parts) <= 3}
    with_headers = {"/".join(parts) for parts in headers}
    for folder in sorted(folders):
        above, leaf = folder.rsplit("/", 1)
        name = folder.removeprefix("ui/") if folder.startswith("ui/") else leaf
        if folder in with_headers and not re.search(f"`{name}/?`", check.read("ARCHITECTURE.md")):
            check.report("ARCHITECTURE.md", f"`{name}` ({folder}) is missing", "add it to the table of modules")
        if f"`{leaf}/`" not in check.read(f"{above}/README.md"):
            check.report(f"{above}/README.md", f"`{leaf}/` is missing", "add a line that says what it holds")


OPENING = re.compile(r"\s*///?\s+(What|Of|Whose|Whether|Who|Whom|How|Where|That|Which|The same|By what|For how)\b")
PERSON = re.compile(r"\b(he|him|his|who|whom|whoever|nobody|somebody|everybody|one who|those who)\b", re.I)
TEST_NAME = re.compile(r"\bTEST(?:_F|_P)?\(\w+, (\w+)|\bdef test_(\w+)|^    void (\w+)\(\);")  # GoogleTest, Python, Qt


def check_prose(check: Check) -> str:
    """Comments, names of tests and pages are written in plain English: PROSE_LIMITS has the limit of each kind."""
    places: dict[str, list[str]] = {kind: [] for kind in PROSE_LIMITS}
    code = re.compile(r"(core|ui|app|tests)/.*\.(h|cpp)|(resources/worker|tests)/.*\.py")
    for path in filter(code.fullmatch, check.source_files(".h", ".cpp", ".py")):
        comment = re.compile(r"# .*" if path.endswith(".py") else r"///?<? .*")
        before = ""
        for number, line in enumerate(check.read(path).split("\n"), 1):
            found = comment.search(line)
            if found and OPENING.match(line) and not re.match(r"\s*//", before):
                places["opening"].append(f"{path}:{number}: {line.strip()}")
            name = TEST_NAME.search(line) if path.startswith("tests/") else None
            words = re.sub(r"_|(?<=[a-z0-9])(?=[A-Z])", " ", name.group(name.lastindex)) if name else ""
            if PERSON.search(words) or (found and PERSON.search(found.group())):
                places["person"].append(f"{path}:{number}: {line.strip()}")
            before = line
    for path in [*check.source_files(".md"), "README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"]:
        fenced = False
        for number, line in enumerate(check.read(path).split("\n"), 1):
            fenced ^= line.startswith("```")
            if len(line) > 120 and not fenced and not line.lstrip().startswith("|"):
                places["wide"].append(f"{path}:{number}: {len(line)} columns")
    for kind, (limit, advice) in PROSE_LIMITS.items():
        listed = [f"{place}; {kind}: {advice}" for place in places[kind]]
        if len(listed) > limit:
            check.problems += [*listed, f"{kind}: {len(listed)} places, of which {limit} are allowed"]
        elif check.options.get("places"):
            print(*listed, sep="\n")
    return ", ".join(f"{kind} {len(places[kind])} of {limit}" for kind, (limit, _) in PROSE_LIMITS.items())


def check_version(check: Check) -> str:
    """The build, CHANGELOG.md and the desktop's metadata name the same version, and no page names an unknown one."""
    changelog = check.read("CHANGELOG.md")
    sections = re.findall(r"^## (.+)\n\n((?:[-*] .*\n)*)", changelog, re.M)
    for heading, lines in sections:
        if lines.count("\n") > LINES_OF_A_VERSION:
            check.report("CHANGELOG.md", f"{heading} has {lines.count(chr(10))} lines",
                         f"keep the {LINES_OF_A_VERSION} that matter most to users")
    built = re.search(r"^project\(\w+ VERSION ([\d.]+)", check.read("CMakeLists.txt"), re.M)
    headings = [heading for heading, _ in sections if heading != "Unreleased"]
    newest = re.fullmatch(r"(\d+\.\d+\.\d+) — (\d{4}-\d\d-\d\d)", headings[0] if headings else "")
    if not built or not newest:
        raise Failed("CMakeLists.txt has no project version, or the newest section of CHANGELOG.md is not "
                     "'## VERSION — DATE'")
    if built.group(1) != newest.group(1):
        check.report("CHANGELOG.md", f"its newest version is {newest.group(1)}, CMakeLists.txt says {built.group(1)}",
                     "correct one of them")
    metainfo = "resources/desktop/org.kernelloupe.KernelLoupe.metainfo.xml"
    if f'<release version="{newest.group(1)}" date="{newest.group(2)}"/>' not in check.read(metainfo):
        check.report(metainfo, f"the release {newest.group(1)} of {newest.group(2)} is missing", "add it")
    known = {heading.split()[0] for heading in headings}
    for page in [*check.source_files(".md"), *PAGES_OF_ROOT]:
        for version in re.findall(r"(?:KernelLoupe|kloupe|[Ss]ince|[Vv]ersion) v?(\d+\.\d+\.\d+)\b", check.read(page)):
            if version not in known:
                check.report(page, f"CHANGELOG.md has no version {version}", "name one that exists")
    return f"{newest.group(1)} of {newest.group(2)} everywhere"


# Everything of Qt: <QString>, <qglobal.h>, <QtWidgets/...>, <Qsci/...>.
QT = re.compile(r'[<"](Q[A-Z]|Qt[A-Z]|Qsci/|q[a-z]+\.h)')
CUDA = re.compile(r'[<"](cuda|cupti|nvml|nvrtc|nvtx3|nvperf|cublas|cudnn|cufft|curand|cusolver|cusparse|'
                  r'cooperative_groups|thrust/|cub/)')
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(["<][^">\n]*[">])', re.M)


def room_of(order: list[str], path: str) -> str:
    """Returns the entry of `order` that a path below its layer belongs to, "" where it belongs to none."""
    parts = path.split("/")[:-1]
    return next((room for room in ("/".join(parts[:2]), "".join(parts[:1])) if room in order), "")


def has_subrooms(order: list[str], room: str) -> bool:
    """Returns whether sources of a module lie in sub-modules."""
    return any(entry.startswith(room + "/") for entry in order)


def words_after(opening: str, text: str) -> list[str]:
    """Returns the lower-case words of a CMake list that begins with `opening`."""
    found = re.search(opening + r"[ \n]([a-z0-9_/ \n]*)", text)
    return found.group(1).split() if found else []


def declared_orders(check: Check) -> dict[str, list[str]]:
    """Returns the modules and sub-modules of core/ and ui/ in the order that their CMakeLists.txt declare."""
    rooms = words_after(r"set\(LOUPE_ROOMS", check.read("core/CMakeLists.txt"))
    if not rooms:
        raise Failed("core/CMakeLists.txt: no set(LOUPE_ROOMS ...) to take the order of modules from")
    core: list[str] = []
    for room in rooms:
        subrooms = words_after(rf"loupe_room\({room}[ \n]+SUBROOMS", check.read(f"core/{room}/CMakeLists.txt"))
        core += [f"{room}/{subroom}" for subroom in subrooms] or [room]
    ui = words_after(r"set\(LOUPE_UI_ROOMS", check.read("ui/CMakeLists.txt"))
    if not ui and (check.root / "ui/CMakeLists.txt").exists():
        raise Failed("ui/CMakeLists.txt: no set(LOUPE_UI_ROOMS ...) to take the order of modules from")
    return {"core": core, "ui": ui}


def problem_of_place(root: pathlib.Path, order: list[str], file: str) -> str:
    """Returns why a source may not lie where it does, "" where it may: a source lies in a declared module."""
    layer, path = file.split("/", 1)
    hall, place, room = path.split("/")[0], os.path.dirname(path), room_of(order, path)
    if not room and has_subrooms(order, hall):
        if hall == place:
            return f"{layer}/{hall} has sub-modules, and no source lies beside them"
        return f"{layer}/{place} is no sub-module; its module's CMakeLists.txt says which there are"
    if not room:
        return f"{layer}/{hall} is no module of {layer}/CMakeLists.txt"
    if room != place and not (root / layer / place / "CMakeLists.txt").exists():
        return f"{layer}/{place} is neither a declared sub-module nor a target of its own"
    return ""


def problem_of_order(order: list[str], file: str, include: str) -> str:
    """Returns why a file may not include something: it may include its own module and those before it."""
    # loupe_kernel.h is the interface of candidates, which texts in sources include.
    if include.startswith('"') and not re.match(r'"((core|ui|app)/|loupe_kernel\.h")', include):
        return 'a file of ours is included by its whole path, as "core/base/result.h"'
    layer, path = file.split("/", 1)
    if not re.match(f'"{layer}/[^/]+/', include):
        return ""
    used_path = include.strip('"').removeprefix(layer + "/")
    hall, used, room = used_path.split("/")[0], room_of(order, used_path), room_of(order, path)
    if not used and has_subrooms(order, hall):
        return f"that is in no sub-module of {layer}/{hall}"
    if not used:
        return f"{layer}/{hall} is no module of {layer}/CMakeLists.txt"
    if not room or order.index(used) <= order.index(room):
        return ""
    if hall == room.split("/")[0]:
        return f"{layer}/{room} may include only sub-modules declared before it; {layer}/{used} comes after"
    return f"{layer}/{room} may include only modules above it; {layer}/{used} is below"


def problems_of_layer(file: str, include: str) -> Iterator[str]:
    """Yields the rules between layers that an include breaks."""
    layer, folder = file.split("/")[0], "/".join(file.split("/")[:2])
    what = include[1:]
    if layer == "core":
        if QT.match(include):
            yield "core/ has no Qt"
        elif what.startswith(("ui/", "app/")):
            yield "core/ knows nothing of ui/ and app/"
    elif layer == "ui" and what.startswith("app/"):
        yield "ui/ knows nothing of app/"
    elif include == "<QFileDialog>" and file != "ui/widgets/input/filechooser.cpp":
        yield "files are chosen through ui/widgets/input/filechooser.h, which opens none"
    elif folder.startswith("app/kloupe") and (QT.match(include) or what.startswith("ui/")):
        yield "the command-line programs have no Qt"
    if CUDA.match(include) and folder != "core/gpu":
        yield "only core/gpu includes CUDA and CUPTI"
    if what.startswith(("curl/", "libsecret/")) and folder != "app/kloupe-ask":
        yield "only app/kloupe-ask has a network and the keyring"
    if what.startswith("core/gpu/") and (layer == "ui" or folder in ("app/kernelloupe", "app/kloupe")):
        yield "core/gpu is for kloupe-host and kloupe-judge"


def check_layering(check: Check) -> str:
    """No layer, module or sub-module includes what lies above it, and every source lies in a declared module."""
    orders = declared_orders(check)
    for layer, order in orders.items():
        for room in order:
            if "/" in room and not [f for kind in ("h", "cpp") for f in (check.root / layer / room).glob(f"*.{kind}")]:
                check.report(f"{layer}/{room}", "a sub-module is declared, but holds no source", "delete it")
    files = [f for f in check.source_files(".h", ".cpp", ".cu") if f.startswith(("core/", "ui/", "app/"))]
    for file in files:
        # core/pch.h and ui/pch.h belong to no module, app/ has none.
        order = orders.get(file.split("/")[0]) if file.count("/") > 1 else None
        if order is not None and (problem := problem_of_place(check.root, order, file)):
            check.report(file, problem, "move the file or declare the module")
        text = check.read(file)
        for found in INCLUDE.finditer(text):
            include = found.group(1)
            broken = [*problems_of_layer(file, include)]
            if order is not None and (problem := problem_of_order(order, file, include)):
                broken.append(problem)
            for problem in broken:
                check.report(f"{file}:{text.count(chr(10), 0, found.start()) + 1}", f"includes {include}", problem)
    if not files:
        raise Failed(f"no source file below {check.root}")
    rooms = f"{len(orders['core'])} modules and sub-modules of core/, {len(orders['ui'])} of ui/"
    return f"holds in {len(files)} files: {rooms}"


def include_graph(check: Check) -> dict[str, set[str]]:
    """Returns what each node includes. A header and the source of the same name are one node."""
    graph: dict[str, set[str]] = {}
    for path in check.source_files(".h", ".hpp", ".cpp", ".cu"):
        if path.startswith(("core/", "ui/", "app/")):
            node = os.path.splitext(path)[0]
            names = [name[1:-1] for name in INCLUDE.findall(check.read(path)) if name.startswith('"')]
            used = {os.path.splitext(name)[0] for name in names if name.startswith(("core/", "ui/", "app/"))}
            graph.setdefault(node, set()).update(used - {node})
    return graph


def knots_of(graph: dict[str, set[str]]) -> list[list[str]]:
    """Returns the groups of nodes that all reach one another, the largest first."""
    reached: dict[str, set[str]] = {}
    for start in graph:
        found: set[str] = set()
        waiting = [start]
        while waiting:
            new = graph.get(waiting.pop(), set()) - found
            found |= new
            waiting += new
        reached[start] = found
    in_cycle = [node for node in sorted(graph) if node in reached[node]]
    knots: list[list[str]] = []
    for node in in_cycle:
        if not any(node in knot for knot in knots):
            knots.append([other for other in in_cycle if other in reached[node] and node in reached[other]])
    return sorted(knots, key=lambda knot: (-len(knot), knot))


def check_cycles(check: Check) -> str:
    """No files include one another in a circle: none of them could be read, tested or moved without the others."""
    graph = include_graph(check)
    if not graph:
        raise Failed(f"no source file below '{check.root}'")
    for knot in knots_of(graph):
        for node in knot:
            used = ", ".join(sorted(graph[node] & set(knot)))
            check.report(node, f"one of {len(knot)} files that include one another, through {used}",
                         "move what both need into a header of its own")
    return f"none in {len(graph)} nodes"


# One mistake each: a place in the task.json of softmax, and a value that it must not have.
SCHEMA_MISTAKES: list[tuple[list, object]] = [
    (["schema"], 2), (["name"], "Soft Max"), (["category"], "Cooking"), (["difficulty"], 6), (["flops"], 12),
    (["surprise"], True), (["inputs", 0, "dtype"], "float31"), (["inputs", 0, "shape"], ["B", 7]),
    (["inputs", 0, "generator"], "dice"),
    (["inputs", 0, "generator"], {"kind": "normal", "mean": 0}),
    (["inputs", 0, "generator"], {"kind": "uniform", "low": 0, "high": 1, "mean": 0}),
    (["inputs", 0, "generator"], {"kind": "positive", "low": 0, "high": 1}),
    (["outputs", 0, "tolerance", "condition"], 0.5), (["outputs", 0, "tolerance"], {"condition": 4}),
    (["outputs", 0, "tolerance"], {"exact": True, "reduction": "N"}),
    (["distributions"], []), (["distributions", 0], {"kind": "normal", "mean": 0, "stddev": 1}),
    (["shapes", "cpu"], []), (["shapes", "cpu", 0, "dims", "N"], 1.5),
]


def check_schema(check: Check) -> str:
    """tasks/schema.json accepts every task.json and refuses documents with one planted mistake."""
    try:
        from jsonschema.validators import validator_for
    except ImportError:
        raise NotRun("python3-jsonschema is not installed (apt-get install python3-jsonschema)") from None
    schema = json.loads(check.read("tasks/schema.json"))
    kind = validator_for(schema)
    kind.check_schema(schema)
    validator = kind(schema)
    tasks = sorted(path.relative_to(check.root).as_posix() for path in check.root.glob("tasks/*/*/task.json"))
    if not tasks:
        raise Failed(f"no tasks/*/*/task.json below {check.root}")
    for task in tasks:
        for error in validator.iter_errors(json.loads(check.read(task))):
            check.report(task, f"{error.json_path}: {error.message}", "obey tasks/schema.json")
    sound = json.loads(check.read("tasks/Activation/softmax/task.json"))
    for path, value in SCHEMA_MISTAKES:
        broken = copy.deepcopy(sound)
        inner = broken
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = value
        if validator.is_valid(broken):
            check.report("tasks/schema.json", f"it accepts {path} = {json.dumps(value)}", "make the schema stricter")
    return f"{len(tasks)} tasks obey the schema; it refused all {len(SCHEMA_MISTAKES)} planted mistakes"


def check_example(check: Check) -> str:
    """The candidate in getting-started.md, exactly as printed, is evaluated as correct."""
    page = "resources/help/getting-started.md"
    task = re.search(r"Save it as `mine/([A-Za-z]+/[a-z0-9_]+)\.cpp`", check.read(page))
    source = re.search(r"```cpp\n(.*?)```", check.read(page), re.S)
    if not task or not source:
        raise Failed(f"{page}: no 'Save it as `mine/Category/task.cpp`', or no ```cpp block")
    with check.scratch() as scratch:
        file = scratch / "mine" / f"{task.group(1)}.cpp"
        file.parent.mkdir(parents=True)
        file.write_text(source.group(1), encoding="utf-8")
        result = run(check.need("kloupe"), "run", "--suite", check.root / "tasks", "--candidates", scratch / "mine",
                     "--method", "mine", "--store", scratch / "mine.kloupe", "--no-timing", "--json")
    answer = json.loads(result.stdout) if result.returncode == 0 else {}
    if (answer.get("correct"), answer.get("evaluated")) != (1, 1):
        raise Failed(f"{page}: its example is not evaluated as correct ({result.returncode}):\n"
                     f"{result.stdout}{result.stderr}")
    return f"the example of {page} for {task.group(1)} is evaluated as correct"


def check_binaries(check: Check) -> str:
    """The programs link what they may, also through other libraries, which the check of includes cannot see."""
    forbidden = {
        "kloupe": "Qt|X11|GL|curl|cuda|cupti|nvrtc|nvidia",
        "kloupe-ask": "Qt|X11|GL|cuda|cupti|nvrtc|nvidia",
        "kernelloupe": "curl",
    }
    programs = check.need("programs")
    for program in programs:
        name = os.path.basename(program)
        listing = run("ldd", program).stdout
        found = re.findall(r"^\t(?:\S+ => )?(/\S+) \(0x", listing, re.M)
        missing = re.findall(r"^\t(\S+) => not found", listing, re.M)
        for library in [*found, *missing]:
            if re.search(f"/lib({forbidden.get(name, 'Qt|X11|GL|curl')})", f"/{library}"):
                check.report(name, f"links {library}", "the headless programs have no Qt, kloupe no CUDA, "
                             "and only kloupe-ask has libcurl")
        if name == "kloupe-ask" and not any("/libcurl" in library for library in found):
            check.report(name, "links no libcurl", "correct this check: it looks for the wrong name")
        # kloupe-confine is static: it starts before anything of a candidate's can be preloaded.
        if not found and name != "kloupe-confine":
            check.report(program, "links no library at all", "name a program")
    return f"{len(programs)} programs link nothing that they must not"


def unpacked_node(check: Check, scratch: pathlib.Path, where: str) -> pathlib.Path:
    """Packs what `cpack --preset node` packs, unpacks it in a folder, and returns the top of its tree."""
    for folder in ("home", "packed", where):
        (scratch / folder).mkdir()
    config = pathlib.Path(check.need("build")).resolve() / "CPackConfig.cmake"
    result = run(check.need("cpack"), "--config", config, "-G", "TGZ", "-D", "LOUPE_NODE=ON", "-B", scratch / "packed",
                 cwd=scratch)
    archives = list((scratch / "packed").glob("kernelloupe-*-headless-*.tar.gz"))
    if result.returncode != 0 or not archives:
        raise Failed(f"cpack made no archive of the headless programs:\n{result.stdout}{result.stderr}")
    shutil.unpack_archive(archives[0], scratch / where)
    shutil.rmtree(scratch / "packed")
    return next((scratch / where).glob("kernelloupe-*"))


def check_node(check: Check) -> str:
    """The archive for a node works where it is unpacked, has no window and no network, and answers `run --on`."""
    with check.scratch() as scratch:
        tree = unpacked_node(check, scratch, "moved elsewhere")
        for path in ["bin/kernelloupe", "bin/kloupe-ask", "lib/kernelloupe/libcurl*"]:
            for file in tree.glob(path):
                check.report(file.relative_to(tree).as_posix(), "no archive for a node has it", "install it elsewhere")
        abi = tree / "share/kernelloupe/tasks/abi"
        for header in ("loupe_kernel.h", "loupe_cuda.h", "dlpack/dlpack.h"):
            if not (abi / header).is_file():
                check.report(f"share/kernelloupe/tasks/abi/{header}", "candidates build with it on every node",
                             "install it with the component headless")
        protocol = check.read("core/executors/remoteprotocol.h")
        version = re.search(r"remoteProtocolVersion = ([0-9]+)", protocol)
        hello = f'{{"kind":"hello","version":{version and version.group(1)},"job":"{"0" * 32}"}}\n'
        environment = {"HOME": str(scratch / "home"), "PATH": "/usr/bin:/bin"}
        kloupe = tree / "bin/kloupe"
        result = run(kloupe, "serve", "--stdio", input=hello, env=environment)
        if result.returncode != 0 or '"kind":"hello"' not in result.stdout:
            raise Failed(f"serve --stdio answers {result.returncode}: {result.stdout}{result.stderr}")
        result = run(kloupe, "demo", scratch / "demo.kloupe", env=environment)
        if result.returncode != 0 or "measured on another machine" not in result.stdout:
            raise Failed(f"the recorded demo answers {result.returncode}: {result.stdout}{result.stderr}")
        result = run(kloupe, "run", "--dry-run", "--candidates", tree / "share/kernelloupe/tasks/demo/plain",
                     "--store", scratch / "none.kloupe", env=environment)
        if result.returncode != 0 or not re.search("evaluations of [1-9][0-9]* tasks of suite native", result.stdout):
            raise Failed(f"a dry run of the shipped tasks answers {result.returncode}: {result.stdout}{result.stderr}")
    return "the archive for a node works where it was unpacked"


def compiler_libraries(bwrap: str) -> tuple[pathlib.Path, set[str]]:
    """Returns the folder of the system's libraries, and the names of those that a machine with a compiler has."""
    tools = ["/bin/sh", "/usr/bin/env", "/usr/bin/true", bwrap, "/usr/bin/g++", "/usr/bin/as", "/usr/bin/ld"]
    for part in ("cc1plus", "collect2", "lto-wrapper", "liblto_plugin.so"):
        path = run("g++", f"-print-prog-name={part}").stdout.strip()
        tools.append(path if os.path.isabs(path) else run("g++", f"-print-file-name={part}").stdout.strip())
    loaded = re.findall(r"/[^ \n]*/lib[^ \n]*\.so[^ \n:]*", run("ldd", *tools).stdout)
    folder = pathlib.Path(run("g++", "-print-file-name=libc.so").stdout.strip()).resolve().parent
    linked = "*crt*.o libc.so* libc_nonshared.a libm.so* libm.a libmvec* libpthread* libdl* librt* libresolv* " \
             "libstdc++.so* libgcc_s.so* libgomp.so* ld-linux*"
    names = {os.path.basename(path) for path in loaded}
    names |= {path.name for pattern in linked.split() for path in folder.glob(pattern)}
    return folder, {name for name in names if (folder / name).exists()}


def check_bareroot(check: Check) -> str:
    """The archive for a node starts where only libc, a compiler and bubblewrap are: it runs `doctor` and evaluates."""
    bwrap, unshare = shutil.which("bwrap"), shutil.which("unshare")
    if not bwrap or not unshare:
        raise Failed("bwrap or unshare is missing (apt-get install bubblewrap util-linux)")
    # Root needs no user namespace to hide a folder.
    alone = [unshare, "--mount"] + ([] if os.getuid() == 0 else ["--map-root-user"])
    result = run(*alone, bwrap, "--unshare-all", "--ro-bind", "/", "/", "--proc", "/proc", "true")
    if result.returncode != 0:
        raise NotRun(f"no folder can be hidden from a program and its sandbox here: {result.stderr}")
    with check.scratch() as scratch:
        tree = unpacked_node(check, scratch, "unpacked")
        libraries, names = compiler_libraries(bwrap)
        for folder in ("libraries", "empty"):
            (scratch / folder).mkdir()
        for name in names:
            shutil.copy(libraries / name, scratch / "libraries" / name)
        # A header that the archive brings, as a machine without libdlpack-dev lacks it.
        header = pathlib.Path("/usr/include/dlpack")
        # The libraries come last, because mount needs some that they hide.
        hide = '{ [ ! -d "$3" ] || mount --bind "$2" "$3"; } && mount --bind "$0" "$1" && shift 3 && ' \
               'exec env -i HOME="$HOME" PATH=/usr/bin:/bin "$@"'

        def bare(*command: object) -> subprocess.CompletedProcess:
            environment = {**os.environ, "HOME": str(scratch / "home")}
            return run(*alone, "/bin/sh", "-c", hide, scratch / "libraries", libraries, scratch / "empty", header,
                       *command, env=environment)

        # Where the root hides nothing that the archive should bring, this check shows nothing.
        libraries_hidden = ("libarchive.so.13", "libfmt.so.9", "libsqlite3.so.0", "libmuparser.so.2")
        for hidden in (*(libraries / name for name in libraries_hidden), header / "dlpack.h"):
            if bare("/usr/bin/env", "test", "-e", hidden).returncode == 0:
                raise Failed(f"the bare root has {hidden}")
        kloupe, store = tree / "bin/kloupe", scratch / "bare.kloupe"
        doctor = bare(kloupe, "doctor")
        if doctor.returncode not in (0, 4) or not re.search("ok +Sandbox", doctor.stdout) \
                or not re.search(r"ok +C\+\+ compiler", doctor.stdout):
            raise Failed(f"doctor in a bare root answers {doctor.returncode}: {doctor.stdout}{doctor.stderr}")
        ran = bare(kloupe, "run", "--candidates", tree / "share/kernelloupe/tasks/demo/plain", "--store", store,
                   "--tasks", "category:Math")
        correct = bare(kloupe, "query", "--store", store, "status:correct")
        if ran.returncode != 0 or "correct" not in correct.stdout:
            raise Failed(f"a native evaluation in a bare root answers {ran.returncode}: {ran.stdout}{ran.stderr}"
                         f"{correct.stdout}{correct.stderr}")
    return "the archive for a node starts in a bare root and evaluates there"


def picture_lines(check: Check) -> list[str]:
    """Returns a line for each picture: the digest of its page's sources and its name. screenshots.sh stores them."""
    lines = []
    for picture, folders in PICTURES.items():
        digest = hashlib.sha256()
        for file in check.source_files(".cpp", ".h"):
            if file.rpartition("/")[0] in folders:
                digest.update(file.encode() + b"\0" + (check.root / file).read_bytes())
        lines.append(f"{digest.hexdigest()}  {picture}.png")
    return lines


def check_pictures(check: Check) -> str:
    """Every picture of the README was rendered after the last change of its page."""
    place = "resources/screenshots/pages.sha256"
    stored = check.read(place).splitlines()
    for line in picture_lines(check):
        if line not in stored:
            check.report(f"resources/screenshots/{line.split()[1]}", "its page was changed after it was rendered",
                         "packaging/screenshots.sh")
    return f"{len(PICTURES)} pictures show their pages"


def problem_of_translation(source: str, text: str) -> str:
    """Returns what a translation lacks of its source, "" where it lacks nothing."""
    parts = {
        "placeholders": r"%L?[0-9n]",
        "tags": r"</?[a-z]+>",
        "blanks at the beginning": r"\A +",
        "blanks at the end": r" +\Z",
    }
    for name, pattern in parts.items():
        wanted, found = sorted(re.findall(pattern, source)), sorted(re.findall(pattern, text))
        if wanted != found:
            return f"its {name} are {found}, those of the source {wanted}"
    letter = re.compile(r"&(?!\w+;)\w")
    if len(letter.findall(source)) != len(letter.findall(text)):
        return "either the source or the translation has a letter for the keyboard (&)"
    return ""


def untranslated(check: Check, file: str) -> tuple[int, int] | None:
    """Returns how many texts of the sources the file lacks, and how many there are; None without Qt's lupdate."""
    lupdate = shutil.which("lupdate", path="/usr/lib/qt6/bin" + os.pathsep + os.environ.get("PATH", ""))
    if not lupdate:
        return None
    with check.scratch() as scratch:
        copy_of_it = scratch / os.path.basename(file)
        shutil.copy(check.root / file, copy_of_it)
        result = run(lupdate, *LUPDATE, "-ts", copy_of_it, cwd=check.root)
        if result.returncode != 0:
            raise Failed(f"lupdate failed:\n{result.stdout}{result.stderr}")
        updated = copy_of_it.read_text(encoding="utf-8")
    return updated.count('type="unfinished"'), updated.count("<source>")


def check_translations(check: Check) -> str:
    """Translations are whole: placeholders, tags and letters for the keyboard of each text, and almost every text."""
    counts = []
    contexts = {match for path in check.source_files(".h") if path.startswith("ui/")
                for match in re.findall(r"class (\w+)[^;{]*\{\s*Q_OBJECT", check.read(path))}
    for path in sorted((check.root / "resources/translations").glob("*.ts")):
        file = path.relative_to(check.root).as_posix()
        for context in ElementTree.parse(path).getroot().iter("context"):
            name = context.findtext("name") or ""
            if name in contexts:
                check.report(file, f"lupdate takes '{name}' for a class outside loupe::ui, so its texts stay English",
                             "write QObject::tr() in these functions")
            for message in context.iter("message"):
                source, translation = message.findtext("source") or "", message.find("translation")
                kind = "" if translation is None else translation.get("type", "")
                problem = f"is {kind}" if kind else problem_of_translation(source, (
                    "" if translation is None else translation.text or ""))
                if problem:
                    check.report(f"{file}: {name}: '{source}'", problem, "see resources/translations/README.md")
        if not (known := untranslated(check, file)):
            counts.append(f"{path.stem}, not compared with the sources (apt-get install qt6-l10n-tools)")
            continue
        missing, total = known
        counts.append(f"{total - missing} of {total} texts in {path.stem}")
        if missing > total * UNTRANSLATED:
            check.report(file, f"{missing} of {total} texts are missing", "see resources/translations/README.md")
    return "translated: " + ", ".join(counts)


WITHOUT_BUILD: dict[str, Callable[[Check], str]] = {
    "format": check_format, "spdx": check_spdx, "folders": check_folders, "docs": check_docs, "names": check_names,
    "prose": check_prose, "layering": check_layering, "cycles": check_cycles, "schema": check_schema,
    "version": check_version, "pictures": check_pictures, "translations": check_translations,
}
CHECKS = WITHOUT_BUILD | {
    "binaries": check_binaries, "node": check_node, "bareroot": check_bareroot, "example": check_example,
}


def holds(name: str, check: Check) -> bool:
    """Runs one check and prints how it ended."""
    try:
        summary = CHECKS[name](check)
    except NotRun as reason:
        print(f"{name}: not run: {reason}")
        return True
    except Failed as failure:
        check.problems.append(str(failure))
    for problem in check.problems:
        print(problem)
    print(f"{name}: {f'{len(check.problems)} problems' if check.problems else summary}", flush=True)
    return not check.problems


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="a check; without one, all that need no build")
    parser.add_argument("--list", action="store_true", help="name all checks and what they promise")
    parser.add_argument("--scratch", help="where a check makes its folder, instead of the system's temporary folder")
    parser.add_argument("--kloupe", help="the program, for example; docs then checks its help as well")
    parser.add_argument("--programs", nargs="+", help="paths of programs, for binaries")
    parser.add_argument("--build", help="a build folder, for node and bareroot")
    parser.add_argument("--cpack", default="cpack", help="the program cpack, for node and bareroot")
    parser.add_argument("--places", action="store_true", help="list every place that prose counts")
    parser.add_argument("--picture-lines", action="store_true", help="print what screenshots.sh keeps for pictures")
    options = parser.parse_args()
    root = pathlib.Path(__file__).resolve().parents[1]
    if options.picture_lines:
        print("\n".join(picture_lines(Check(root))))
        return 0
    if options.list:
        for name, function in CHECKS.items():
            print(f"{name:10}{(function.__doc__ or '').splitlines()[0]}")
        return 0
    unknown = [name for name in options.names if name not in CHECKS]
    if unknown:
        parser.error(f"unknown check: {unknown[0]} (there are {', '.join(CHECKS)})")
    sys.stdout.reconfigure(errors="replace")  # problems quote lines of sources
    results = [holds(name, Check(root, **vars(options))) for name in options.names or WITHOUT_BUILD]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
