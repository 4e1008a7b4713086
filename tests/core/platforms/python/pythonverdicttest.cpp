// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/python/pythonverdict.h"

#include <csignal>

#include <gtest/gtest.h>

namespace loupe::test {

namespace {

Verdict ofError(const char *json)
{
    return verdictOfPythonError(parseJson(json, "test").value()).verdict;
}

CallOutcome ofEnd(PythonEnd::Kind kind, int code)
{
    SubjectLimits limits;
    limits.cpuSeconds = 3;
    return verdictOfPythonEnd({kind, code}, limits);
}

} // namespace

TEST(PythonVerdict, NamesTheKindOfAnError)
{
    EXPECT_EQ(ofError(R"({"kind":"syntax"})"), Verdict::CompileError);
    EXPECT_EQ(ofError(R"({"kind":"build"})"), Verdict::CompileError);
    EXPECT_EQ(ofError(R"({"kind":"load"})"), Verdict::LoadError);
    EXPECT_EQ(ofError(R"({"kind":"missing"})"), Verdict::MissingSymbol);
    EXPECT_EQ(ofError(R"({"kind":"memory"})"), Verdict::OutOfMemory);
    EXPECT_EQ(ofError(R"({"kind":"processes"})"), Verdict::TooManyProcesses);
    EXPECT_EQ(ofError(R"({"kind":"too_large"})"), Verdict::WrongStructure);
    EXPECT_EQ(
        verdictOfPythonError({{"kind", "exception"}, {"type", "E"}, {"message", "m"}}).message,
        "E: m");
    EXPECT_EQ(
        verdictOfPythonError(
            {{"kind", "unreadable"}, {"type", "loupe_worker.failures.Failure"}, {"message", "m"}})
            .message,
        "m");
}

TEST(PythonVerdict, InvalidErrorsBreakTheProtocol)
{
    EXPECT_EQ(ofError("7"), Verdict::BrokeProtocol);
    EXPECT_EQ(ofError("[]"), Verdict::BrokeProtocol);
    EXPECT_EQ(ofError(R"({"kind":["syntax"]})"), Verdict::BrokeProtocol);
    EXPECT_EQ(ofError(R"({"kind":"correct"})"), Verdict::BrokeProtocol);
    // A candidate cannot claim an infrastructure failure.
    EXPECT_EQ(ofError(R"({"kind":"refused"})"), Verdict::BrokeProtocol);
    EXPECT_EQ(ofError(R"({"kind":"infra_error"})"), Verdict::BrokeProtocol);
    const CallOutcome outcome = verdictOfPythonError(
        {{"kind", "load"}, {"type", 3}, {"message", std::string(100000, 'x')}});
    EXPECT_EQ(outcome.message.size(), 2000U);
}

TEST(PythonVerdict, MissingSystemPartsAreNotACandidateFailure)
{
    const Json lacks{
        {"kind", "build"},
        {"type", "RuntimeError"},
        {"message", "Error building extension 'a'"},
        {"build", "/usr/bin/ld: cannot find -lfoo\ncollect2: error: ld returned 1 exit status\n"}};
    EXPECT_EQ(verdictOfPythonError(lacks).verdict, Verdict::InfraError);
    EXPECT_NE(verdictOfPythonError(lacks).message.find("no library \"foo\""), std::string::npos);
    Json caught = lacks; // the candidate continues without its extension and fails later
    caught["kind"] = "exception";
    EXPECT_EQ(verdictOfPythonError(caught).verdict, Verdict::InfraError);
    Json refused = lacks;
    refused["build"] = "main.cpp:3:7: error: 'x' was not declared in this scope\n";
    EXPECT_EQ(verdictOfPythonError(refused).verdict, Verdict::CompileError);
    refused["build"] = 7;
    EXPECT_EQ(verdictOfPythonError(refused).verdict, Verdict::CompileError);
    // The message of an exception is not enough, because candidates control it.
    EXPECT_EQ(verdictOfPythonError({{"kind", "load"}, {"message", "cannot find -lfoo"}}).verdict,
              Verdict::LoadError);
}

TEST(PythonVerdict, NamesTheMissingFileOfASubmission)
{
    const auto said = [](const char *kind, const char *type, const char *message) {
        return verdictOfPythonError({{"kind", kind}, {"type", type}, {"message", message}}).message;
    };
    EXPECT_EQ(said("load", "ModuleNotFoundError", "No module named 'helper'"),
              "ModuleNotFoundError: No module named 'helper': neither the submission nor the run's "
              "Python has this module; install a package into that Python, or let the submission's "
              "entry build its extension");
    EXPECT_NE(said("build", "RuntimeError",
                   "Error building extension 'a': ninja: error: '/tmp/x/kernels/scale.cpp', needed "
                   "by 'scale.o', missing and no known rule to make it")
                  .find("the submission has no scale.cpp"),
              std::string::npos);
    EXPECT_NE(said("load", "FileNotFoundError", "[Errno 2] No such file or directory: '/a/b.cu'")
                  .find("the submission has no b.cu"),
              std::string::npos);
    EXPECT_EQ(said("exception", "FileNotFoundError", "No such file or directory: 'b'"),
              "FileNotFoundError: No such file or directory: 'b'");
}

TEST(PythonVerdict, EndsHaveReasons)
{
    EXPECT_EQ(ofEnd(PythonEnd::Kind::Exited, 0).verdict, Verdict::ExitedEarly);
    EXPECT_EQ(ofEnd(PythonEnd::Kind::Exited, 96).verdict, Verdict::BrokeProtocol);
    EXPECT_EQ(ofEnd(PythonEnd::Kind::Signalled, SIGSEGV).message, "died of SIGSEGV");
    EXPECT_EQ(ofEnd(PythonEnd::Kind::Signalled, SIGXCPU).verdict, Verdict::CpuTimeLimit);
    EXPECT_EQ(ofEnd(PythonEnd::Kind::Signalled, 99).message, "died of signal 99");
    EXPECT_EQ(ofEnd(PythonEnd::Kind::ServerLost, 0).verdict, Verdict::BrokeProtocol);
}

TEST(PythonVerdict, TheKernelKilledForLackOfMemory)
{
    const auto lacking = [](PythonEnd::Kind kind, int code) {
        return verdictOfPythonEnd({kind, code, true}, {}).verdict;
    };
    EXPECT_EQ(lacking(PythonEnd::Kind::Signalled, SIGKILL), Verdict::OutOfMemory);
    EXPECT_EQ(lacking(PythonEnd::Kind::ServerLost, 0), Verdict::OutOfMemory)
        << "the kernel chose another process of the sandbox";
    EXPECT_EQ(lacking(PythonEnd::Kind::Signalled, SIGSEGV), Verdict::Crashed);
    EXPECT_EQ(lacking(PythonEnd::Kind::Exited, 3), Verdict::ExitedEarly);
}

TEST(PythonVerdict, KeepsTheSignalThatEndedIt)
{
    EXPECT_EQ(ofEnd(PythonEnd::Kind::Signalled, SIGKILL).signal, SIGKILL);
    EXPECT_EQ(ofEnd(PythonEnd::Kind::Signalled, SIGXCPU).signal, SIGXCPU);
    EXPECT_EQ(ofEnd(PythonEnd::Kind::Exited, 128 + SIGKILL).signal, 0) << "as a shell would say it";
    EXPECT_EQ(verdictOfPythonError({{"kind", "exception"}, {"message", "died of SIGKILL"}}).signal,
              0);
}

} // namespace loupe::test
