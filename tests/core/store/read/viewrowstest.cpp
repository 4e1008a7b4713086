// SPDX-License-Identifier: Apache-2.0
#include "core/store/read/filtercompletion.h"

#include "tests/core/store/storefixture.h"

namespace loupe::test {

namespace {

class FilterHelpTest : public StoreTest
{
protected:
    void SetUp() override
    {
        StoreTest::SetUp();
        auto writer = openWriter();
        const RunId run = must(writer->beginRun(sampleRun("first")));
        for (const char *method : {"gpt 4o", "claude", "gpt 5"}) {
            const TaskId task = must(writer->addTask(sampleTask("Math/add", "Math")));
            must(writer->record(run, task, must(writer->addMethod(sampleMethod(method))),
                                sampleEvaluation("Math/add", method)));
        }
        reader = openReader();
    }

    /// Returns the line with each completion inserted.
    std::vector<std::string> completed(const std::string &text, std::size_t cursor)
    {
        const FilterCompletion completion = must(completeFilter(*reader, text, cursor));
        std::vector<std::string> out;
        for (const FilterCandidate &each : completion.candidates)
            out.push_back(std::string(text).replace(completion.begin,
                                                    completion.end - completion.begin, each.text));
        return out;
    }
    std::vector<std::string> completed(const std::string &text)
    {
        return completed(text, text.size());
    }

    std::unique_ptr<StoreReader> reader;
};

using Lines = std::vector<std::string>;

} // namespace

TEST_F(FilterHelpTest, CompletesFields)
{
    EXPECT_EQ(completed("spe"), Lines{"speedup:"});
    EXPECT_EQ(completed("status:failed -cat"), Lines{"status:failed -category:"});
    EXPECT_EQ(completed("").size(), filterFields().size());
    EXPECT_EQ(completed("cat:Math", 3), Lines{"category:Math"});
    EXPECT_TRUE(completed("xyz").empty());
}

TEST_F(FilterHelpTest, CompletesStoredValues)
{
    EXPECT_EQ(completed("method:gpt"), (Lines{"method:\"gpt 4o\"", "method:\"gpt 5\""}));
    EXPECT_EQ(completed("method:claude,\"gpt 4"), Lines{"method:claude,\"gpt 4o\""});
    EXPECT_EQ(completed("method=CLA"), Lines{"method=claude"});
    EXPECT_EQ(completed("status:corr speedup>1", 11), Lines{"status:correct speedup>1"});
    EXPECT_EQ(completed("flagged:"), (Lines{"flagged:no", "flagged:yes"}));
    EXPECT_EQ(completed("round:la"), Lines{"round:last"});
    EXPECT_TRUE(completed("round>la").empty());
    EXPECT_TRUE(completed("nofield:x").empty());
    const auto completion = must(completeFilter(*reader, "category:", 9));
    ASSERT_EQ(completion.candidates.size(), 1U);
    EXPECT_EQ(completion.candidates[0].count, 3);
}

TEST_F(FilterHelpTest, ClampsTheCursor)
{
    EXPECT_EQ(completed("spe", 99), Lines{"speedup:"});
}

TEST_F(FilterHelpTest, ViewsAreKeptReplacedAndRemoved)
{
    reader.reset();
    auto writer = openWriter();
    mustSucceed(writer->saveView({"wrong ones", "status:wrong", "2026-11-21T10:00:00Z", {}}));
    mustSucceed(writer->saveView({"all", "", "2026-11-21T10:00:00Z", R"({"choice":"best"})"}));
    mustSucceed(writer->saveView({"WRONG ones", "status:failed", "2026-11-21T11:00:00Z", {}}));
    const std::vector<SavedView> expected{
        {"all", "", "2026-11-21T10:00:00Z", R"({"choice":"best"})"},
        {"WRONG ones", "status:failed", "2026-11-21T11:00:00Z", {}}};
    EXPECT_EQ(must(openReader()->savedViews()), expected);
    mustSucceed(writer->removeView("wrong ones"));
    EXPECT_EQ(must(openReader()->savedViews()).size(), 1U);
    EXPECT_EQ(writer->removeView("wrong ones").error().code, Errc::NotFound);
    EXPECT_EQ(writer->saveView({" ", "", "", {}}).error().code, Errc::InvalidInput);
    EXPECT_EQ(writer->saveView({"a", "status:purple", "", {}}).error().code, Errc::InvalidInput);
    EXPECT_EQ(writer->saveView({"a", "colour:red", "", {}}).error().code, Errc::InvalidInput);
    EXPECT_EQ(writer->saveView({"a", "", "", "{no JSON"}).error().code, Errc::InvalidInput);
}

} // namespace loupe::test
