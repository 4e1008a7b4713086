// SPDX-License-Identifier: Apache-2.0
//
// Tests candidates that misbehave. Each ends in its own verdict, and the next one finds no trace of
// it.
#include "core/sandbox/child/confinement.h"

#include "tests/core/platforms/python/pythonfixture.h"

namespace loupe::test {

namespace {

struct Misbehaviour {
    const char *name;
    const char *body;      ///< of run(a)
    Verdict verdict;       ///< of the call
    const char *said = ""; ///< part of the message
};

constexpr const char *imports = "import atexit, gc, os, signal, sys, threading, time, torch\n";

/// Calls run() of a child of this server.
PythonChild::Answer attempt(PythonServer &server, const std::string &source, double seconds = 20,
                            std::string *output = nullptr)
{
    auto child = server.fork({});
    if (!child) {
        ADD_FAILURE() << child.error().text() << child.error().detail;
        return {};
    }
    const PythonChild::Answer loaded = ask(**child, loadRequest(source));
    EXPECT_EQ(loaded.outcome.verdict, Verdict::Correct) << loaded.outcome.message;
    const Bundle given = arguments({{1, 2}});
    PythonChild::Answer answer
        = ask(**child, {{"do", "forward"}, {"function", "run"}}, &given, seconds);
    (*child)->end();
    if (output != nullptr)
        *output = (*child)->output();
    return answer;
}

std::string function(const std::string &body)
{
    std::string source = imports;
    source += "def run(a):\n";
    source += body;
    return source;
}

void expectHonestWorks(PythonServer &server)
{
    const PythonChild::Answer answer = attempt(server, function("    return a + 1\n"));
    ASSERT_EQ(answer.outcome.verdict, Verdict::Correct) << answer.outcome.message;
    EXPECT_EQ(floatsOf(*answer.value), (std::vector<float>{2, 3}));
}

const std::vector<Misbehaviour> &misbehaviours()
{
    static const std::vector<Misbehaviour> all{
        {"os._exit", "    os._exit(0)\n", Verdict::ExitedEarly, "exit(0)"},
        {"sys.exit", "    sys.exit('bye')\n", Verdict::ExitedEarly, "bye"},
        {"abort", "    os.abort()\n", Verdict::Crashed, "SIGABRT"},
        {"segmentation fault", "    import ctypes\n    ctypes.string_at(8)\n", Verdict::Crashed,
         "SIGSEGV"},
        {"raises", "    raise ValueError('no')\n", Verdict::Crashed, "ValueError: no"},
        {"hostile __str__",
         "    class E(Exception):\n"
         "        def __str__(self): raise RuntimeError('again')\n"
         "        __repr__ = __str__\n"
         "    raise E()\n",
         Verdict::Crashed, "[its __str__ raises]"},
        {"exits in __str__",
         "    class E(Exception):\n"
         "        def __str__(self): os._exit(0)\n"
         "    raise E()\n",
         Verdict::ExitedEarly},
        {"long __str__", "    raise ValueError('x' * 10**8)\n", Verdict::Crashed, "left out"},
        {"hostile type name",
         "    class M(type):\n"
         "        __qualname__ = property(lambda self: 1 / 0)\n"
         "    class E(Exception, metaclass=M): pass\n"
         "    raise E('m')\n",
         Verdict::Crashed},
        {"deep recursion", "    return run(a)\n", Verdict::Crashed, "RecursionError"},
        {"closes descriptors", "    os.closerange(0, 1000)\n    return a\n", Verdict::BrokeProtocol,
         "closed the connection"},
        {"closes and sleeps", "    os.closerange(0, 1000)\n    time.sleep(100)\n",
         Verdict::BrokeProtocol, "closed its connection"},
        {"memory", "    return bytearray(10**12)\n", Verdict::OutOfMemory},
        {"tensor memory", "    return torch.ones(10**12)\n", Verdict::OutOfMemory},
        {"sleeps", "    time.sleep(100)\n", Verdict::RunTimeout},
        {"spins", "    while True: pass\n", Verdict::RunTimeout},
        {"ignores signals",
         "    for n in range(1, 64):\n"
         "        try: signal.signal(n, signal.SIG_IGN)\n"
         "        except (OSError, ValueError): pass\n"
         "    while True: pass\n",
         Verdict::RunTimeout},
        {"prints 100 MB",
         "    for _ in range(100):\n        os.write(2, b'x' * 10**6)\n    return a\n",
         Verdict::OutputFlood},
        {"answers early",
         "    def answer():\n"
         "        for fd in range(3, 20):\n"
         "            try: os.write(fd, b'\\x13\\0\\0\\0{\"id\":\"0123456789\"}')\n"
         "            except OSError: pass\n"
         "    answer()\n"
         "    return a\n",
         Verdict::BrokeProtocol, "not asked"},
        {"writes noise to the channel",
         "    for fd in range(3, 20):\n"
         "        try: os.write(fd, b'\\xff' * 100)\n"
         "        except OSError: pass\n"
         "    return a\n",
         Verdict::BrokeProtocol, "bytes"},
        {"huge list", "    return list(range(10**6))\n", Verdict::WrongStructure, "parts"},
        {"deep list", "    v = []\n    for _ in range(100): v = [v]\n    return v\n",
         Verdict::WrongStructure},
        {"endless list", "    v = []\n    v.append(v)\n    return v\n", Verdict::WrongStructure},
        {"huge integer", "    return 10**10000\n", Verdict::WrongStructure},
        {"meta tensor", "    return torch.empty(3, device='meta')\n", Verdict::WrongValue,
         "cannot be read"},
        {"replaces json",
         "    import json\n    json.dumps = lambda *_, **__: '[1]'\n    return a\n",
         Verdict::BrokeProtocol},
        {"tells of a failure that is not one",
         "    import loupe_worker.failures as f\n"
         "    f.describe = lambda *_, **__: {'kind': 7}\n    raise ValueError()\n",
         Verdict::BrokeProtocol},
        {"tells a lie about its tensors",
         "    import loupe_worker.tensors as t\n"
         "    t.write = lambda v, d=None: ([{'name': '', 'dtype': 'float32', 'shape': [10**9]}], "
         "os.dup(0))\n"
         "    return a\n",
         Verdict::BrokeProtocol},
        {"keeps its tensors writable",
         "    import loupe_worker.tensors as t, mmap, fcntl\n"
         "    def write(v, d=None):\n"
         "        fd = os.memfd_create('m', os.MFD_ALLOW_SEALING)\n"
         "        os.ftruncate(fd, 4096)\n"
         "        t.kept = mmap.mmap(fd, 4096)\n"
         "        fcntl.fcntl(fd, fcntl.F_ADD_SEALS, fcntl.F_SEAL_SHRINK)\n"
         "        return [{'name': '', 'dtype': 'float32', 'shape': [2]}], fd\n"
         "    t.write = write\n    return a\n",
         Verdict::BrokeProtocol, "can still be changed"},
    };
    return all;
}

void expectTypedVerdicts(SandboxMode mode)
{
    PythonServer &server = sharedServer(PythonRole::Subject, mode);
    for (const Misbehaviour &each : misbehaviours()) {
        SCOPED_TRACE(each.name);
        const bool waits = each.verdict == Verdict::RunTimeout;
        const PythonChild::Answer answer = attempt(server, function(each.body), waits ? 0.5 : 20);
        EXPECT_EQ(facts(answer.outcome.verdict).id, facts(each.verdict).id)
            << answer.outcome.message;
        EXPECT_NE(answer.outcome.message.find(each.said), std::string::npos)
            << answer.outcome.message;
        EXPECT_FALSE(answer.value);
    }
    expectHonestWorks(server);
}

} // namespace

class PythonHostile : public PythonTest
{
};

TEST_F(PythonHostile, EndsInATypedVerdict)
{
    expectTypedVerdicts(SandboxMode::Bubblewrap);
    // No candidate harmed the server.
    EXPECT_EQ(sharedServer(PythonRole::Subject).starts(), 1);
}

TEST_F(PythonHostile, EndsInATypedVerdictWithoutASandbox)
{
    expectTypedVerdicts(SandboxMode::None);
}

TEST_F(PythonHostile, KillingTheParentIsACandidateFailure)
{
    for (const SandboxMode mode : {SandboxMode::Bubblewrap, SandboxMode::None}) {
        PythonServer &server = sharedServer(PythonRole::Subject, mode);
        const int before = server.starts();
        const PythonChild::Answer killed
            = attempt(server, function("    os.kill(os.getppid(), 9)\n    time.sleep(100)\n"));
        EXPECT_EQ(facts(killed.outcome.verdict).id, facts(Verdict::BrokeProtocol).id)
            << killed.outcome.message;
        EXPECT_NE(killed.outcome.message.find("supervises"), std::string::npos)
            << killed.outcome.message;
        expectHonestWorks(server);
        EXPECT_EQ(server.starts(), before + 1);
    }
}

TEST_F(PythonHostile, ChangesToTheParentDoNotReachTheNextChild)
{
    PythonServer &server = sharedServer(PythonRole::Subject);
    for (const char *body : {
             "    os.setpriority(os.PRIO_PROCESS, os.getppid(), 19)\n    return a\n",
             "    import ctypes\n    ctypes.CDLL(None).shmget(7, 4096, 0o1666)\n    return a\n",
         }) {
        SCOPED_TRACE(body);
        const int before = server.starts();
        EXPECT_EQ(attempt(server, function(body)).outcome.verdict, Verdict::Correct);
        expectHonestWorks(server);
        EXPECT_EQ(server.starts(), before + 1);
    }
}

TEST_F(PythonHostile, LimitsOfTheParentCannotBeChanged)
{
    const Result<Confinement> &how = confinement();
    if (!how || !how->callFilter.isActive)
        GTEST_SKIP() << "no filter of system calls here";
    PythonServer &server = sharedServer(PythonRole::Subject);
    const int before = server.starts();
    EXPECT_EQ(attempt(server,
                      function("    import resource\n    try:\n"
                               "        resource.prlimit(os.getppid(), resource.RLIMIT_NOFILE, "
                               "(20, 20))\n"
                               "    except PermissionError:\n        return a\n"))
                  .outcome.verdict,
              Verdict::Correct);
    expectHonestWorks(server);
    EXPECT_EQ(server.starts(), before) << "there was nothing to clean up";
}

TEST_F(PythonHostile, AStoppedParentIsReplaced)
{
    PythonServer &server = sharedServer(PythonRole::Subject);
    const int before = server.starts();
    const PythonChild::Answer stopped
        = attempt(server, function("    os.kill(os.getppid(), signal.SIGSTOP)\n    return a\n"));
    EXPECT_EQ(stopped.outcome.verdict, Verdict::Correct); // its answer was correct
    expectHonestWorks(server);
    EXPECT_EQ(server.starts(), before + 1);
}

TEST_F(PythonHostile, CannotReadItsParent)
{
    const PythonChild::Answer answer = attempt(
        sharedServer(PythonRole::Subject),
        function("    found = []\n"
                 "    for name in ('mem', 'environ', 'fd', 'maps'):\n"
                 "        try:\n"
                 "            path = f'/proc/{os.getppid()}/{name}'\n"
                 "            os.listdir(path) if name == 'fd' else open(path, 'rb').read(1)\n"
                 "            found.append(name)\n"
                 "        except OSError: pass\n"
                 "    return found\n"));
    ASSERT_TRUE(answer.value) << answer.outcome.message;
    EXPECT_TRUE(answer.value->value.items.empty());
}

TEST_F(PythonHostile, ForkBombsEndWithTheirChild)
{
    PythonServer &server = sharedServer(PythonRole::Subject);
    const PythonChild::Answer answer = attempt(server,
                                               function("    while True:\n"
                                                        "        try: os.fork()\n"
                                                        "        except OSError: pass\n"),
                                               1);
    EXPECT_TRUE(answer.outcome.verdict == Verdict::RunTimeout
                || answer.outcome.verdict == Verdict::BrokeProtocol)
        << answer.outcome.message;
    // The remaining processes are the sandbox's first, the server and this child.
    const PythonChild::Answer count = attempt(
        server, function("    return sum(name.isdigit() for name in os.listdir('/proc'))\n"));
    ASSERT_TRUE(count.value) << count.outcome.message;
    EXPECT_EQ(count.value->value.text, "3");
    const PythonChild::Answer told
        = attempt(server,
                  function("    while True:\n"
                           "        if os.fork() == 0: time.sleep(100)\n"));
    EXPECT_EQ(facts(told.outcome.verdict).id, facts(Verdict::TooManyProcesses).id)
        << told.outcome.message;
}

TEST_F(PythonHostile, ProcessesLeftBehindDie)
{
    for (const SandboxMode mode : {SandboxMode::Bubblewrap, SandboxMode::None}) {
        PythonServer &server = sharedServer(PythonRole::Subject, mode);
        const PythonChild::Answer left
            = attempt(server,
                      function("    pid = os.fork()\n"
                               "    if pid == 0:\n"
                               "        os.setsid()\n"
                               "        if os.fork() == 0: time.sleep(1000)\n"
                               "        os._exit(0)\n"
                               "    time.sleep(0.1)\n"
                               "    return a\n"));
        EXPECT_EQ(left.outcome.verdict, Verdict::Correct) << left.outcome.message;
        const PythonChild::Answer count
            = attempt(server,
                      function("    parent = str(os.getppid())\n"
                               "    def up(n): return open(f'/proc/{n}/stat').read()"
                               ".rpartition(')')[2].split()[1]\n"
                               "    return sum(up(n) == parent for n in os.listdir('/proc')"
                               " if n.isdigit() and os.path.exists(f'/proc/{n}'))\n"));
        ASSERT_TRUE(count.value) << count.outcome.message;
        EXPECT_EQ(count.value->value.text, "1"); // only the child itself
    }
}

TEST_F(PythonHostile, ReportsSubclassesAndWrongTypes)
{
    PythonServer &server = sharedServer(PythonRole::Subject);
    const PythonChild::Answer subclass
        = attempt(server,
                  function("    class Mine(torch.Tensor):\n"
                           "        def __eq__(self, other): return True\n"
                           "        def numpy(self): raise RuntimeError()\n"
                           "    return (a + 1).as_subclass(Mine)\n"));
    ASSERT_TRUE(subclass.value) << subclass.outcome.message;
    EXPECT_EQ(floatsOf(*subclass.value), (std::vector<float>{2, 3}));
    EXPECT_NE(subclass.value->value.type.find("Mine"), std::string::npos);

    const PythonChild::Answer lazy
        = attempt(server,
                  function("    class Lazy(torch.Tensor):\n"
                           "        @staticmethod\n"
                           "        def __new__(cls):\n"
                           "            return torch.Tensor._make_wrapper_subclass(cls, (2,))\n"
                           "        @classmethod\n"
                           "        def __torch_dispatch__(cls, f, t, args=(), kwargs=None):\n"
                           "            raise RuntimeError('later')\n"
                           "    return Lazy()\n"));
    EXPECT_EQ(facts(lazy.outcome.verdict).id, facts(Verdict::WrongValue).id)
        << lazy.outcome.message;

    const PythonChild::Answer wrong
        = attempt(server, function("    return [object(), {1, 2}, lambda: 0, b'x', 1j]\n"));
    ASSERT_TRUE(wrong.value) << wrong.outcome.message;
    EXPECT_EQ(wrong.value->value.items[0].text, "object");
    EXPECT_EQ(wrong.value->value.items[1].text, "set");
    EXPECT_EQ(wrong.value->value.items[2].text, "function");
    EXPECT_EQ(wrong.value->value.items[3].text, "bytes");
    EXPECT_EQ(wrong.value->value.items[4].imaginary, 1);
}

TEST_F(PythonHostile, FindsNoExpectedResults)
{
    // Tricks against comparisons in the same process fail here. There is no comparison to patch,
    // and no expected output in any frame, object or module.
    PythonServer &server = sharedServer(PythonRole::Subject);
    const PythonChild::Answer patched
        = attempt(server,
                  function("    torch.allclose = lambda *_, **__: True\n"
                           "    torch.testing.assert_close = lambda *_, **__: None\n"
                           "    sys.excepthook = lambda *_: os._exit(0)\n"
                           "    atexit.register(lambda: os._exit(0))\n"
                           "    sys.modules['torch'] = None\n"
                           "    return a * 0\n"));
    ASSERT_EQ(patched.outcome.verdict, Verdict::Correct) << patched.outcome.message;
    EXPECT_EQ(floatsOf(*patched.value), (std::vector<float>{0, 0}));

    const PythonChild::Answer walked = attempt(
        server,
        function("    found, frame = [], sys._getframe()\n"
                 "    while frame:\n"
                 "        found += [str(v) for v in frame.f_locals.values()]\n"
                 "        frame = frame.f_back\n"
                 "    found += [str(o) for o in gc.get_objects() if type(o) is dict "
                 "and 'expected' in o]\n"
                 "    tensors = [o for o in gc.get_objects() if type(o) is torch.Tensor]\n"
                 "    return len(tensors), any('seed' in text and 'secret' in text "
                 "for text in found)\n"));
    ASSERT_TRUE(walked.value) << walked.outcome.message;
    EXPECT_FALSE(walked.value->value.items[1].boolean);
}

TEST_F(PythonHostile, SubjectsDoNotDrawInputs)
{
    for (const char *what : {"inputs", "record_calls", "recorded", "unheard_of"}) {
        const auto child = childWith("def get_inputs():\n    return [1]\n");
        const auto answer = ask(*child, {{"do", what}, {"function", "get_inputs"}, {"index", 0}});
        EXPECT_EQ(answer.outcome.verdict, Verdict::BrokeProtocol) << what;
    }
}

TEST_F(PythonHostile, HasNoNetworkAndNoEngineFiles)
{
    const std::string source = LOUPE_SOURCE_DIR;
    const PythonChild::Answer answer
        = attempt(sharedServer(PythonRole::Subject),
                  function("    import socket\n"
                           "    seen = [os.path.exists('"
                           + source
                           + "/tasks'), os.path.exists('/root/.ssh')]\n"
                             "    try:\n"
                             "        socket.create_connection(('127.0.0.1', 22), 1)\n"
                             "        seen.append(True)\n"
                             "    except OSError: pass\n"
                             "    for path in ('/usr/x', os.path.dirname(sys.executable) + '/x',\n"
                             "                 os.path.dirname(torch.__file__) + '/x'):\n"
                             "        try:\n"
                             "            open(path, 'w')\n"
                             "            seen.append(True)\n"
                             "        except OSError: pass\n"
                             "    return seen\n"));
    ASSERT_TRUE(answer.value) << answer.outcome.message;
    ASSERT_EQ(answer.value->value.items.size(), 2U);
    EXPECT_FALSE(answer.value->value.items[0].boolean);
    EXPECT_FALSE(answer.value->value.items[1].boolean);
}

} // namespace loupe::test
