// SPDX-License-Identifier: Apache-2.0
#include "tests/e2e/kloupeprocess.h"

namespace loupe {

namespace {

class DialogueCommandTest : public test::KloupeTest
{
protected:
    /// Imports an agent loop's run of two tasks, with the raw answer to the first.
    void importRun()
    {
        const auto line = [](int problem) {
            return Json{{"level", 1},
                        {"model_name", "maker"},
                        {"problem_id", problem},
                        {"status", "static_failed"}}
                       .dump()
                + "\n";
        };
        write("loop/results.jsonl", line(1) + line(2));
        write("loop/generated_kernels/level_1/problem_1.py", "draft (");
        write("loop/raw_generation/level_1/problem_1.txt",
              "<b>So</b>:\x1b[31m\n```python\nclass ModelNew:\n    pass\n```\n");
        const auto imported = kloupe({"import", path("s.kloupe"), "auto", path("loop"), "--json"});
        ASSERT_EQ(imported.exitCode, 0) << imported.err;
        EXPECT_EQ(imported.json().at("runs").at(0).at("dialogues"), 1);
    }
};

} // namespace

TEST_F(DialogueCommandTest, PrintsTheExtractedCodeOfAnAnswer)
{
    importRun();
    const auto text = kloupe({"dialogue", path("s.kloupe")});
    ASSERT_EQ(text.exitCode, 0) << text.err;
    EXPECT_NE(text.out.find(">>> taken\nclass ModelNew:\n    pass\n<<< taken\n"), std::string::npos)
        << text.out;
    EXPECT_NE(text.out.find("<b>So</b>"), std::string::npos);
    EXPECT_EQ(text.out.find('\x1b'), std::string::npos) << "a terminal obeys nothing of it";
    const auto json = kloupe({"dialogue", path("s.kloupe"), "--sample", "0", "--json"});
    ASSERT_EQ(json.exitCode, 0) << json.err;
    const Json response = json.json().at("requests").at(0).at("response");
    EXPECT_EQ(response.at("extractions").at(0).at("source"), "class ModelNew:\n    pass\n");
    const auto counted
        = kloupe({"sql", path("s.kloupe"),
                  "SELECT count(*) AS n FROM v_candidate WHERE request_id > 0", "--json"});
    ASSERT_EQ(counted.exitCode, 0) << counted.err;
    EXPECT_EQ(counted.json().at("rows").at(0).at(0), 1) << "the other has no answer";
}

TEST_F(DialogueCommandTest, ReportsMissingDialogues)
{
    importRun();
    const auto none = kloupe({"dialogue", path("s.kloupe"), "--task", "level1/2"});
    EXPECT_EQ(none.exitCode, 3);
    EXPECT_NE(none.err.find("no recorded conversation matches"), std::string::npos) << none.err;
}

} // namespace loupe
