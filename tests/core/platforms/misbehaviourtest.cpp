// SPDX-License-Identifier: Apache-2.0
//
// Tests faults of real candidates and attacks of hostile ones. Each ends in its own verdict.
#include "core/sandbox/control/groupfolders.h"

#include "tests/core/platforms/candidates.h"

namespace loupe::test {

namespace {

struct Case {
    const char *name;
    Verdict verdict;
    const char *body;
    const char *before = "";
    const char *says = ""; ///< part of the message
};

void PrintTo(const Case &value, std::ostream *out)
{
    *out << value.name;
}

std::string caseName(const testing::TestParamInfo<Case> &instance)
{
    return instance.param.name;
}

class Misbehaviour : public testing::TestWithParam<Case>
{
};

} // namespace

TEST_P(Misbehaviour, endsInItsVerdict)
{
    LOUPE_NEEDS_SANDBOX();
    const Attempt result = attempt(candidate(GetParam().body, GetParam().before));
    EXPECT_EQ(facts(result.outcome.verdict).id, facts(GetParam().verdict).id)
        << result.outcome.message << "\n"
        << result.output;
    EXPECT_NE(result.outcome.message.find(GetParam().says), std::string::npos)
        << result.outcome.message;
}

INSTANTIATE_TEST_SUITE_P(
    Deaths, Misbehaviour,
    testing::Values(
        Case{"segv", Verdict::Crashed, "*(volatile int *)8 = 1;", "", "SIGSEGV at address 0x8"},
        Case{"abort", Verdict::Crashed, "abort();", "", "SIGABRT"},
        Case{"divide", Verdict::Crashed, "volatile int a = 1000, z = 0; y[0] = (float)(a / z);", "",
             "SIGFPE"},
        Case{"killSelf", Verdict::Crashed, "kill(getpid(), SIGKILL);", "#include <signal.h>",
             "SIGKILL"},
        Case{"raiseSegv", Verdict::Crashed, "raise(SIGSEGV);", "#include <signal.h>", "SIGSEGV"},
        Case{"ownHandler", Verdict::Crashed, "signal(SIGSEGV, SIG_DFL); *(volatile int *)8 = 1;",
             "#include <signal.h>", "SIGSEGV"},
        Case{"stackOverflow", Verdict::Crashed, "y[0] = (float)deep(n);",
             "#include <signal.h>\n__attribute__((noinline)) static int deep(volatile int64_t n)\n"
             "{ volatile char c[4096]; c[0] = (char)n; return n < 0 ? 0 : deep(n + 1) + c[0]; }",
             "stack overflowed"},
        Case{"exits", Verdict::ExitedEarly, "exit(0);", "", "exit(0)"},
        Case{"exitsLikeASignal", Verdict::ExitedEarly, "exit(139);", "", "exit(139)"},
        Case{"exitsAtOnce", Verdict::ExitedEarly, "_exit(3);", "", "exit(3)"},
        Case{"throws", Verdict::Crashed, "throw std::runtime_error(\"no luck\");",
             "#include <stdexcept>", "no luck"},
        Case{"throwsNumber", Verdict::Crashed, "throw 5;", "", "exception"},
        Case{"constructorDies", Verdict::Crashed, "",
             "static struct Bad { Bad() { *(volatile int *)8 = 1; } } bad;", "SIGSEGV"},
        Case{"constructorExits", Verdict::ExitedEarly, "",
             "static struct Bad { Bad() { exit(1); } } bad;", ""}),
    caseName);

INSTANTIATE_TEST_SUITE_P(
    Memory, Misbehaviour,
    testing::Values(
        Case{"readBehind", Verdict::OutOfBounds, "y[0] = ((volatile const float *)x)[16];", "",
             "read 4 bytes behind the end of input \"x\""},
        Case{"readFarBehind", Verdict::OutOfBounds, "y[0] = ((volatile const float *)x)[9000];", "",
             "behind the end of input \"x\""},
        Case{"writeBehind", Verdict::OutOfBounds, "((volatile float *)y)[16] = 1;", "",
             "wrote 4 bytes behind the end of output \"y\""},
        Case{"writeJustBehind", Verdict::OutOfBounds, "((volatile float *)y)[15] = 1;", "",
             "wrote outside output \"y\""},
        Case{"writeBefore", Verdict::OutOfBounds, "((volatile float *)y)[-1] = 1;", "",
             "wrote outside output \"y\""},
        Case{"writeFarBefore", Verdict::OutOfBounds, "((volatile float *)y)[-2000] = 1;", "",
             "before the start of output \"y\""},
        Case{"writeInput", Verdict::WroteInput, "((volatile float *)x)[3] = 1;", "",
             "wrote to input \"x\""}),
    caseName);

INSTANTIATE_TEST_SUITE_P(
    Protocol, Misbehaviour,
    testing::Values(
        Case{"closesEverything", Verdict::BrokeProtocol,
             "for (int fd = 0; fd < 1024; ++fd) close(fd);"},
        Case{"closesAndHangs", Verdict::BrokeProtocol,
             "for (int fd = 0; fd < 1024; ++fd) close(fd);\n    for (;;) pause();"},
        Case{"writesGarbage", Verdict::BrokeProtocol,
             "for (int fd = 3; fd < 1024; ++fd)\n"
             "        if (write(fd, \"garbage garbage\", 15) < 0) continue;"},
        Case{"announcesTooMuch", Verdict::BrokeProtocol,
             "for (int fd = 3; fd < 64; ++fd)\n"
             "        if (write(fd, \"\\xff\\xff\\xff\\x7f{\", 5) < 0) continue;"},
        Case{"answersItself", Verdict::BrokeProtocol,
             "for (int fd = 3; fd < 64; ++fd)\n"
             "        if (write(fd, \"\\x0e\\0\\0\\0{\\\"returned\\\":0}\", 18) < 0) continue;"},
        Case{"forksAndReturnsTwice", Verdict::Correct, "if (fork() < 0) return 1;"}),
    caseName);

TEST(MisbehaviourAtLoad, hangingConstructorTimesOut)
{
    LOUPE_NEEDS_SANDBOX();
    HostSettings settings = hostSettings();
    settings.limits.callSeconds = 1.0;
    const Attempt result = attempt(
        candidate("", "static struct Bad { Bad() { for (;;) pause(); } } bad;"), settings);
    EXPECT_EQ(facts(result.outcome.verdict).id, facts(Verdict::RunTimeout).id);
}

TEST(MisbehaviourInTime, hangTimesOut)
{
    LOUPE_NEEDS_SANDBOX();
    const Attempt result = attempt(candidate("for (;;) pause();"), hostSettings(), 0.5);
    EXPECT_EQ(facts(result.outcome.verdict).id, facts(Verdict::RunTimeout).id);
    EXPECT_NE(result.outcome.message.find("0.5 s"), std::string::npos) << result.outcome.message;
}

TEST(MisbehaviourInTime, hogMeetsTheCpuLimit)
{
    LOUPE_NEEDS_SANDBOX();
#if defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "ThreadSanitizer keeps signals back until the next system call";
#endif
    HostSettings settings = hostSettings();
    settings.limits.cpuSeconds = 1.0;
    const Attempt result
        = attempt(candidate("volatile int64_t i = 0; for (;;) i = i + 1;"), settings, 120.0);
    EXPECT_EQ(facts(result.outcome.verdict).id, facts(Verdict::CpuTimeLimit).id)
        << result.outcome.message;
}

TEST(MisbehaviourWithMemory, hogsAreOutOfMemory)
{
    LOUPE_NEEDS_SANDBOX();
    if (isSanitized)
        GTEST_SKIP() << "sanitizers need more address space than any limit leaves";
    const char *const bodies[] = {
        "std::vector<char> v(size_t{1} << 40); y[0] = v[(size_t)n];",
        "char *p = (char *)malloc(size_t{1} << 40); memset(p, 1, size_t{1} << 40); y[0] = p[n];",
        "for (;;) { char *p = (char *)malloc(1 << 20); memset(p, 1, 1 << 20); y[0] = p[n]; }",
        "for (;;) { volatile char *p = new char[1 << 20]; p[0] = 1; }",
    };
    for (const char *body : bodies) {
        const Attempt result = attempt(candidate(body, "#include <vector>"));
        EXPECT_EQ(facts(result.outcome.verdict).id, facts(Verdict::OutOfMemory).id)
            << body << "\n"
            << result.outcome.message;
    }
}

TEST(MisbehaviourWithMemory, filesInMemoryAreOutOfMemory)
{
    LOUPE_NEEDS_SANDBOX();
    if (isSanitized)
        GTEST_SKIP() << "sanitizers need more address space than any limit leaves";
    if (const auto &place = groupFolders(); !place)
        GTEST_SKIP() << "no control group can be made here: " << place.error().text();
    HostSettings settings = hostSettings();
    settings.limits.memoryBytes = std::int64_t{256} << 20;
    const Attempt result = attempt(
        candidate("for (;;) { int f = memfd_create(\"x\", 0); static char block[1 << 20];\n"
                  "        for (int i = 0; i < 8; ++i) if (write(f, block, sizeof block) < 0) "
                  "return 1; }",
                  "#include <sys/mman.h>"),
        settings, 60.0);
    EXPECT_EQ(facts(result.outcome.verdict).id, facts(Verdict::OutOfMemory).id)
        << result.outcome.message;
    EXPECT_NE(result.outcome.message.find("512 MiB"), std::string::npos);
}

TEST(MisbehaviourWithProcesses, bombsReachTheLimit)
{
    LOUPE_NEEDS_SANDBOX();
    const char *const bodies[] = {
        "for (;;) fork();",
        "for (;;) std::thread([] { pause(); }).detach();",
        "for (;;) { pthread_t t; if (pthread_create(&t, nullptr, [](void *) -> void * { pause();"
        " return nullptr; }, nullptr)) abort(); }",
    };
    HostSettings settings = hostSettings();
    settings.limits.processes = 64; // so few cannot reach the limit of memory first
    for (const char *body : bodies) {
        const Attempt result
            = attempt(candidate(body, "#include <thread>\n#include <pthread.h>"), settings, 3.0);
        EXPECT_EQ(facts(result.outcome.verdict).id, facts(Verdict::TooManyProcesses).id)
            << body << "\n"
            << result.outcome.message << result.output;
    }
}

TEST(MisbehaviourWithOutput, floodsAreStopped)
{
    LOUPE_NEEDS_SANDBOX();
    const Attempt flood = attempt(
        candidate("for (int i = 0; i < 1000000; ++i) printf(\"%0100d\\n\", i);")); // about 100 MB
    EXPECT_EQ(facts(flood.outcome.verdict).id, facts(Verdict::OutputFlood).id);
    EXPECT_LT(flood.output.size(), 200U << 10);
    EXPECT_NE(flood.output.find("bytes left out"), std::string::npos);

    const Attempt file
        = attempt(candidate("FILE *f = fopen(\"/tmp/large\", \"w\"); if (!f) return 1;\n"
                            "    for (int i = 0; i < 1000000; ++i) fprintf(f, \"%0100d\\n\", i);"));
    EXPECT_EQ(facts(file.outcome.verdict).id, facts(Verdict::OutputFlood).id)
        << file.outcome.message;
}

TEST(MisbehaviourWithOutput, smallOutputIsKept)
{
    LOUPE_NEEDS_SANDBOX();
    const Attempt result = attempt(
        candidate("printf(\"hello\\n\"); fprintf(stderr, \"bad \\xff byte\\n\"); abort();"));
    EXPECT_NE(result.output.find("hello"), std::string::npos);
    EXPECT_NE(result.output.find("bad \xEF\xBF\xBD byte"), std::string::npos) << result.output;
}

} // namespace loupe::test
