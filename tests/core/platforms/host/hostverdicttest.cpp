// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/host/hostverdict.h"

#include <csignal>

#include <gtest/gtest.h>

namespace loupe {

namespace {

using Kind = ChildEnd::Kind;

HostTrial oneTensorEach()
{
    return {{{"x", DType::Float32, {3, 5}}}, {{"y", DType::Float16, {4}}}, {}};
}

Verdict verdictOf(Kind kind, int code, const HostStatus &status)
{
    ChildEnd end;
    end.kind = kind;
    end.code = code;
    return verdictOfEnd(end, status, oneTensorEach(), {}).verdict;
}

Verdict verdictOf(const char *answer)
{
    return verdictOfAnswer(Json::parse(answer), oneTensorEach()).verdict;
}

} // namespace

TEST(VerdictOfEnd, followsTheExitState)
{
    const HostStatus silent;
    EXPECT_EQ(verdictOf(Kind::Exited, 0, silent), Verdict::ExitedEarly);
    EXPECT_EQ(verdictOf(Kind::Exited, hostCannotAnswer, silent), Verdict::BrokeProtocol);
    EXPECT_EQ(verdictOf(Kind::Signalled, SIGSEGV, silent), Verdict::Crashed);
    EXPECT_EQ(verdictOf(Kind::Signalled, SIGXCPU, silent), Verdict::CpuTimeLimit);
    EXPECT_EQ(verdictOf(Kind::Signalled, SIGXFSZ, silent), Verdict::OutputFlood);
    EXPECT_EQ(verdictOf(Kind::OutputFlood, 0, silent), Verdict::OutputFlood);
    EXPECT_EQ(verdictOf(Kind::TimedOut, 0, silent), Verdict::BrokeProtocol);
}

TEST(VerdictOfEnd, followsTheStatusPage)
{
    HostStatus status;
    status.signal = SIGSEGV;
    status.fault = static_cast<std::uint32_t>(HostFault::WroteInput);
    EXPECT_EQ(verdictOf(Kind::Signalled, SIGSEGV, status), Verdict::WroteInput);
    status.fault = static_cast<std::uint32_t>(HostFault::BesideTensor);
    EXPECT_EQ(verdictOf(Kind::Signalled, SIGSEGV, status), Verdict::OutOfBounds);
    status.fault = 0;
    status.allocationFailed = 1;
    EXPECT_EQ(verdictOf(Kind::Signalled, SIGSEGV, status), Verdict::OutOfMemory);
    status.address = std::uint64_t{1} << 40;
    EXPECT_EQ(verdictOf(Kind::Signalled, SIGSEGV, status), Verdict::Crashed);
    status.signal = SIGABRT;
    EXPECT_EQ(verdictOf(Kind::Signalled, SIGABRT, status), Verdict::OutOfMemory);
    status.allocationFailed = 0;
    status.processLimitReached = 1;
    EXPECT_EQ(verdictOf(Kind::Signalled, SIGABRT, status), Verdict::TooManyProcesses);
    status.signal = 0;
    EXPECT_EQ(verdictOf(Kind::Exited, 1, status), Verdict::TooManyProcesses); // libgomp exits
}

TEST(VerdictOfEnd, TheKernelKilledForLackOfMemory)
{
    const auto outcomeOf = [](std::int64_t kills, int signal, const HostStatus &status) {
        ChildEnd end;
        end.kind = Kind::Signalled;
        end.code = signal;
        end.memoryKills = kills;
        return verdictOfEnd(end, status, oneTensorEach(), {});
    };
    HostStatus status;
    EXPECT_EQ(outcomeOf(0, SIGKILL, status).verdict, Verdict::Crashed) << "somebody did";
    const CallOutcome killed = outcomeOf(1, SIGKILL, status);
    EXPECT_EQ(killed.verdict, Verdict::OutOfMemory);
    EXPECT_NE(killed.message.find("4096 MiB"), std::string::npos) << killed.message;
    EXPECT_EQ(killed.signal, SIGKILL);
    EXPECT_EQ(outcomeOf(1, SIGSEGV, status).verdict, Verdict::Crashed)
        << "a helper's death is not its own";
    status.signal = SIGFPE;
    EXPECT_EQ(outcomeOf(1, SIGKILL, status).verdict, Verdict::Crashed) << "its own end came first";
}

TEST(VerdictOfEnd, keepsTheSignalThatEndedIt)
{
    const auto signalOf = [](Kind kind, int code, const HostStatus &status) {
        ChildEnd end;
        end.kind = kind;
        end.code = code;
        return verdictOfEnd(end, status, oneTensorEach(), {}).signal;
    };
    HostStatus status;
    EXPECT_EQ(signalOf(Kind::Signalled, SIGKILL, status), SIGKILL);
    EXPECT_EQ(signalOf(Kind::Signalled, SIGXCPU, status), SIGXCPU);
    EXPECT_EQ(signalOf(Kind::Exited, 128 + SIGKILL, status), 0) << "as a shell would say it";
    EXPECT_EQ(signalOf(Kind::TimedOut, 0, status), 0);
    status.signal = SIGABRT; // its handler saw the signal; bubblewrap reports the exit
    EXPECT_EQ(signalOf(Kind::Exited, 1, status), SIGABRT);
}

TEST(VerdictOfEnd, survivesACorruptStatusPage)
{
    HostStatus status;
    status.stage = 0xFFFFFFFF;
    status.signal = -5;
    status.fault = 77;
    status.tensor = 0xFFFFFFFF;
    EXPECT_EQ(verdictOf(Kind::Exited, 0, status), Verdict::ExitedEarly);
    status.signal = 1 << 30;
    EXPECT_EQ(verdictOf(Kind::Exited, 0, status), Verdict::ExitedEarly);
    status.signal = SIGSEGV;
    status.fault = static_cast<std::uint32_t>(HostFault::BesideTensor);
    status.distance = std::numeric_limits<std::int64_t>::min();
    EXPECT_EQ(verdictOf(Kind::Exited, 0, status), Verdict::OutOfBounds);
}

TEST(VerdictOfAnswer, acceptsValidAnswers)
{
    EXPECT_EQ(verdictOf(R"({"returned":0})"), Verdict::Correct);
    EXPECT_EQ(verdictOf(R"({"returned":-3})"), Verdict::ReturnedError);
    EXPECT_EQ(verdictOf(R"({"exception":"memory","what":"std::bad_alloc"})"), Verdict::OutOfMemory);
    EXPECT_EQ(verdictOf(R"({"exception":"processes"})"), Verdict::TooManyProcesses);
    EXPECT_EQ(verdictOf(R"({"exception":"other","what":"x"})"), Verdict::Crashed);
    EXPECT_EQ(verdictOf(R"({"returned":0,"declared":[{"dtype":[2,16,1],"shape":[4]}]})"),
              Verdict::Correct);
    EXPECT_EQ(verdictOf(R"({"returned":0,"declared":[{"dtype":[2,16,1],"shape":[5]}]})"),
              Verdict::WrongShape);
    EXPECT_EQ(verdictOf(R"({"returned":0,"declared":[{"dtype":[4,16,1],"shape":[4]}]})"),
              Verdict::WrongDtype);
}

TEST(VerdictOfAnswer, refusesEverythingElse)
{
    for (const char *answer :
         {"{}", R"({"returned":"0"})", R"({"returned":0.5})", R"({"returned":0,"declared":5})",
          R"({"returned":0,"declared":[]})", R"({"returned":0,"declared":[5]})",
          R"({"returned":0,"declared":[{"dtype":5,"shape":[4]}]})",
          R"({"returned":0,"declared":[{"dtype":[2,16,1],"shape":4}]})"})
        EXPECT_EQ(verdictOf(answer), Verdict::BrokeProtocol) << answer;
    EXPECT_EQ(verdictOf(R"({"exception":5,"what":[1]})"), Verdict::Crashed);
}

} // namespace loupe
