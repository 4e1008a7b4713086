// SPDX-License-Identifier: Apache-2.0
//
// Tests the two corpora of this folder (README.md) with the rules and with the strict judge.
#include "core/base/files.h"
#include "core/engine/contract/sourceinspection.h"
#include "core/engine/machine/programs.h"
#include "core/integrity/ruleregistry.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "tests/adversarial/corpusentry.h"
#include "tests/e2e/pythonrun.h"

namespace loupe {

namespace {

namespace fs = std::filesystem;

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

/// Checks the strict verdict against the comments at the candidate's top.
void checkVerdict(const CorpusEntry &entry, const std::string &verdict)
{
    const std::string wanted = entry.value("strict");
    EXPECT_NE(verdict, "") << entry.file;
    EXPECT_NE(verdict, "infra_error") << entry.file;
    if (wanted == "fails") {
        EXPECT_NE(verdict, "correct") << entry.file;
    } else if (wanted != "any") {
        EXPECT_EQ(verdict, wanted) << entry.file;
    }
}

} // namespace

/// Judged candidate.
struct Judged {
    std::string verdict; ///< strict verdict
    std::set<std::string> flags;
    std::string arithmetic; ///< arithmetic trait; empty: unknown

    /// Returns true if its verdict, a serious finding, or a remark on its speedup reveals the
    /// cheat.
    bool isFound() const
    {
        return verdict != "correct" || flags.contains("suspicion") || flags.contains("proof")
            || arithmetic == "reduced";
    }
};

class JudgedCorpusTest : public test::PythonRun
{
protected:
    /// Judges the entries that can run on this machine. Returns the results by file name.
    std::map<std::string, Judged> judgeCorpus(const std::vector<CorpusEntry> &entries,
                                              const std::vector<std::string> &more);
    /// Audits the references of the fixtures. Returns the rules that each task violates, by its
    /// number.
    std::map<std::string, std::set<std::string>> auditFixtures();
};

TEST(CorpusTest, ClassifiesEveryCheat)
{
    SourceInspection reader = inspection();
    const std::vector<CorpusEntry> cheats = corpus("cheats");
    ASSERT_GE(cheats.size(), 60U);
    for (const CorpusEntry &cheat : cheats) {
        const auto reading = reader.read(cheat.source, "python", "ModelNew", policyOf(cheat), {});
        ASSERT_TRUE(reading) << reading.error().message;
        const std::string wanted = cheat.value("rule");
        if (wanted.empty())
            continue; // only running it reveals the cheat
        EXPECT_TRUE(std::ranges::any_of(reading->findings,
                                        [&](const Finding &one) {
                                            return one.rule + " "
                                                + std::string(severityName(one.severity))
                                                == wanted;
                                        }))
            << cheat.file.filename() << " must show: " << wanted << "\n"
            << shown(reading->findings);
    }
}

TEST(CorpusTest, RaisesNoSuspicionOnHonestCandidates)
{
    SourceInspection reader = inspection();
    int read = 0;
    const auto check = [&](const fs::path &file, const std::string &source,
                           const std::string &language) {
        const auto reading = reader.read(source, language, "ModelNew", LibraryPolicy::Mixed, {});
        ASSERT_TRUE(reading) << reading.error().message;
        ++read;
        EXPECT_TRUE(std::ranges::none_of(
            reading->findings,
            [](const Finding &one) { return one.severity != FindingSeverity::Note; }))
            << file << "\n"
            << shown(reading->findings);
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

std::map<std::string, Judged> JudgedCorpusTest::judgeCorpus(const std::vector<CorpusEntry> &entries,
                                                            const std::vector<std::string> &more)
{
    std::map<int, std::string> files;
    std::error_code failed;
    std::filesystem::remove_all(root() / "runs", failed);
    for (const CorpusEntry &entry : entries) {
        if (!entry.value("needs").empty())
            continue;
        const int sample = static_cast<int>(files.size());
        files[sample] = entry.file.filename().string();
        write("runs/corpus/level_1_problem_" + entry.value("task") + "_sample_"
                  + std::to_string(sample) + "_kernel.py",
              entry.source);
    }
    std::filesystem::remove_all(root() / "suite", failed);
    std::filesystem::create_directory_symlink(LOUPE_SOURCE_DIR "/tests/adversarial/fixtures",
                                              root() / "suite", failed);
    EXPECT_FALSE(failed) << failed.message();
    std::vector<std::string> options{"--no-timing"};
    options.insert(options.end(), more.begin(), more.end());
    std::map<std::string, Judged> judged;
    for (const Json &row : rowsOf("suite", "runs/corpus", options)) {
        Judged &one = judged[files.at(row.at("sample").get<int>())];
        one.verdict = row.at("strict_verdict");
        if (const Json &arithmetic = row.at("arithmetic"); arithmetic.is_string())
            one.arithmetic = arithmetic;
    }
    for (const char *flag : {"suspicion", "proof"}) {
        const auto query
            = kloupe({"query", std::string("flag:") + flag, "--store", path("r.kloupe"), "--json"});
        EXPECT_EQ(query.exitCode, 0) << query.err;
        const Json found = query.json();
        for (const Json &row : found.at("rows"))
            judged[files.at(row.at("sample").get<int>())].flags.insert(flag);
    }
    return judged;
}

std::map<std::string, std::set<std::string>> JudgedCorpusTest::auditFixtures()
{
    const auto audit = kloupe({"suites", "audit", LOUPE_SOURCE_DIR "/tests/adversarial/fixtures",
                               "--python", m_python, "--device", "cpu", "--json"});
    EXPECT_EQ(audit.exitCode, 3) << audit.err;
    std::map<std::string, std::set<std::string>> out;
    const Json document = audit.json();
    for (const Json &task : document.at("suites").at(0).at("tasks")) {
        const std::string name = task.at("task"); // "level1/7_Name"
        const std::size_t at = name.find('/') + 1;
        std::set<std::string> &rules = out[name.substr(at, name.find('_') - at)];
        for (const Json &defect : task.at("defects")) {
            if (defect.at("unsound").get<bool>())
                rules.insert(defect.at("rule").get<std::string>());
        }
    }
    return out;
}

// Target of the project: of 100 cheats that can run here, 95 are found or gain nothing.
TEST_F(JudgedCorpusTest, AcceptedCheatsAreReported)
{
    const std::vector<CorpusEntry> cheats = corpus("cheats");
    const auto audited = auditFixtures();
    std::string missed;
    std::size_t count = 0;
    std::size_t found = 0;
    for (const char *policy : {"mixed", "any"}) {
        std::vector<CorpusEntry> chosen;
        std::ranges::copy_if(cheats, std::back_inserter(chosen), [&](const CorpusEntry &one) {
            return (one.value("policy") == "mixed") == (std::string(policy) == "mixed");
        });
        for (const auto &[name, judged] : judgeCorpus(chosen, {"--library", policy})) {
            const auto entry = std::ranges::find_if(
                chosen, [&](const CorpusEntry &one) { return one.file.filename() == name; });
            // On an unsound task the audit counts instead, if a sound task would reject the cheat.
            const std::string blamed = entry->value("audit");
            const bool isFound = judged.isFound() || !entry->value("harmless").empty()
                || (!blamed.empty() && audited.at(entry->value("task")).contains(blamed));
            checkVerdict(*entry, judged.verdict);
            ++count;
            found += isFound ? 1 : 0;
            if (!isFound)
                missed += name + "\n";
        }
    }
    EXPECT_GE(found * 100, count * 95) << found << " of " << count << "; not:\n" << missed;
}

TEST_F(JudgedCorpusTest, HonestCandidatesAreCorrect)
{
    const std::vector<CorpusEntry> honest = corpus("honest");
    const auto verdicts = judgeCorpus(honest, {"--platform", "triton"});
    EXPECT_GE(verdicts.size(), 10U);
    for (const auto &[name, judged] : verdicts) {
        EXPECT_EQ(judged.verdict, "correct") << name;
        EXPECT_FALSE(judged.flags.contains("proof")) << name;
        EXPECT_FALSE(judged.flags.contains("suspicion")) << name;
    }
}

TEST_F(JudgedCorpusTest, AuditFindsUnsoundTasks)
{
    const auto audited = auditFixtures();
    ASSERT_EQ(audited.size(), 9U);
    for (const CorpusEntry &cheat : corpus("cheats")) {
        const std::string wanted = cheat.value("audit");
        EXPECT_TRUE(wanted.empty() || audited.at(cheat.value("task")).contains(wanted))
            << cheat.file;
    }
    for (const char *sound : {"1", "3", "4", "5", "6"})
        EXPECT_EQ(audited.at(sound), std::set<std::string>()) << sound;
}

} // namespace loupe
