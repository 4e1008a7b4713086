// SPDX-License-Identifier: Apache-2.0
//
// Finds words in the sources of a store, and the correct source nearest to another one.
#include "core/store/read/sourcesearch.h"

#include "core/model/record/sourcefiles.h"
#include "core/store/read/nearestcorrect.h"

#include <algorithm>

#include "tests/core/store/storefixture.h"

namespace loupe::test {

namespace {

class SourceSearchTest : public StoreTest
{
protected:
    void SetUp() override
    {
        StoreTest::SetUp();
        writer = openWriter();
        run = must(writer->beginRun(sampleRun("first")));
    }

    RowId add(const std::string &task, int sample, const std::string &source,
              Verdict verdict = Verdict::Correct, double speedup = 2)
    {
        Evaluation each = sampleEvaluation(task, "model");
        each.candidate.sample = sample;
        each.candidate.source = source;
        each.verdict = verdict;
        each.speedup = speedup;
        return addAttempt(task, each, run);
    }

    RowId addAttempt(const std::string &task, const Evaluation &evaluation, RunId in)
    {
        const TaskId taskId = must(writer->addTask(sampleTask(task, "Math")));
        const MethodId method = must(writer->addMethod(sampleMethod("model")));
        return must(writer->record(in, taskId, method, evaluation));
    }

    /// Returns "task:line:text" of each hit.
    static std::vector<std::string> texts(const SourceHits &hits)
    {
        std::vector<std::string> out;
        for (const SourceHit &each : hits.hits)
            out.push_back(each.row.task + ":" + std::to_string(each.line) + ":" + each.text);
        return out;
    }

