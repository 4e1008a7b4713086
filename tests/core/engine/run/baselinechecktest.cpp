// SPDX-License-Identifier: Apache-2.0
#include "core/engine/run/baselinecheck.h"

#include "core/engine/machine/machine.h"

#include <algorithm>

#include "tests/core/store/storefixture.h"
#include "tests/core/suites/taskfixture.h"

namespace loupe {

namespace {

using test::must;
using test::mustSucceed;

const ComingRun coming // NOLINT(cert-err58-cpp)
    {"NVIDIA H200", "kernelbench", "0123456789abcdef", "eager", "0.2.0", true};

Run storedRun()
{
    Run run = test::sampleRun("yesterday");
    run.suite = "kernelbench";
    run.origin = "engine";
    run.toolVersion = "0.2.0";
    run.environment.deviceName = "NVIDIA H200";
    run.profileJson = R"({"suite": {"hash": "0123456789abcdef"}, "seed": "00", "methods": [],
                          "timing": {"baseline": "eager"}})";
    return run;
}

std::vector<std::string> differing(const Run &baseline, const ComingRun &run)
{
    std::vector<std::string> out;
    for (const BaselineDifference &each : compareWithBaseline(baseline, run).differences)
        out.push_back(each.what);
    return out;
}

using Words = std::vector<std::string>;

} // namespace

TEST(Baseline, SameConditionsHaveNoDifference)
{
    EXPECT_TRUE(compareWithBaseline(storedRun(), coming).differences.empty());
    EXPECT_EQ(compareWithBaseline(storedRun(), coming).run, "yesterday");
}

TEST(Baseline, ReportsAnotherDeviceOrVersion)
{
    loupe::Run other = storedRun();
    other.environment.deviceName = "RTX 5090";
    other.toolVersion = "0.1.0";
    const BaselineCheck check = compareWithBaseline(other, coming);
    ASSERT_EQ(check.differences.size(), 2U);
    EXPECT_EQ(check.differences[0].what, "device");
    EXPECT_EQ(check.differences[0].baseline, "RTX 5090");
    EXPECT_EQ(check.differences[0].here, "NVIDIA H200");
    EXPECT_EQ(check.differences[1].what, "KernelLoupe");
    loupe::Run changed = storedRun();
    changed.profileJson
        = R"({"suite": {"hash": "f"}, "seed": "0", "timing": {"baseline": "compile"}})";
    EXPECT_EQ(differing(changed, coming), (Words{"content of the suite", "reference"}));
    loupe::Run foreign = storedRun();
    foreign.suite = "native";
    EXPECT_EQ(differing(foreign, coming), Words{"suite"});
}

TEST(Baseline, TheDeviceOfARunElsewhereIsUnknown)
{
    ComingRun elsewhere = coming;
    elsewhere.device.clear();
    EXPECT_EQ(differing(storedRun(), elsewhere), Words{"device"});
    elsewhere.isTimed = false;
    EXPECT_TRUE(differing(storedRun(), elsewhere).empty()) << "verdicts know no device";
}

TEST(Baseline, ImportsHaveNoKnownDifferences)
{
    loupe::Run imported = storedRun();
    imported.origin = "import:kernelbench";
    imported.toolVersion = "0.0.1";
    imported.profileJson = "{}";
    EXPECT_TRUE(differing(imported, coming).empty());
}

using BaselineInStore = test::FolderTest;

TEST_F(BaselineInStore, IsTheMarkedRun)
{
    writeTask(doubleTask(), "suite/Math/double");
    write("m/Math/double.cpp", "x");
    RunRequest request;
    request.suite = root() / "suite";
    request.candidates = {root() / "m"};
    request.store = root() / "r.kloupe";
    const ResolvedRequest resolved = must(resolveRequest(request));
    EXPECT_FALSE(checkBaseline(resolved, readRuns(request.store))) << "there is no store yet";
    {
        const auto writer = must(StoreWriter::open(request.store));
        loupe::Run run = storedRun();
        run.suite = resolved.plan.suiteName();
        run.environment.deviceName = "another processor";
        const RunId id = must(writer->beginRun(run));
        EXPECT_FALSE(checkBaseline(resolved, readRuns(request.store)))
            << "nobody made it the baseline";
        const RunMark mark{std::string(32, 'a'), id, RunMarkKind::Baseline, "me",
                           "2026-11-22T10:00:00Z"};
        mustSucceed(writer->markRuns(std::vector{mark}));
    }
    const auto check = checkBaseline(resolved, readRuns(request.store));
    ASSERT_TRUE(check);
    EXPECT_EQ(check->run, "yesterday");
    const auto device = std::ranges::find(check->differences, "device", &BaselineDifference::what);
    ASSERT_NE(device, check->differences.end());
    EXPECT_EQ(device->baseline, "another processor");
    EXPECT_EQ(device->here, processorName());
}

} // namespace loupe
