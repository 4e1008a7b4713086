// SPDX-License-Identifier: Apache-2.0
//
// Tests which stored times of further baselines a run keeps.
#include "core/engine/run/keptbaselines.h"

#include "core/model/record/furtherbaseline.h"

#include <gtest/gtest.h>

namespace loupe {

namespace {

const char *const keptConditions = R"({"clock":"host"})";

StoredGoldenRecord timeOf(const std::string &task, const std::string &hash,
                          const std::string &under = keptConditions)
{
    StoredGoldenRecord out;
    out.record.task = task;
    out.record.baseline = "compile reference (cpu)";
    out.record.milliseconds = 2;
    out.record.source = furtherSource;
    out.record.originalRecord = furtherRecord(under, hash, std::vector{2.0});
    return out;
}

/// Two tasks with three candidates.
class KeptBaselines : public testing::Test
{
protected:
    void SetUp() override
    {
        one.name = "a";
        one.hash = "hash a";
        other.name = "b";
        other.hash = "hash b";
        for (const Task *task : {&one, &one, &other})
            items.emplace_back().task = task;
    }

    Task one;
    Task other;
    std::vector<PlanItem> items;
    BaselineLedger ledger{{{"compile", "compile reference (cpu)", keptConditions},
                           {"cuda-graph", "cuda-graph reference (cpu)", keptConditions}}};
};

} // namespace

TEST_F(KeptBaselines, ReusesTimesOfTheSameContentAndReportsIt)
{
    const std::vector stored{timeOf("a", "hash a"), timeOf("c", "hash c")};
    EXPECT_EQ(keepTimes(stored, items, ledger),
              std::vector<std::string>{"compile: 1 of 2 tasks timed before, kept"});
    EXPECT_FALSE(ledger.claim("compile reference (cpu)", "a")) << "it is not timed again";
    EXPECT_TRUE(ledger.claim("compile reference (cpu)", "b"));
    EXPECT_TRUE(ledger.claim("cuda-graph reference (cpu)", "a"));
}

TEST_F(KeptBaselines, DoesNotReuseTimesOfOtherContentsOrImports)
{
    StoredGoldenRecord imported = timeOf("a", "hash a");
    imported.record.source = "H100/times.json:3";
    StoredGoldenRecord damaged = timeOf("a", "hash a");
    damaged.record.originalRecord = std::string("no JSON");
    StoredGoldenRecord eager = timeOf("a", "hash a");
    eager.record.baseline = "eager reference (cpu)";
    const std::vector stored{timeOf("a", "another"), timeOf("a", "hash a", "{}"), imported, damaged,
                             eager};
    EXPECT_TRUE(keepTimes(stored, items, ledger).empty());
    EXPECT_TRUE(ledger.claim("compile reference (cpu)", "a"));
}

TEST_F(KeptBaselines, ATimeIsKeptForEachShape)
{
    BenchmarkTask shaped;
    shaped.task = one;
    BenchmarkTask &shape = shaped.otherShapes.emplace_back();
    shape.task = one;
    shape.shape = "dim=16";
    items.front().benchmark = &shaped;
    EXPECT_EQ(keepTimes(std::vector{timeOf("a", "hash a")}, items, ledger).size(), 1U);
    EXPECT_FALSE(ledger.claim("compile reference (cpu)", ledgerName(shaped)));
    EXPECT_FALSE(ledger.claim("compile reference (cpu)", ledgerName(shape)));
    EXPECT_TRUE(ledger.claim("cuda-graph reference (cpu)", ledgerName(shape)));
}

TEST(BaselineLedger, TimesOfShapesAreCompleteWithTheLastOne)
{
    BaselineLedger ledger({{"compile", "compile reference (cpu)", "{}"}});
    FurtherTime time;
    time.record.task = "a";
    time.record.baseline = "compile reference (cpu)";
    EXPECT_TRUE(ledger.add(time, 2).empty());
    FurtherTime other = time;
    other.record.task = "b";
    EXPECT_TRUE(ledger.add(other, 2).empty()) << "each task has times of its own";
    time.record.caseName = "dim=16";
    const auto all = ledger.add(time, 2);
    ASSERT_EQ(all.size(), 2U);
    EXPECT_EQ(all[0].record.caseName, "");
    EXPECT_EQ(all[1].record.caseName, "dim=16");
}

TEST(BaselineLedger, ClaimsEachTaskOnceUnlessReleased)
{
    BaselineLedger ledger({{"compile", "compile reference (cpu)", "{}"}});
    EXPECT_TRUE(ledger.claim("compile reference (cpu)", "a"));
    EXPECT_FALSE(ledger.claim("compile reference (cpu)", "a"));
    ledger.release("compile reference (cpu)", "a");
    EXPECT_TRUE(ledger.claim("compile reference (cpu)", "a"));
}

} // namespace loupe
