// SPDX-License-Identifier: Apache-2.0
//
// Tests the worker's `time` on the CPU, with a fake library in place of the one that uses CUPTI.
#include "core/timing/devicetime.h"

#include "tests/core/platforms/python/pythonfixture.h"

namespace loupe::test {

namespace {

constexpr const char *code = "addresses = set()\n"
                             "def run(x):\n"
                             "    addresses.add(x.data_ptr())\n"
                             "    return x + len(addresses)\n";

class PythonTiming : public PythonTest
{
protected:
    void SetUp() override
    {
        PythonTest::SetUp();
        if (IsSkipped())
            return;
        std::string whyNot;
        PythonSettings settings = testSettings();
        settings.injection = LOUPE_FAKE_INJECTION;
        auto server = PythonServer::start(*testPython(whyNot), PythonRole::Subject, settings, {});
        ASSERT_TRUE(server) << server.error().text() << server.error().detail;
        m_server = std::move(server).value();
        m_child = prepared();
    }
    std::unique_ptr<PythonChild> prepared()
    {
        auto child = m_server->fork({});
        EXPECT_TRUE(child);
        EXPECT_EQ(ask(**child, loadRequest(code)).outcome.verdict, Verdict::Correct);
        const Bundle given = arguments({{1, 2, 3}});
        EXPECT_EQ(ask(**child, {{"do", "forward"}, {"function", "run"}}, &given).outcome.verdict,
                  Verdict::Correct);
        return std::move(child).value();
    }
    static Json timeRequest(const char *method, int calls)
    {
        return {{"do", "time"}, {"function", "run"}, {"calls", calls}, {"method", method}};
    }

    std::unique_ptr<PythonServer> m_server;
    std::unique_ptr<PythonChild> m_child;
};

} // namespace

TEST_F(PythonTiming, ActivityOfEachCallComesThroughTheRing)
{
    const auto answer = ask(*m_child, timeRequest("cupti", 3));
    ASSERT_EQ(answer.outcome.verdict, Verdict::Correct) << answer.outcome.message;
    EXPECT_EQ(answer.body["recorded"], true);
    EXPECT_EQ(answer.body["host_ms"].size(), 3u);
    const auto batch = m_child->takeActivity();
    ASSERT_TRUE(batch) << batch.error().text();
    const auto block = activityOfBlock(batch->records, 3);
    ASSERT_TRUE(block) << block.error().text();
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(block->calls[i].device.busyNs, (i + 1) * 5000);
        EXPECT_EQ(block->calls[i].device.overlapNs, (i + 1) * 2500);
        EXPECT_EQ(block->calls[i].kernels, 2);
    }
}

/// No Python code runs between the end of a call and reading its result. A signal handler that
/// writes the result runs only afterwards.
TEST_F(PythonTiming, ReadsElementsAtTheEndOfARecordedCall)
{
    m_child->end();
    const auto child = m_server->fork({});
    ASSERT_TRUE(child) << child.error().text();
    ASSERT_EQ(ask(**child,
                  loadRequest("import signal\n"
                              "def run(x):\n"
                              "    global y\n"
                              "    y = x * 0\n"
                              "    signal.signal(signal.SIGUSR1, lambda *_: y.copy_(x))\n"
                              "    return y\n"
                              "def fill(*_):\n"
                              "    signal.raise_signal(signal.SIGUSR1)\n"
                              "    return y\n"))
                  .outcome.verdict,
              Verdict::Correct);
    const Bundle given = arguments({{1, 2, 3, 4}});
    ASSERT_EQ(ask(**child, {{"do", "forward"}, {"function", "run"}}, &given).outcome.verdict,
              Verdict::Correct);
    Json request = timeRequest("cupti", 1);
    request["places"] = {0.0, 0.3, 0.99};
    const auto answer = ask(**child, request);
    ASSERT_EQ(answer.outcome.verdict, Verdict::Correct) << answer.outcome.message;
    EXPECT_EQ(answer.body["glimpse"], Json::array({"00000000", "00000000", "00000000"}));
    const auto batch = (*child)->takeActivity();
    ASSERT_TRUE(batch) << batch.error().text();
    EXPECT_TRUE(activityOfBlock(batch->records, 1));
    // A request without calls sees the same elements again.
    Json again = timeRequest("host", 0);
    again["places"] = request["places"];
    EXPECT_EQ(ask(**child, again).body["glimpse"], answer.body["glimpse"]);
    const auto filled
        = ask(**child, {{"do", "forward"}, {"function", "fill"}, {"check_inputs", false}});
    ASSERT_EQ(filled.outcome.verdict, Verdict::Correct) << filled.outcome.message;
    // IEEE 754, little-endian: 1.0, 2.0 and 4.0.
    EXPECT_EQ(ask(**child, again).body["glimpse"],
              Json::array({"0000803f", "00000040", "00008040"}));
}

