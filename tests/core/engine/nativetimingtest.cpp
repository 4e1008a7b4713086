// SPDX-License-Identifier: Apache-2.0
#include "core/engine/native/nativetiming.h"

#include "core/base/median.h"

#include "tests/core/engine/quietsubject.h"
#include "tests/core/platforms/candidates.h"

namespace loupe {

namespace {

/// Candidate and reference in real processes, both doubling their inputs. The judge compares bytes.
class NativeTimingTest : public testing::Test
{
protected:
    void SetUp() override { LOUPE_NEEDS_SANDBOX(); }

    /// Times a candidate with one body against a reference with the other.
    void time(const std::string &candidate, const std::string &reference)
    {
        m_candidate = start(candidate);
        m_baseline = start(reference);
        ASSERT_TRUE(m_candidate && m_baseline);
        auto tensors = CallTensors::make(m_trial, slotsOf(m_trial));
        auto outputs = poisonedOutputs(m_trial, slotsOf(m_trial));
        ASSERT_TRUE(tensors && outputs);
        m_tensors.emplace(std::move(*tensors));
        m_outputs.emplace(std::move(*outputs));
        ASSERT_EQ(m_candidate->prepare(m_trial, m_tensors->inputs, m_tensors->outputs).verdict,
                  Verdict::Correct);
        ASSERT_EQ(m_baseline->prepare(m_trial, m_tensors->inputs, *m_outputs).verdict,
                  Verdict::Correct);
        auto made = NativeTiming::make(
            m_trial, {*m_baseline, *m_outputs, *m_candidate, *m_tensors},
            [](const TensorArena &expected,
               const TensorArena &actual) -> Result<std::pair<Verdict, std::string>> {
                const bool isEqual = std::ranges::equal(expected.bytes(0), actual.bytes(0));
                return std::pair{isEqual ? Verdict::Correct : Verdict::WrongValue,
                                 std::string(isEqual ? "" : "it differs")};
            },
            std::chrono::seconds(60), {});
        ASSERT_TRUE(made) << made.error().text();
        m_timing = std::move(*made);
        TimingPolicy policy;
        policy.relativeInterval = 1; // precise enough on any machine
        policy.maximumSeconds = 60;
        m_result = m_timing->measure(policy);
    }

    static std::unique_ptr<NativeSubject> start(const std::string &body)
    {
        const NativeBuild built = test::build(test::candidate(body, "#include <ctime>\n"));
        EXPECT_EQ(built.verdict, Verdict::Correct) << built.log;
        auto subject = NativeSubject::start(built.library, test::hostSettings(), {});
        EXPECT_TRUE(subject);
        return subject ? std::move(*subject) : nullptr;
    }

    TrialSpec m_trial = test::doublingTrial(40, 50);
    std::unique_ptr<NativeSubject> m_candidate;
    std::unique_ptr<NativeSubject> m_baseline;
    std::optional<CallTensors> m_tensors;
    std::optional<TensorArena> m_outputs;
    std::unique_ptr<NativeTiming> m_timing;
    PairedTiming m_result;
};

const std::string doubles = test::doubling;
/// Long enough to exceed memory cost and noise of a busy machine.
const std::string burns = "for (volatile int i = 0; i < 2000000; ++i) { } ";
const std::string slowly = burns + doubles;

/// Subject without a process whose calls take 10 µs. It can fail the single repeated call that
/// follows the timing.
class EvenSubject final : public QuietSubject
{
public:
    explicit EvenSubject(Verdict afterTiming = Verdict::Correct) : m_afterTiming(afterTiming) { }
    CallOutcome calls(CallRange range, std::chrono::duration<double>, std::stop_token) override
    {
        m_hasBlocks = m_hasBlocks || (range.repeats && range.count > 1);
        if (m_hasBlocks && range.repeats && range.count == 1 && m_afterTiming != Verdict::Correct)
            return {m_afterTiming, "it ends here", 0};
        return {Verdict::Correct, {}, 1e-5 * static_cast<double>(range.count)};
    }
    CallOutcome touch(CallRange range, std::chrono::duration<double>, std::stop_token) override
    {
        return {Verdict::Correct, {}, 1e-6 * static_cast<double>(range.count)};
    }

private:
    Verdict m_afterTiming;
    bool m_hasBlocks = false;
};

/// Times two such subjects whose results are always equal.
struct EvenTiming {
    EvenTiming(EvenSubject &baseline, EvenSubject &candidate)
        : tensors(CallTensors::make(trial, slotsOf(trial)).value())
        , outputs(poisonedOutputs(trial, slotsOf(trial)).value())
        , timing(std::move(NativeTiming::make(trial, {baseline, outputs, candidate, tensors},
                                              [](const TensorArena &, const TensorArena &)
                                                  -> Result<std::pair<Verdict, std::string>> {
                                                  return std::pair{Verdict::Correct, std::string()};
                                              },
                                              std::chrono::seconds(60), {}))
                     .value())
    {
        TimingPolicy policy;
        policy.minimumSeconds = 0;
        policy.maximumSeconds = 60;
        result = timing->measure(policy);
    }

