// SPDX-License-Identifier: Apache-2.0
//
// Tests the clock on a GPU (ctest label "gpu"). Times are only compared with another clock of the
// same run, with a generous factor.
#include "core/base/median.h"
#include "core/sandbox/child/childprocess.h"
#include "core/sandbox/child/confinement.h"
#include "core/timing/devicetime.h"

#include "tests/core/platforms/python/pythonfixture.h"

namespace loupe::test {

namespace {

constexpr const char *code = "import threading\n"
                             "import torch\n"
                             "x = torch.rand(1 << 26, device='cuda')\n"
                             "stream = torch.cuda.Stream()\n"
                             "def honest():\n"
                             "    return torch.relu(x)\n"
                             "def aside():\n"
                             "    with torch.cuda.stream(stream):\n"
                             "        return torch.relu(x)\n"
                             "def work_aside(stop):\n"
                             "    while not stop.wait(1e-5):\n"
                             "        torch.relu(x[:1 << 20])\n"
                             "def start_thread():\n"
                             "    global stop\n"
                             "    stop = threading.Event()\n"
                             "    threading.Thread(target=work_aside, args=(stop,)).start()\n"
                             "    return 1\n"
                             "def stop_thread():\n"
                             "    stop.set()\n"
                             "    return 1\n"
                             "def replace_timers():\n"
                             "    torch.cuda.Event = None\n"
                             "    torch.cuda.synchronize = lambda *a: None\n"
                             "    return 1\n";

class PythonTimingGpu : public PythonTest
{
protected:
    void SetUp() override
    {
        PythonTest::SetUp();
        if (IsSkipped())
            return;
        std::string whyNot;
        const PythonEnvironment &python = *testPython(whyNot);
        const std::string library = LOUPE_INJECTION;
        if (!python.hasCuda || library.empty())
            GTEST_SKIP() << "needs a CUDA device, a torch that sees it, and CUPTI";
        PythonSettings settings
            = testSettings(sandboxAvailable() ? SandboxMode::Bubblewrap : SandboxMode::None);
        settings.device = "cuda:0";
        settings.limits.memoryBytes = 0;
        settings.injection = library;
        auto server = PythonServer::start(python, PythonRole::Subject, settings, {});
        ASSERT_TRUE(server) << server.error().text() << server.error().detail;
        m_server = std::move(server).value();
        auto child = m_server->fork({});
        ASSERT_TRUE(child) << child.error().text();
        m_child = std::move(child).value();
        ASSERT_EQ(ask(*m_child, loadRequest(code)).outcome.verdict, Verdict::Correct);
    }
    Json time(const char *function, const char *method)
    {
        const auto answer = ask(*m_child,
                                {{"do", "time"},
                                 {"function", function},
                                 {"calls", 20},
                                 {"method", method},
                                 {"flush_bytes", 256 << 20}});
        EXPECT_EQ(answer.outcome.verdict, Verdict::Correct) << answer.outcome.message;
        return answer.body;
    }
    void call(const char *function)
    {
        ASSERT_EQ(ask(*m_child, {{"do", "forward"}, {"function", function}}).outcome.verdict,
                  Verdict::Correct);
    }
    /// Returns the device activity of 20 calls.
    BlockActivity activity(const char *function)
    {
        EXPECT_EQ(time(function, "cupti")["recorded"], true);
        const auto batch = m_child->takeActivity();
        EXPECT_TRUE(batch) << batch.error().text();
        auto block = activityOfBlock(batch->records, 20);
        EXPECT_TRUE(block) << block.error().text();
        EXPECT_TRUE(block->isByLaunch);
        return std::move(block).value();
    }
    /// Returns the median busy milliseconds of 20 calls, which must account for all device work.
    double deviceMs(const char *function)
    {
        const BlockActivity block = activity(function);
        EXPECT_EQ(block.stray.busyNs, 0U);
        std::vector<double> busy;
        for (const CallActivity &call : block.calls)
            busy.push_back(static_cast<double>(call.device.busyNs) / 1e6);
        return medianOf(busy);
    }

    std::unique_ptr<PythonServer> m_server;
    std::unique_ptr<PythonChild> m_child;
};

} // namespace

TEST_F(PythonTimingGpu, EventsAndActivityAgreeOnAnHonestKernel)
{
    const double device = deviceMs("honest");
    const double events
        = medianOf(time("honest", "cuda_event")["events_ms"].get<std::vector<double>>());
    EXPECT_GT(device, 0);
    EXPECT_LT(device, events * 1.05);
    EXPECT_GT(device, events * 0.5);
}

TEST_F(PythonTimingGpu, AnotherStreamHidesNothing)
{
    const double honest = deviceMs("honest");
    EXPECT_GT(deviceMs("aside"), honest * 0.5);
}

TEST_F(PythonTimingGpu, ThreadWorkOutsideCallsIsStray)
{
    call("start_thread");
    const BlockActivity block = activity("honest");
    call("stop_thread");
    EXPECT_GT(block.stray.busyNs, 0U);
}

TEST_F(PythonTimingGpu, ReplacedTimersChangeNothing)
{
    const double honest = deviceMs("honest");
    call("replace_timers");
    EXPECT_GT(deviceMs("honest"), honest * 0.5);
    EXPECT_GT(medianOf(time("honest", "cuda_event")["events_ms"].get<std::vector<double>>()),
              honest * 0.5);
}

} // namespace loupe::test
