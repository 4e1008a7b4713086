// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/files.h"
#include "core/platforms/build/cpubuild.h"
#include "core/platforms/host/nativehost.h"
#include "core/sandbox/child/childprocess.h"
#include "core/sandbox/child/confinement.h"

#include <cstring>
#include <numeric>

#include <gtest/gtest.h>

namespace loupe::test {

/// Skips the test with a message if candidates cannot be sandboxed.
#define LOUPE_NEEDS_SANDBOX()                                                                      \
    if (const ::loupe::Status sandbox = ::loupe::sandboxAvailable(); !sandbox)                     \
    GTEST_SKIP() << "no sandbox on this machine: " << sandbox.error().text()

inline constexpr bool isSanitized =
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    true;
#else
    false;
#endif

inline const CpuToolchain &toolchain()
{
    static const Result<CpuToolchain> found
        = findCpuToolchain(std::filesystem::path(LOUPE_SOURCE_DIR) / "tasks/abi");
    EXPECT_TRUE(found) << (found ? "" : found.error().text());
    return *found;
}

/// Returns a build cache that is removed when the test program ends.
inline const std::filesystem::path &cacheFolder()
{
    static const Result<TemporaryFolder> folder = TemporaryFolder::create("loupe-test-cache");
    return folder->path();
}

inline NativeBuild build(const std::string &source)
{
    Result<NativeBuild> built
        = buildForCpu(source, toolchain(), cacheFolder(), SandboxMode::Bubblewrap, {}, {});
    EXPECT_TRUE(built) << (built ? "" : built.error().text() + built.error().detail);
    return built ? std::move(built).value() : NativeBuild{};
}

/// Returns the source of a candidate around the body of its entry point, with common includes.
inline std::string candidate(const std::string &body, const std::string &before = {})
{
    return "#include \"loupe_kernel.h\"\n#include <cstdio>\n#include <cstdlib>\n#include "
           "<cstring>\n"
           "#include <cerrno>\n#include <unistd.h>\n"
        + before
        + "\nextern \"C\" int32_t loupe_kernel(const LoupeCall *call)\n{\n"
          "    using namespace loupe_abi;\n"
          "    const float *x = input<float>(call, 0);\n    float *y = output<float>(call, 0);\n"
          "    const int64_t n = numel(call->inputs[0]);\n    (void)x; (void)y; (void)n;\n"
        + body + "\n    return 0;\n}\n";
}

inline const char *const doubling = "for (int64_t i = 0; i < n; ++i) y[i] = 2 * x[i];";

inline HostSettings hostSettings(SandboxMode mode = SandboxMode::Bubblewrap)
{
    HostSettings settings;
    settings.hostProgram = std::filesystem::path(LOUPE_BIN_DIR) / "kloupe-host";
    settings.mode = mode;
    settings.limits.memoryBytes = 512LL << 20;
    settings.threads = 2;
    return settings;
}

/// Returns the trial y = 2x over `rows` × `columns` float32.
inline TrialSpec doublingTrial(std::int64_t rows = 3, std::int64_t columns = 5)
{
    TrialSpec trial;
    trial.caseName = "odd/normal";
    Generator normal{"normal", "normal", {{"mean", 0.0}, {"stddev", 1.0}}, {}, false};
    trial.inputs.push_back({{"x", DType::Float32, {rows, columns}}, normal});
    trial.outputs.push_back({{"y", DType::Float32, {rows, columns}}, false, 1e-6, 0.0});
    return trial;
}

/// Tensors of a doublingTrial, x = 0, 1, 2, …
struct Tensors {
    TensorArena inputs;
    TensorArena outputs;
};
inline Tensors tensorsFor(const TrialSpec &trial)
{
    Result<TensorArena> inputs = TensorArena::create(std::vector{trial.inputs[0].spec});
    Result<TensorArena> outputs = TensorArena::create(std::vector{trial.outputs[0].spec});
    std::vector<float> values(static_cast<std::size_t>(trial.inputs[0].spec.elements()));
    std::iota(values.begin(), values.end(), 0.0F);
    std::memcpy(inputs->bytes(0).data(), values.data(), inputs->bytes(0).size());
    outputs->poison();
    EXPECT_TRUE(inputs->seal());
    return {std::move(inputs).value(), std::move(outputs).value()};
}

/// Result of building, loading, preparing and calling a candidate once.
struct Attempt {
    CallOutcome outcome;
    std::string output;
    std::vector<float> y = std::vector<float>(15);
};
inline Attempt attempt(const std::string &source, HostSettings settings = hostSettings(),
                       double deadline = 20.0)
{
    const NativeBuild built = build(source);
    EXPECT_EQ(built.verdict, Verdict::Correct) << built.log;
    Result<std::unique_ptr<NativeSubject>> subject
        = NativeSubject::start(built.library, settings, {});
    EXPECT_TRUE(subject) << (subject ? "" : subject.error().text() + subject.error().detail);
    if (!subject)
        return {};
    if ((*subject)->loadFailure())
        return {*(*subject)->loadFailure(), (*subject)->output()};
    const TrialSpec trial = doublingTrial();
    Tensors tensors = tensorsFor(trial);
    Attempt result;
    result.outcome = (*subject)->prepare(trial, tensors.inputs, tensors.outputs);
    if (result.outcome.verdict == Verdict::Correct)
        result.outcome = (*subject)->call(std::chrono::duration<double>(deadline), {});
    result.output = (*subject)->output();
    std::memcpy(result.y.data(), tensors.outputs.bytes(0).data(), 60);
    return result;
}

} // namespace loupe::test
