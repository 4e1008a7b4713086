// SPDX-License-Identifier: Apache-2.0
//
// Tests what all formats share: no duplicate records, a run identified by content rather than
// location, and records of infrastructure failures.
#include "core/records/reading/batchbuilder.h"

#include "tests/core/records/recordfixture.h"

namespace loupe::test {

namespace {

BatchSource source(const std::string &path)
{
    return {"format", "suite", path, "name", {}, {}, "NVIDIA H100", Json::object()};
}

Evaluation evaluation(const std::string &task, int round, Verdict verdict = Verdict::Correct)
{
    Evaluation out;
    out.candidate.task = task;
    out.candidate.method = "m";
    out.candidate.round = round;
    out.candidate.source = "def f(): pass";
    out.verdict = verdict;
    return out;
}

TEST(BatchBuilder, TakesEachRecordTaskAndMethodOnce)
{
    BatchBuilder batch(source("/a/x.json"), "digest", {});
    EXPECT_TRUE(batch.isEmpty());
    EXPECT_TRUE(batch.add(evaluation("t", 0)));
    EXPECT_TRUE(batch.add(evaluation("t", 1)));
    EXPECT_FALSE(batch.add(evaluation("t", 0, Verdict::WrongValue))) << "the first stays";
    Task task;
    task.name = "t";
    batch.addTask(task);
    batch.addTask(task);
    Method method;
    method.name = "m";
    batch.addMethod(method);
    batch.addMethod(method);
    EXPECT_EQ(batch.batch().records, 2);
    ASSERT_EQ(batch.batch().evaluations.size(), 2U);
    EXPECT_EQ(batch.batch().evaluations[0].verdict, Verdict::Correct);
    EXPECT_EQ(batch.batch().tasks.size(), 1U);
    EXPECT_EQ(batch.batch().methods.size(), 1U);
    for (const std::size_t count : {0U, 1U, 3U})
        batch.note(count, {"record", "without a time"});
    EXPECT_EQ(batch.batch().notes,
              (std::vector<std::string>{"1 record without a time", "3 records without a time"}));
}

TEST(BatchBuilder, IdentifiesARunByContentNotByPath)
{
    const auto uuid = [](const BatchSource &from, const std::string &digest) {
        return BatchBuilder(from, digest, {}).batch().run.uuid;
    };
    const std::string one = uuid(source("/a/x.json"), "digest");
    EXPECT_EQ(one.size(), 32U);
    EXPECT_EQ(uuid(source("/elsewhere/y.json"), "digest"), one);
    EXPECT_NE(uuid(source("/a/x.json"), "another"), one);
    BatchSource other = source("/a/x.json");
    other.device = "NVIDIA A100";
    EXPECT_NE(uuid(other, "digest"), one) << "the same bytes on another device are another run";
    other = source("/a/x.json");
    other.identity = "level_2";
    EXPECT_NE(uuid(other, "digest"), one) << "what names of folders say belongs to it";
}

TEST(BatchBuilder, RunNamesItsFileAndDevice)
{
    const loupe::Run run = BatchBuilder(source("/a/x.json"), "digest", {}).batch().run;
    EXPECT_EQ(run.name, "name");
    EXPECT_EQ(run.origin, "import:format");
    EXPECT_EQ(run.environment.deviceName, "NVIDIA H100 (recorded)");
    EXPECT_EQ(run.environment.deviceKind, "cuda");
    const Json profile = Json::parse(run.profileJson);
    EXPECT_EQ(profile.at("file"), "x.json") << "no absolute path is kept";
    EXPECT_EQ(profile.at("sha256"), "digest");
    ReadOptions named;
    named.runName = "mine";
    BatchSource part = source("/a/x.json");
    part.part = "fp16";
    EXPECT_EQ(BatchBuilder(part, "digest", named).batch().run.name, "mine fp16");
}

TEST(BatchBuilder, RunsOfOneSourceHaveUniqueNames)
{
    BatchBuilders<std::string> builders;
    const auto make = [] { return BatchBuilder(source("/a/x.json"), "digest", {}); };
    BatchBuilder &first = builders.of("a", make);
    EXPECT_EQ(&builders.of("a", make), &first) << "the same key is the same run";
    EXPECT_EQ(builders.of("b", make).batch().run.name, "name 2");
    EXPECT_EQ(builders.of("c", make).batch().run.name, "name 3");
}

TEST(RecordedEnvironment, IsMarkedAsRecorded)
{
    EXPECT_EQ(recordedEnvironment("", "").deviceName, "not recorded");
    EXPECT_EQ(recordedEnvironment("", "").deviceKind, "unknown");
    EXPECT_EQ(recordedEnvironment("cpu", "cpu").deviceName, "CPU (recorded)");
    const Json json = Json::parse(recordedEnvironment("L40", "cuda", {{"driver", "1"}}).json);
    EXPECT_EQ(json.at("driver"), "1");
    EXPECT_EQ(json.at("source"), "as recorded");
}

TEST(SettleRecorded, TreatsTheTextNoneAsNoCodeAndFlagsItsScore)
{
    Evaluation scored = evaluation("t", 0);
    scored.candidate.source = " None\n";
    scored.speedup = 2.0;
    scored.candidateMs = 1.0;
    settleRecorded(scored);
    EXPECT_EQ(scored.verdict, Verdict::EmptySubmission);
    EXPECT_FALSE(scored.speedup);
    EXPECT_FALSE(scored.candidateMs);
    EXPECT_TRUE(scored.candidate.source.empty());
    EXPECT_EQ(scored.flags, std::vector<std::string>{"score_without_code"});
    Evaluation failed = evaluation("t", 0, Verdict::WrongValue);
    failed.candidate.source = "None";
    settleRecorded(failed);
    EXPECT_TRUE(failed.flags.empty());
    Evaluation code = evaluation("t", 0);
    code.candidate.source = "None if x else y";
    settleRecorded(code);
    EXPECT_EQ(code.verdict, Verdict::Correct);
}

TEST(SettleRecorded, UnsupportedDeviceIsNotACandidateFailure)
{
    const char *const noImage
        = "CUDA error: no kernel image is available for execution on the device";
    Evaluation crashed = evaluation("t", 0, Verdict::Crashed);
    crashed.runLog = noImage;
    settleRecorded(crashed);
    EXPECT_EQ(crashed.verdict, Verdict::InfraError);
    Evaluation wrong = evaluation("t", 0, Verdict::WrongValue);
    wrong.runLog = noImage;
    settleRecorded(wrong);
    EXPECT_EQ(wrong.verdict, Verdict::WrongValue) << "it ran, and was wrong";
}

TEST(DigestOf, HashesContentAndNamesOfSeveralFiles)
{
    // sha256sum of "abc", FIPS 180-4.
    EXPECT_EQ(digestOf({{"any", "abc"}}),
              "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    const std::string two = digestOf({{"a", "1"}, {"b", "2"}});
    EXPECT_NE(digestOf({{"a", "2"}, {"b", "1"}}), two);
    EXPECT_NE(digestOf({{"a", "1"}, {"c", "2"}}), two);
    EXPECT_EQ(digestOf({{"a", "1"}, {"b", "2"}}), two);
}

} // namespace

} // namespace loupe::test
