// SPDX-License-Identifier: Apache-2.0
#include "core/records/formats/recordtree.h"

#include "core/records/reading/jsonoutline.h"

#include <algorithm>
#include <set>

#include <sys/stat.h>

#include "tests/core/records/kernelbenchxfixture.h"
#include "tests/core/records/recordfixture.h"

namespace loupe::test {

namespace {

constexpr const char *oneResult
    = R"({"1": [{"sample_id": 0, "compiled": true, "correctness": true, "runtime": 2.0}]})";
constexpr const char *oneGolden = R"([{"input_size": [1], "ms": 1.0}])";

class Tree : public RecordsTest
{
protected:
    void SetUp() override
    {
        RecordsTest::SetUp();
        write("all/runs/a_l1/eval_results.json", oneResult);
        write("all/runs/a_l1/eval_results.json.bad_1", "{");
        write("all/runs/b_l2/eval_results.json", oneResult);
        write("all/x/corpus.jsonl", kernelBenchXText(kernelBenchXSample()));
        write("all/x/golden_results/4090/add.json", oneGolden);
        write("all/x/golden_results/l20/add.json", oneGolden);
        write("all/notes.txt", "hello");
        write("all/.hidden/eval_results.json", oneResult);
    }
};

} // namespace

TEST_F(Tree, IgnoresGeneratedFilesAndCopies)
{
    write("all/__MACOSX/runs/a_l1/eval_results.json", oneResult);
    write("all/env/pyvenv.cfg", "home = /usr/bin");
    write("all/env/c_l1/eval_results.json", oneResult);
    write("all/x/corpus (copy).jsonl", kernelBenchXText(kernelBenchXSample()));
    const auto tree = readRecordTree(path("all"), {});
    ASSERT_TRUE(tree) << tree.error().text();
    EXPECT_EQ(tree->batches.size(), 5U);
    ASSERT_EQ(tree->withoutResult.size(), 1U);
    EXPECT_NE(tree->withoutResult[0].message.find("copy or backup of \"corpus.jsonl\""),
              std::string::npos);
    for (const std::string &name : tree->unrecognised)
        EXPECT_EQ(name.find("corpus"), std::string::npos) << "said once";
}

TEST_F(Tree, EveryRecognisedPartBelowAFolderIsRead)
{
    const auto tree = readRecordTree(path("all"), {});
    ASSERT_TRUE(tree) << tree.error().text();
    std::vector<std::string> names;
    std::vector<std::string> files;
    for (const RecordBatch &batch : tree->batches) {
        names.push_back(batch.run.name);
        for (const ImportedFile &file : batch.files)
            files.push_back(file.name);
    }
    EXPECT_EQ(names,
              (std::vector<std::string>{"kernelbench a_l1", "kernelbench b_l2", "kbx-corpus corpus",
                                        "golden-results kernelbench-x 4090",
                                        "golden-results kernelbench-x l20"}));
    EXPECT_EQ(files,
              (std::vector<std::string>{
                  "runs/a_l1/eval_results.json", "runs/b_l2/eval_results.json", "x/corpus.jsonl",
                  "x/golden_results/4090/add.json", "x/golden_results/l20/add.json"}))
        << "each once, by its path below the folder";
    EXPECT_EQ(tree->unrecognised,
              (std::vector<std::string>{"notes.txt", "runs/a_l1/eval_results.json.bad_1"}));
}

TEST_F(Tree, PartsHaveTheIdentityOfSingleImports)
{
    const auto tree = readRecordTree(path("all"), {});
    ASSERT_TRUE(tree);
    EXPECT_EQ(tree->batches.at(0).run.uuid,
              read("auto", path("all/runs/a_l1/eval_results.json")).at(0).run.uuid);
    const auto below = readRecordTree(path("all") / "runs" / "", {});
    ASSERT_TRUE(below);
    EXPECT_EQ(below->batches.at(1).run.uuid, tree->batches.at(1).run.uuid);
    EXPECT_EQ(below->batches.at(1).files.at(0).name, "b_l2/eval_results.json");
}

TEST_F(Tree, GivenNameIsThePrefixOfRunNames)
{
    const auto tree = readRecordTree(path("all"), {"mine", false, {}, {}});
    ASSERT_TRUE(tree);
    EXPECT_EQ(tree->batches.at(0).run.name, "mine runs/a_l1");
    EXPECT_EQ(tree->batches.at(3).run.name, "mine x/golden_results 4090");
}

TEST_F(Tree, DistinguishesRunsOfTheSameNameByPath)
{
    write("two/x/out_l1/eval_results.json", oneResult);
    write("two/y/out_l1/eval_results.json",
          R"({"2": [{"sample_id": 0, "compiled": true, "correctness": true, "runtime": 2.0}]})");
    const auto tree = readRecordTree(path("two"), {});
    ASSERT_TRUE(tree);
    EXPECT_EQ(tree->batches.at(0).run.name, "kernelbench out_l1");
    EXPECT_EQ(tree->batches.at(1).run.name, "kernelbench out_l1 in y/out_l1");
}

TEST_F(Tree, OneInvalidPartIsNamedAndOthersAreRead)
{
    write("all/runs/c_l1/eval_results.json",
          R"({"1": [{"sample_id": 0, "compiled": 7, "correctness": true}]})");
    write("all/x/workload.jsonl",
          R"({"definition": "a", "workload": {"uuid": "u", "axes": {}}, "solution": null})");
    for (const bool skipBad : {false, true}) {
        const auto tree = readRecordTree(path("all"), {{}, skipBad, {}, {}});
        ASSERT_TRUE(tree);
        EXPECT_EQ(tree->batches.size(), 5U);
        ASSERT_EQ(tree->refused.size(), 1U);
        EXPECT_TRUE(tree->refused[0].where.ends_with("c_l1/eval_results.json:1:compiled"));
        EXPECT_EQ(tree->withoutResult.size(), 1U) << "described, not traced: nothing is wrong";
    }
}

TEST_F(Tree, AllProblemsOfTheOnlyFileAreListed)
{
    write("odd/c_l1/eval_results.json",
          R"({"1": [{"sample_id": "a", "compiled": true, "correctness": "yes", "runtime": 2.0}]})");
    const auto tree = readRecordTree(path("odd"), {});
    ASSERT_FALSE(tree);
    EXPECT_NE(tree.error().message.find("(and 1 more problem)"), std::string::npos)
        << tree.error().message;
    EXPECT_EQ(std::ranges::count(tree.error().detail, '\n'), 2) << tree.error().detail;
    EXPECT_NE(tree.error().detail.find("correctness"), std::string::npos);
}

TEST_F(Tree, ReadsDuplicateRecordsOnce)
{
    const std::vector<Json> records = kernelBenchXSample();
    ASSERT_GE(records.size(), 2U);
    const std::string all = kernelBenchXText(records);
    const std::string part = kernelBenchXText({records.back()});
    write("kbx/b_all.jsonl", all);
    write("kbx/a_part.jsonl", part);
    write("kbx/c_copy.jsonl", all);
    const auto tree = readRecordTree(path("kbx"), {});
    ASSERT_TRUE(tree) << tree.error().text();
    ASSERT_EQ(tree->batches.size(), 1U);
    const RecordBatch &kept = tree->batches[0];
    EXPECT_EQ(kept.run.name, "kbx-corpus b_all");
    EXPECT_EQ(kept.transitions.size(), records.size());
    std::set<std::string> files;
    for (const ImportedFile &file : kept.files)
        files.insert(file.name);
    EXPECT_EQ(files, (std::set<std::string>{"a_part.jsonl", "b_all.jsonl", "c_copy.jsonl"}));
    const auto isNamed = [](const std::string &note) {
        return note.find("a_part.jsonl repeats 1 of these records") != std::string::npos;
    };
    EXPECT_TRUE(std::any_of(kept.notes.begin(), kept.notes.end(), isNamed));
}

TEST_F(Tree, KeepsFailuresWithoutDetails)
{
    const char *failure = R"({"1": [{"sample_id": 0, "compiled": false, "correctness": false}]})";
    write("two/x/out_l1/eval_results.json", failure);
    write("two/y/out_l1/eval_results.json", failure);
    const auto tree = readRecordTree(path("two"), {});
    ASSERT_TRUE(tree);
    EXPECT_EQ(tree->batches.size(), 2U);
}

TEST_F(Tree, ListsDataFilesFirstAmongUnrecognised)
{
    write("all/a.py", "");
    write("all/z.csv", "a,b\n");
    write("all/z.json", "{}");
    const auto tree = readRecordTree(path("all"), {});
    ASSERT_TRUE(tree);
    ASSERT_GE(tree->unrecognised.size(), 3U);
    EXPECT_EQ(tree->unrecognised[0], "z.csv");
    EXPECT_EQ(tree->unrecognised[1], "z.json");
    EXPECT_EQ(tree->unrecognised[2], "a.py");
}

TEST_F(Tree, IgnoresAByteOrderMark)
{
    write("mark/x_l1/eval_results.json", std::string("\xEF\xBB\xBF") + oneResult);
    write("mark/corpus.jsonl", "\xEF\xBB\xBF" + kernelBenchXText(kernelBenchXSample()));
    const auto tree = readRecordTree(path("mark"), {});
    ASSERT_TRUE(tree) << tree.error().text();
    EXPECT_EQ(tree->batches.size(), 2U);
    EXPECT_TRUE(tree->refused.empty());
}

TEST_F(Tree, ReferenceTimesWithParametersHaveNoSuite)
{
    write("geak/golden_results/sort_perf.json",
          R"([{"params": {"M": 1}, "ms": 0.5, "GB/s": 1.0, "TFLOPS": 0.1},
              {"params": {"M": 2}, "error": "out of memory"}])");
    const auto tree = readRecordTree(path("geak"), {});
    ASSERT_TRUE(tree) << tree.error().text();
    ASSERT_EQ(tree->batches.size(), 1U);
    ASSERT_EQ(tree->batches[0].golden.size(), 1U);
    EXPECT_EQ(tree->batches[0].golden[0].caseName, R"({"M":1})");
    EXPECT_EQ(tree->batches[0].run.suite, "not recorded");
}

