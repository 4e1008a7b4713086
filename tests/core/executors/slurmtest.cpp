// SPDX-License-Identifier: Apache-2.0
#include "core/base/files.h"
#include "core/executors/slurmstates.h"
#include "core/executors/slurmtemplate.h"
#include "core/sandbox/child/pipedprocess.h"

#include <algorithm>

#include "tests/core/store/storefixture.h"
#include "tests/core/suites/taskfixture.h"

namespace loupe {

using test::must;

namespace {

using enum ArrayTaskState;

/// Characters that a template must survive.
const std::string nasty = "it's $(touch /tmp/x); `reboot` \"&|>\\ * ~ # \xc3\xa9";

} // namespace

TEST(SlurmStates, ReadsRangesOfTasks)
{
    EXPECT_EQ(arrayTasks("7"), (std::vector<int>{7}));
    EXPECT_EQ(arrayTasks("1-3,7,9-13:2%4"), (std::vector<int>{1, 2, 3, 7, 9, 11, 13}));
    for (const char *text : {"", "x", "1-", "-1", "1,,2", "1-3:0", "1-999999999", "3:x", "1-2-3"})
        EXPECT_TRUE(arrayTasks(text).empty()) << text;
}

// Output of Slurm 22.05.8 (data parser 0.0.38), shortened to the fields that are read.
TEST(SlurmStates, ReadsSqueueOf2205)
{
    const auto states = statesFromSqueue(R"({"meta": {"Slurm": {"release": "22.05.8"}}, "jobs": [
        {"job_id": 12, "array_job_id": 12, "array_task_id": null, "array_task_string": "3-4",
         "job_state": "PENDING"},
        {"job_id": 13, "array_job_id": 12, "array_task_id": 1, "array_task_string": "",
         "job_state": "RUNNING"},
        {"job_id": 14, "array_job_id": 12, "array_task_id": 2, "array_task_string": "",
         "job_state": "FAILED"},
        {"job_id": 20, "array_job_id": 20, "array_task_id": 1, "job_state": "RUNNING"}],
        "errors": []})",
                                         12);
    ASSERT_TRUE(states) << states.error().text();
    EXPECT_EQ(*states, (ArrayStates{{1, Running}, {2, Ended}, {3, Waiting}, {4, Waiting}}));
}

// Format of numbers and states since 23.02 and 23.11, by Slurm's openapi description.
TEST(SlurmStates, ReadsSqueueOfLaterVersions)
{
    const auto states = statesFromSqueue(R"({"jobs": [
        {"array_job_id": {"set": true, "infinite": false, "number": 12},
         "array_task_id": {"set": true, "infinite": false, "number": 1}, "array_task_string": "",
         "job_state": ["COMPLETED"]},
        {"array_job_id": {"set": true, "infinite": false, "number": 12},
         "array_task_id": {"set": false, "infinite": false, "number": 0},
         "array_task_string": "2-3%1", "job_state": ["PENDING"]}]})",
                                         12);
    ASSERT_TRUE(states) << states.error().text();
    EXPECT_EQ(*states, (ArrayStates{{1, Ended}, {2, Waiting}, {3, Waiting}}));
}

TEST(SlurmStates, AnArrayIsFoundByItsName)
{
    const std::string text = R"({"jobs": [
        {"array_job_id": 9, "array_task_id": 1, "job_state": "RUNNING", "name": "kloupe-a"},
        {"array_job_id": {"set": true, "number": 7}, "job_state": ["PENDING"], "name": "kloupe-a"},
        {"array_job_id": 8, "job_state": "PENDING", "name": "kloupe-b"},
        {"array_job_id": 0, "job_state": "PENDING", "name": "kloupe-a"}, 3]})";
    EXPECT_EQ(must(arrayJobsNamed(text, "kloupe-a")), (std::vector<std::int64_t>{7, 9}));
    EXPECT_TRUE(must(arrayJobsNamed(text, "kloupe")).empty());
    EXPECT_FALSE(arrayJobsNamed("[]", "kloupe-a"));
}

TEST(SlurmStates, InvalidAnswersAreErrors)
{
    for (const char *text :
         {"", "slurm_load_jobs error: Invalid job id specified", "[]", "{}", R"({"jobs": 3})"})
        EXPECT_FALSE(statesFromSqueue(text, 12)) << text;
    EXPECT_TRUE(statesFromSqueue(R"({"jobs": [3, {}, {"array_job_id": "12"}]})", 12)->empty());
}

