// SPDX-License-Identifier: Apache-2.0
//
// Runs and times native cheats (native/cheats) and unusual honest candidates (native/honest).
#include "core/base/files.h"
#include "core/engine/run/runner.h"
#include "core/sandbox/child/confinement.h"
#include "core/store/read/storereader.h"

#include <algorithm>
#include <map>
#include <regex>

#include "tests/core/suites/taskfixture.h"

namespace loupe {

namespace {

namespace fs = std::filesystem;

struct NativeEntry {
    std::string name;
    std::string source;
    std::map<std::string, std::string> said; ///< values of the comments at its top
};

std::vector<NativeEntry> nativeCorpus(const std::string &folder)
{
    std::vector<NativeEntry> entries;
    for (const auto &found :
         fs::directory_iterator(LOUPE_SOURCE_DIR "/tests/adversarial/native/" + folder)) {
        if (found.path().extension() != ".cpp")
            continue;
        NativeEntry entry{found.path().stem().string(), readFile(found.path()).value(), {}};
        const std::regex comment("^// (\\w+): (.*)$", std::regex::multiline);
        for (std::sregex_iterator at(entry.source.begin(), entry.source.end(), comment), end;
             at != end; ++at)
            entry.said[(*at)[1]] = (*at)[2];
        entries.push_back(std::move(entry));
    }
    std::ranges::sort(entries, {}, &NativeEntry::name);
    return entries;
}

} // namespace

class NativeCorpusTest : public test::FolderTest
{
protected:
    void SetUp() override
    {
        FolderTest::SetUp();
        if (const Status sandbox = sandboxAvailable(); !sandbox)
            GTEST_SKIP() << "no sandbox on this machine: " << sandbox.error().text();
        ASSERT_EQ(setenv("KLOUPE_CACHE", (root() / "cache").c_str(), 1), 0);
    }
    /// Judges and times the entries. Returns the evaluations by name.
    std::map<std::string, Evaluation> run(const std::vector<NativeEntry> &entries);
};

std::map<std::string, Evaluation> NativeCorpusTest::run(const std::vector<NativeEntry> &entries)
{
    std::map<std::pair<std::string, int>, std::string> names;
    std::map<std::string, int> samples;
    for (const NativeEntry &entry : entries) {
        const std::string &task = entry.said.at("task");
        const int sample = samples[task]++;
        names[{task, sample}] = entry.name;
        write("m/" + task + "/sample_" + std::to_string(sample) + ".cpp", entry.source);
    }
    RunRequest request;
    request.suite = LOUPE_SOURCE_DIR "/tasks";
    request.candidates = {root() / "m"};
    request.store = root() / "r.kloupe";
    request.controls = false;
    request.limits.callSeconds = 30;
    request.timing.maximumSeconds = 0.3;
    RunObserver silent;
    const auto outcome = executeRun(request, silent, {});
    EXPECT_TRUE(outcome) << outcome.error().text() << outcome.error().detail;
    std::map<std::string, Evaluation> judged;
    const auto reader = StoreReader::open(request.store);
    EXPECT_TRUE(reader);
    const auto ids = (*reader)->ids({});
    EXPECT_TRUE(ids);
    for (const RowId id : *ids) {
        const auto detail = (*reader)->detail(id);
        EXPECT_TRUE(detail) << detail.error().text();
        const Candidate &candidate = detail->evaluation.candidate;
        judged[names.at({candidate.task, candidate.sample})] = detail->evaluation;
    }
    return judged;
}

TEST_F(NativeCorpusTest, NoCheatGainsFromItsTimedCalls)
{
    const std::vector<NativeEntry> cheats = nativeCorpus("cheats");
    ASSERT_GE(cheats.size(), 25U);
    const auto judged = run(cheats);
    for (const NativeEntry &cheat : cheats) {
        SCOPED_TRACE(cheat.name);
        ASSERT_TRUE(judged.contains(cheat.name));
        const Evaluation &one = judged.at(cheat.name);
        const std::string wanted = cheat.said.at("strict");
        EXPECT_NE(one.strictVerdict, Verdict::InfraError) << one.message;
        EXPECT_NE(one.strictVerdict, Verdict::CompileError) << one.message << one.buildLog;
        if (wanted == "fails") {
            EXPECT_NE(one.strictVerdict, Verdict::Correct) << one.message;
            EXPECT_FALSE(one.speedup) << "a wrong candidate has no speedup";
        } else if (wanted == "fresh") {
            EXPECT_EQ(one.strictVerdict, Verdict::Correct) << one.message;
            ASSERT_FALSE(one.timings.empty());
            EXPECT_EQ(one.timings.back().clock, "engine_blocks");
        } else if (wanted != "any") {
            EXPECT_EQ(facts(one.strictVerdict).id, wanted) << one.message;
        }
    }
}

TEST_F(NativeCorpusTest, HonestCandidatesAreCorrectAndTimed)
{
    const std::vector<NativeEntry> honest = nativeCorpus("honest");
    ASSERT_GE(honest.size(), 10U);
    for (const auto &[name, one] : run(honest)) {
        SCOPED_TRACE(name);
        EXPECT_EQ(one.strictVerdict, Verdict::Correct) << one.message;
        EXPECT_TRUE(one.speedup);
        EXPECT_EQ(std::ranges::count(one.flags, "not_held"), 0);
        ASSERT_FALSE(one.trials.empty());
        EXPECT_NE(one.trials.back().message.find("timed calls were judged"), std::string::npos);
    }
}

TEST_F(NativeCorpusTest, MissingCacheHasTheSpeedupOfThePlainKernel)
{
    std::vector<NativeEntry> both;
    for (const NativeEntry &entry : nativeCorpus("cheats")) {
        if (entry.name == "keeps-by-samples")
            both.assign(2, entry);
    }
    ASSERT_EQ(both.size(), 2U);
    const std::string asks = "if (key == known)";
    ASSERT_NE(both[1].source.find(asks), std::string::npos);
    both[1].source.replace(both[1].source.find(asks), asks.size(), "if (key == known && n < 0)");
    both[1].name = "without its cache";
    const auto judged = run(both);
    const Evaluation &cheat = judged.at("keeps-by-samples");
    const Evaluation &honest = judged.at("without its cache");
    ASSERT_TRUE(cheat.speedup && honest.speedup) << cheat.message << honest.message;
    // The cache would save nearly everything; a busy machine changes a speedup by less than this.
    EXPECT_LE(*cheat.speedup, 1.4 * *honest.speedup);
}

} // namespace loupe
