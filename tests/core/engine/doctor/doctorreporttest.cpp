// SPDX-License-Identifier: Apache-2.0
//
// Tests the output of kloupe doctor for made-up machines.
#include "core/engine/doctor/doctorreport.h"

#include <algorithm>
#include <set>

#include "tests/core/base/setvariable.h"
#include "tests/core/suites/taskfixture.h"

namespace loupe::test {

namespace {

using State = DoctorItem::State;
using Lines = std::vector<std::string>;

DoctorItem itemOf(State state, const std::string &neededFor, const std::string &fix)
{
    return {"sandbox", "Sandbox", state, "bwrap 0.8.0", neededFor, fix};
}

Platform platform()
{
    Platform out;
    out.name = "toy";
    out.title = "Toys";
    out.devices.push_back({"cuda", "through its interpreter", {}, {}, {}});
    return out;
}

} // namespace

TEST(DoctorReport, PrintsOneLineForEachItemFound)
{
    EXPECT_EQ(linesOf(itemOf(State::Ok, "running candidates", "")),
              Lines{"ok        Sandbox                bwrap 0.8.0"});
}

TEST(DoctorReport, PrintsTheInstallCommandBelowAMissingThing)
{
    EXPECT_EQ(linesOf(itemOf(State::Missing, "running candidates", "apt-get install bubblewrap")),
              (Lines{"missing   Sandbox                bwrap 0.8.0",
                     "                                 for running candidates: apt-get install "
                     "bubblewrap"}));
    EXPECT_EQ(linesOf(itemOf(State::Optional, "", "do it")),
              (Lines{"not found Sandbox                bwrap 0.8.0",
                     "                                 do it"}));
}

TEST(DoctorReport, PlatformsNameTheirDeviceOrMissingParts)
{
    const Platform toy = platform();
    PlatformItem item{&toy, {}};
    item.availability.isAvailable = true;
    item.availability.device = &toy.devices.front();
    const DoctorItem there = toDoctorItem(item);
    EXPECT_EQ(there.state, State::Ok);
    EXPECT_EQ(there.title, "toy");
    EXPECT_EQ(there.found, "Toys: cuda, through its interpreter");
    item.availability = {};
    item.availability.reason = "there is no nvcc";
    item.availability.fix = "install it";
    const DoctorItem lacking = toDoctorItem(item);
    EXPECT_EQ(lacking.state, State::Optional) << "no platform is needed by all";
    EXPECT_EQ(lacking.found, "Toys: there is no nvcc");
    EXPECT_EQ(lacking.fix, "install it");
}

TEST(DoctorReport, PythonPlatformsReportAMissingPython)
{
    const std::vector<PlatformItem> items = examinePlatforms(nullptr);
    ASSERT_EQ(items.size(), knownPlatforms().all().size());
    for (const PlatformItem &item : items) {
        if (item.platform->isNative)
            continue;
        EXPECT_FALSE(item.availability.isAvailable) << item.platform->name;
        EXPECT_NE(item.availability.reason, "") << item.platform->name;
        EXPECT_NE(item.availability.fix, "") << item.platform->name;
    }
}

using DoctorOfAMachine = FolderTest;

TEST_F(DoctorOfAMachine, NamesEachItemOnceWithItsInstallCommand)
{
    const SetVariable cache("KLOUPE_CACHE", (root() / "cache").string());
    std::set<std::string> ids;
    for (const DoctorItem &item : examineMachine()) {
        EXPECT_TRUE(ids.insert(item.id).second) << item.id;
        EXPECT_NE(item.title, "") << item.id;
        EXPECT_NE(item.found, "") << item.id;
        EXPECT_EQ(item.state == State::Ok, item.fix.empty()) << item.id;
    }
    for (const char *id : {"sandbox", "compiler", "programs", "python", "processors", "draws"})
        EXPECT_TRUE(ids.contains(id)) << id;
}

TEST_F(DoctorOfAMachine, AnEmptySearchPathHasNoPython)
{
    const SetVariable path("PATH", root().string());
    const SetVariable cache("KLOUPE_CACHE", (root() / "cache").string());
    const auto items = examineMachine();
    const auto python = std::ranges::find(items, "python", &DoctorItem::id);
    ASSERT_NE(python, items.end());
    EXPECT_EQ(python->state, State::Optional);
    EXPECT_EQ(python->found, "python3 is not in PATH");
    EXPECT_NE(python->fix, "");
}

} // namespace loupe::test
