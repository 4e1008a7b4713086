// SPDX-License-Identifier: Apache-2.0
// Tests what a list of sources says before anything is imported.
#include "core/records/formats/recognisedrecords.h"

#include <stop_token>

#include "tests/core/records/recordfixture.h"

namespace loupe::test {

namespace {

constexpr const char *oneResult
    = R"({"1": [{"sample_id": 0, "compiled": true, "correctness": true, "runtime": 2.0}]})";
constexpr const char *twoResults
    = R"({"1": [{"sample_id": 0, "compiled": true, "correctness": true, "runtime": 2.0},)"
      R"( {"sample_id": 1, "compiled": false, "correctness": false}]})";

using Recognised = RecordsTest;

RecognisedSource sourceOf(const std::vector<std::string> &uuids)
{
    RecognisedSource source;
    for (const std::string &uuid : uuids)
        source.runs.push_back({uuid, "run " + uuid, "kernelbench", {"gpt"}, 3});
    return source;
}

} // namespace

TEST_F(Recognised, AFileIsDescribedByItsRuns)
{
    const auto file = write("gpt_l1/eval_results.json", twoResults);
    const auto source = recogniseRecords(file);
    ASSERT_TRUE(source) << source.error().text();
    ASSERT_EQ(source->runs.size(), 1U);
    EXPECT_EQ(source->runs[0].name, "kernelbench gpt_l1");
    EXPECT_EQ(source->runs[0].uuid, read("auto", file).at(0).run.uuid);
    EXPECT_EQ(source->formats(), std::vector<std::string>{"kernelbench"});
    EXPECT_FALSE(source->methods().empty());
    EXPECT_EQ(source->records(), 2);
}

TEST_F(Recognised, FolderNamesSkippedFiles)
{
    write("all/a_l1/eval_results.json", oneResult);
    write("all/b_l1/eval_results.json", R"({"1": [{"sample_id": 0, "compiled": 7}]})");
    const auto source = recogniseRecords(path("all"));
    ASSERT_TRUE(source) << source.error().text();
    EXPECT_EQ(source->runs.size(), 1U);
    ASSERT_FALSE(source->refused.empty());
    EXPECT_NE(source->refused[0].where.find("b_l1"), std::string::npos);
}

TEST_F(Recognised, ALogIsRefusedInOneSentence)
{
    const auto file = write("train.log", "epoch 1\nepoch 2\n");
    const auto source = recogniseRecords(file);
    ASSERT_FALSE(source);
    EXPECT_EQ(refusalText(source.error(), file), "the file is of no known format");
}

TEST_F(Recognised, AStoreIsNotAResultFile)
{
    const auto file = write("mine.kloupe", "SQLite format 3");
    const auto source = recogniseRecords(file);
    ASSERT_FALSE(source);
    EXPECT_EQ(refusalText(source.error(), file), "the file is a store, not a result file");
    EXPECT_NE(source.error().hint.find("open it"), std::string::npos);
    const auto missing = recogniseRecords(path("missing.kloupe"));
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().code, Errc::NotFound);
}

TEST_F(Recognised, ARequestedStopEndsTheReading)
{
    write("all/a_l1/eval_results.json", oneResult);
    std::stop_source stop;
    stop.request_stop();
    const auto source = recogniseRecords(path("all"), {{}, false, {}, stop.get_token()});
    ASSERT_FALSE(source);
    EXPECT_EQ(source.error().code, Errc::Cancelled);
}

TEST(RefusalText, NamesTheLocationWithinTheSource)
{
    const Error line{Errc::InvalidInput, "no level", "/r/eval.json:1:level", "name it", {}};
    EXPECT_EQ(refusalText(line, "/r/eval.json"), "1:level: no level");
    EXPECT_EQ(refusalText(line, "/r"), "eval.json:1:level: no level");
    EXPECT_EQ(refusalText(line, "/r/"), "eval.json:1:level: no level");
    EXPECT_EQ(refusalText({Errc::Io, "disk full", "/s.kloupe"}, "/r"), "/s.kloupe: disk full");
    EXPECT_EQ(refusalText({Errc::Io, "disk full"}, "/r"), "disk full");
}

TEST(KnownRuns, IncludeTheStoreAndEarlierSources)
{
    const RecognisedSource first = sourceOf({"a", "b"});
    const RecognisedSource second = sourceOf({"b", "c", "d"});
    const RecognisedSource third = sourceOf({"c", "d"});
    const std::vector<const RecognisedSource *> sources{&first, nullptr, &second, &third};
    const std::vector<KnownRuns> known = knownRuns(sources, {"d"});
    ASSERT_EQ(known.size(), 4U);
    EXPECT_EQ(known[0].stored + known[0].repeated, 0);
    EXPECT_EQ(known[1].stored + known[1].repeated, 0);
    EXPECT_EQ(known[2].stored, 1) << "d";
    EXPECT_EQ(known[2].repeated, 1) << "b";
    EXPECT_EQ(known[2].repeats, 0U);
    EXPECT_EQ(known[3].stored, 1) << "a stored run counts once";
    EXPECT_EQ(known[3].repeated, 1) << "c";
    EXPECT_EQ(known[3].repeats, 2U);
}

TEST(KnownRuns, ExcludeRunsOfTheSameSource)
{
    const RecognisedSource twice = sourceOf({"a", "a"});
    const std::vector<const RecognisedSource *> sources{&twice};
    EXPECT_EQ(knownRuns(sources, {})[0].repeated, 0);
    EXPECT_TRUE(knownRuns({}, {"a"}).empty());
}

} // namespace loupe::test
