// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/failures/failureclusters.h"

#include "core/analysis/text/textdiff.h"

#include <gtest/gtest.h>

namespace loupe {

TEST(FailureClusters, AddUpByMethodCategoryAndRound)
{
    const std::vector<FailureCount> counts{
        {"b", "syntax", "two", "m1", "Math", 0, 2},
        {"a", "timeout", "one", "m1", "Math", 0, 1},
        {"b", "syntax", "two", "m2", "Math", 1, 3},
        {"b", "syntax", "two", "m1", "Fusion", 1, 4},
    };
    const auto clusters = failureClusters(counts);
    ASSERT_EQ(clusters.size(), 2U);
    EXPECT_EQ(clusters[0].fingerprint.text(), "b");
    EXPECT_EQ(clusters[0].count, 9);
    EXPECT_EQ(clusters[0].byMethod, (std::map<std::string, std::int64_t>{{"m1", 6}, {"m2", 3}}));
    EXPECT_EQ(clusters[0].byCategory,
              (std::map<std::string, std::int64_t>{{"Fusion", 4}, {"Math", 5}}));
    EXPECT_EQ(clusters[0].byRound, (std::map<int, std::int64_t>{{0, 2}, {1, 7}}));
    EXPECT_EQ(clusters[1].count, 1);
}

TEST(FailureClusters, OnlyRowsWithAReasonAreCounted)
{
    const auto row = [](std::int64_t id, const char *method, int round) {
        MetricRow out;
        out.id = {id};
        out.method = method;
        out.category = "Math";
        out.round = round;
        return out;
    };
    const std::vector<MetricRow> rows{row(1, "m", 0), row(2, "m", 0), row(3, "n", 1),
                                      row(4, "n", 1)};
    const std::vector<FailureReason> reasons{{{1}, "a", "syntax", "one"},
                                             {{2}, "a", "syntax", "one"},
                                             {{3}, "a", "syntax", "one"},
                                             {{9}, "a", "syntax", "one"}};
    const auto clusters = failureClusters(failureCounts(rows, reasons));
    ASSERT_EQ(clusters.size(), 1U);
    EXPECT_EQ(clusters[0].count, 3);
    EXPECT_EQ(clusters[0].kind.text(), "syntax");
    EXPECT_EQ(clusters[0].summary.text(), "one");
    EXPECT_EQ(clusters[0].byMethod, (std::map<std::string, std::int64_t>{{"m", 2}, {"n", 1}}));
    EXPECT_EQ(clusters[0].byRound, (std::map<int, std::int64_t>{{0, 2}, {1, 1}}));
}

TEST(FailureClusters, EqualCountsAreInTheOrderOfKindAndSummary)
{
    const std::vector<FailureCount> counts{{"x", "timeout", "b", "m", "c", 0, 1},
                                           {"y", "syntax", "z", "m", "c", 0, 1},
                                           {"z", "timeout", "a", "m", "c", 0, 1}};
    const auto clusters = failureClusters(counts);
    ASSERT_EQ(clusters.size(), 3U);
    EXPECT_EQ(clusters[0].fingerprint.text(), "y");
    EXPECT_EQ(clusters[1].fingerprint.text(), "z");
    EXPECT_EQ(clusters[2].fingerprint.text(), "x");
}

TEST(FailureClusters, GroupsCausesAcrossTrialsAndQuotedNames)
{
    const std::vector<FailureCount> counts{
        {"a", "illegal_address", "odd/normal: wrote beside output \"y\"", "m", "c", 0, 1},
        {"b", "illegal_address", "even/spiky: wrote beside output \"out\"", "m", "c", 0, 3},
        {"c", "undefined_name", "odd/normal: name 'tl' is not defined", "m", "c", 0, 1},
        {"d", "undefined_name", "even/normal: name 'tl' is not defined", "m", "c", 0, 1},
    };
    const auto clusters = failureClusters(counts);
    ASSERT_EQ(clusters.size(), 2U);
    EXPECT_EQ(clusters[0].summary.text(), "wrote beside output …");
    EXPECT_EQ(clusters[0].fingerprint.text(), "b"); // the most frequent
    EXPECT_EQ(clusters[0].fingerprints, (std::vector<Name>{"a", "b"}));
    EXPECT_EQ(clusters[0].count, 4);
    EXPECT_EQ(clusters[1].summary.text(), "name 'tl' is not defined"); // all members have this name
    EXPECT_EQ(clusters[1].cause.text(), "name … is not defined");
}

// As printed by GNU diff 3.8 without the two lines of file names. But every hunk has both counts,
// and the hunk of an empty text begins at line 1.
TEST(TextDiff, IsAUnifiedDiff)
{
    EXPECT_EQ(unifiedDiff("a\nb\nc\n", "a\nB\nc\n"), "@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n");
    EXPECT_EQ(unifiedDiff("same\n", "same\n"), "");
    EXPECT_EQ(unifiedDiff("", "new\n"), "@@ -1,0 +1,1 @@\n+new\n");
    EXPECT_EQ(unifiedDiff(std::string(40002, '\n'), "x"),
              "(more than 20 000 lines: not compared)\n");
}

TEST(GroupedCause, DropsTheNameOfTheTrial)
{
    EXPECT_EQ(groupedCause("odd/normal: died of SIGSEGV at address <address>"),
              "died of SIGSEGV at address <address>");
    EXPECT_EQ(groupedCause("even/spiky with other values N: NaN or Inf"), "NaN or Inf");
    EXPECT_EQ(groupedCause("fresh inputs N: wrong value"), "wrong value");
}

TEST(GroupedCause, KeepsOtherTextBeforeAColon)
{
    for (const char *text : {"torch/extension.h: No such file or directory", "NameError: odd",
                             "wrong value: rows N to N of N", "odd/normal: ", "/: x"})
        EXPECT_EQ(groupedCause(text), text);
}

TEST(GroupedCause, OmitsQuotedNames)
{
    EXPECT_EQ(groupedCause("wrote beside output \"y\""), "wrote beside output …");
    EXPECT_EQ(groupedCause("name 'tl' is not defined"), "name … is not defined");
    EXPECT_EQ(groupedCause("need `def softmax`"), "need …");
    EXPECT_EQ(groupedCause("invalid conversion from ‘const float*’ to ‘float*’ [-fpermissive]"),
              "invalid conversion from … to … [-fpermissive]");
}

TEST(GroupedCause, IgnoresApostrophes)
{
    for (const char *text : {"the task's function isn't defined", "can't find the task's file",
                             "an opening \" alone", "'' is empty", ""})
        EXPECT_EQ(groupedCause(text), text);
    EXPECT_EQ(groupedCause("'don't' is no name"), "… is no name");
}

} // namespace loupe
