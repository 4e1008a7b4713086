// SPDX-License-Identifier: Apache-2.0
//
// Candidates in Python that are paid to be short when they are timed (timed/cheats), and honest
// ones that keep something from call to call (timed/honest), through a run with its timing.
#include "core/store/read/storereader.h"

#include <algorithm>
#include <map>

#include "tests/adversarial/corpusentry.h"
#include "tests/e2e/pythonrun.h"

namespace loupe {

class TimedCorpusTest : public test::PythonRun
{
protected:
    /// What became of each when it was judged and timed, by its name.
    std::map<std::string, Evaluation> run(const std::vector<CorpusEntry> &entries);
};

std::map<std::string, Evaluation> TimedCorpusTest::run(const std::vector<CorpusEntry> &entries)
{
    for (std::size_t i = 0; i < entries.size(); ++i)
        write("runs/corpus/level_1_problem_1_sample_" + std::to_string(i) + "_kernel.py",
              entries[i].source);
    std::filesystem::create_directory_symlink(LOUPE_SOURCE_DIR "/tests/adversarial/timed/fixtures",
                                              root() / "suite");
    rowsOf(
        "suite", "runs/corpus",
        {"--protocol", "strict", "--library", "any", "--jobs", "1", "--max-timing-seconds", "0.3"});
    const auto reader = StoreReader::open(root() / "r.kloupe");
    EXPECT_TRUE(reader) << reader.error().text();
    std::map<std::string, Evaluation> out;
    const auto ids = (*reader)->ids({});
    for (const RowId id : *ids) {
        auto detail = (*reader)->detail(id);
        const auto &file = entries[static_cast<std::size_t>(detail->row.sample)].file;
        out[file.stem()] = std::move(detail->evaluation);
    }
    return out;
}

namespace {

bool has(const Evaluation &one, const char *flag)
{
    return std::ranges::find(one.flags, flag) != one.flags.end();
}

} // namespace

TEST_F(TimedCorpusTest, NoCheatIsTimedOnWhatItKept)
{
    const auto entries = corpus("timed/cheats");
    ASSERT_GE(entries.size(), 8U);
    const auto judged = run(entries);
    ASSERT_EQ(judged.size(), entries.size());
    for (const CorpusEntry &entry : entries) {
        const Evaluation &one = judged.at(entry.file.stem());
        EXPECT_NE(one.strictVerdict, Verdict::InfraError) << entry.file << one.message;
        const std::string wanted = entry.value("strict");
        if (wanted == "fails") {
            EXPECT_NE(one.strictVerdict, Verdict::Correct) << entry.file;
        } else if (wanted == "fresh") {
            EXPECT_EQ(one.strictVerdict, Verdict::Correct) << entry.file << one.message;
            EXPECT_TRUE(has(one, "repeats_left_out")) << entry.file << *one.speedup << one.runLog;
        }
    }
}

TEST_F(TimedCorpusTest, HonestCandidatesMayKeepWhatIsNoResult)
{
    const auto entries = corpus("timed/honest");
    const auto judged = run(entries);
    ASSERT_EQ(judged.size(), entries.size());
    for (const auto &[name, one] : judged) {
        EXPECT_EQ(one.strictVerdict, Verdict::Correct) << name << one.message;
        EXPECT_TRUE(one.speedup) << name;
        EXPECT_FALSE(has(one, "repeats_left_out")) << name;
    }
}

} // namespace loupe
