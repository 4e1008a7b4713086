// SPDX-License-Identifier: Apache-2.0
#include "core/report/tables/referencelisting.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace loupe::test {

namespace {

StoredGoldenRecord reference(const char *task, const char *device, const char *baseline)
{
    StoredGoldenRecord out;
    out.run = std::string("times of ") + device;
    out.suite = "kernelbench";
    out.category = "Math";
    out.device = device;
    out.record.task = task;
    out.record.baseline = baseline;
    out.record.milliseconds = 1.0;
    return out;
}

std::vector<StoredGoldenRecord> someReferences()
{
    return {reference("1_Square", "H100", "eager"),
            reference("1_Square", "H100", "torch.compile (default)"),
            reference("2_Softmax", "A100", "eager"),
            reference("2_Softmax", "not recorded", "eager")};
}

std::size_t matching(const std::string &filter)
{
    const auto found = matchingReferences(someReferences(), parseFilter(filter).value());
    EXPECT_TRUE(found) << filter;
    return found ? found->size() : 0;
}

} // namespace

TEST(ReferenceListing, FiltersByEachField)
{
    EXPECT_EQ(matching(""), 4U);
    EXPECT_EQ(matching("device:h100"), 2U);
    EXPECT_EQ(matching("device:H100,A100 baseline:eager"), 2U);
    EXPECT_EQ(matching("device:none"), 1U);
    EXPECT_EQ(matching("device:h1"), 2U);
    EXPECT_EQ(matching("device:\"h1\""), 0U);
    EXPECT_EQ(matching("baseline_kind:torch.compile"), 1U);
    EXPECT_EQ(matching("task:*soft*"), 2U);
    EXPECT_EQ(matching("square -baseline:eager"), 1U);
    EXPECT_EQ(matching("run:\"times of A100\" category:Math suite:kernelbench"), 1U);
    EXPECT_EQ(matching("suite_version:none"), 4U);
    EXPECT_EQ(matching("suite:kernelbench-x"), 0U);
}

TEST(ReferenceListing, RefusesUnsupportedFieldsByName)
{
    for (const char *filter : {"status:correct", "speedup>1", "level:2", "method:x"}) {
        const auto refused = matchingReferences(someReferences(), parseFilter(filter).value());
        ASSERT_FALSE(refused) << filter;
        EXPECT_EQ(refused.error().code, Errc::InvalidInput);
        EXPECT_NE(refused.error().hint.find("baseline_kind"), std::string::npos);
    }
}

TEST(ReferenceListing, TheSentenceCountsTasksDevicesAndKinds)
{
    EXPECT_EQ(referencesSentence(someReferences()),
              "4 reference times of 2 tasks on 2 devices, over 2 kinds of baseline");
    EXPECT_EQ(referencesSentence({}), "no reference times");
}

} // namespace loupe::test
