// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>

#include "tests/core/platforms/candidates.h"

namespace loupe::test {

namespace {

std::vector<float> floats(std::span<const std::byte> bytes)
{
    std::vector<float> values(bytes.size() / sizeof(float));
    std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
}

Result<std::vector<TrialData>> ask(const std::string &reference,
                                   const std::vector<TrialSpec> &trials, const std::string &seed)
{
    const NativeBuild built = build(reference);
    EXPECT_EQ(built.verdict, Verdict::Correct) << built.log;
    return runOracle(built.library, trials, seed, hostSettings(), {});
}

} // namespace

TEST(Oracle, drawsInputsAndComputesExpectedResults)
{
    LOUPE_NEEDS_SANDBOX();
    const std::vector<TrialSpec> trials{doublingTrial(3, 5), doublingTrial(100, 41)};
    const auto data = ask(candidate(doubling), trials, "abc");
    ASSERT_TRUE(data) << data.error().text() << data.error().detail;
    ASSERT_EQ(data->size(), 2U);
    for (const TrialData &trial : *data) {
        const std::vector<float> x = floats(trial.inputs.bytes(0));
        const std::vector<float> y = floats(trial.expected.bytes(0));
        ASSERT_EQ(x.size(), y.size());
        for (std::size_t i = 0; i < x.size(); ++i)
            ASSERT_EQ(y[i], 2 * x[i]);
        EXPECT_NE(x[0], x[1]);
        EXPECT_LT(pwrite(trial.inputs.fd(), "x", 1, 0), 0);
        EXPECT_LT(pwrite(trial.expected.fd(), "x", 1, 0), 0);
        EXPECT_EQ(trial.seed, "abc");
    }
    EXPECT_NE(floats((*data)[0].inputs.bytes(0))[0], floats((*data)[1].inputs.bytes(0))[0]);
}

TEST(Oracle, givesTheSameBytesForTheSameSeed)
{
    LOUPE_NEEDS_SANDBOX();
    const std::vector<TrialSpec> trials{doublingTrial(8, 8)};
    const auto first = ask(candidate(doubling), trials, "seed one");
    const auto same = ask(candidate(doubling), trials, "seed one");
    const auto other = ask(candidate(doubling), trials, "seed two");
    ASSERT_TRUE(first && same && other);
    const auto inputs = [](const Result<std::vector<TrialData>> &data) {
        return floats(data->front().inputs.bytes(0));
    };
    EXPECT_EQ(inputs(first), inputs(same));
    EXPECT_NE(inputs(first), inputs(other));
}

TEST(Oracle, refusesInvalidReferences)
{
    LOUPE_NEEDS_SANDBOX();
    struct Case {
        const char *body;
        const char *says;
    };
    for (const Case &wrong : {
             Case{"return 3;", "returned 3"},
             Case{"for (int64_t i = 0; i < n; ++i) y[i] = i ? x[i] : 0.0f / (x[0] - x[0]);", "NaN"},
             Case{"for (int64_t i = 0; i < n - 1; ++i) y[i] = x[i];", "unwritten"},
             Case{"abort();", "SIGABRT"},
             Case{"((volatile float *)x)[0] = 1;", "wrote to"},
             Case{"for (int64_t i = 0; i <= n; ++i) ((volatile float *)y)[i] = 1;", "outside"},
             Case{"exit(0);", "exit(0)"},
             Case{"call->outputs[0].shape[0] = 9;", "shape"},
         }) {
        const auto data = ask(candidate(wrong.body), {doublingTrial()}, "seed");
        ASSERT_FALSE(data) << wrong.body;
        EXPECT_EQ(data.error().code, Errc::InvalidInput) << data.error().text();
        EXPECT_NE(data.error().text().find(wrong.says), std::string::npos) << data.error().text();
    }
}

TEST(Oracle, refusesMismatchedGenerators)
{
    LOUPE_NEEDS_SANDBOX();
    TrialSpec trial = doublingTrial();
    trial.inputs[0].generator.kind = "spd";
    const auto data = ask(candidate(doubling), {trial}, "seed");
    ASSERT_FALSE(data);
    EXPECT_EQ(data.error().code, Errc::InvalidInput);
    EXPECT_EQ(data.error().where, "odd/normal");
    EXPECT_NE(data.error().message.find("equal extent"), std::string::npos);
}

TEST(Oracle, stopsOnRequest)
{
    LOUPE_NEEDS_SANDBOX();
    const NativeBuild built = build(candidate("for (;;) pause();"));
    std::stop_source stop;
    stop.request_stop();
    const auto data
        = runOracle(built.library, {doublingTrial()}, "seed", hostSettings(), stop.get_token());
    ASSERT_FALSE(data);
    EXPECT_EQ(data.error().code, Errc::Cancelled);
}

} // namespace loupe::test
