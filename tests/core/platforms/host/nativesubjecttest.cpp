// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/host/callline.h"

#include <thread>

#include "tests/core/platforms/candidates.h"

namespace loupe::test {

TEST(NativeSubject, computesInTheSandbox)
{
    LOUPE_NEEDS_SANDBOX();
    const Attempt result = attempt(candidate(doubling));
    EXPECT_EQ(result.outcome.verdict, Verdict::Correct) << result.outcome.message;
    for (std::size_t i = 0; i < result.y.size(); ++i)
        EXPECT_EQ(result.y[i], 2.0F * static_cast<float>(i));
    EXPECT_GT(result.outcome.seconds, 0.0);
}

TEST(NativeSubject, computesWithoutSandbox)
{
    const NativeBuild built
        = *buildForCpu(candidate(doubling), toolchain(), cacheFolder(), SandboxMode::None, {}, {});
    ASSERT_EQ(built.verdict, Verdict::Correct) << built.log;
    auto subject = NativeSubject::start(built.library, hostSettings(SandboxMode::None), {});
    ASSERT_TRUE(subject) << subject.error().text();
    const TrialSpec trial = doublingTrial();
    Tensors tensors = tensorsFor(trial);
    EXPECT_EQ((*subject)->prepare(trial, tensors.inputs, tensors.outputs).verdict,
              Verdict::Correct);
    EXPECT_EQ((*subject)->call(std::chrono::seconds(20), {}).verdict, Verdict::Correct);
}

TEST(NativeSubject, servesManyTrialsAndPauses)
{
    LOUPE_NEEDS_SANDBOX();
    const NativeBuild built = build(candidate(doubling));
    auto subject = NativeSubject::start(built.library, hostSettings(), {});
    ASSERT_TRUE(subject);
    ASSERT_FALSE((*subject)->loadFailure());
    for (const std::int64_t columns : {1, 5, 4099}) {
        const TrialSpec trial = doublingTrial(2, columns);
        Tensors tensors = tensorsFor(trial);
        ASSERT_EQ((*subject)->prepare(trial, tensors.inputs, tensors.outputs).verdict,
                  Verdict::Correct);
        for (int again = 0; again < 2; ++again)
            ASSERT_EQ((*subject)->call(std::chrono::seconds(20), {}).verdict, Verdict::Correct);
        EXPECT_GT((*subject)->pause(std::chrono::seconds(20), {}).seconds,
                  std::chrono::duration<double>(linePause).count());
        float last = 0;
        const auto bytes = tensors.outputs.bytes(0);
        std::memcpy(&last, bytes.data() + bytes.size() - sizeof last, sizeof last);
        EXPECT_EQ(last, 2.0F * static_cast<float>(2 * columns - 1));
    }
}

TEST(NativeSubject, callsRotateSlotsOrReuseOne)
{
    LOUPE_NEEDS_SANDBOX();
    // Each call writes its number to its slot.
    const NativeBuild built = build(candidate("static float calls = 0; y[0] = ++calls;"));
    auto subject = NativeSubject::start(built.library, hostSettings(), {});
    ASSERT_TRUE(subject);
    const TrialSpec trial = doublingTrial();
    auto inputs = TensorArena::create(std::vector(3, trial.inputs[0].spec));
    auto outputs = TensorArena::create(std::vector(3, trial.outputs[0].spec));
    ASSERT_TRUE(inputs && outputs);
    ASSERT_TRUE(inputs->sealForOthers());
    outputs->poison();
    ASSERT_EQ((*subject)->prepare(trial, *inputs, *outputs).verdict, Verdict::Correct);
    const auto leftAt = [&](std::size_t slot) {
        float value = 0;
        std::memcpy(&value, outputs->bytes(slot).data(), sizeof value);
        return value;
    };
    const CallOutcome round = (*subject)->calls({2, 2}, std::chrono::seconds(20), {});
    ASSERT_EQ(round.verdict, Verdict::Correct) << round.message;
    EXPECT_EQ(leftAt(2), 1.0F);
    EXPECT_EQ(leftAt(0), 2.0F);
    EXPECT_TRUE(isPoisoned(outputs->bytes(1)));
}

TEST(NativeSubject, attributesAnOverrunToItsTensor)
{
    LOUPE_NEEDS_SANDBOX();
    const NativeBuild built = build(candidate("y[n + 16] = x[0];"));
    auto subject = NativeSubject::start(built.library, hostSettings(), {});
    ASSERT_TRUE(subject);
    const TrialSpec trial = doublingTrial();
    auto inputs = TensorArena::create(std::vector(2, trial.inputs[0].spec));
    auto outputs = TensorArena::create(std::vector(2, trial.outputs[0].spec));
    ASSERT_TRUE(inputs && outputs && inputs->sealForOthers());
    ASSERT_EQ((*subject)->prepare(trial, *inputs, *outputs).verdict, Verdict::Correct);
    const CallOutcome outcome = (*subject)->calls({1, 1}, std::chrono::seconds(20), {});
    EXPECT_EQ(outcome.verdict, Verdict::OutOfBounds);
    EXPECT_NE(outcome.message.find("output \"y\""), std::string::npos) << outcome.message;
}

TEST(NativeSubject, usesItsThreadCount)
{
    LOUPE_NEEDS_SANDBOX();
    const Attempt result
        = attempt(candidate("y[0] = (float)omp_get_max_threads();", "#include <omp.h>\n"));
    EXPECT_EQ(result.y[0], 2.0F);
}

TEST(NativeSubject, distinguishesLoadErrorFromMissingSymbol)
{
    LOUPE_NEEDS_SANDBOX();
    const NativeBuild built = build("int other() { return 1; }");
    ASSERT_EQ(built.verdict, Verdict::Correct) << built.log;
    auto subject = NativeSubject::start(built.library, hostSettings(), {});
    ASSERT_TRUE(subject);
    ASSERT_TRUE((*subject)->loadFailure());
    EXPECT_EQ((*subject)->loadFailure()->verdict, Verdict::MissingSymbol);

    const auto broken = cacheFolder() / "broken.so";
    ASSERT_TRUE(writeFileAtomic(broken, "this is no library"));
    subject = NativeSubject::start(broken, hostSettings(), {});
    ASSERT_TRUE(subject);
    ASSERT_TRUE((*subject)->loadFailure());
    EXPECT_EQ((*subject)->loadFailure()->verdict, Verdict::LoadError);
    EXPECT_EQ((*subject)->call(std::chrono::seconds(60), {}).verdict, Verdict::LoadError);
}

TEST(NativeSubject, timeLimitStartsWithTheSandbox)
{
    LOUPE_NEEDS_SANDBOX();
    const NativeBuild built = build(candidate(doubling));
    HostSettings settings = hostSettings();
    settings.limits.callSeconds = 1e-3; // shorter than any sandbox's start
    auto subject = NativeSubject::start(built.library, settings, {});
    ASSERT_TRUE(subject) << subject.error().text();
    // A busy machine may use up this millisecond during loading.
    if ((*subject)->loadFailure()) {
        EXPECT_EQ((*subject)->loadFailure()->verdict, Verdict::RunTimeout);
    }
}

TEST(NativeSubject, reportsItsReturnCode)
{
    LOUPE_NEEDS_SANDBOX();
    const Attempt result = attempt(candidate("return 17;"));
    EXPECT_EQ(result.outcome.verdict, Verdict::ReturnedError);
    EXPECT_NE(result.outcome.message.find("17"), std::string::npos);
}

TEST(NativeSubject, noticesChangedShapeAndType)
{
    LOUPE_NEEDS_SANDBOX();
    const std::string shape = "const_cast<DLTensor &>(call->outputs[0]).shape[1] = 4;";
    const Attempt changed = attempt(candidate(shape));
    EXPECT_EQ(changed.outcome.verdict, Verdict::WrongShape);
    EXPECT_NE(changed.outcome.message.find("[3,4]"), std::string::npos) << changed.outcome.message;
    EXPECT_EQ(attempt(candidate("call->outputs[0].ndim = 1;")).outcome.verdict,
              Verdict::WrongShape);
    EXPECT_EQ(attempt(candidate("call->outputs[0].shape = (int64_t *)16;")).outcome.verdict,
              Verdict::WrongShape);
    EXPECT_EQ(attempt(candidate("call->outputs[0].ndim = 2000000000;")).outcome.verdict,
              Verdict::WrongShape);
    EXPECT_EQ(attempt(candidate("call->outputs[0].dtype.bits = 64;")).outcome.verdict,
              Verdict::WrongDtype);
}

TEST(NativeSubject, stopsOnRequestAlthoughTheCandidateHangs)
{
    LOUPE_NEEDS_SANDBOX();
    const NativeBuild built = build(candidate("for (;;) pause();"));
    auto subject = NativeSubject::start(built.library, hostSettings(), {});
    ASSERT_TRUE(subject);
    const TrialSpec trial = doublingTrial();
    Tensors tensors = tensorsFor(trial);
    ASSERT_EQ((*subject)->prepare(trial, tensors.inputs, tensors.outputs).verdict,
              Verdict::Correct);
    std::stop_source stop;
    std::jthread stopper([&stop] { stop.request_stop(); });
    // Without the stop it would end as a timeout.
    const CallOutcome outcome = (*subject)->call(std::chrono::seconds(300), stop.get_token());
    EXPECT_EQ(outcome.verdict, Verdict::InfraError);
    EXPECT_EQ((*subject)->call(std::chrono::seconds(300), {}).verdict, Verdict::InfraError);
}

} // namespace loupe::test