TEST_F(Tree, FolderWithoutRecordsListsKnownFormats)
{
    write("none/a.txt", "x");
    const auto tree = readRecordTree(path("none"), {});
    ASSERT_FALSE(tree);
    EXPECT_EQ(tree.error().code, Errc::InvalidInput);
    EXPECT_NE(tree.error().hint.find("kernelbench-baseline"), std::string::npos);
}

TEST_F(Tree, StopsOnRequestAndCountsSources)
{
    std::stop_source stop;
    ReadOptions options;
    options.stop = stop.get_token();
    options.progress = [&](int done, int total) {
        EXPECT_EQ(total, 10) << "runs and machines, as folders and again as what is in them";
        if (done == 2)
            stop.request_stop();
    };
    EXPECT_EQ(readRecordTree(path("all"), options).error().code, Errc::Cancelled);
}

TEST_F(Tree, LinksToFoldersAreNotFollowed)
{
    write("elsewhere/d_l1/eval_results.json", oneResult);
    std::filesystem::create_directory_symlink("../elsewhere", path("all/link"));
    std::filesystem::create_directory_symlink("..", path("all/x/loop"));
    const auto tree = readRecordTree(path("all"), {});
    ASSERT_TRUE(tree);
    EXPECT_EQ(tree->batches.size(), 5U);
}

