// SPDX-License-Identifier: Apache-2.0
//
// Runs and times Python candidates that skip work in timed calls (timed/cheats), and honest ones
// that keep data between calls (timed/honest).
#include "core/store/read/storereader.h"

#include <algorithm>
#include <functional>
#include <map>

#include "tests/adversarial/corpusentry.h"
#include "tests/e2e/pythonrun.h"

namespace loupe {

class TimedCorpusTest : public test::PythonRun
{
protected:
    /// Judges and times the entries. Returns the evaluations by name.
    std::map<std::string, Evaluation> run(const std::vector<CorpusEntry> &entries);
    /// Does the same with functions, for a suite whose files contain tests.
    std::map<std::string, Evaluation> runFunctions(const std::vector<CorpusEntry> &entries);
    /// Reads the stored evaluations. `nameOf` maps a row's task and sample to a name.
    std::map<std::string, Evaluation>
    stored(const std::function<std::string(const std::string &task, int sample)> &nameOf);
    const std::vector<std::string> m_options{
        "--protocol", "strict", "--library", "any", "--jobs", "1", "--max-timing-seconds", "0.3"};
};

std::map<std::string, Evaluation> TimedCorpusTest::run(const std::vector<CorpusEntry> &entries)
{
    for (std::size_t i = 0; i < entries.size(); ++i)
        write("runs/corpus/level_1_problem_1_sample_" + std::to_string(i) + "_kernel.py",
              entries[i].source);
    std::filesystem::create_directory_symlink(LOUPE_SOURCE_DIR "/tests/adversarial/timed/fixtures",
                                              root() / "suite");
    rowsOf("suite", "runs/corpus", m_options);
    return stored([&](const std::string &, int sample) {
        return entries[static_cast<std::size_t>(sample)].file.stem().string();
    });
}

std::map<std::string, Evaluation>
TimedCorpusTest::runFunctions(const std::vector<CorpusEntry> &entries)
{
    std::string answers;
    std::map<std::string, std::vector<std::string>> samples; // of each task, in their order
    for (const CorpusEntry &entry : entries) {
        answers += Json{{"file", entry.value("task")},
                        {"predict", "```python\n" + entry.source + "```"}}
                       .dump()
            + "\n";
        const std::filesystem::path task(entry.value("task"));
        samples[(task.parent_path() / task.stem()).string()].push_back(entry.file.stem());
    }
    write("answers.jsonl", answers);
    std::filesystem::create_directory_symlink(
        LOUPE_SOURCE_DIR "/tests/adversarial/timed/function-fixtures", root() / "functions");
    rowsOf("functions", "answers.jsonl", m_options);
    return stored([&](const std::string &task, int sample) {
        return samples.at(task).at(static_cast<std::size_t>(sample));
    });
}

std::map<std::string, Evaluation> TimedCorpusTest::stored(
    const std::function<std::string(const std::string &task, int sample)> &nameOf)
{
    const auto reader = StoreReader::open(root() / "r.kloupe");
    EXPECT_TRUE(reader) << reader.error().text();
    std::map<std::string, Evaluation> out;
    const auto ids = (*reader)->ids({});
    for (const RowId id : *ids) {
        auto detail = (*reader)->detail(id);
        out[nameOf(detail->row.task, detail->row.sample)] = std::move(detail->evaluation);
    }
    return out;
}

namespace {

bool has(const Evaluation &one, const char *flag)
{
    return std::ranges::find(one.flags, flag) != one.flags.end();
}

/// Checks the result against the comment at the candidate's top.
void expectSaid(const CorpusEntry &entry, const Evaluation &one)
{
    EXPECT_NE(one.strictVerdict, Verdict::InfraError) << entry.file << one.message;
    const std::string wanted = entry.value("strict");
    if (wanted == "fails") {
        EXPECT_NE(one.strictVerdict, Verdict::Correct) << entry.file;
        EXPECT_FALSE(one.speedup) << entry.file;
    } else if (wanted == "gains nothing") {
        // What it would skip takes several times as long as what other load may add.
        const bool isWrong = one.strictVerdict != Verdict::Correct;
        EXPECT_TRUE(isWrong || one.speedup.value_or(0) < 1.5) << entry.file << one.runLog;
        EXPECT_EQ(isWrong, !one.speedup) << entry.file << one.runLog;
    } else if (wanted == "inputs") {
        EXPECT_EQ(one.strictVerdict, Verdict::Correct) << entry.file << one.message;
        EXPECT_TRUE(has(one, "test_inputs_only")) << entry.file << one.runLog;
    }
}

void expectHonest(const std::string &name, const Evaluation &one)
{
    EXPECT_EQ(one.strictVerdict, Verdict::Correct) << name << one.message;
    EXPECT_TRUE(one.speedup) << name;
    EXPECT_FALSE(has(one, "test_inputs_only")) << name << one.runLog;
}

} // namespace

TEST_F(TimedCorpusTest, RejectsCheatsThatCacheResults)
{
    const auto entries = corpus("timed/cheats");
    ASSERT_GE(entries.size(), 8U);
    const auto judged = run(entries);
    ASSERT_EQ(judged.size(), entries.size());
    for (const CorpusEntry &entry : entries)
        expectSaid(entry, judged.at(entry.file.stem()));
}

TEST_F(TimedCorpusTest, AcceptsCandidatesThatCacheIntermediates)
{
    const auto entries = corpus("timed/honest");
    const auto judged = run(entries);
    ASSERT_EQ(judged.size(), entries.size());
    for (const auto &[name, one] : judged)
        expectHonest(name, one);
}

TEST_F(TimedCorpusTest, RejectsFunctionsThatCacheResults)
{
    // One run for both, because starting it takes longest.
    const auto cheats = corpus("timed/function-cheats");
    const auto honest = corpus("timed/function-honest");
    ASSERT_GE(cheats.size(), 8U);
    ASSERT_GE(honest.size(), 5U);
    auto entries = cheats;
    entries.insert(entries.end(), honest.begin(), honest.end());
    const auto judged = runFunctions(entries);
    ASSERT_EQ(judged.size(), entries.size());
    for (const CorpusEntry &entry : cheats)
        expectSaid(entry, judged.at(entry.file.stem()));
    for (const CorpusEntry &entry : honest) {
        const Evaluation &one = judged.at(entry.file.stem());
        expectHonest(entry.file.stem(), one);
        EXPECT_FALSE(has(one, "points_excused")) << entry.file << one.runLog;
    }
}

} // namespace loupe
