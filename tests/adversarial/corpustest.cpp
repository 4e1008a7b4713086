// SPDX-License-Identifier: Apache-2.0
//
// The two corpora beside this file (README.md), by the rules and by the strict judge.
#include "core/base/files.h"
#include "core/engine/programs.h"
#include "core/engine/sourceinspection.h"
#include "core/integrity/ruleregistry.h"

#include <algorithm>
#include <map>
#include <regex>

#include "tests/e2e/pythonrun.h"

namespace loupe {

namespace {

namespace fs = std::filesystem;

struct CorpusEntry {
    fs::path file;
    std::string source;
    std::map<std::string, std::string> said; ///< by the comments at its top

    std::string value(const std::string &key) const
    {
        const auto found = said.find(key);
        return found == said.end() ? std::string() : found->second;
    }
};

std::vector<CorpusEntry> corpus(const std::string &folder)
{
    std::vector<CorpusEntry> entries;
    for (const auto &found :
         fs::directory_iterator(LOUPE_SOURCE_DIR "/tests/adversarial/" + folder)) {
        if (found.path().extension() != ".py")
            continue;
        CorpusEntry entry{found.path(), readFile(found.path()).value(), {}};
        const std::regex comment("^# (\\w+): (.*)$", std::regex::multiline);
        for (std::sregex_iterator at(entry.source.begin(), entry.source.end(), comment), end;
             at != end; ++at)
            entry.said[(*at)[1]] = (*at)[2];
        entries.push_back(std::move(entry));
    }
    std::ranges::sort(entries, {}, &CorpusEntry::file);
    return entries;
}

LibraryPolicy policyOf(const CorpusEntry &entry)
{
    return entry.value("policy") == "mixed" ? LibraryPolicy::Mixed : LibraryPolicy::Any;
}

std::string shown(const std::vector<Finding> &findings)
{
    std::string text;
    for (const Finding &one : findings)
        text
            += one.rule + " " + std::string(severityName(one.severity)) + ": " + one.message + "\n";
    return text;
}

SourceInspection inspection()
{
    const auto python = findPython({});
    if (!python)
        return SourceInspection();
    return SourceInspection(PythonInspector::settingsFor(
        *python, LOUPE_SOURCE_DIR "/resources/worker", SandboxMode::Bubblewrap));
}

} // namespace

class JudgedCorpusTest : public test::PythonRun
{
protected:
    /// Judges the entries that can run here; strict verdict by file name.
    std::map<std::string, std::string> judgeCorpus(const std::vector<CorpusEntry> &entries,
                                                   const std::vector<std::string> &more);
};

TEST(CorpusTest, EveryCheatIsReadForWhatItIs)
{
    SourceInspection reader = inspection();
    const std::vector<CorpusEntry> cheats = corpus("cheats");
    ASSERT_GE(cheats.size(), 60U);
    for (const CorpusEntry &cheat : cheats) {
        const auto findings
            = reader.findings(cheat.source, "python", "ModelNew", policyOf(cheat), {});
        ASSERT_TRUE(findings) << findings.error().message;
        const std::string wanted = cheat.value("rule");
        if (wanted.empty())
            continue; // only running it shows it
        EXPECT_TRUE(std::ranges::any_of(*findings,
                                        [&](const Finding &one) {
                                            return one.rule + " "
                                                + std::string(severityName(one.severity))
                                                == wanted;
                                        }))
            << cheat.file.filename() << " must show: " << wanted << "\n"
            << shown(*findings);
    }
}

TEST(CorpusTest, NoHonestCandidateIsSuspected)
{
    SourceInspection reader = inspection();
    int read = 0;
    const auto check = [&](const fs::path &file, const std::string &source,
                           const std::string &language) {
        const auto findings
            = reader.findings(source, language, "ModelNew", LibraryPolicy::Mixed, {});
        ASSERT_TRUE(findings) << findings.error().message;
        ++read;
        EXPECT_TRUE(std::ranges::none_of(
            *findings, [](const Finding &one) { return one.severity != FindingSeverity::Note; }))
            << file << "\n"
            << shown(*findings);
    };
    for (const CorpusEntry &entry : corpus("honest"))
        check(entry.file, entry.source, "python");
    for (const char *method : {"plain", "blocked", "refine"}) {
        const fs::path folder = fs::path(LOUPE_SOURCE_DIR) / "tasks/demo" / method;
        for (const auto &found : fs::recursive_directory_iterator(folder)) {
            if (found.path().extension() == ".cpp")
                check(found.path(), readFile(found.path()).value(), "cpp");
        }
    }
    EXPECT_GE(read, 150);
}

std::map<std::string, std::string>
JudgedCorpusTest::judgeCorpus(const std::vector<CorpusEntry> &entries,
                              const std::vector<std::string> &more)
{
    std::map<int, std::string> files;
    for (const CorpusEntry &entry : entries) {
        if (!entry.value("needs").empty())
            continue;
        const int sample = static_cast<int>(files.size());
        files[sample] = entry.file.filename().string();
        write("runs/corpus/level_1_problem_" + entry.value("task") + "_sample_"
                  + std::to_string(sample) + "_kernel.py",
              entry.source);
    }
    std::error_code failed;
    std::filesystem::create_directory_symlink(LOUPE_SOURCE_DIR "/tests/adversarial/fixtures",
                                              root() / "suite", failed);
    EXPECT_FALSE(failed) << failed.message();
    std::vector<std::string> options{"--no-timing"};
    options.insert(options.end(), more.begin(), more.end());
    std::map<std::string, std::string> verdicts;
    for (const Json &row : rowsOf("suite", "runs/corpus", options))
        verdicts[files.at(row.at("sample").get<int>())] = row.at("strict_verdict");
    return verdicts;
}

TEST_F(JudgedCorpusTest, NoCheatIsCorrectUnlessARuleTellsOfIt)
{
    const std::vector<CorpusEntry> cheats = corpus("cheats");
    auto verdicts = judgeCorpus(cheats, {});
    for (const CorpusEntry &cheat : cheats) {
        const std::string name = cheat.file.filename().string();
        if (!cheat.value("needs").empty())
            continue;
        const std::string verdict = verdicts[name];
        const std::string wanted = cheat.value("strict");
        EXPECT_NE(verdict, "") << name;
        EXPECT_NE(verdict, "infra_error") << name;
        if (wanted == "fails") {
            EXPECT_NE(verdict, "correct") << name;
        } else if (wanted != "any") {
            EXPECT_EQ(verdict, wanted) << name;
        }
    }
}

TEST_F(JudgedCorpusTest, HonestCandidatesAreCorrect)
{
    const std::vector<CorpusEntry> honest = corpus("honest");
    const auto verdicts = judgeCorpus(honest, {"--platform", "triton"});
    EXPECT_GE(verdicts.size(), 10U);
    for (const auto &[name, verdict] : verdicts)
        EXPECT_EQ(verdict, "correct") << name;
}

} // namespace loupe