    std::unique_ptr<StoreWriter> writer;
    RunId run;
};

using Texts = std::vector<std::string>;

} // namespace

TEST_F(SourceSearchTest, FindsLinesInTheOrderOfTheEvaluations)
{
    const RowId first = add("a", 0, "int x;\n  __shared__ float s;\n");
    const RowId second = add("b", 0, "__SHARED__ int t;\n");
    const RowId none = add("c", 0, "");
    const auto reader = openReader();
    const std::vector<RowId> ids{second, none, first};
    const auto found = must(searchSources(*reader, ids, {"__shared__"}));
    EXPECT_EQ(texts(found), (Texts{"b:1:__SHARED__ int t;", "a:2:__shared__ float s;"}));
    EXPECT_FALSE(found.isCut);
    EXPECT_EQ(found.hits[1].row.id, first);
    EXPECT_EQ(found.hits[1].row.method, "model");
    EXPECT_EQ(texts(must(searchSources(*reader, ids, {"__shared__", LetterCase::Matched}))).size(),
              1U);
}

TEST_F(SourceSearchTest, NamesTheFileOfALineInASubmissionOfSeveral)
{
    const RowId folder
        = add("a", 0, joinedFiles({{"main.py", "import a\n"}, {"kernels/a.cu", "x\nneedle\n"}}));
    const RowId single = add("b", 0, "\nneedle\n");
    const auto found
        = must(searchSources(*openReader(), std::vector<RowId>{folder, single}, {"needle"}));
    ASSERT_EQ(found.hits.size(), 2U);
    EXPECT_EQ(found.hits[0].line,
              7); // two headers, a line and its end, a header, and a line before
    EXPECT_EQ(found.hits[0].path, "kernels/a.cu");
    EXPECT_EQ(found.hits[0].fileLine, 2);
    EXPECT_EQ(found.hits[1].path, "");
    EXPECT_EQ(found.hits[1].fileLine, 2);
}

TEST_F(SourceSearchTest, ListsIdenticalCandidatesSeparately)
{
    const RowId first = add("a", 0, "x\n");
    Evaluation again = sampleEvaluation("a", "model");
    again.candidate.source = "x\n";
    const RowId second = addAttempt("a", again, must(writer->beginRun(sampleRun("second"))));
    const RowId identical = add("a", 1, "x\n");
    const auto found
        = must(searchSources(*openReader(), std::vector<RowId>{second, first, identical}, {"x"}));
    ASSERT_EQ(found.hits.size(), 2U);
    EXPECT_EQ(found.hits[0].row.id, second);
    EXPECT_EQ(found.hits[1].row.id, identical);
}

TEST_F(SourceSearchTest, ReportsMoreLines)
{
    std::vector<RowId> ids;
    for (int sample = 0; sample < 100; ++sample)
        ids.push_back(add("a", sample, "x " + std::to_string(sample) + "\nx\n"));
    const auto reader = openReader();
    std::vector<std::size_t> steps;
    const auto count = [&](std::size_t searched) { steps.push_back(searched); };
    const auto all = must(searchSources(*reader, ids, {"x", LetterCase::Ignored, 200}, {}, count));
    EXPECT_EQ(all.hits.size(), 200U);
    EXPECT_FALSE(all.isCut);
    EXPECT_EQ(steps.back(), ids.size());
    EXPECT_TRUE(std::ranges::is_sorted(steps));
    steps.clear();
    const auto cut = must(searchSources(*reader, ids, {"x", LetterCase::Ignored, 3}, {}, count));
    EXPECT_EQ(texts(cut), (Texts{"a:1:x 0", "a:2:x", "a:1:x 1"}));
    EXPECT_TRUE(cut.isCut);
    EXPECT_LT(steps.back(), ids.size()); // it ends once it is full
}

TEST_F(SourceSearchTest, RefusesUnusableWordsAndStops)
{
    const std::vector<RowId> ids{add("a", 0, "x\n")};
    const auto reader = openReader();
    for (const std::string words : {"", "x\ny"})
        EXPECT_EQ(searchSources(*reader, ids, {words}).error().code, Errc::InvalidInput);
    std::stop_source stopped;
    stopped.request_stop();
    EXPECT_EQ(searchSources(*reader, ids, {"x"}, stopped.get_token()).error().code,
              Errc::Cancelled);
    EXPECT_EQ(searchSources(*reader, std::vector<RowId>{RowId{99}}, {"x"}).error().code,
              Errc::NotFound);
}

TEST_F(SourceSearchTest, TheCurrentTaskComesFirst)
{
    std::vector<MetricRow> rows(5);
    const std::vector<std::string> tasks{"a", "b", "a", "b", "c"};
    for (std::size_t i = 0; i < rows.size(); ++i) {
        rows[i].id = RowId{static_cast<std::int64_t>(i) + 1};
        rows[i].suite = i == 3 ? "other" : "native";
        rows[i].task = tasks[i];
    }
    const Population population(Scope(), rows, {0, 1, 2, 3, 4});
    const auto order = [&](std::int64_t current) {
        std::vector<std::int64_t> out;
        for (const RowId id : currentTaskFirst(population, RowId{current}))
            out.push_back(id.value);
        return out;
    };
    EXPECT_EQ(order(3), (std::vector<std::int64_t>{1, 3, 2, 4, 5}));
    EXPECT_EQ(order(2), (std::vector<std::int64_t>{2, 1, 3, 4, 5})); // the other suite's b is not
    EXPECT_EQ(order(9), (std::vector<std::int64_t>{1, 2, 3, 4, 5}));
    EXPECT_EQ(order(0), (std::vector<std::int64_t>{1, 2, 3, 4, 5}));
}

TEST_F(SourceSearchTest, NearestCorrectSharesMostLines)
{
    const RowId wrong = add("a", 0, "1\n2\n3\n4\n", Verdict::WrongValue);
    add("a", 1, "1\n2\n3\n4\n");                        // the same source
    add("a", 2, "1\n2\n3\nx\n", Verdict::CompileError); // nearer, but not correct
    add("b", 3, "1\n2\n3\ny\n");                        // another task
    const RowId faster = add("a", 4, "1\nx\ny\nz\n", Verdict::Correct, 9); // but farther
    add("a", 5, "1\n2\nx\ny\n"); // as near as the next one
    const RowId fast = add("a", 6, "1\n2\nz\nz\n", Verdict::Correct, 3);
    const auto reader = openReader();
    const auto nearest = must(nearestCorrect(*reader, must(reader->detail(wrong))));
    ASSERT_TRUE(nearest);
    EXPECT_EQ(nearest->id, fast);
    EXPECT_DOUBLE_EQ(nearest->shared, 0.5);
    const auto other = must(nearestCorrect(*reader, must(reader->detail(fast))));
    ASSERT_TRUE(other);
    EXPECT_EQ(other->id, faster); // not itself; two others are as near, but slower
}

TEST_F(SourceSearchTest, NearestCorrectMayBeMissing)
{
    const RowId only = add("a", 0, "1\n");
    const RowId empty = add("a", 1, "", Verdict::WrongValue);
    add("a", 2, "");
    const auto reader = openReader();
    EXPECT_FALSE(must(nearestCorrect(*reader, must(reader->detail(only)))));
    EXPECT_FALSE(must(nearestCorrect(*reader, must(reader->detail(empty)))));
    add("a", 3, "2\n");
    std::stop_source stopped;
    stopped.request_stop();
    EXPECT_EQ(nearestCorrect(*reader, must(reader->detail(only)), stopped.get_token()).error().code,
              Errc::Cancelled);
}

} // namespace loupe::test