TEST_F(Tree, NamesLinksOutOfTheFolder)
{
    write("elsewhere/eval_results.json", oneResult);
    write("elsewhere/golden/mul.json", oneGolden);
    write("all/runs/c_l1/generation_config.yaml", "level: 1\n");
    std::filesystem::create_symlink("../../../elsewhere/eval_results.json",
                                    path("all/runs/c_l1/eval_results.json"));
    std::filesystem::create_directory_symlink("../../../elsewhere/golden",
                                              path("all/x/golden_results/h100"));
    ASSERT_EQ(mkfifo(path("all/runs/b_l2/pass_at_k_results.json").c_str(), 0600), 0);
    const auto tree = readRecordTree(path("all"), {});
    ASSERT_TRUE(tree) << tree.error().text();
    EXPECT_EQ(tree->batches.size(), 5U);
    ASSERT_EQ(tree->refused.size(), 2U) << "with their reasons: unreadabletest.cpp";
    EXPECT_TRUE(tree->refused[0].where.ends_with("b_l2/pass_at_k_results.json"));
    EXPECT_TRUE(tree->refused[1].where.ends_with("c_l1/eval_results.json"));
}

TEST_F(Tree, FollowsLinksWithinTheFolder)
{
    std::filesystem::create_directory(path("all/runs/c_l3"));
    std::filesystem::create_symlink("../a_l1/eval_results.json",
                                    path("all/runs/c_l3/eval_results.json"));
    const auto tree = readRecordTree(path("all"), {});
    ASSERT_TRUE(tree) << tree.error().text();
    EXPECT_EQ(tree->batches.size(), 6U);
}

