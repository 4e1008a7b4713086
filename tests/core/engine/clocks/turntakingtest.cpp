// SPDX-License-Identifier: Apache-2.0
#include "core/engine/clocks/turntakingchild.h"
#include "core/engine/machine/deviceconnections.h"

#include <atomic>
#include <functional>
#include <memory>
#include <thread>

#include <gtest/gtest.h>

#include "tests/core/engine/quietchild.h"

namespace loupe {

namespace {

/// Child that answers at once with its request.
class WillingChild final : public QuietChild
{
public:
    Answer ask(Json request, const Bundle * /*given*/, std::chrono::duration<double> /*deadline*/,
               const std::stop_token & /*stop*/) override
    {
        return {{Verdict::Correct, {}, 0}, std::move(request), {}};
    }
    std::string output() const override { return "said"; }
    Result<ActivityBatch> takeActivity() override { return ActivityBatch{}; }
};

/// Reference whose call compiles in between.
class CompilingChild final : public QuietChild
{
public:
    explicit CompilingChild(std::function<void()> compile) : m_compile(std::move(compile)) { }
    void onTurnGivenBack(TurnGivenBack tell) override { m_tell = std::move(tell); }
    bool isListenedTo() const { return static_cast<bool>(m_tell); }
    Answer ask(Json request, const Bundle * /*given*/, std::chrono::duration<double> /*deadline*/,
               const std::stop_token & /*stop*/) override
    {
        if (m_tell)
            m_tell(true);
        m_compile();
        if (m_tell)
            m_tell(false);
        return {{Verdict::Correct, {}, 0}, std::move(request), {}};
    }

private:
    std::function<void()> m_compile;
    TurnGivenBack m_tell;
};

} // namespace

TEST(TurnTaking, TimingContinuesWhileAReferenceCompiles)
{
    TimingLease lease;
    const Room room = Room::Whole;
    std::atomic<bool> hasBeenTimed = false;
    std::atomic<bool> isTiming = false;
    std::atomic<bool> hasAnswered = false;
    std::jthread timing;
    TurnTakingChild child(std::make_unique<CompilingChild>([&] {
                              timing = std::jthread([&] {
                                  const TimingLease::Exclusive alone(lease);
                                  isTiming = true;
                                  std::this_thread::sleep_for(std::chrono::milliseconds(20));
                                  EXPECT_FALSE(hasAnswered) << "it goes on while others are timed";
                                  hasBeenTimed = true;
                              });
                              while (!isTiming) // would loop for ever if the child kept its turn
                                  std::this_thread::yield();
                          }),
                          PythonRole::Oracle, lease, room);
    const auto answer = child.ask({{"do", "forward"}}, nullptr, std::chrono::seconds(1), {});
    hasAnswered = true;
    EXPECT_TRUE(answer.body.value("gives_turn_back", false));
    EXPECT_TRUE(hasBeenTimed);
    timing.join();
    const TimingLease::Exclusive free(lease);
}

TEST(TurnTaking, CandidateKeepsItsTurn)
{
    TimingLease lease;
    const Room room = Room::Whole;
    auto compiling = std::make_unique<CompilingChild>([] {});
    const CompilingChild &inner = *compiling;
    TurnTakingChild child(std::move(compiling), PythonRole::Subject, lease, room);
    EXPECT_FALSE(inner.isListenedTo());
    const auto answer = child.ask({{"do", "forward"}}, nullptr, std::chrono::seconds(1), {});
    EXPECT_FALSE(answer.body.contains("gives_turn_back"));
}

TEST(TurnTaking, DeviceRequestsWaitForTiming)
{
    TimingLease lease;
    const Room room = Room::Whole;
    TurnTakingChild child(std::make_unique<WillingChild>(), PythonRole::Subject, lease, room);
    const auto ask = [&](Json request) {
        return child.ask(std::move(request), nullptr, std::chrono::seconds(1), {}).outcome.verdict;
    };
    std::atomic<bool> isTiming = true;
    std::jthread working;
    {
        const TimingLease::Exclusive alone(lease);
        EXPECT_EQ(ask({{"do", "forward"}}), Verdict::Correct); // the timing thread's own request
        working = std::jthread([&] {
            EXPECT_EQ(ask({{"do", "load"}}), Verdict::Correct);
            EXPECT_EQ(ask({{"do", "construct"}, {"stays_on_host", true}}), Verdict::Correct);
            EXPECT_EQ(ask({{"do", "inputs"}, {"stays_on_host", true}}), Verdict::Correct);
            EXPECT_TRUE(isTiming);
            isTiming = false;
            EXPECT_EQ(ask({{"do", "construct"}, {"stays_on_host", false}}), Verdict::Correct);
            isTiming = true;
        });
        while (isTiming)
            std::this_thread::yield();
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        EXPECT_FALSE(isTiming); // the other thread waits
    }
    working.join();
    EXPECT_TRUE(isTiming);
    EXPECT_EQ(child.output(), "said");
}

TEST(TurnTaking, RequestsStateSharedMemory)
{
    TimingLease lease;
    Room room = Room::Shared;
    TurnTakingChild child(std::make_unique<WillingChild>(), PythonRole::Subject, lease, room);
    const auto isTold = [&](const char *what) {
        const auto answer = child.ask({{"do", what}}, nullptr, std::chrono::seconds(1), {});
        return answer.body.value("beside_others", false);
    };
    EXPECT_TRUE(isTold("forward"));
    EXPECT_FALSE(isTold("load"));
    EXPECT_TRUE(isTold("drawn")) << "what was drawn on the host is sent to the device";
    room = Room::Whole;
    EXPECT_FALSE(isTold("forward"));
}

TEST(DeviceConnections, OneIsEnoughWithoutStreams)
{
    const std::map<std::string, std::string> one{{"CUDA_DEVICE_MAX_CONNECTIONS", "1"}};
    EXPECT_EQ(deviceVariables("cuda:0", "auto s = at::cuda::getCurrentCUDAStream();"), one);
    EXPECT_TRUE(deviceVariables("cuda:0", "cudaStreamCreateWithFlags(&s, 1);").empty());
    EXPECT_TRUE(deviceVariables("cuda:0", "side = torch.cuda.Stream()").empty());
    EXPECT_TRUE(deviceVariables("cuda:0", "self.lstm = nn.LSTM(8, 8)").empty());
    EXPECT_TRUE(deviceVariables("cpu", "x = 1").empty());
}

TEST(DeviceConnections, DetectsModelsConstructedOnTheDevice)
{
    EXPECT_TRUE(constructsOnDevice("self.w = torch.rand(8, device='cuda')"));
    EXPECT_TRUE(constructsOnDevice("self.w = torch.rand(8).cuda()"));
    EXPECT_FALSE(
        constructsOnDevice("m = load_inline(name='a', cuda_sources=s)\nself.w = nn.Linear(8, 8)"));
}

} // namespace loupe