TEST(SlurmStates, ReadsSacct)
{
    const ArrayStates states = statesFromSacct("12_1|COMPLETED\n12_2|CANCELLED by 1000\n"
                                               "12_3|NODE_FAIL\n12_4|RUNNING\n12_[5-6%2]|PENDING\n"
                                               "120_1|RUNNING\n12_7.batch\nnonsense\n",
                                               12);
    EXPECT_EQ(states,
              (ArrayStates{
                  {1, Ended}, {2, Ended}, {3, Ended}, {4, Running}, {5, Waiting}, {6, Waiting}}));
}

TEST(SlurmTemplates, NameEveryFieldThatIsWrong)
{
    const auto site = parseSlurmTemplate(
        R"({"kernelloupe_slurm": 1, "folder": "relative", "tasks": 0, "partition": "a\nb",
            "environment": {"A B": "x", "OK": "y"}, "modules": [""], "poll_seconds": 0})",
        "site.json");
    ASSERT_FALSE(site);
    for (const char *where :
         {"site.json:folder: ", "site.json:tasks: ", "site.json:partition: ",
          "site.json:environment.A B: ", "site.json:modules: ", "site.json:poll_seconds: "})
        EXPECT_NE(site.error().detail.find(where), std::string::npos) << where << "\n"
                                                                      << site.error().detail;
    EXPECT_FALSE(
        parseSlurmTemplate(R"({"kernelloupe_slurm": 1, "folder": "/x", "nodes": 2})", "s"));
    EXPECT_FALSE(parseSlurmTemplate(R"({"kernelloupe_slurm": 2, "folder": "/x"})", "s"));
    EXPECT_FALSE(parseSlurmTemplate(R"({"folder": "/x"})", "s"));
    EXPECT_TRUE(parseSlurmTemplate(R"({"kernelloupe_slurm": 1, "folder": "/x"})", "s"));
}

using SlurmScripts = test::FolderTest;

TEST_F(SlurmScripts, ShellReadsEveryValueUnchanged)
{
    // The "program" prints its arguments and a variable.
    write("show", "#!/bin/bash\nprintf '%s\\n' \"$@\" \"$VALUE\"\n");
    std::filesystem::permissions(root() / "show", std::filesystem::perms::owner_all);
    SlurmTemplate site;
    site.environment = {{"VALUE", nasty}, {"SLURM_ARRAY_TASK_ID", "7"}};
    site.wrapper = {"env", "--"};
    site.scratch = "/scratch/" + nasty;
    const JobFolder job(root() / nasty.substr(0, 8));
    write("array.sh", arrayScript(site, job, (root() / "show").string()));
    const auto answer = runProgram({"bash", "--noprofile", (root() / "array.sh").string()}, 20);
    ASSERT_TRUE(answer) << answer.error().text();
    EXPECT_EQ(answer->output,
              "work\n" + job.path().string() + "\n--accept-settings\n--scratch\n/scratch/" + nasty
                  + "\n--shard\n7\n" + nasty + "\n");
    EXPECT_EQ(answer->exitCode, 0);
}

TEST_F(SlurmScripts, OnlyTypedOptionsLeaveTheSandbox)
{
    const JobFolder job("/jobs/1");
    EXPECT_EQ(arrayScript({}, job, "kloupe").find("sandbox"), std::string::npos);
    EXPECT_NE(arrayScript({}, job, "kloupe", {SandboxMode::None, true})
                  .find("'--no-sandbox' '--no-sandbox-as-root'"),
              std::string::npos);
}

TEST_F(SlurmScripts, SbatchGetsValuesAsArguments)
{
    SlurmTemplate site;
    site.partition = "gpu; reboot";
    site.gres = "gpu:1";
    site.atOnce = 2;
    const JobFolder job("/jobs/a b");
    const auto command = sbatchCommand(site, job, {1, 2, 3, 4});
    const auto has = [&](const std::string &word) {
        return std::ranges::find(command, word) != command.end();
    };
    EXPECT_TRUE(has("--partition=gpu; reboot")) << "one word, whatever it holds";
    EXPECT_TRUE(has("--gres=gpu:1"));
    EXPECT_TRUE(has("--array=1-4%2"));
    EXPECT_TRUE(has("--output=/jobs/a b/shards/%a.log"));
    EXPECT_EQ(command.back(), "/jobs/a b/array.sh");
    EXPECT_EQ(sbatchCommand(SlurmTemplate(), job, {2, 5})[3], "--array=2,5");
}

} // namespace loupe
