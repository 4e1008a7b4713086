# SPDX-License-Identifier: Apache-2.0
"""Uses every page and dialog of the window as a screen reader and a keyboard do: on a display, a session bus and an
accessibility bus of the test's own.

usage: accessibility_test.py KLOUPE KERNELLOUPE [TEST…]
       exit code 77: a program or a Python module is missing
"""
import ctypes
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

KLOUPE, KERNELLOUPE = sys.argv[1], sys.argv[2]
PATIENCE = 120  # for loaded machines; nothing here waits that long
TAB, SHIFT, CONTROL, ESCAPE, F1 = 0xFF09, 0xFFE1, 0xFFE3, 0xFF1B, 0xFFBE  # key symbols of X
DIALOGS = {"New run": (CONTROL, ord("n")), "Import": (CONTROL, ord("i")), "Commands": (CONTROL, ord("p")),
           "Keys": (SHIFT, ord("/")), "Help": (F1,)}
PAGES = ("Start", "Overview", "Results", "Compare", "Distributions", "Roofline", "Trajectories", "Triage", "Audit",
         "Runs", "Queue", "Figures", "SQL")
SEPARATOR = "#" * 146  # between kernel and test in a file of KernelBench-X


def skip(why):
    print("skipped:", why)
    sys.exit(77)


