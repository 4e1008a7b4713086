// SPDX-License-Identifier: Apache-2.0
#include "core/answers/answerstudy.h"

#include "tests/core/suites/taskfixture.h"

namespace loupe {

namespace {

const std::string theModule = "class ModelNew:\n    pass\n";
const EntryRule publishedEntry{EntryRule::Language::Python, {"ModelNew"}};

using AnswerStudyTest = test::FolderTest;

} // namespace

TEST_F(AnswerStudyTest, CountsLostAnswers)
{
    write("raw/l1/a.txt", "```python\n" + theModule + "```\n");
    write("raw/l1/b.txt", "```python\ndraft\n```python\n" + theModule + "```\n");
    write("raw/l1/c.txt", "no code");
    write("raw/l1/d.txt", "```\ndef f(): pass\n```\n```python\n" + theModule + "```\n");
    write("raw/l1/notes.json", "{}");
    write("saved/l1/a.py", theModule);
    write("saved/l1/b.py", "draft");
    write("saved/l1/c.py", theModule);
    const auto files = readAnswerFiles({root() / "raw", "predict", {}, root() / "saved"});
    ASSERT_TRUE(files) << files.error().text();
    ASSERT_EQ(files->size(), 4U);
    EXPECT_EQ(files->front().name, "l1/a.txt");
    const AnswerStudy study = studyAnswers(*files, publishedEntry);
    EXPECT_EQ(study.withCode, 3);
    EXPECT_EQ(study.byOutcome[static_cast<std::size_t>(ExtractionOutcome::NoCode)], 1);
    EXPECT_EQ(study.bySegmentation, (std::map<std::string, int>{{"lines", 3}}));
    EXPECT_EQ(study.firstBlock, 1);
    EXPECT_EQ(study.anyPair, 2);
    EXPECT_EQ(study.savedWhole, 2);
    EXPECT_EQ(study.savedButMissed, 1);
    EXPECT_EQ(study.lostByRun, 2);
}

TEST_F(AnswerStudyTest, ReadsJsonLines)
{
    const Json first{{"predict", theModule}, {"finish_reason", "length"}};
    const Json second{{"predict", "```python\n" + theModule}, {"finish_reason", "length"}};
    write("a.jsonl", first.dump() + "\n" + second.dump() + "\n");
    const auto files = readAnswerFiles({root() / "a.jsonl", "predict"});
    ASSERT_TRUE(files) << files.error().text();
    ASSERT_EQ(files->size(), 2U);
    EXPECT_EQ((*files)[1].name, "a.jsonl:2");
    const AnswerStudy study = studyAnswers(*files, publishedEntry);
    EXPECT_EQ(study.withCode, 1);
    EXPECT_EQ(study.byOutcome[static_cast<std::size_t>(ExtractionOutcome::Truncated)], 1);
}

TEST_F(AnswerStudyTest, ALineMayNameItsEntry)
{
    const std::string answer = "Entry: usage\n```python\ndef torch_addmm(a):\n    return a\n```\n"
                               "```python\ndef usage():\n    pass\n```\n";
    const Json line{{"prompt", "Write it. Entry: torch.addmm(a) -> Tensor"}, {"predict", answer}};
    write("a.jsonl", line.dump() + "\n");
    AnswerFiles wanted{root() / "a.jsonl"};
    wanted.entryAfter = "Entry:";
    const auto files = readAnswerFiles(wanted);
    ASSERT_TRUE(files) << files.error().text();
    EXPECT_EQ(files->front().entries, (std::vector<std::string>{"torch_addmm", "addmm"}));
    const AnswerStudy study = studyAnswers(*files, {});
    EXPECT_EQ(study.byOutcome[static_cast<std::size_t>(ExtractionOutcome::Code)], 1);
    EXPECT_EQ(study.answers.front().extraction.chosen, 0);
}

TEST_F(AnswerStudyTest, RefusesBadInputWhole)
{
    write("a.jsonl", "{\"predict\": \"x\"}\n{\"answer\": \"x\"}\n");
    const auto missing = readAnswerFiles({root() / "a.jsonl", "predict"});
    ASSERT_FALSE(missing);
    EXPECT_NE(missing.error().where.find("a.jsonl:2"), std::string::npos) << missing.error().text();
    EXPECT_NE(missing.error().hint.find("--field"), std::string::npos);
    write("empty/a.py", "x");
    EXPECT_FALSE(readAnswerFiles({root() / "empty", "predict"}));
    EXPECT_FALSE(readAnswerFiles({root() / "nowhere", "predict"}));
}

} // namespace loupe
