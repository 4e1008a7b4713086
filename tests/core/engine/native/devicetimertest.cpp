// SPDX-License-Identifier: Apache-2.0
//
// Tests how the timing of native candidates on a GPU ends, with fake subjects.
#include "core/engine/native/devicetiming.h"

#include <gtest/gtest.h>

#include "tests/core/engine/quietsubject.h"

namespace loupe {

namespace {

/// Subject whose first timed call ends this way; all others succeed within a millisecond.
class FirstCallSubject final : public QuietSubject
{
public:
    explicit FirstCallSubject(Verdict first) : m_first(first) { }
    TimeAnswer time(Json request, std::chrono::duration<double>, const std::stop_token &) override
    {
        const auto calls = request.value("calls", std::size_t{0});
        if (requests++ == 0 && m_first != Verdict::Correct)
            return {{m_first, "its first call ended", 0}, Json::object()};
        return {{Verdict::Correct, {}, 2e-3 * static_cast<double>(calls) + 1e-4},
                {{"events_ms", std::vector<double>(calls, 1.0)}}};
    }
    int requests = 0;

private:
    Verdict m_first;
};

class DeviceTimerTest : public testing::Test
{
protected:
    /// Times a candidate and a baseline whose first calls end this way.
    Status time(Verdict candidate, Verdict baseline)
    {
        m_context.cuda.emplace();
        m_context.cuda->device = "cuda:0";
        m_context.cuda->clock.method = TimingMethod::CudaEvent;
        auto subject = std::make_unique<FirstCallSubject>(candidate);
        m_candidate = subject.get();
        m_work.subject = std::move(subject);
        FirstCallSubject reference(baseline);
        NativeComparer comparer(m_context);
        const auto tensors = [] {
            return TensorArena::create(std::vector<TensorSpec>{{"x", DType::Float32, {4}}}).value();
        };
        const TrialData data{{}, {}, tensors(), tensors()};
        return timeOnDevice(m_context, comparer, m_work, data, reference);
    }

    EngineContext m_context;
    NativeTask m_task;
    TaskSession m_session{m_task, m_context};
    EvaluatorWork m_work{m_session, {}};
    FirstCallSubject *m_candidate = nullptr;
};

} // namespace

TEST_F(DeviceTimerTest, ACandidateThatFailsItsFirstCallIsNotTimed)
{
    ASSERT_TRUE(time(Verdict::Crashed, Verdict::Correct));
    EXPECT_TRUE(m_work.ended);
    EXPECT_EQ(m_work.evaluation.verdict, Verdict::Crashed);
    EXPECT_EQ(m_candidate->requests, 1);
    EXPECT_TRUE(m_work.evaluation.timings.empty());
}

TEST_F(DeviceTimerTest, ABaselineThatFailsItsFirstCallIsNotTheCandidatesFailure)
{
    const Status timed = time(Verdict::Correct, Verdict::Crashed);
    ASSERT_FALSE(timed);
    EXPECT_EQ(timed.error().message,
              "the baseline failed while it was timed: its first call ended");
    EXPECT_FALSE(m_work.ended);
    EXPECT_EQ(m_candidate->requests, 0);
}

} // namespace loupe
