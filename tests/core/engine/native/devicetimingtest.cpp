// SPDX-License-Identifier: Apache-2.0
//
// Tests native timing on a GPU, with fake subjects.
#include "core/engine/native/devicetiming.h"

#include "core/base/hexadecimal.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <set>

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
    }

    const TensorArena &inputs;
    TensorArena &outputs;
    std::vector<float> there;   ///< inputs on the device
    std::vector<float> results; ///< results on the device
    bool keeps = false;         ///< returns the first result again
    bool changesLater = false;  ///< writes its result when it is handed over
    int calls = 0;
    Verdict atPlacing = Verdict::Correct;
    std::set<std::vector<float>> known;

    CallOutcome place(std::chrono::duration<double>, const std::stop_token &) override
    {
        there = floatsOf(inputs.bytes(0));
        results.assign(there.size(), std::numeric_limits<float>::quiet_NaN());
        return {atPlacing, {}, 0};
    }
    CallOutcome takeOutputs(std::chrono::duration<double>, const std::stop_token &) override
    {
        if (changesLater)
            std::ranges::fill(results, 7.0F);
        std::memcpy(outputs.bytes(0).data(), results.data(), results.size() * sizeof(float));
        return {Verdict::Correct, {}, 0};
    }
    TimeAnswer time(Json request, std::chrono::duration<double>, const std::stop_token &) override
    {
        const int count = request.value("calls", 0);
        if (count == 0 || there.empty()) // an empty request, or before the timing
            return {{Verdict::Correct, {}, 2e-3}, {{"events_ms", std::vector<double>(1, 1.0)}}};
        EXPECT_EQ(count, 1);
        EXPECT_TRUE(known.insert(there).second) << "inputs that were there before";
        if (!keeps || calls == 0) {
            m_kept = there;
            for (float &each : m_kept)
                each *= 2;
        }
        ++calls;
        results = m_kept;
        return {{Verdict::Correct, {}, 2e-3},
                {{"events_ms", {keeps && calls > 1 ? 0.05 : 1.0}},
                 {"glimpse", seen(request["places"])}}};
    }

private:
    Json seen(const Json &places) const
    {
        Json texts = Json::array();
        for (const Json &place : places) {
            const auto at = static_cast<std::size_t>(place.get<double>()
                                                     * static_cast<double>(results.size()));
            texts.push_back(inHexadecimal(std::as_bytes(std::span(results).subspan(at, 1))));
        }
        return texts;
    }

    std::vector<float> m_kept;
};

class DeviceTimingTest : public testing::Test
{
protected:
    DeviceTimingTest()
        : m_tensors(CallTensors::make(doubling()).value())
        , m_baselineOutputs(poisonedOutputs(doubling()).value())
        , m_baseline(m_tensors.inputs, m_baselineOutputs)
        , m_candidate(m_tensors.inputs, m_tensors.outputs)
    {
    }

    PairedTiming measure()
    {
        ClockChoice choice;
        choice.method = TimingMethod::CudaEvent;
        m_clocks.emplace(m_baseline, m_candidate, Json::object(), choice, Seconds(1),
                         std::stop_token());
        EXPECT_EQ(m_clocks->settle(), nullptr);
        const auto compared
            = [](const TensorArena &expected, const TensorArena &actual) -> InputFeed::Judged {
            const bool isEqual = floatsOf(expected.bytes(0)) == floatsOf(actual.bytes(0));
            return std::pair{isEqual ? Verdict::Correct : Verdict::WrongValue,
                             std::string(isEqual ? "" : "it differs")};
        };
        auto made = DeviceTiming::make(doubling(),
                                       {m_baseline, m_baselineOutputs, m_candidate, m_tensors},
                                       *m_clocks, compared, Seconds(1), {});
        EXPECT_TRUE(made) << made.error().text();
        m_timing = std::move(*made);
        TimingPolicy policy;
        policy.minimumSeconds = 0;
        policy.slowSeconds = policy.maximumSeconds = 60; // also on a busy machine
        return m_timing->measure(policy);
    }

    using Seconds = std::chrono::duration<double>;
    CallTensors m_tensors;
    TensorArena m_baselineOutputs;
    FakeDevice m_baseline;
    FakeDevice m_candidate;
    std::optional<PairedClocks> m_clocks;
    std::unique_ptr<DeviceTiming> m_timing;
};

} // namespace

TEST_F(DeviceTimingTest, EachCallHasItsOwnInputs)
{
    const PairedTiming timing = measure(); // the devices check it
    EXPECT_EQ(timing.end, TimingEnd::Precise);
    EXPECT_EQ(timing.candidateMs, std::vector<double>(8, 1.0));
    EXPECT_EQ(timing.candidateCalls, 1);
    EXPECT_EQ(m_timing->blocks().judgedCalls(), 8U);
    EXPECT_EQ(m_clocks->candidate().samples().callsMs.size(), 8U) << "without the warm-up";
    EXPECT_TRUE(m_timing->isSeen());
    EXPECT_EQ(m_baseline.there, m_candidate.there) << "the same on both sides";
}

TEST_F(DeviceTimingTest, RejectsCachedResults)
{
    m_candidate.keeps = true;
    measure();
    ASSERT_TRUE(m_timing->blocks().wrong());
    EXPECT_EQ(m_timing->blocks().wrong()->verdict, Verdict::WrongValue);
}

TEST_F(DeviceTimingTest, RejectsResultsThatChangeAfterTheCall)
{
    m_candidate.changesLater = true;
    EXPECT_EQ(measure().end, TimingEnd::CandidateFailed);
    ASSERT_TRUE(m_timing->blocks().wrong());
    EXPECT_EQ(m_timing->blocks().wrong()->verdict, Verdict::BrokeProtocol);
}

TEST_F(DeviceTimingTest, ReportsAFailingCandidate)
{
    m_candidate.atPlacing = Verdict::Crashed;
    EXPECT_EQ(measure().end, TimingEnd::CandidateFailed);
    EXPECT_EQ(m_timing->blocks().last().verdict, Verdict::Crashed);
}

TEST_F(DeviceTimingTest, ABaselineThatFailsIsNotTheCandidatesFailure)
{
    m_baseline.atPlacing = Verdict::OutOfMemory;
    EXPECT_EQ(measure().end, TimingEnd::BaselineFailed);
    EXPECT_EQ(m_timing->blocks().last().verdict, Verdict::OutOfMemory);
}

} // namespace loupe