TEST_F(PythonTiming, NextChildHasItsOwnRing)
{
    ASSERT_EQ(ask(*m_child, timeRequest("cupti", 2)).outcome.verdict, Verdict::Correct);
    m_child->end();
    const auto next = prepared();
    auto batch = next->takeActivity();
    ASSERT_TRUE(batch);
    EXPECT_TRUE(batch->records.empty());
    ASSERT_EQ(ask(*next, timeRequest("cupti", 1)).outcome.verdict, Verdict::Correct);
    batch = next->takeActivity();
    ASSERT_TRUE(batch);
    EXPECT_TRUE(activityOfBlock(batch->records, 1));
}

TEST_F(PythonTiming, RefusesEventsWithoutAGpuAndUnknownMethods)
{
    EXPECT_EQ(ask(*m_child, timeRequest("host", 0)).outcome.verdict, Verdict::Correct);
    EXPECT_NE(ask(*m_child, timeRequest("cuda_event", 1)).outcome.verdict, Verdict::Correct);
    m_child->end();
    const auto next = prepared();
    EXPECT_NE(ask(*next, timeRequest("sundial", 1)).outcome.verdict, Verdict::Correct);
}

/// With CUPTI but no driver the library refuses. With a GPU it records that the GPU was not used.
TEST_F(PythonTiming, RealLibraryRecordsOrReportsAReason)
{
    const std::string library = LOUPE_INJECTION;
    if (library.empty())
        GTEST_SKIP() << "built without CUPTI: there is no injection library";
    std::string whyNot;
    PythonSettings settings = testSettings();
    settings.injection = library;
    auto server = PythonServer::start(*testPython(whyNot), PythonRole::Subject, settings, {});
    ASSERT_TRUE(server) << server.error().text();
    m_child.reset();
    m_server = std::move(server).value();
    const auto child = prepared();
    const auto answer = ask(*child, timeRequest("cupti", 2));
    ASSERT_EQ(answer.outcome.verdict, Verdict::Correct) << answer.outcome.message;
    const auto batch = child->takeActivity();
    ASSERT_TRUE(batch) << batch.error().text();
    if (answer.body["recorded"] == true) {
        EXPECT_EQ(batch->state, activityring::State::Recording);
        const auto block = activityOfBlock(batch->records, 2);
        ASSERT_TRUE(block) << block.error().text();
        EXPECT_EQ(block->calls[1].kernels, 0);
    } else {
        EXPECT_EQ(batch->state, activityring::State::Refused);
        EXPECT_NE(batch->reason, "");
    }
}

TEST_F(PythonTiming, RecordsNothingWithoutALibrary)
{
    auto plain = sharedServer(PythonRole::Subject).fork({});
    ASSERT_TRUE(plain);
    EXPECT_EQ(ask(**plain, loadRequest(code)).outcome.verdict, Verdict::Correct);
    const Bundle given = arguments({{1}});
    ask(**plain, {{"do", "forward"}, {"function", "run"}}, &given);
    EXPECT_EQ(ask(**plain, timeRequest("cupti", 1)).body["recorded"], false);
    const auto batch = (*plain)->takeActivity();
    ASSERT_TRUE(batch);
    EXPECT_EQ(batch->state, activityring::State::Untouched);
}

} // namespace loupe::test
