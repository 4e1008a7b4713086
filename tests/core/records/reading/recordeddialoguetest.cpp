// SPDX-License-Identifier: Apache-2.0
// Tests prompts and answers in the formats of the programs that record them.
#include "core/records/reading/recordeddialogue.h"

#include "tests/core/records/kernelbenchxfixture.h"
#include "tests/core/records/recordfixture.h"

namespace loupe::test {

namespace {

const std::string code = "class ModelNew:\n    pass\n";
const std::string answer = "I write it.\n```python\n" + code + "```\n";

using RecordedDialogues = RecordsTest;

const Extraction &extractionOf(const Dialogue &dialogue, std::size_t request = 0)
{
    return dialogue.requests.at(request).response->extractions.at(0);
}

} // namespace

TEST_F(RecordedDialogues, CaesarHasPromptAndAnswerOfEachTurn)
{
    const Json turn{{"kernel_code", code}, {"eval_result", "mock"}};
    Json first = turn;
    first["context"] = "Write ReLU.";
    first["model_response"] = answer;
    Json second = turn;
    second["context"] = "Write ReLU.\nIt was slow.";
    second["model_response"] = "<think>hm</think>" + answer;
    const Json log{{"metadata",
                    {{"problem", "KernelBench/level2/3_Conv2d_ReLU.py"},
                     {"problem_id", "3"},
                     {"sample_id", 1},
                     {"run_name", "try"}}},
                   {"1", first},
                   {"2", second},
                   {"3", turn}};
    write("run/problem_3/sample_1/log.json", log.dump());
    const RecordBatch batch = read("auto", path("run")).at(0);
    ASSERT_EQ(batch.dialogues.size(), 1U);
    const Dialogue &dialogue = batch.dialogues.front();
    EXPECT_EQ(dialogue.task, "level2/3_Conv2d_ReLU");
    EXPECT_EQ(dialogue.sample, 1);
    ASSERT_EQ(dialogue.messages.size(), 4U);
    EXPECT_EQ(dialogue.messages[0].kind, "task");
    EXPECT_EQ(dialogue.messages[0].body, "Write ReLU.");
    EXPECT_EQ(dialogue.messages[2].kind, "feedback");
    EXPECT_EQ(dialogue.messages[2].told, (ToldEvaluation{1, 0, 0}));
    EXPECT_EQ(dialogue.messages[3].ordinal, 3);
    EXPECT_EQ(dialogue.messages[3].request, dialogue.requests.at(1).uuid);
    EXPECT_EQ(dialogue.requests[1].response->raw, "<think>hm</think>" + answer);
    EXPECT_EQ(extractionOf(dialogue, 1).source, code);
    EXPECT_EQ(dialogue.lineage, (std::vector<Lineage>{{1, 1, 0, "refined"}}));
    const Evaluation &refined = evaluationOf(batch, dialogue.task, 1, 1);
    EXPECT_EQ(refined.candidate.request, dialogue.requests[1].uuid);
    EXPECT_EQ(evaluationOf(batch, dialogue.task, 1, 2).candidate.request, "") << "no answer kept";
    EXPECT_FALSE(hasNote(batch, "did not take"));
    EXPECT_EQ(read("auto", path("run")).at(0).dialogues, batch.dialogues) << "uuids stay";
}

TEST_F(RecordedDialogues, RawGenerationReportsLostAnswers)
{
    const auto line = [](int problem) {
        return Json{{"level", 1},
                    {"model_name", "maker"},
                    {"problem_id", problem},
                    {"status", "static_failed"}}
                   .dump()
            + "\n";
    };
    write("loop/results.jsonl", line(1) + line(2) + line(3));
    write("loop/generated_kernels/level_1/problem_1.py", code);
    write("loop/generated_kernels/level_1/problem_2.py", "draft (");
    const std::string lost = "```\nstray\n" + answer + "\xff\n";
    write("loop/raw_generation/level_1/problem_1.txt", answer);
    write("loop/raw_generation/level_1/problem_2.txt", lost);
    const RecordBatch batch = read("auto", path("loop")).at(0);
    ASSERT_EQ(batch.dialogues.size(), 2U);
    const Dialogue &second = batch.dialogues.at(1);
    EXPECT_EQ(second.requests.at(0).response->raw, lost);
    EXPECT_EQ(second.requests.at(0).response->content, "```\nstray\n" + answer + "\xEF\xBF\xBD\n");
    EXPECT_EQ(extractionOf(second).outcome, ExtractionOutcome::Code);
    EXPECT_EQ(extractionOf(second).source, code);
    EXPECT_TRUE(hasNote(batch, "1 raw answer with a program that the run did not take"));
    EXPECT_EQ(batch.evaluations.at(1).verdict, Verdict::BuildFailed) << "as recorded";
    EXPECT_EQ(batch.evaluations.at(1).candidate.source, "draft (");
    EXPECT_EQ(batch.evaluations.at(2).candidate.request, "");
    EXPECT_EQ(fileContent(batch, "raw_generation/level_1/problem_2.txt"), lost);
}

TEST_F(RecordedDialogues, MultiKernelBenchHasReasoning)
{
    const std::string folder = "output/cuda/add_shot/0.2-0.95/gpt-4o/run3/";
    write(folder + "result.json",
          R"({"adam": {"compiled": false, "correctness": false, "performance": null}})");
    write(folder + "adam.txt", answer);
    write(folder + "adam_cot.txt", "I should fuse.");
    const RecordBatch batch = read("multikernelbench", "").at(0);
    ASSERT_EQ(batch.dialogues.size(), 1U);
    const Dialogue &dialogue = batch.dialogues.front();
    EXPECT_EQ(dialogue.sample, 3);
    EXPECT_EQ(dialogue.method, batch.methods.at(0).name);
    EXPECT_EQ(dialogue.requests.at(0).response->reasoning, "I should fuse.");
    EXPECT_EQ(extractionOf(dialogue).source, code);
    EXPECT_EQ(fileContent(batch, folder + "adam_cot.txt"), "I should fuse.");
}

TEST_F(RecordedDialogues, KernelBenchXHasCodeOnly)
{
    const std::string before = "def add(x):\n    return x";
    const std::string after = "def add(x):\n    return x + 1";
    write("all_records.jsonl",
          kernelBenchXRecord("Math/add", 0, "exe_fail_to_pass", "wrong", "2", before, after).dump()
              + "\n");
    const RecordBatch batch = read("kbx-corpus", "all_records.jsonl").at(0);
    ASSERT_EQ(batch.dialogues.size(), 1U);
    const Dialogue &dialogue = batch.dialogues.front();
    ASSERT_EQ(dialogue.messages.size(), 2U) << "no prompt was kept";
    EXPECT_EQ(dialogue.messages[1].role, "assistant");
    EXPECT_EQ(dialogue.requests.at(1).response->raw, "") << "nor the raw answer";
    EXPECT_EQ(extractionOf(dialogue, 1).outcome, ExtractionOutcome::Code);
    EXPECT_EQ(extractionOf(dialogue, 1).segmentation, "whole");
    const auto buffer = [](const SharedText &text) { return text.view().data(); };
    const char *const source = buffer(batch.evaluations.at(1).candidate.source);
    EXPECT_EQ(buffer(dialogue.messages[1].body), source) << "the code is in memory once";
    EXPECT_EQ(buffer(dialogue.requests.at(1).response->content), source);
    EXPECT_EQ(buffer(extractionOf(dialogue, 1).source), source);
    EXPECT_EQ(dialogue.lineage, (std::vector<Lineage>{{1, 0, 0, "refined"}}));
}

TEST(WithReplacedBytesTest, KeepsValidUtf8)
{
    EXPECT_EQ(withReplacedBytes("größe\r\n\t\x1b[31m"), "größe\r\n\t\x1b[31m");
    EXPECT_EQ(withReplacedBytes(std::string("a\0b", 3)), std::string("a\0b", 3));
    EXPECT_EQ(withReplacedBytes("a\xff\xc3"), "a\xEF\xBF\xBD\xEF\xBF\xBD");
}

} // namespace loupe::test
