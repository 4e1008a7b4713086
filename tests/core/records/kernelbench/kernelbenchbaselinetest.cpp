// SPDX-License-Identifier: Apache-2.0
// Tests reference times of KernelBench in several parts, and rows without a time.
#include "core/records/formats/recordtree.h"

#include "tests/core/records/recordfixture.h"

namespace loupe::test {

namespace {

const std::string row = R"({"mean": 2.0, "std": 0.1, "min": 1.9, "max": 2.1})";

class KernelBenchBaseline : public RecordsTest
{
protected:
    /// Returns baseline, run name and precision of a file with this stem.
    std::string told(const std::string &stem) const
    {
        const auto batches = read(
            "auto", write("X1/" + stem + ".json", "{\"level1\": {\"1_A.py\": " + row + "}}"));
        if (batches.size() != 1)
            return {};
        const RecordBatch &batch = batches[0];
        return batch.golden.at(0).baseline + " | " + batch.run.name
            + (batch.run.precision.empty() ? "" : " | " + batch.run.precision);
    }
};

} // namespace

TEST_F(KernelBenchBaseline, FoldersOfAKindHaveThatKind)
{
    EXPECT_EQ(told("baseline_time_torch"), "eager | kernelbench-baseline X1 eager");
    for (const std::string part : {"level1", "test", "matx2", "cleaned", "level1_test"})
        EXPECT_EQ(told("baseline_time_torch_" + part),
                  "eager | kernelbench-baseline X1 eager " + part);
    EXPECT_EQ(told("baseline_time_torch_compile_inductor_default_level2"),
              "torch.compile (default) | kernelbench-baseline X1 torch.compile (default) level2");
    EXPECT_EQ(told("baseline_time_torch_level2_compile_inductor_max-autotune"),
              "torch.compile (max-autotune) | kernelbench-baseline X1 torch.compile "
              "(max-autotune) level2");
    EXPECT_EQ(told("baseline_time_torch_compile_cudagraphs"),
              "torch.compile (cudagraphs) | kernelbench-baseline X1 torch.compile (cudagraphs)");
    EXPECT_EQ(told("baseline_time_torch_bf16"),
              "eager | kernelbench-baseline X1 eager bf16 | bf16");
}

TEST_F(KernelBenchBaseline, OtherExecutionModesKeepTheirNames)
{
    for (const std::string stem : {"baseline_time_torch_jit", "baseline_time_torch_cudagraphs",
                                   "baseline_time_torchscript", "baseline_time_jax"})
        EXPECT_EQ(told(stem), stem + " | kernelbench-baseline X1 " + stem);
}

TEST_F(KernelBenchBaseline, NotesRowsWithoutATimeOnce)
{
    const std::string longError(10'000, 'x');
    write("X1/baseline_time_torch.json",
          "{\"level1\": {\"1_A.py\": {\"error\": \"" + longError
              + "\"}, \"2_B.py\": {\"error\": \"out of memory\", \"mean\": null}, \"3_C.py\": "
              + row + ", \"4_D.py\": {\"mean\": NaN, \"std\": NaN}, \"5_E.py\": {\"mean\": "
              + "Infinity}, \"6_F.py\": null}}");
    EXPECT_EQ(detected("X1/baseline_time_torch.json"), "kernelbench-baseline");
    const RecordBatch batch = read("auto", path("X1/baseline_time_torch.json")).at(0);
    ASSERT_EQ(batch.golden.size(), 1U);
    EXPECT_EQ(batch.golden[0].task, "level1/3_C");
    EXPECT_TRUE(hasNote(batch, "2 tasks with an error in place of a time"));
    EXPECT_TRUE(hasNote(batch, "2 records with times that are NaN or infinite"));
    EXPECT_TRUE(hasNote(batch, "1 task without a time"));
}

TEST_F(KernelBenchBaseline, SkipsRowsWithDuplicateKeys)
{
    write("X1/baseline_time_torch.json",
          "{\"level7\": {\"1_A.py\": " + row + ", \"2_B.py\": {\"mean\": 1.0, \"mean\": 2.0}, "
              + "\"3_C.py\": " + row + ",\n\"3_C.py\": " + row + "}}");
    expectRefused("kernelbench-baseline", "X1/baseline_time_torch.json",
                  "baseline_time_torch.json:2:1", "occurs twice");
    ReadOptions options;
    options.skipBad = true;
    const auto batches
        = readRecords("kernelbench-baseline", path("X1/baseline_time_torch.json"), options);
    ASSERT_TRUE(batches) << batches.error().text();
    ASSERT_EQ(batches->at(0).golden.size(), 1U);
    EXPECT_EQ(batches->at(0).golden[0].task, "level7/1_A");
}

TEST_F(KernelBenchBaseline, OnlyErrorsGiveNoResult)
{
    write("X1/baseline_time_torch.json", R"({"level1": {"1_A.py": {"error": "no memory"}}})");
    expectRefused("auto", "X1/baseline_time_torch.json", "baseline_time_torch.json",
                  "there is no result in it");
}

TEST_F(KernelBenchBaseline, ReadsIncludedPartsOnce)
{
    const std::string level = "{\"1_A.py\": " + row + "}";
    write("t/X1/baseline_time_torch.json",
          "{\"level1\": " + level + ", \"level2\": " + level + "}");
    write("t/X1/baseline_time_torch_level1.json", "{\"level1\": " + level + "}");
    const auto tree = readRecordTree(path("t"), {});
    ASSERT_TRUE(tree) << tree.error().text();
    ASSERT_EQ(tree->batches.size(), 1U);
    EXPECT_EQ(tree->batches[0].golden.size(), 2U);
}

} // namespace loupe::test
