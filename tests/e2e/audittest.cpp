// SPDX-License-Identifier: Apache-2.0
#include <set>

#include "tests/core/records/kernelbenchxfixture.h"
#include "tests/e2e/kloupeprocess.h"

namespace loupe {

namespace {

class AuditTest : public test::KloupeTest
{
protected:
    void importRecords(const std::vector<Json> &records, const std::string &run)
    {
        write(run + ".jsonl", test::kernelBenchXText(records));
        const auto imported = kloupe({"import", "kbx-corpus", path(run + ".jsonl"), "--name", run,
                                      "--store", path("r.kloupe")});
        ASSERT_EQ(imported.exitCode, 0) << imported.err;
    }
};

} // namespace

TEST_F(AuditTest, FindsPlantedCheatsAndExitsWithThree)
{
    importRecords(test::kernelBenchXSample(), "planted");
    const auto audit = kloupe({"audit", path("r.kloupe"), "--json"});
    EXPECT_EQ(audit.exitCode, 3);
    std::set<std::string> rules;
    const Json document = audit.json();
    for (const Json &found : document.at("findings")) {
        rules.insert(found.at("rule").get<std::string>());
        EXPECT_FALSE(found.at("evaluations").empty());
        EXPECT_TRUE(found.at("layer") != "record" || !found.at("numbers").empty());
    }
    // Math/add was timed again, Math/exp was "rescued" without a change, and no baseline has a
    // time.
    EXPECT_TRUE(rules.contains("noise_increase"));
    EXPECT_TRUE(rules.contains("flaky_outcome"));
    EXPECT_TRUE(rules.contains("missing_time"));
    EXPECT_EQ(kloupe({"audit", path("r.kloupe"), "--run", "planted"}).exitCode, 3);
    EXPECT_EQ(kloupe({"audit", path("r.kloupe"), "--run", "absent"}).exitCode, 3);
    EXPECT_EQ(kloupe({"audit", path("absent.kloupe")}).exitCode, 3);
}

TEST_F(AuditTest, ReportsNothingForCleanRecords)
{
    // A compile fix that is still wrong: no times, and every change has a reason.
    importRecords({test::kernelBenchXRecord("Math/add", 0, "call_fail_to_pass", "failed", "wrong",
                                            "v0", "v1")},
                  "clean");
    const auto audit = kloupe({"audit", path("r.kloupe"), "--json"});
    EXPECT_EQ(audit.exitCode, 0) << audit.out;
    EXPECT_TRUE(audit.json().at("findings").empty());
}

TEST_F(AuditTest, AuditsOneRunOnRequest)
{
    importRecords({test::kernelBenchXRecord("Math/add", 0, "call_fail_to_pass", "failed", "wrong",
                                            "v0", "v1")},
                  "clean");
    importRecords(test::kernelBenchXSample(), "planted");
    EXPECT_EQ(kloupe({"audit", path("r.kloupe")}).exitCode, 3);
    EXPECT_EQ(kloupe({"audit", path("r.kloupe"), "--run", "clean"}).exitCode, 0);
}

// Findings of one source, derived by reading it: a class derived from torch.Tensor is a suspicion,
// a choice of algorithms is a note, and an address in a docstring is nothing.
TEST_F(AuditTest, ReadsTheSourcesOfImportedRecords)
{
    const std::string lazy = "import torch\nclass Lazy(torch.Tensor):\n    pass\n"
                             "def add(x):\n    return Lazy(x)\n";
    importRecords({test::kernelBenchXRecord("Math/add", 0, "call_fail_to_pass", "failed", "wrong",
                                            "v0", lazy)},
                  "lazy");
    const auto audit = kloupe({"audit", path("r.kloupe"), "--keep", "--json"});
    EXPECT_EQ(audit.exitCode, 3) << audit.err;
    const Json document = audit.json();
    EXPECT_EQ(document.at("sources"), 2);
    EXPECT_EQ(document.at("unread_sources"), 0);
    ASSERT_EQ(document.at("counts").value("tensor_subclass", 0), 1) << audit.out;
    const auto flagged = [this] {
        return kloupe({"query", "flag:suspicion", "--store", path("r.kloupe"), "--json"});
    };
    const std::string first = flagged().out;
    EXPECT_NE(first.find("Math/add"), std::string::npos) << first;
    EXPECT_EQ(kloupe({"audit", path("r.kloupe"), "--keep"}).exitCode, 3);
    const auto findings
        = kloupe({"sql", "SELECT count(*) AS n FROM finding WHERE rule = 'tensor_subclass'",
                  "--store", path("r.kloupe"), "--json"});
    EXPECT_NE(findings.out.find('1'), std::string::npos) << findings.out;
    EXPECT_EQ(findings.out.find('2'), std::string::npos) << findings.out;
}

TEST_F(AuditTest, PreviewShowsFlagsWithSourceLines)
{
    const std::string lazy = "import torch\nclass Lazy(torch.Tensor):\n    pass\n"
                             "def add(x):\n    return Lazy(x)\n";
    importRecords({test::kernelBenchXRecord("Math/add", 0, "call_fail_to_pass", "failed", "wrong",
                                            "v0", lazy)},
                  "lazy");
    const auto audit = kloupe({"audit", path("r.kloupe")});
    EXPECT_NE(audit.out.find("this would flag 1 result of 1 method"), std::string::npos)
        << audit.out;
    EXPECT_NE(audit.out.find("line 2: class Lazy(torch.Tensor):"), std::string::npos) << audit.out;
    EXPECT_EQ(
        kloupe({"query", "flagged:yes", "--store", path("r.kloupe"), "--json"}).json().at("found"),
        0)
        << "nothing was kept";
    const Json preview = kloupe({"audit", path("r.kloupe"), "--json"}).json().at("would_flag");
    EXPECT_EQ(preview.at("results").at(0).at("source_line"), "class Lazy(torch.Tensor):");
    EXPECT_EQ(kloupe({"audit", path("r.kloupe"), "--keep"}).exitCode, 3);
    EXPECT_EQ(kloupe({"audit", path("r.kloupe"), "--json"}).json().at("would_flag").at("flagged"),
              1);
}

TEST_F(AuditTest, StoresCompositionOfImportedKernels)
{
    const std::string library = "import torch\ndef add(x):\n    return torch.relu(x)\n";
    importRecords({test::kernelBenchXRecord("Math/add", 0, "call_fail_to_pass", "failed", "wrong",
                                            "v0", library)},
                  "library");
    EXPECT_EQ(kloupe({"audit", path("r.kloupe"), "--keep"}).exitCode, 0) << "a fact, no suspicion";
    const Json found
        = kloupe({"query", "made_of:library_only", "--store", path("r.kloupe"), "--json"}).json();
    ASSERT_EQ(found.at("found"), 2) << "both rounds: " << found.dump();
    const Json row = found.at("rows").at(0);
    EXPECT_EQ(row.at("made_of"), "library_only");
    EXPECT_EQ(row.at("own_share"), nullptr);
    const auto shown
        = kloupe({"show", std::to_string(row.at("id").get<int>()), "--store", path("r.kloupe")});
    EXPECT_NE(shown.out.find("made of: library only; arithmetic: not known"), std::string::npos)
        << shown.out;
}

TEST_F(AuditTest, NotesAloneDoNotFail)
{
    const std::string chooses = "import torch\ntorch.backends.cudnn.benchmark = True\n"
                                "def add(x):\n    \"\"\"https://arxiv.org/abs/1\"\"\"\n"
                                "    return x\n";
    importRecords({test::kernelBenchXRecord("Math/add", 0, "call_fail_to_pass", "failed", "wrong",
                                            "v0", chooses)},
                  "noted");
    const auto audit = kloupe({"audit", path("r.kloupe"), "--json"});
    EXPECT_EQ(audit.exitCode, 0) << audit.out;
    EXPECT_EQ(audit.json().at("counts"), (Json{{"global_switches", 1}})) << audit.out;
}

TEST_F(AuditTest, CountsUnreadableSources)
{
    importRecords({test::kernelBenchXRecord("Math/add", 0, "call_fail_to_pass", "failed", "wrong",
                                            "v0", "v1")},
                  "unread");
    const auto audit = kloupe({"audit", path("r.kloupe"), "--python", path("no-python"), "--json"});
    EXPECT_EQ(audit.json().at("unread_sources"), 2) << audit.out;
}

} // namespace loupe
