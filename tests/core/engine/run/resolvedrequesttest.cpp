// SPDX-License-Identifier: Apache-2.0
//
// Tests that suite and devices of a request are known after one step.
#include "core/engine/run/resolvedrequest.h"

#include "tests/core/store/storefixture.h"
#include "tests/core/suites/benchmarkfixture.h"

namespace loupe {

namespace {

using test::must;
using Names = std::vector<std::string>;

class ResolvedTest : public test::BenchmarkTest
{
protected:
    RunRequest native(const std::string &candidates)
    {
        Json task = doubleTask();
        task["name"] = "one";
        writeTask(task, "suite/Math/one");
        write(candidates, "x");
        RunRequest out;
        out.suite = root() / "suite";
        out.candidates = {root() / "m"};
        return out;
    }
    RunRequest inPython()
    {
        writeMultiKernelBench();
        write("output/triton/add_shot/0.0-1.0/a/run0/relu.txt", "class ModelNew: ...");
        RunRequest out;
        out.suite = root() / "mkb";
        out.candidates = {root() / "output"};
        return out;
    }
    static Names devices(RunRequest request, const std::string &asked)
    {
        request.python.device = asked;
        return must(resolveRequest(std::move(request))).devices;
    }
    static Error refusal(RunRequest request, const std::string &asked)
    {
        request.python.device = asked;
        const auto resolved = resolveRequest(std::move(request));
        EXPECT_FALSE(resolved) << asked;
        return resolved ? Error() : resolved.error();
    }
};

} // namespace

TEST_F(ResolvedTest, UsesTheShippedSuiteInPlaceOfAnotherInstallations)
{
    RunRequest stored;
    stored.suite = root() / "usr/share/kernelloupe/tasks";
    EXPECT_FALSE(resolveTasks(stored)) << "what a user names must exist";
    stored.fromFile.source = "the stored run \"demo\"";
    const ResolvedRequest found = must(resolveTasks(stored));
    EXPECT_TRUE(std::filesystem::is_directory(found.request.suite)) << found.request.suite;
    EXPECT_TRUE(found.plan.isNative());
}

TEST_F(ResolvedTest, UsesTheShippedSuiteByDefault)
{
    RunRequest nameless;
    const ResolvedRequest found = must(resolveTasks(nameless));
    EXPECT_TRUE(std::filesystem::is_directory(found.request.suite)) << found.request.suite;
    EXPECT_TRUE(found.plan.isNative());
    nameless.suite = "no-such-suite";
    EXPECT_EQ(resolveTasks(nameless).error().code, Errc::NotFound);
}

TEST_F(ResolvedTest, DoesNotRecordADetectedLayoutAsTyped)
{
    const ResolvedRequest found = must(resolveRequest(inPython()));
    EXPECT_EQ(found.request.suite, root() / "mkb");
    EXPECT_EQ(found.request.layout, "");
    EXPECT_EQ(std::get<Benchmark>(found.plan.suite).layout, SuiteLayout::MultiKernelBench);
    RunRequest other = inPython();
    other.layout = "kernelbench";
    EXPECT_EQ(refusal(other, "").code, Errc::InvalidInput) << "the folder holds no KernelBench";
}

TEST_F(ResolvedTest, NativeCandidatesHaveTheDeviceOfTheirPlatform)
{
    EXPECT_EQ(devices(native("m/Math/one.cu"), ""), Names{"cuda:0"});
    EXPECT_EQ(devices(native("m/Math/one.cu"), "cuda"), Names{"cuda:0"});
    EXPECT_EQ(devices(native("m/Math/one.cu"), "cuda:1"), Names{"cuda:1"});
    EXPECT_EQ(refusal(native("m/Math/one.cu"), "cuda:0,cuda:1").code, Errc::Unsupported);
}

TEST_F(ResolvedTest, NativeCandidatesInCppAreOnTheProcessor)
{
    EXPECT_EQ(devices(native("m/Math/one.cpp"), ""), Names{"cpu"});
    EXPECT_EQ(devices(native("m/Math/one.cpp"), "cpu"), Names{"cpu"});
}

TEST_F(ResolvedTest, BenchmarksInPythonMayUseSeveralDevices)
{
    EXPECT_EQ(devices(inPython(), ""), Names{""}) << "the interpreter decides";
    EXPECT_EQ(devices(inPython(), "cuda:0,cuda:1"), (Names{"cuda:0", "cuda:1"}));
    EXPECT_EQ(refusal(inPython(), "cuda:0,cuda:0").code, Errc::InvalidInput);
}

} // namespace loupe