def restart_on_own_display():
    """Restarts this program on a display and a session bus of its own. Programs that the bus starts get its display."""
    for program in ("Xvfb", "dbus-run-session"):
        if shutil.which(program) is None:
            skip(f"{program} is not installed")
    if not pathlib.Path("/usr/share/dbus-1/services/org.a11y.Bus.service").exists():
        skip("at-spi2-core is not installed")
    with tempfile.TemporaryDirectory(prefix="loupe-test", ignore_cleanup_errors=True) as folder:
        ours, servers = os.pipe()
        server = subprocess.Popen(["Xvfb", "-displayfd", str(servers), "-screen", "0", "1280x720x24", "-nolisten",
                                   "tcp"], pass_fds=[servers], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(servers)
        try:
            with os.fdopen(ours) as pipe:
                number = pipe.readline().strip()
            if not number:
                skip("Xvfb does not start here")
            environment = {"PATH": os.environ["PATH"], "HOME": folder, "TMPDIR": folder, "XDG_RUNTIME_DIR": folder,
                           "LANG": "C.UTF-8", "DISPLAY": f":{number}", "QT_QPA_PLATFORM": "xcb",
                           "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1", "LOUPE_OWN_DISPLAY": "1"}
            for name in ("LD_LIBRARY_PATH", "KLOUPE_PROGRAMS"):
                if name in os.environ:
                    environment[name] = os.environ[name]
            done = subprocess.run(["dbus-run-session", "--", sys.executable, "-B", *sys.argv], env=environment)
            sys.exit(done.returncode)
        finally:
            server.kill()
            server.wait()


if "LOUPE_OWN_DISPLAY" not in os.environ:
    restart_on_own_display()
try:
    import gi
    gi.require_version("Atspi", "2.0")
    from gi.repository import Atspi, GLib
except (ImportError, ValueError) as missing:
    skip(f"python3-gi or gir1.2-atspi-2.0 is not installed: {missing}")
State = Atspi.StateType
# Arrow keys walk a group of radio buttons or tabs. A text that only the mouse can select is no control.
UNOPERATED = (Atspi.Role.RADIO_BUTTON, Atspi.Role.PAGE_TAB, Atspi.Role.LABEL)
STEP, TRIES = 2, 12  # seconds until Tab is pressed again, presses until that counts as a trap


def kernelbench(wrong, unbuilt):
    """Returns KernelBench's results of six problems."""
    out = {}
    for problem in range(1, 7):
        is_built, is_right = problem != unbuilt, problem not in (unbuilt, wrong)
        out[str(problem)] = [{"sample_id": 0, "compiled": is_built, "correctness": is_right,
                              "metadata": {"hardware": "NVIDIA Made Up 9"}, "runtime": 2.0 if is_right else -1.0,
                              "runtime_stats": {}, "ref_runtime": 1.0 * problem}]
    return out


def kernelbenchx(first, kind, before, after):
    """Returns one transition of a task in KernelBench-X's corpus; `before` and `after` are speedups, or "wrong"."""
    def state(what):
        timed = what != "wrong"
        return {"call_ok": True, "exe_ok": timed, "perf_ok": timed, "dtype": "float32" if timed else "",
                "runtime_ms": 10 / what if timed else None, "gbs": 1.5 if timed else None,
                "tflops": 0.5 if timed else None, "speedup": what if timed else None,
                "maintainability": 61.5 if timed else "N/A", "error": ""}
    codes = [f"# {what}\n{SEPARATOR}\nimport torch\ntest_results = {{}}\n" for what in (before, after)]
    return {"task_id": "Math/add.py", "transition": f"round_{first}_to_round_{first + 1}",
            "from_round": f"round_{first}", "to_round": f"round_{first + 1}", "kind": kind, "before": state(before),
            "after": state(after), "before_code_present": True, "after_code_present": True, "before_code": codes[0],
            "after_code": codes[1], "unified_diff": "--- a\n+++ b\n",
            "diff_stats": {"lines_a": 4, "lines_b": 4, "similarity_ratio": 0.5, "opcodes_len": 3}, "llm_fields": {},
            "notes": ""}


def make_stores(folder):
    """Imports two runs of KernelBench and rounds of KernelBench-X into results.kloupe, and the rounds alone into
    rounds.kloupe, whose scope is theirs. So no page is empty in both."""
    for name, results in (("first_l1", kernelbench(3, 4)), ("second_l1", kernelbench(5, 2))):
        (folder / "in/runs" / name).mkdir(parents=True)
        (folder / "in/runs" / name / "eval_results.json").write_text(json.dumps(results))
    rounds = [kernelbenchx(0, "exe_fail_to_pass,perf_ok_newly", "wrong", 0.5),
              kernelbenchx(1, "speedup_increase", 0.5, 0.75)]
    (folder / "in/corpus.jsonl").write_text("".join(json.dumps(each) + "\n" for each in rounds))
    for source, store in (("in", "results.kloupe"), ("in/corpus.jsonl", "rounds.kloupe")):
        subprocess.run([KLOUPE, "import", "auto", folder / source, "--store", folder / store], check=True,
                       capture_output=True, timeout=PATIENCE)


def states(node):
    return node.get_state_set()


def is_control(node):
    """Returns true for what the keyboard can operate now."""
    have = states(node)
    return have.contains(State.FOCUSABLE) and have.contains(State.ENABLED)


def say(node):
    return f"{node.get_role_name()} \"{node.get_name()}\""


def showing(node):
    """Yields the node and its shown descendants. A table's cells are not among them: a large one has millions."""
    yield node
    if node.get_role() in (Atspi.Role.TABLE, Atspi.Role.TREE_TABLE, Atspi.Role.TREE, Atspi.Role.LIST):
        return
    for place in range(node.get_child_count()):
        child = node.get_child_at_index(place)
        if child is not None and states(child).contains(State.SHOWING):
            yield from showing(child)


def children_of(node):
    return [node.get_child_at_index(place) for place in range(node.get_child_count())]


def surrounds(node, other):
    while other is not None and other != node:
        other = other.get_parent()
    return other is not None


def problems_of(node):
    """Yields what a screen reader could not say about the node."""
    if states(node).contains(State.FOCUSABLE):
        if not any(letter.isalpha() for letter in node.get_name()):
            yield "has no name"
        # What scrolls around other parts has no role of its own in Qt.
        is_vague = node.get_role() == Atspi.Role.FILLER and node.get_child_count() == 0
        if is_vague or node.get_role() in (Atspi.Role.INVALID, Atspi.Role.UNKNOWN):
            yield "has no role"
    if node.get_role() not in (Atspi.Role.TABLE, Atspi.Role.TREE_TABLE) or Atspi.Table.get_n_rows(node) == 0:
        return
    columns = range(Atspi.Table.get_n_columns(node))
    for column in columns:
        header = Atspi.Table.get_column_header(node, column)
        if header is None or not header.get_name():
            yield f"has no header of column {column}"
    cells = [Atspi.Table.get_accessible_at(node, 0, column) for column in columns]
    if not any(cell is not None and cell.get_name() for cell in cells):
        yield "has a first row without text"


class Keyboard:
    """Keys of the display, and the display's focus, which a window manager would set."""

    def __init__(self):
        self.x, self.test = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXtst.so.6")
        self.x.XOpenDisplay.restype = ctypes.c_void_p
        self.x.XDefaultRootWindow.restype = ctypes.c_ulong
        self.display = ctypes.c_void_p(self.x.XOpenDisplay(None))

    def windows(self):
        """Returns the windows of the display, the top one last."""
        root, parent, count = ctypes.c_ulong(self.x.XDefaultRootWindow(self.display)), ctypes.c_ulong(), ctypes.c_uint()
        windows = ctypes.POINTER(ctypes.c_ulong)()
        self.x.XQueryTree(self.display, root, ctypes.byref(root), ctypes.byref(parent), ctypes.byref(windows),
                          ctypes.byref(count))
        return [windows[place] for place in range(count.value)]

    def area(self, window):
        where, numbers = ctypes.c_ulong(), [ctypes.c_int() for _ in range(6)]
        self.x.XGetGeometry(self.display, ctypes.c_ulong(window), ctypes.byref(where), *map(ctypes.byref, numbers))
        return numbers[2].value * numbers[3].value

    def focus(self, window):
        self.x.XSetInputFocus(self.display, ctypes.c_ulong(window), 2, ctypes.c_ulong(0))
        self.x.XSync(self.display, 0)

    def focus_largest(self):
        """Gives the largest window the display's focus."""
        self.focus(max(self.windows(), key=self.area))

    def press_tab(self, is_back=False):
        self.press(*([SHIFT, TAB] if is_back else [TAB]))

    def press(self, *keys):
        """Presses the keys in this order, and releases them."""
        codes = [self.x.XKeysymToKeycode(self.display, ctypes.c_ulong(key)) for key in keys]
        for code, is_down in [*((each, 1) for each in codes), *((each, 0) for each in reversed(codes))]:
            self.test.XTestFakeKeyEvent(self.display, code, is_down, ctypes.c_ulong(0))
        self.x.XSync(self.display, 0)


class Accessibility(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        make_stores(pathlib.Path(cls.folder.name))

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def open_window(self, store):
        self.focused = []
        self.listener = Atspi.EventListener.new(self.note_focus)
        self.listener.register("object:state-changed:focused")
        self.process = subprocess.Popen([KERNELLOUPE, "--theme", "light", pathlib.Path(self.folder.name) / store])
        self.addCleanup(self.stop)
        self.application = self.wait(self.find_application, "the window is on the accessibility bus")
        self.application.set_cache_mask(Atspi.Cache.NONE)
        self.frame = self.wait(lambda: self.find_frame(store), "the store is open")
        nodes = self.wait(self.parts_of_window, "the window has its parts")
        self.buttons = [each for each in nodes if each.get_role() == Atspi.Role.RADIO_BUTTON]
        self.stack = next(each for each in nodes if each.get_role() == Atspi.Role.LAYERED_PANE)
        self.keyboard = Keyboard()
        self.keyboard.focus_largest()
        self.wait(lambda: states(self.frame).contains(State.ACTIVE), "the window is active")

    def note_focus(self, event):
        if event.detail1:
            self.focused.append(event.source)

    def stop(self):
        self.listener.deregister("object:state-changed:focused")
        self.process.kill()
        self.process.wait()

    def wait(self, condition, what):
        """Returns the condition's value as soon as it is true."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            self.dispatch()
            if value := condition():
                return value
            time.sleep(0.01)
        return self.fail(f"not within {PATIENCE} s: {what}")

    @staticmethod
    def dispatch():
        while GLib.MainContext.default().iteration(False):
            pass

    def find_application(self):
        for each in children_of(Atspi.get_desktop(0)):
            if each is not None and each.get_process_id() == self.process.pid and each.get_child_count() > 0:
                return each
        return None

    def find_frame(self, store):
        for each in children_of(self.application):
            if each is not None and each.get_name().startswith(store):
                return each
        return None

    def button_of(self, page):
        """Returns the button of the side bar, whose name may end with a count."""
        return next(each for each in self.buttons if each.get_name().split(",")[0] == page)

    def act(self, node, *names):
        """Does the first of these actions that the node has."""
        count = Atspi.Action.get_n_actions(node)
        actions = {Atspi.Action.get_action_name(node, place): place for place in range(count)}
        place = next((actions[name] for name in names if name in actions), None)
        self.assertIsNotNone(place, f"{say(node)} has none of the actions {names}, but {list(actions)}")
        Atspi.Action.do_action(node, place)

    def open_page(self, name):
        """Presses the page's button in the side bar. Returns the page when it no longer changes."""
        button = self.button_of(name)
        self.act(button, "Press", "Toggle")
        self.wait(lambda: states(button).contains(State.CHECKED), f"{name} is checked in the side bar")
        page = self.wait(lambda: next((each for each in children_of(self.stack) if states(each).contains(State.SHOWING)
                                       and each.get_name() == name), None), f"the page {name} is shown")
        self.contents_of(page)
        return page

    def contents_of(self, page):
        """Returns what the page shows as soon as that stays the same."""
        last = []

        def is_steady():
            now = [(each, say(each), is_control(each)) for each in showing(page)]
            nonlocal last
            is_same, last = now == last, now
            return is_same

        self.wait(is_steady, f"{say(page)} stays the same")
        return [each for each, _, _ in last]

    def parts_of_window(self):
        nodes = list(showing(self.frame))
        names = {each.get_name().split(",")[0] for each in nodes if each.get_role() == Atspi.Role.RADIO_BUTTON}
        return nodes if names >= set(PAGES) else None

    def test_every_page_has_accessible_names(self):
        self.open_window("results.kloupe")
        problems, rows = [], {}
        for name in PAGES:
            for node in self.contents_of(self.open_page(name)):
                problems += [f"{name}: {say(node)} {each}" for each in problems_of(node)]
                if node.get_role() == Atspi.Role.TABLE:
                    rows[name, node.get_name()] = Atspi.Table.get_n_rows(node)
        self.assertEqual(problems, [])
        self.assertEqual(rows["Overview", "Scoreboard"], 2, "one for each method")
        self.assertEqual(rows["Results", "Results"], 12)
        self.assertEqual(rows["Runs", "Runs"], 3)

    def test_keys_open_every_dialog_which_says_what_it_shows(self):
        self.open_window("results.kloupe")
        self.open_page("Results")
        start = self.button_of("Results")
        self.act(start, "SetFocus")
        problems = []
        for name, keys in DIALOGS.items():
            self.wait(lambda: states(start).contains(State.FOCUSED), f"the focus is back before {name}")
            known = set(self.keyboard.windows())
            self.keyboard.press(*keys)
            dialog = self.wait(lambda name=name: self.find_dialog(name), f"{name} is open")
            # Without a window manager, a window that was shown before does not get the display's focus again.
            self.keyboard.focus(self.wait(lambda known=known: self.new_window(known), f"{name} has a window"))
            self.wait(lambda dialog=dialog: states(dialog).contains(State.ACTIVE), f"{name} is active")
            nodes = self.contents_of(dialog)
            problems += [f"{name}: {say(node)} {each}" for node in nodes for each in problems_of(node)]
            self.assertTrue(any(states(each).contains(State.FOCUSED) for each in nodes), f"{name} has the focus")
            self.keyboard.press(ESCAPE)
            self.wait(lambda name=name: self.find_dialog(name) is None, f"Esc closes {name}")
            self.keyboard.focus_largest()
            self.wait(lambda: states(self.frame).contains(State.ACTIVE), "the window is active again")
        self.assertEqual(problems, [])

    def find_dialog(self, name):
        for each in children_of(self.application) + children_of(self.frame):
            if each is not None and each.get_name().startswith(name) and states(each).contains(State.SHOWING) \
                    and each.get_role() in (Atspi.Role.DIALOG, Atspi.Role.FRAME, Atspi.Role.WINDOW):
                return each
        return None

    def new_window(self, known):
        """Returns the largest window that was not there before."""
        return max((each for each in self.keyboard.windows() if each not in known), key=self.keyboard.area,
                   default=None)

    def test_tab_walks_through_every_page_and_back(self):
        self.open_window("results.kloupe")
        for name in PAGES:
            self.walk_there_and_back(name)

    def test_tab_walks_through_trajectories_and_back(self):
        self.open_window("rounds.kloupe")
        self.assertNotEqual(self.walk_there_and_back("Trajectories"), [])

    def walk_there_and_back(self, name):
        """Returns the controls of the page that Tab reaches."""
        page, start = self.open_page(name), self.button_of(name)
        controls = [each for each in self.contents_of(page) if is_control(each)]
        self.act(start, "SetFocus")
        self.wait(lambda: states(start).contains(State.FOCUSED), f"{say(start)} has the focus")
        there, back = (self.walk(start, page, controls, is_back) for is_back in (False, True))
        unreached = [each for each in controls if each not in there and is_control(each)
                     and each.get_role() not in UNOPERATED and not any(surrounds(each, other) for other in there)]
        self.assertEqual([say(each) for each in unreached], [], f"Tab does not reach them on the page {name}")
        self.assertEqual({say(each) for each in back}, {say(each) for each in there}, f"Shift+Tab on the page {name}")
        return there

    def walk(self, start, page, controls, is_back):
        """Presses Tab until the focus has been in the page and left it, or is at the start again. Returns the controls
        of the page that had the focus."""
        reached, is_inside, last, same = [], False, None, 0
        del self.focused[:]
        while same < TRIES:
            self.keyboard.press_tab(is_back)
            end = time.monotonic() + STEP
            while not self.focused and time.monotonic() < end:  # Tab may also go to the next link of a text
                self.dispatch()
                time.sleep(0.001)
            same += 1
            while self.focused:
                last = self.focused.pop(0)
                control = self.control_around(last, page, controls)
                if control is None and (is_inside or last == start):
                    return reached
                if control is None or not reached or control != reached[-1]:
                    same = 0
                is_inside = is_inside or control is not None
                if control is not None:
                    reached.append(control)
        return self.fail(f"{say(page)}: Tab does not leave {say(last) if last else 'the start'}")

    @staticmethod
    def control_around(node, page, controls):
        """Returns the page's control that has or surrounds the node, the page if it is in none, or none outside it."""
        found = None
        while node is not None and node != page:
            if found is None and node in controls:
                found = node
            node = node.get_parent()
        return (found or page) if node == page else None


if __name__ == "__main__":
    # Debian 12's bindings call functions deprecated that have no successor in them.
    unittest.main(argv=sys.argv[2:], warnings="ignore")
