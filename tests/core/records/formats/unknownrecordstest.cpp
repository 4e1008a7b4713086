// SPDX-License-Identifier: Apache-2.0
// Tests the messages about files and folders without a known format.
#include "core/records/formats/recordtree.h"

#include "tests/core/records/recordfixture.h"

namespace loupe::test {

namespace {

class UnknownRecords : public RecordsTest
{
protected:
    Error errorOf(const std::string &source) const
    {
        const auto tree = readRecordTree(path(source), {});
        EXPECT_FALSE(tree) << source;
        return tree ? Error() : tree.error();
    }
    void expectDetail(const std::string &source, const std::string &words) const
    {
        const Error error = errorOf(source);
        EXPECT_NE(error.detail.find(words), std::string::npos) << error.detail;
    }
};

} // namespace

TEST_F(UnknownRecords, FolderErrorDescribesItsContent)
{
    for (const char *name : {"a", "b", "c", "d"})
        write(std::string("all/") + name + ".json", R"({"kernel_name": "x", "runs": [{"us": 3}]})");
    write("all/deep/e.jsonl",
          R"({"task": "t", "compiled": true, "correctness": false})"
          "\n{}\n");
    write("all/times.csv", "op,time\nadd,3\n");
    write("all/code.py", "pass");
    const Error error = errorOf("all");
    EXPECT_EQ(error.code, Errc::InvalidInput);
    EXPECT_EQ(error.message,
              "no known result files found (1 CSV file and 5 JSON files seen, none of a known "
              "format)");
    EXPECT_TRUE(error.where.ends_with("all"));
    EXPECT_NE(error.hint.find("known formats: caesar"), std::string::npos);
    expectDetail("all", "4 .json: a.json, b.json, c.json, …\n");
    expectDetail("all", "1 .jsonl: deep/e.jsonl\n");
    expectDetail("all", "keys of a.json: \"kernel_name\", \"runs\"\n");
    expectDetail("all", "keys of times.csv: \"op\", \"time\"\n");
    expectDetail("all",
                 "nearest: deep/e.jsonl has \"compiled\", \"correctness\" of kernelbench, but "
                 "lacks \"sample_id\"\n");
}

TEST_F(UnknownRecords, ReportsFoldersWithoutData)
{
    write("all/code.py", "pass");
    EXPECT_EQ(errorOf("all").message, "no known result files found (no JSON or CSV among 1 file)");
}

TEST_F(UnknownRecords, FileErrorNamesItsKeysAndTheNearestFormat)
{
    write("x/result.json", R"([{"sample_id": 1, "correctness": true}])");
    EXPECT_EQ(errorOf("x/result.json").message, "the file is of no known format");
    expectDetail("x/result.json", "keys of result.json: \"sample_id\", \"correctness\"\n");
    expectDetail("x/result.json", "of kernelbench, but lacks \"compiled\"");
    write("x/kernel.txt", R"({"kernel": "k", "eval_result": {}})");
    expectDetail("x/kernel.txt", "has the keys of kernelbench-samples, but is not named");
}

} // namespace loupe::test
