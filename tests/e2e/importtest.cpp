// SPDX-License-Identifier: Apache-2.0
#include "core/base/files.h"

#include <cstdlib>

#include <sys/stat.h>

#include "tests/core/records/kernelbenchxfixture.h"
#include "tests/e2e/kloupeprocess.h"

namespace loupe {

namespace {

class ImportTest : public test::KloupeTest
{
protected:
    void SetUp() override
    {
        KloupeTest::SetUp();
        write("in/runs/a_l1/eval_results.json", results);
        write("in/corpus.jsonl", test::kernelBenchXText(test::kernelBenchXSample()));
        write("in/notes.txt", "not a record");
    }

    static constexpr const char *results
        = "{\"1\": [{\"sample_id\": 0, \"compiled\": true, \"correctness\": true,\n"
          " \"runtime\": 2.0}]}";
};

} // namespace

TEST_F(ImportTest, ImportsAFolderAndReturnsItsFiles)
{
    const auto imported
        = kloupe({"import", "auto", path("in"), "--store", path("r.kloupe"), "--json"});
    ASSERT_EQ(imported.exitCode, 0) << imported.err;
    const Json document = imported.json();
    ASSERT_EQ(document.at("runs").size(), 2U);
    EXPECT_EQ(document.at("runs").at(0).at("run"), "kbx-corpus corpus");
    EXPECT_EQ(document.at("runs").at(1).at("run"), "kernelbench a_l1");
    EXPECT_EQ(document.at("unrecognised"), Json{"notes.txt"});

    const auto again
        = kloupe({"import", "auto", path("in"), "--store", path("r.kloupe"), "--json"});
    EXPECT_TRUE(again.json().at("runs").at(1).at("already_imported"));

    const std::vector<std::string> command{"export",    "--original",     "kernelbench a_l1",
                                           "--store",   path("r.kloupe"), "-o",
                                           path("back")};
    EXPECT_EQ(kloupe(command).exitCode, 0);
    EXPECT_EQ(readFile(path("back/runs/a_l1/eval_results.json")).value(), results);
    EXPECT_EQ(kloupe(command).exitCode, 3) << "nothing is overwritten";
    EXPECT_EQ(
        kloupe({"export", "--original", "absent", "--store", path("r.kloupe"), "-o", path("other")})
            .exitCode,
        3);
}

TEST_F(ImportTest, SeveralPathsAreImportedEachOnItsOwn)
{
    write("in/train.log", "epoch 1\n");
    const auto imported = kloupe({"import", path("r.kloupe"), "auto", path("in/corpus.jsonl"),
                                  path("in/train.log"), path("in/runs"), "--json"});
    EXPECT_EQ(imported.exitCode, 3);
    EXPECT_NE(imported.err.find("the file is of no known format"), std::string::npos)
        << imported.err;
    const Json runs = imported.json().at("runs");
    ASSERT_EQ(runs.size(), 2U) << "a refused path does not affect those after it";
    EXPECT_EQ(runs.at(0).at("run"), "kbx-corpus corpus");
    EXPECT_EQ(runs.at(1).at("run"), "kernelbench a_l1");
    const auto counters = kloupe(
        {"import", path("r.kloupe"), "ncu", path("a.csv"), path("b.csv"), "--evaluation", "1"});
    EXPECT_EQ(counters.exitCode, 2) << "counters belong to one evaluation";
}

TEST_F(ImportTest, OneBadFileOfAFolderIsNamedAndTheOthersAreStored)
{
    write("in/runs/b_l1/eval_results.json", "{\"1\": [{\"sample_id\": 0}]}");
    const auto imported = kloupe({"import", "auto", path("in"), "--store", path("r.kloupe")});
    EXPECT_EQ(imported.exitCode, 3);
    EXPECT_NE(imported.out.find("b_l1/eval_results.json:1:compiled"), std::string::npos)
        << imported.out;
    EXPECT_NE(imported.out.find("kernelbench a_l1: 1 record,"), std::string::npos);
    EXPECT_EQ(
        kloupe({"import", "auto", path("in"), "--skip-bad", "--store", path("r.kloupe")}).exitCode,
        0);
}

TEST_F(ImportTest, ACheckoutAddsTheReferencesOfRecordedTasks)
{
    const std::string model = "class Model: # the reference\n    pass\n\n\ndef get_inputs():\n    "
                              "return []\n\n\ndef get_init_inputs():\n    return []\n";
    write("kb/pyproject.toml", "[project]\nversion = \"0.2.0\"\n");
    write("kb/KernelBench/level1/1_Square_matrix_multiplication_.py", model);
    const auto imported = kloupe({"import", "auto", path("in/runs"), "--store", path("r.kloupe")});
    ASSERT_EQ(imported.exitCode, 0) << imported.err;
    EXPECT_NE(imported.out.find("the records of 1 task have no reference: kloupe suites attach "
                                + path("r.kloupe")),
              std::string::npos)
        << imported.out;

    const std::vector<std::string> attach{"suites",  "attach",   path("r.kloupe"),
                                          "--suite", path("kb"), "--json"};
    const auto attached = kloupe(attach);
    ASSERT_EQ(attached.exitCode, 0) << attached.err;
    const Json suite = attached.json().at("suites").at(0);
    EXPECT_EQ(suite.at("suite"), "kernelbench");
    EXPECT_EQ(suite.at("attached"), 1);
    EXPECT_EQ(suite.at("by_name"), 1);
    EXPECT_EQ(kloupe(attach).exitCode, 3) << "nothing is missing any more";
    EXPECT_EQ(kloupe({"suites", "attach", path("none.kloupe"), "--suite", path("kb")}).exitCode, 3);
}

TEST_F(ImportTest, GrownFileAddsNewRecordsToItsRun)
{
    const std::vector<Json> all = test::kernelBenchXSample();
    const std::vector<std::string> command{"import",  "auto",           path("in"),
                                           "--store", path("r.kloupe"), "--json"};
    write("in/corpus.jsonl", test::kernelBenchXText({all[0], all[1], all[2]}));
    ASSERT_EQ(kloupe(command).exitCode, 0);
    write("in/corpus.jsonl", test::kernelBenchXText(all));
    const auto grown = kloupe(command);
    ASSERT_EQ(grown.exitCode, 0) << grown.err;
    const Json run = grown.json().at("runs").at(0);
    EXPECT_EQ(run.at("run"), "kbx-corpus corpus");
    EXPECT_TRUE(run.at("updated"));
    EXPECT_EQ(run.at("transitions"), 2);
    const auto again = kloupe(command);
    EXPECT_TRUE(again.json().at("runs").at(0).at("already_imported")) << again.out;
    EXPECT_EQ(kloupe({"check", path("r.kloupe")}).exitCode, 0);

    const auto whole
        = kloupe({"import", "auto", path("in"), "--store", path("w.kloupe"), "--json"});
    ASSERT_EQ(whole.exitCode, 0);
    const auto counted = [&](const char *store) {
        return kloupe({"sql", "--store", path(store), "--json",
                       "SELECT (SELECT count(*) FROM evaluation) AS evaluations, (SELECT count(*) "
                       "FROM transition) AS steps, (SELECT sum(is_last_round) FROM evaluation) AS "
                       "last"})
            .out;
    };
    EXPECT_EQ(counted("r.kloupe"), counted("w.kloupe")) << "as if it were imported at once";
}

TEST_F(ImportTest, AChangedRecordIsStoredNextToTheOldOne)
{
    std::vector<Json> records = test::kernelBenchXSample();
    const std::vector<std::string> command{"import",  "auto",           path("in"),
                                           "--store", path("r.kloupe"), "--json"};
    ASSERT_EQ(kloupe(command).exitCode, 0);
    records.back()["notes"] = "looked at again";
    write("in/corpus.jsonl", test::kernelBenchXText(records));
    const auto changed = kloupe(command);
    ASSERT_EQ(changed.exitCode, 0) << changed.err;
    const Json runs = changed.json().at("runs");
    ASSERT_EQ(runs.size(), 3U) << runs.dump(1); // the last one has another format
    EXPECT_TRUE(runs[0].at("updated"));
    EXPECT_EQ(runs[0].at("evaluations"), 0);
    EXPECT_NE(runs[0].at("notes").dump().find("different from the stored one"), std::string::npos);
    EXPECT_EQ(runs[1].at("run"), "kbx-corpus corpus (2)");
    EXPECT_EQ(runs[1].at("transitions"), 1);
    const auto again = kloupe(command);
    EXPECT_TRUE(again.json().at("runs").at(0).at("already_imported")) << again.out;
    EXPECT_EQ(kloupe({"check", path("r.kloupe")}).exitCode, 0);
}

TEST_F(ImportTest, NamesAndRemovesLeftoversOfAKilledImport)
{
    write("r.kloupe.importing-99999999", "half a store");
    const auto named = kloupe({"check", path("r.kloupe")});
    EXPECT_NE(named.out.find("r.kloupe.importing-99999999"), std::string::npos) << named.out;
    ASSERT_EQ(kloupe({"import", "auto", path("in"), "--store", path("r.kloupe")}).exitCode, 0);
    const auto checked = kloupe({"check", path("r.kloupe"), "--json"});
    EXPECT_EQ(checked.json().at("leftovers"), Json::array()) << checked.out;
    EXPECT_FALSE(std::filesystem::exists(path("r.kloupe.importing-99999999")));
}

TEST_F(ImportTest, AnotherFileOfTheSameNameIsARunOfItsOwn)
{
    ASSERT_EQ(kloupe({"import", "auto", path("in"), "--store", path("r.kloupe")}).exitCode, 0);
    Json other = test::kernelBenchXSample().back();
    other["task_id"] = "Math/other.py";
    write("other/corpus.jsonl", test::kernelBenchXText({other}));
    const auto imported
        = kloupe({"import", "auto", path("other"), "--store", path("r.kloupe"), "--json"});
    ASSERT_EQ(imported.exitCode, 0) << imported.err;
    EXPECT_EQ(imported.json().at("runs").at(0).at("run"), "kbx-corpus corpus (2)");
}

TEST_F(ImportTest, AnArchiveIsReadLikeItsFolder)
{
    const auto packed = [&](const std::string &command) {
        return std::system(("cd '" + root().string() + "' && " + command).c_str()); // NOLINT
    };
    ASSERT_EQ(packed("tar czf a.tar.gz in && gzip -k in/corpus.jsonl && mv in/corpus.jsonl.gz ."),
              0);
    const auto runsOf = [&](const std::string &file) {
        const auto imported
            = kloupe({"import", "auto", path(file), "--store", path(file + ".kloupe"), "--json"});
        EXPECT_EQ(imported.exitCode, 0) << imported.err;
        return imported.exitCode == 0 ? imported.json().at("runs").size() : 0U;
    };
    EXPECT_EQ(runsOf("a.tar.gz"), 2U);
    EXPECT_EQ(runsOf("corpus.jsonl.gz"), 1U);
    const auto one
        = kloupe({"import", "kernelbench", path("a.tar.gz"), "--store", path("one.kloupe")});
    EXPECT_EQ(one.exitCode, 0) << one.err;
    EXPECT_NE(one.out.find("kernelbench a_l1: 1 record,"), std::string::npos) << one.out;
    write("in/runs/broken.tar.gz", "no archive");
    const auto broken
        = kloupe({"import", "auto", path("in/runs/broken.tar.gz"), "--store", path("b.kloupe")});
    EXPECT_EQ(broken.exitCode, 3);
    EXPECT_NE(broken.err.find("broken.tar.gz"), std::string::npos) << broken.err;
    const auto within = kloupe({"import", "auto", path("in"), "--store", path("c.kloupe")});
    EXPECT_EQ(within.exitCode, 0);
    EXPECT_NE(within.out.find("archives within a folder"), std::string::npos) << within.out;
}

TEST_F(ImportTest, UnreadableFileIsAnError)
{
    write("in/runs/b_l1/eval_results.json", "");
    ASSERT_EQ(::mkfifo(path("in/runs/c.json").c_str(), 0600), 0);
    const auto folder = kloupe({"import", "auto", path("in"), "--store", path("r.kloupe")});
    EXPECT_EQ(folder.exitCode, 3);
    EXPECT_NE(folder.out.find("b_l1/eval_results.json: the file is empty"), std::string::npos)
        << folder.out;
    EXPECT_NE(folder.out.find("c.json: is a named pipe, not a regular file"), std::string::npos)
        << folder.out;
    EXPECT_NE(folder.out.find("kernelbench a_l1: 1 record,"), std::string::npos);
    for (const char *file : {"in/runs/b_l1/eval_results.json", "in/runs/c.json"}) {
        for (const char *format : {"auto", "kernelbench"}) {
            const auto alone = kloupe({"import", format, path(file), "--store", path("a.kloupe")});
            EXPECT_EQ(alone.exitCode, 3) << alone.err;
        }
    }
}

TEST_F(ImportTest, UnknownFolderErrorDescribesItsContent)
{
    write("other/a.json", R"({"compiled": true, "correctness": true})");
    const auto refused = kloupe({"import", "auto", path("other"), "--store", path("r.kloupe")});
    EXPECT_EQ(refused.exitCode, 3);
    EXPECT_NE(refused.err.find("no known result files found (1 JSON file seen, not of a known "
                               "format)"),
              std::string::npos)
        << refused.err;
    EXPECT_NE(refused.err.find("but lacks \"sample_id\""), std::string::npos) << refused.err;
}

} // namespace loupe
