// SPDX-License-Identifier: Apache-2.0
//
// Tests fresh calls after a native timing on a GPU, with fake subjects.
#include "core/engine/native/devicelooks.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include <gtest/gtest.h>

#include "tests/core/engine/quietsubject.h"

namespace loupe {

namespace {

constexpr std::size_t elements = 256;

TrialSpec doubling()
{
    TrialSpec trial;
    const std::int64_t count = elements;
    trial.inputs.push_back({{"x", DType::Float32, {count}},
                            {"normal", "normal", {{"mean", 0}, {"stddev", 1}}, {}, false}});
    trial.outputs.push_back({{"y", DType::Float32, {count}}, false, 1e-6, 0.0});
    return trial;
}

std::vector<float> floatsOf(std::span<const std::byte> bytes)
{
    std::vector<float> out(bytes.size() / sizeof(float));
    std::memcpy(out.data(), bytes.data(), bytes.size());
    return out;
}

/// Fake subject that doubles its device inputs, at one millisecond per call.
class FakeDevice final : public QuietSubject
{
public:
    FakeDevice(const TensorArena &given, TensorArena &handedOver)
        : inputs(given)
        , outputs(handedOver)
    {
        there = floatsOf(inputs.bytes(0));
    }

    const TensorArena &inputs;
    TensorArena &outputs;
    std::vector<float> there;   ///< inputs on the device
    std::vector<float> results; ///< results on the device
    bool keeps = false;         ///< reuses the result if the inputs are unchanged
    bool leavesOut = false;     ///< skips the work after the timed calls
    int placed = 0;
    Verdict atPlacing = Verdict::Correct;
    std::vector<float> lastInputs;

    CallOutcome place(std::chrono::duration<double>, const std::stop_token &) override
    {
        ++placed;
        there = floatsOf(inputs.bytes(0));
        std::ranges::fill(results, std::numeric_limits<float>::quiet_NaN());
        return {atPlacing, {}, 0};
    }
    CallOutcome takeOutputs(std::chrono::duration<double>, const std::stop_token &) override
    {
        std::memcpy(outputs.bytes(0).data(), results.data(), results.size() * sizeof(float));
        return {Verdict::Correct, {}, 0};
    }
    TimeAnswer time(Json request, std::chrono::duration<double>, const std::stop_token &) override
    {
        std::vector<double> times;
        const int count = request.value("calls", 0);
        for (int i = 0; i < count; ++i)
            times.push_back(call());
        double all = 1e-4; // overhead of the request
        for (const double each : times)
            all += each / 1e3;
        return {{Verdict::Correct, {}, all}, {{"events_ms", times}}};
    }

private:
    double call()
    {
        const bool isKnown = there == lastInputs;
        if ((keeps && isKnown) || (leavesOut && placed > 0))
            return 0.05;
        lastInputs = there;
        results = there;
        for (float &each : results)
            each *= 2;
        return 1.0;
    }
};

class DeviceLooksTest : public testing::Test
{
protected:
    DeviceLooksTest()
        : m_tensors(CallTensors::make(doubling()).value())
        , m_baselineOutputs(poisonedOutputs(doubling()).value())
        , m_baseline(m_tensors.inputs, m_baselineOutputs)
        , m_candidate(m_tensors.inputs, m_tensors.outputs)
    {
    }

    /// Takes a look after timing both sides.
    DeviceLooks::Say look()
    {
        ClockChoice choice;
        choice.method = TimingMethod::CudaEvent;
        PairedClocks clocks(m_baseline, m_candidate, Json::object(), choice, Seconds(1), {});
        for (int i = 0; i < 3; ++i) {
            EXPECT_TRUE(clocks.baseline().block(4));
            EXPECT_TRUE(clocks.candidate().block(4));
        }
        const auto compared
            = [](const TensorArena &expected,
                 const TensorArena &actual) -> Result<std::pair<Verdict, std::string>> {
            const bool isEqual = floatsOf(expected.bytes(0)) == floatsOf(actual.bytes(0));
            return std::pair{isEqual ? Verdict::Correct : Verdict::WrongValue,
                             std::string(isEqual ? "" : "it differs")};
        };
        auto made
            = DeviceLooks::make(doubling(), {m_baseline, m_baselineOutputs, m_candidate, m_tensors},
                                compared, std::chrono::duration<double>(1), {});
        EXPECT_TRUE(made) << made.error().text();
        m_looks.emplace(std::move(*made));
        const auto said = m_looks->look(clocks);
        EXPECT_TRUE(said);
        return *said;
    }

    using Seconds = std::chrono::duration<double>;
    CallTensors m_tensors;
    TensorArena m_baselineOutputs;
    FakeDevice m_baseline;
    FakeDevice m_candidate;
    std::optional<DeviceLooks> m_looks;
};

} // namespace

TEST_F(DeviceLooksTest, OneLookIsEnoughForWhoComputesEachTime)
{
    const auto before = m_baseline.there;
    EXPECT_EQ(look(), DeviceLooks::Say::BorneOut);
    EXPECT_EQ(m_looks->looks().size(), 1U);
    EXPECT_EQ(m_baseline.placed, 1);
    EXPECT_NE(m_baseline.there, before) << "others than were timed";
    EXPECT_EQ(m_baseline.there, m_candidate.there) << "the same on both sides";
}

TEST_F(DeviceLooksTest, WhoKeepsItsResultIsTimedOnFreshInputs)
{
    m_candidate.keeps = true;
    EXPECT_EQ(look(), DeviceLooks::Say::LeftOut);
    ASSERT_EQ(m_looks->looks().size(), static_cast<std::size_t>(maxLooks));
    const PairedTiming fresh = timingOf(m_looks->looks());
    EXPECT_EQ(fresh.candidateMs, std::vector<double>(maxLooks, 1.0));
    EXPECT_EQ(fresh.baselineMs, std::vector<double>(maxLooks, 1.0));
}

TEST_F(DeviceLooksTest, WhoLeavesItsOutputAsItWasIsWrong)
{
    m_candidate.leavesOut = true;
    EXPECT_EQ(look(), DeviceLooks::Say::Wrong);
    EXPECT_EQ(m_looks->ended().verdict, Verdict::WrongValue);
    EXPECT_EQ(m_looks->ended().message, "it differs");
}

TEST_F(DeviceLooksTest, WhoFailsIsTold)
{
    m_candidate.atPlacing = Verdict::Crashed;
    EXPECT_EQ(look(), DeviceLooks::Say::Wrong);
    EXPECT_EQ(m_looks->ended().verdict, Verdict::Crashed);
    m_baseline.atPlacing = Verdict::OutOfMemory;
    EXPECT_EQ(look(), DeviceLooks::Say::BaselineFailed);
    EXPECT_EQ(m_looks->ended().verdict, Verdict::OutOfMemory);
}

} // namespace loupe