    TrialSpec trial = test::doublingTrial(40, 50);
    CallTensors tensors;
    TensorArena outputs;
    std::unique_ptr<NativeTiming> timing;
    PairedTiming result;
};

} // namespace

TEST(NativeTiming, AReferenceThatFailsAfterTheTimingIsNotTheCandidatesFailure)
{
    EvenSubject failing(Verdict::Crashed);
    EvenSubject steady;
    const EvenTiming ofReference(failing, steady);
    EXPECT_EQ(ofReference.result.end, TimingEnd::BaselineFailed);
    EXPECT_EQ(ofReference.timing->last().message, "it ends here");

    EvenSubject reference;
    EvenSubject candidate(Verdict::Crashed);
    const EvenTiming ofCandidate(reference, candidate);
    EXPECT_EQ(ofCandidate.result.end, TimingEnd::CandidateFailed);
    EXPECT_EQ(ofCandidate.timing->last().message, "it ends here");
}

TEST_F(NativeTimingTest, HonestCallsAreTimedRepeatedAndJudgedFresh)
{
    time(slowly, slowly);
    ASSERT_TRUE(m_timing);
    // A busy machine may leave no time for a narrow interval.
    EXPECT_TRUE(m_result.end == TimingEnd::Precise || m_result.end == TimingEnd::OutOfTime);
    EXPECT_FALSE(m_timing->wrong());
    EXPECT_FALSE(m_timing->error());
    EXPECT_GE(m_timing->blocks().judgedCalls(), 4);
    const Json said = m_timing->describe(m_result, "even");
    EXPECT_NE(m_timing->freshSay(), RepeatedCalls::LeftOut) << said.dump();
    // On a busy machine each fresh call may take longer. Then the fresh calls count.
    EXPECT_EQ(said.value("clock", ""), m_timing->isFresh() ? "engine_blocks" : "engine_wall");
    EXPECT_EQ(m_timing->isFresh(), m_timing->freshSay() != RepeatedCalls::BorneOut);
}

TEST_F(NativeTimingTest, RepeatedCallsThatLeaveOutTheirWorkDoNotCount)
{
    // Recognises all its inputs and returns a saved result.
    time("static float known[2000], kept[2000];\n"
         "if (memcmp(known, x, sizeof known) != 0) { "
             + burns
             + "memcpy(known, x, sizeof known);\n"
               "for (int64_t i = 0; i < n; ++i) kept[i] = 2 * x[i]; }\n"
               "memcpy(y, kept, sizeof kept);",
         slowly);
    ASSERT_TRUE(m_timing);
    EXPECT_FALSE(m_timing->wrong());
    const Json said = m_timing->describe(m_result, "even");
    EXPECT_GE(said.at("weighed").value("attempts", 0), 2) << said.dump();
    EXPECT_TRUE(m_timing->isFresh()) << said.dump();
    EXPECT_EQ(said.value("clock", ""), "engine_blocks");
    ASSERT_FALSE(m_result.candidateMs.empty());
    EXPECT_GE(medianOf(m_result.candidateMs), 0.25 * medianOf(m_result.baselineMs)) << said.dump();
}

TEST_F(NativeTimingTest, LongCallsAreFreshFromTheBeginning)
{
    const std::string lasts = "for (const clock_t end = clock() + 25000; clock() < end;) { } ";
    time(lasts + doubles, lasts + doubles);
    ASSERT_TRUE(m_timing);
    EXPECT_TRUE(m_timing->isFresh());
    EXPECT_EQ(m_timing->freshSay(), RepeatedCalls::BorneOut);
    EXPECT_FALSE(m_timing->wrong());
    EXPECT_EQ(m_result.candidateCalls, 1);
    EXPECT_EQ(m_timing->blocks().judgedCalls(), static_cast<int>(m_result.candidateMs.size()));
}

TEST_F(NativeTimingTest, AResultThatIsWrongOnFreshInputsIsFound)
{
    // Depends on the inputs rather than on a count of calls, because the number of earlier calls
    // varies.
    time("static float first; static bool isKept;\n"
         "if (!isKept) { first = x[0]; isKept = true; }\n"
         "for (int64_t i = 0; i < n; ++i) y[i] = 2 * (i == 0 ? first : x[i]);",
         doubles);
    ASSERT_TRUE(m_timing);
    ASSERT_TRUE(m_timing->wrong());
    EXPECT_EQ(m_timing->wrong()->verdict, Verdict::WrongValue);
    EXPECT_NE(m_timing->wrong()->message.find("of timed block 1: it differs"), std::string::npos);
}

TEST_F(NativeTimingTest, ARepeatedCallThatWritesNothingIsFound)
{
    time("static float known[2000];\n"
         "if (memcmp(known, x, sizeof known) != 0) { memcpy(known, x, sizeof known); "
             + doubles + " }",
         doubles);
    ASSERT_TRUE(m_timing);
    ASSERT_TRUE(m_timing->wrong());
    EXPECT_EQ(m_timing->wrong()->message, "a repeated call: it differs");
}

} // namespace loupe
