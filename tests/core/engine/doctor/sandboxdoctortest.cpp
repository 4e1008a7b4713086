// SPDX-License-Identifier: Apache-2.0
//
// Tests the report of kloupe doctor on each measure of the sandbox, for made-up machines and for
// this one.
#include "core/engine/doctor/sandboxdoctor.h"

#include "core/engine/doctor/doctorreport.h"
#include "core/sandbox/child/confinement.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

namespace loupe::test {

namespace {

using State = DoctorItem::State;

Confinement wholeOf(Confinement::Way way)
{
    Confinement how;
    how.way = way;
    how.landlock.isActive = true;
    how.callFilter.isActive = true;
    how.noUserNamespaces.isActive = way == Confinement::Way::UserNamespace;
    return how;
}

DoctorItem itemOf(const std::vector<DoctorItem> &items, const std::string &id)
{
    const auto found = std::ranges::find(items, id, &DoctorItem::id);
    EXPECT_NE(found, items.end()) << id;
    return found == items.end() ? DoctorItem{} : *found;
}

const GroupFolders delegated{true, "/g", "/g", "version 2, in /g"};

} // namespace

TEST(SandboxDoctor, AllIsActiveWithADelegatedGroup)
{
    const auto items = sandboxItems(wholeOf(Confinement::Way::UserNamespace), delegated);
    for (const DoctorItem &item : items) {
        EXPECT_EQ(item.state, State::Ok) << item.id;
        EXPECT_TRUE(item.fix.empty()) << item.id;
    }
    EXPECT_NE(itemOf(items, "sandbox-groups").found.find("version 2, in /g"), std::string::npos);
}

TEST(SandboxDoctor, FilterRefusesUserNamespacesForRoot)
{
    Confinement how = wholeOf(Confinement::Way::OwnUser);
    how.noUserNamespaces.reason = "no user namespace";
    EXPECT_EQ(itemOf(sandboxItems(how, delegated), "sandbox-userns").state, State::Ok);
    how.callFilter = {false, "this build has no libseccomp", "apt install libseccomp-dev"};
    const auto items = sandboxItems(how, delegated);
    EXPECT_EQ(itemOf(items, "sandbox-userns").found, "not active: no user namespace");
    EXPECT_EQ(itemOf(items, "sandbox-calls").state, State::Optional);
    EXPECT_EQ(itemOf(items, "sandbox-calls").fix, "apt install libseccomp-dev");
}

TEST(SandboxDoctor, ReportsMissingDelegationWithItsFix)
{
    const Error shared{Errc::Environment, "other programs share it", {}, "systemd-run …", {}};
    const auto items = sandboxItems(wholeOf(Confinement::Way::UserNamespace), shared);
    const DoctorItem groups = itemOf(items, "sandbox-groups");
    EXPECT_EQ(groups.state, State::Optional);
    EXPECT_NE(groups.found.find("other programs share it"), std::string::npos);
    EXPECT_EQ(linesOf(groups).size(), 2U);
    EXPECT_EQ(groups.fix, "systemd-run …");
}

TEST(SandboxDoctor, NamesEachMeasureOnce)
{
    const auto items = examineSandbox();
    EXPECT_EQ(items.empty(), !sandboxAvailable());
    std::set<std::string> ids;
    for (const DoctorItem &item : items) {
        EXPECT_TRUE(ids.insert(item.id).second) << item.id;
        EXPECT_FALSE(item.found.empty()) << item.id;
        EXPECT_NE(item.state, State::Missing) << "an evaluation is possible without";
    }
}

} // namespace loupe::test