TEST(JsonSlices, FindsMembersVerbatim)
{
    const auto members
        = jsonMembers("{\"a\": [1, {\"b\": \"}\"}],\n \"c\\\"d\" : \"x,\\\"]\" , \"e\":\n-1.5}");
    ASSERT_EQ(members.size(), 3U);
    EXPECT_EQ(members[0].key, "a");
    EXPECT_EQ(members[0].text, "[1, {\"b\": \"}\"}]");
    EXPECT_EQ(members[1].text, "\"x,\\\"]\"");
    EXPECT_EQ(members[1].line, 2);
    EXPECT_EQ(members[2].text, "-1.5");
    EXPECT_EQ(members[2].line, 3);
    const auto elements = jsonMembers(members[0].text, 7);
    ASSERT_EQ(elements.size(), 2U);
    EXPECT_EQ(elements[1].text, "{\"b\": \"}\"}");
    EXPECT_EQ(elements[1].line, 7);
    EXPECT_TRUE(jsonMembers("3").empty());
    EXPECT_TRUE(jsonMembers("").empty());
    EXPECT_TRUE(jsonMembers("{").empty());
}

TEST(JsonSlices, AWrongOutlineIsRefusedAtItsPlace)
{
    const auto expectRefused = [](const std::string &text, const std::string &where) {
        const auto members = jsonOutline(text, "f");
        ASSERT_FALSE(members) << text;
        EXPECT_EQ(members.error().where, where) << text;
    };
    expectRefused("", "f:1:1");
    expectRefused(" 3", "f:1:2");
    expectRefused("{", "f:1:2");
    expectRefused("{\"a\": 1", "f:1:8");
    expectRefused("{\"a\": 1,}", "f:1:9");
    expectRefused("{\"a\" 1}", "f:1:6");
    expectRefused("{\"a\": }", "f:1:7");
    expectRefused("{a: 1}", "f:1:2");
    expectRefused("[1\n 2]", "f:2:2");
    expectRefused("[1,\n,2]", "f:2:1");
    expectRefused("[1]\nx", "f:2:1");
    expectRefused("{\"a\": 1}}", "f:1:9");
    expectRefused("{\"a\": 1,\n\"\\u0061\": 2}", "f:2:1");
    expectRefused("{\"\xff\": 1}", "f:1:2");
    EXPECT_TRUE(jsonOutline("[]", "f"));
    EXPECT_EQ(jsonOutline("{\"\\u0061\": 1}", "f")->at(0).key, "a");
}

TEST(JsonSlices, PythonNumbersAreTextsAndStringsUnchanged)
{
    const auto json
        = parsePythonJson(R"({"a": NaN, "b": [-Infinity, Infinity], "c": "NaN \" Infinity"})", "f");
    ASSERT_TRUE(json) << json.error().text();
    EXPECT_EQ((*json)["a"], "NaN");
    EXPECT_EQ((*json)["b"], (Json{"-Infinity", "Infinity"}));
    EXPECT_EQ((*json)["c"], "NaN \" Infinity");
    EXPECT_FALSE(parsePythonJson("{\"a\": NaNa}", "f"));
    EXPECT_FALSE(parsePythonJson("nan", "f"));
}

} // namespace loupe::test
