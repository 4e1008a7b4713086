// SPDX-License-Identifier: Apache-2.0
#include "core/engine/native/nativetiming.h"

#include "core/base/median.h"

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

} // namespace

TEST_F(NativeTimingTest, HonestCallsAreTimedAndJudged)
{
    time(slowly, slowly);
    ASSERT_TRUE(m_timing);
    // A busy machine may leave no time for a narrow interval.
    EXPECT_TRUE(m_result.end == TimingEnd::Precise || m_result.end == TimingEnd::OutOfTime);
    EXPECT_FALSE(m_timing->blocks().wrong());
    EXPECT_FALSE(m_timing->blocks().error());
    EXPECT_EQ(m_timing->blocks().judgedCalls(),
              std::min<std::size_t>(8, m_result.candidateMs.size()));
    EXPECT_EQ(m_timing->describe(m_result, "even").value("clock", ""), "engine_blocks");
}

TEST_F(NativeTimingTest, ACacheGainsNothing)
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
    EXPECT_FALSE(m_timing->blocks().wrong());
    ASSERT_FALSE(m_result.candidateMs.empty());
    EXPECT_GE(medianOf(m_result.candidateMs), 0.7 * medianOf(m_result.baselineMs));
}

TEST_F(NativeTimingTest, LongCallsHaveABlockEach)
{
    const std::string lasts = "for (const clock_t end = clock() + 25000; clock() < end;) { } ";
    time(lasts + doubles, lasts + doubles);
    ASSERT_TRUE(m_timing);
    EXPECT_FALSE(m_timing->blocks().wrong());
    EXPECT_EQ(m_result.candidateCalls, 1);
}

TEST_F(NativeTimingTest, AResultOfEarlierInputsIsFound)
{
    time("static float first; static bool isKept;\n"
         "if (!isKept) { first = x[0]; isKept = true; }\n"
         "for (int64_t i = 0; i < n; ++i) y[i] = 2 * (i == 0 ? first : x[i]);",
         doubles);
    ASSERT_TRUE(m_timing);
    ASSERT_TRUE(m_timing->blocks().wrong());
    EXPECT_EQ(m_timing->blocks().wrong()->verdict, Verdict::WrongValue);
    EXPECT_NE(m_timing->blocks().wrong()->message.find(": it differs"), std::string::npos);
}

} // namespace loupe
