// SPDX-License-Identifier: Apache-2.0
#include "core/executors/makeexecutor.h"

#include <algorithm>

#include "tests/core/suites/taskfixture.h"

namespace loupe {

namespace {

class Guarded : public test::FolderTest
{
protected:
    class Listener final : public RunObserver
    {
    public:
        void logged(const std::string &line) override { lines.push_back(line); }
        void planned(const PlanSummary &plan) override { items = plan.items; }
        std::vector<std::string> lines;
        int items = 0;
    };

    Result<RunOutcome> run(const RunRequest &request) { return runAtPlace(request, listener, {}); }
    /// Returns an empty request, because the tests fail before it is read.
    RunRequest request() const
    {
        RunRequest out;
        out.suite = root() / "none";
        out.store = root() / "r.kloupe";
        return out;
    }
    bool said(const std::string &words) const
    {
        return std::ranges::any_of(listener.lines, [&](const std::string &line) {
            return line.find(words) != std::string::npos;
        });
    }

    Listener listener;
};

} // namespace

TEST_F(Guarded, RefusesUnacceptedProgramsOfAFile)
{
    RunRequest foreign = request();
    foreign.python.interpreter = root() / "python";
    foreign.fromFile = {"theirs.json", true, false, false};
    const auto refused = run(foreign);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().where, "theirs.json");
    foreign.fromFile.namesInterpreter = false;
    const auto typed = run(foreign);
    ASSERT_FALSE(typed);
    EXPECT_NE(typed.error().where, "theirs.json") << "only the suite is missing then";
}

TEST_F(Guarded, WarnsBeforeAndAfterAnUnsandboxedRun)
{
    EXPECT_FALSE(run(request()));
    EXPECT_FALSE(said("SANDBOX"));
    RunRequest unconfined = request();
    unconfined.sandbox = SandboxMode::None;
    unconfined.unconfinedAsRoot = true;
    EXPECT_FALSE(run(unconfined));
    ASSERT_EQ(listener.lines.size(), 2U);
    EXPECT_NE(listener.lines[0].find("CANDIDATES RUN OUTSIDE THE SANDBOX"), std::string::npos);
    EXPECT_NE(listener.lines[1].find("CANDIDATES RAN OUTSIDE THE SANDBOX"), std::string::npos);
}

TEST_F(Guarded, ReportsAndIgnoresSandboxSettingsOfAFile)
{
    RunRequest foreign = request();
    foreign.fromFile = {"theirs.json", false, false, true};
    EXPECT_FALSE(run(foreign));
    ASSERT_EQ(listener.lines.size(), 1U);
    EXPECT_NE(listener.lines[0].find("theirs.json says to leave the sandbox. This is ignored"),
              std::string::npos);
}

TEST_F(Guarded, DryRunPlansLocallyForEveryTarget)
{
    writeTask(doubleTask(), "suite/Math/double");
    write("m/Math/double.cpp", "x");
    RunRequest dry = request();
    dry.suite = root() / "suite";
    dry.candidates = {root() / "m"};
    dry.dryRun = true;
    for (const char *place : {"", "local", "ssh:nobody.invalid", "slurm:none.json"}) {
        dry.place = place;
        listener.items = 0;
        EXPECT_TRUE(run(dry)) << place;
        EXPECT_EQ(listener.items, 1) << place;
    }
    dry.place = "telnet:host";
    EXPECT_EQ(run(dry).error().where, "telnet:host");
    EXPECT_FALSE(std::filesystem::exists(dry.store));
}

TEST_F(Guarded, SavesAPresetOnlyWithAnExistingTarget)
{
    RunRequest kept = request();
    kept.place = "ssh:host";
    const auto preset = presetToKeep(kept, "nightly");
    ASSERT_TRUE(preset) << preset.error().text();
    EXPECT_EQ(preset->place, "ssh:host");
    kept.place = "telnet:host";
    EXPECT_EQ(presetToKeep(kept, "nightly").error().where, "telnet:host");
}

} // namespace loupe
