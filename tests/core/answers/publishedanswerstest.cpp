// SPDX-License-Identifier: Apache-2.0
// Tests real answers, if they are next to the project. A separate script counted the expected
// numbers with Python 3.11's parser (ast) and the same rules of segmentation.
#include "core/answers/answerstudy.h"

#include <cstdlib>

#include "tests/core/suites/taskfixture.h"

namespace loupe {

namespace {

namespace fs = std::filesystem;

class PublishedAnswers : public test::FolderTest
{
protected:
    /// Unpacks an archive into the test's folder. Returns false if it is missing.
    bool unpack(const std::string &name)
    {
        const fs::path archive
            = fs::path(LOUPE_SOURCE_DIR).parent_path() / "shared/data/answers" / name;
        if (!fs::exists(archive))
            return false;
        const std::string command
            = "tar -xJf '" + archive.string() + "' -C '" + root().string() + "'";
        EXPECT_EQ(std::system(command.c_str()), 0); // NOLINT(concurrency-mt-unsafe)
        return true;
    }
};

} // namespace

/// 149 by the rule for lines, pairs and whole texts, and two complete programs that only close
/// their block ("before"). The run itself saved 93.
TEST_F(PublishedAnswers, KeepAllProgramsOfGemma)
{
    if (!unpack("gemma4_cuda_all.tar.xz"))
        GTEST_SKIP() << "SKIPPED: the answers are not there";
    const auto files
        = readAnswerFiles({root() / "raw_generation", "predict", {}, root() / "generated_kernels"});
    ASSERT_TRUE(files) << files.error().text();
    const AnswerStudy study = studyAnswers(*files, {EntryRule::Language::Python, {"ModelNew"}});
    EXPECT_EQ(study.answers.size(), 262U);
    EXPECT_EQ(study.bySegmentation,
              (std::map<std::string, int>{{"before", 2}, {"lines", 144}, {"whole", 5}}));
    EXPECT_EQ(study.withCode, 149 + 2);
    EXPECT_EQ(study.byOutcome[static_cast<std::size_t>(ExtractionOutcome::Ambiguous)], 7);
    EXPECT_EQ(study.unclosed, 4);
    EXPECT_EQ(study.firstBlock, 87);
    EXPECT_EQ(study.anyPair, 101);
    EXPECT_EQ(study.savedWhole, 93);
    EXPECT_EQ(study.savedButMissed, 0);
    EXPECT_EQ(study.lostByRun, 56 + 2);
}

} // namespace loupe
