// SPDX-License-Identifier: Apache-2.0
#include "core/report/documents/openquestions.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace loupe::test {

namespace {

/// Returns a row without any open question.
MetricRow whole(const char *task)
{
    MetricRow row;
    row.suite = "s";
    row.task = task;
    row.taskHash = "h";
    row.method = "m";
    row.device = "d";
    row.precision = "fp32";
    row.verdict = Verdict::Correct;
    row.strictVerdict = Verdict::Correct;
    row.speedup = 2.0;
    row.cost.requests = 1;
    return row;
}

/// Returns the open questions of two rows, the second changed by `change`.
template <typename Change>
std::vector<std::string> asked(const Change &change)
{
    std::vector<MetricRow> rows{whole("a"), whole("b")};
    change(rows[1]);
    return openQuestions(rows);
}

bool isAsked(const std::vector<std::string> &questions, std::string_view beginning)
{
    return std::ranges::any_of(
        questions, [&](const std::string &each) { return each.starts_with(beginning); });
}

} // namespace

TEST(OpenQuestionsOf, CompleteRowsLeaveNoQuestion)
{
    EXPECT_TRUE(asked([](MetricRow &) {}).empty());
    EXPECT_TRUE(openQuestions({}).empty());
}

TEST(OpenQuestionsOf, InfraErrorIsNotAnUnknownResult)
{
    const auto machinery = asked([](MetricRow &row) { row.verdict = Verdict::InfraError; });
    EXPECT_TRUE(isAsked(machinery, "1 of 2 evaluations failed because of the machine"));
    EXPECT_FALSE(isAsked(machinery, "1 of 2 evaluations have no recorded outcome"));
    const auto unknown = asked([](MetricRow &row) { row.verdict = Verdict::NotRecorded; });
    EXPECT_TRUE(isAsked(unknown, "1 of 2 evaluations have no recorded outcome"));
    EXPECT_FALSE(isAsked(unknown, "1 of 2 evaluations failed because of the machine"));
}

TEST(OpenQuestionsOf, NamesMissingData)
{
    const auto questions = asked([](MetricRow &row) {
        row.device = "";
        row.precision = "";
        row.strictVerdict = Verdict::NotRecorded;
        row.cost = {};
    });
    EXPECT_TRUE(isAsked(questions, "1 of 2 evaluations have no recorded device"));
    EXPECT_TRUE(isAsked(questions, "1 of 2 evaluations have no recorded precision"));
    EXPECT_TRUE(isAsked(questions, "1 of 2 evaluations have no verdict by the strict rules"));
    EXPECT_TRUE(isAsked(questions, "1 of 2 candidates have no recorded cost"));
    EXPECT_EQ(questions.size(), 4U);
}

TEST(OpenQuestionsOf, CountsMissingValues)
{
    const auto questions = asked([](MetricRow &row) {
        row.method = "n";
        row.taskHash = "";
        row.speedup.reset();
    });
    ASSERT_EQ(questions.size(), 3U);
    EXPECT_TRUE(questions[0].starts_with("1 of 2 correct evaluations have no usable speedup"));
    EXPECT_TRUE(questions[1].starts_with("1 of 2 tasks are known by name only"));
    EXPECT_TRUE(questions[2].starts_with(
        "In suite s the 2 methods were evaluated on different tasks (1 to 1 of them)"));
}

TEST(OpenQuestionsOf, NamesExcludedResults)
{
    EXPECT_TRUE(
        isAsked(asked([](MetricRow &row) { row.isWithheld = true; }),
                "1 of 2 correct evaluations are flagged: a finding of cheating is confirmed or not "
                "reviewed."));
    EXPECT_TRUE(isAsked(asked([](MetricRow &row) { row.isDemo = true; }),
                        "1 of 2 evaluations are demonstration data"));
    EXPECT_TRUE(isAsked(asked([](MetricRow &row) { row.taskSound = false; }),
                        "1 of 2 evaluations have tasks that an audit found unsound"));
}

TEST(OpenQuestionsOf, NamesTasksWithTwoHashes)
{
    const auto questions = asked([](MetricRow &row) {
        row.task = "a";
        row.taskHash = "other";
    });
    EXPECT_TRUE(isAsked(questions, "1 of 1 task names have several definitions"));
}

TEST(OpenQuestionsOf, NamesSpeedupsOfTwoDevices)
{
    const auto two = asked([](MetricRow &row) { row.device = "e"; });
    EXPECT_TRUE(isAsked(two, "Speedups of suite s come from 2 devices"));
    // Untimed results mix no times, and another suite belongs to another figure.
    EXPECT_FALSE(isAsked(asked([](MetricRow &row) {
                             row.device = "e";
                             row.verdict = Verdict::WrongValue;
                             row.strictVerdict = Verdict::WrongValue;
                             row.speedup.reset();
                         }),
                         "Speedups of suite"));
    EXPECT_FALSE(isAsked(asked([](MetricRow &row) {
                             row.device = "e";
                             row.suite = "t";
                         }),
                         "Speedups of suite"));
}

} // namespace loupe::test
