// SPDX-License-Identifier: Apache-2.0
//
// Tests that rules distinguish unusual honest code from similar cheats.
#include "core/base/files.h"
#include "core/engine/contract/sourceinspection.h"
#include "core/engine/machine/programs.h"

#include <algorithm>
#include <filesystem>
#include <regex>

#include "tests/e2e/pythonrun.h"

namespace loupe {

namespace {

namespace fs = std::filesystem;

struct CorpusFile {
    fs::path file;
    std::string source;

    std::string language() const { return file.extension() == ".py" ? "python" : "cpp"; }
    /// Returns the value of "# key: value" or "// key: value" at its top.
    std::string value(const std::string &key) const
    {
        const std::regex comment("^(?:#|//) " + key + ": (.*)$", std::regex::multiline);
        std::smatch found;
        return std::regex_search(source, found, comment) ? found[1].str() : std::string();
    }
};

std::vector<CorpusFile> candidatesIn(const std::string &folder)
{
    std::vector<CorpusFile> all;
    for (const auto &entry :
         fs::directory_iterator(LOUPE_SOURCE_DIR "/tests/adversarial/" + folder)) {
        const fs::path extension = entry.path().extension();
        if (extension == ".py" || extension == ".cpp" || extension == ".cu")
            all.push_back({entry.path(), readFile(entry.path()).value()});
    }
    std::ranges::sort(all, {}, &CorpusFile::file);
    return all;
}

SourceInspection unusualInspection()
{
    const auto python = findPython({});
    if (!python)
        return SourceInspection();
    return SourceInspection(PythonInspector::settingsFor(
        *python, LOUPE_SOURCE_DIR "/resources/worker", SandboxMode::Bubblewrap));
}

/// Returns one line "rule severity: message" for each finding.
std::string linesOf(const std::vector<Finding> &findings)
{
    std::string text;
    for (const Finding &one : findings)
        text
            += one.rule + " " + std::string(severityName(one.severity)) + ": " + one.message + "\n";
    return text;
}

class UnusualCorpusTest : public test::PythonRun
{
};

} // namespace

// Target of the project: at most 2 of 100 honest candidates are withheld.
TEST(UnusualCorpus, SuspectsAtMostTwoPercentOfHonestCandidates)
{
    SourceInspection reader = unusualInspection();
    const std::vector<CorpusFile> honest = candidatesIn("honest-unusual");
    ASSERT_GE(honest.size(), 60U);
    std::size_t held = 0;
    std::string why;
    for (const CorpusFile &one : honest) {
        const auto reading
            = reader.read(one.source, one.language(), "ModelNew", LibraryPolicy::Any, {});
        ASSERT_TRUE(reading) << one.file << reading.error().text();
        if (std::ranges::all_of(reading->findings, [](const Finding &finding) {
                return finding.severity == FindingSeverity::Note;
            }))
            continue;
        ++held;
        why += one.file.filename().string() + "\n" + linesOf(reading->findings);
    }
    EXPECT_LE(held * 100, honest.size() * 2) << why;
}

TEST(UnusualCorpus, FindsEveryCheatByItsRule)
{
    SourceInspection reader = unusualInspection();
    const std::vector<CorpusFile> cheats = candidatesIn("cheats-by-rule");
    ASSERT_GE(cheats.size(), 20U);
    for (const CorpusFile &one : cheats) {
        const auto reading
            = reader.read(one.source, one.language(), "ModelNew", LibraryPolicy::Any, {});
        ASSERT_TRUE(reading) << one.file << reading.error().text();
        const std::string lines = linesOf(reading->findings);
        EXPECT_NE(("\n" + lines).find("\n" + one.value("rule") + ": "), std::string::npos)
            << one.file << " must show: " << one.value("rule") << "\n"
            << lines;
    }
}

TEST_F(UnusualCorpusTest, HonestPythonCandidatesAreCorrectAndNotFlagged)
{
    std::vector<std::string> files;
    for (const CorpusFile &one : candidatesIn("honest-unusual")) {
        if (one.language() != "python" || !one.value("needs").empty())
            continue;
        write("runs/unusual/level_1_problem_" + one.value("task") + "_sample_"
                  + std::to_string(files.size()) + "_kernel.py",
              one.source);
        files.push_back(one.file.filename().string());
    }
    std::error_code failed;
    fs::create_directory_symlink(LOUPE_SOURCE_DIR "/tests/adversarial/fixtures", root() / "suite",
                                 failed);
    ASSERT_FALSE(failed) << failed.message();
    const Json rows = rowsOf("suite", "runs/unusual", {"--no-timing", "--library", "any"});
    ASSERT_EQ(rows.size(), files.size());
    for (const Json &row : rows)
        EXPECT_EQ(row.at("strict_verdict"), "correct") << files.at(row.at("sample").get<int>());
    for (const char *flag : {"suspicion", "proof"}) {
        const auto query
            = kloupe({"query", std::string("flag:") + flag, "--store", path("r.kloupe"), "--json"});
        const Json found = query.json();
        for (const Json &row : found.at("rows"))
            ADD_FAILURE() << flag << " " << files.at(row.at("sample").get<int>());
    }
}

} // namespace loupe
