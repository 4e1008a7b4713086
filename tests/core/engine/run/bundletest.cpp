// SPDX-License-Identifier: Apache-2.0
#include "core/engine/run/bundle.h"

#include "core/base/digest.h"
#include "core/model/record/sourcefiles.h"

#include <algorithm>
#include <sstream>

#include "tests/core/engine/runfixture.h"

namespace loupe {

namespace {

namespace fs = std::filesystem;
using test::must;
using test::mustSucceed;

class BundleTest : public test::RunTest
{
protected:
    void SetUp() override
    {
        RunTest::SetUp();
        write("m/Math/double/sample_0.cpp", source());
        recordRun(request(), {Verdict::WrongValue});
    }
    virtual std::string source() const { return "// the candidate\n"; }
    fs::path bundle() const { return root() / "bundle"; }
    RowId first() const
    {
        return must(must(StoreReader::open(request().store))->ids(Filter())).front();
    }
    std::string text(const std::string &name) const { return must(readFile(bundle() / name)); }
};

class SeveralFilesBundleTest : public BundleTest
{
protected:
    std::string source() const override
    {
        return joinedFiles({{"model_new.py", "entry\n"}, {"kernels/a.cu", "kernel"}});
    }
};

} // namespace

TEST_F(BundleTest, ContainsEverythingForOneEvaluation)
{
    mustSucceed(writeBundle(request().store, first(), bundle()));
    EXPECT_EQ(text("candidate.cpp"), "// the candidate\n");
    EXPECT_EQ(text("reference.cpp"), doubleSource());
    EXPECT_TRUE(fs::exists(bundle() / "suite/Math/double/task.json"));
    EXPECT_FALSE(fs::exists(bundle() / "build.log")) << "there was none";
    const Json summary = Json::parse(text("evaluation.json"));
    EXPECT_EQ(summary.at("task"), "Math/double");
    EXPECT_EQ(summary.at("verdict"), "wrong_value");
    EXPECT_TRUE(summary.at("speedup").is_null());
    EXPECT_NE(text("README.md").find("The task lies below suite/."), std::string::npos);
    EXPECT_NE((fs::status(bundle() / "run.sh").permissions() & fs::perms::owner_exec),
              fs::perms::none);
    EXPECT_NE(text("run.sh").find("\"${SUITE:-suite}\""), std::string::npos);
}

TEST_F(BundleTest, StoreContainsOnlyTheEvaluationAndNoLocalPaths)
{
    mustSucceed(writeBundle(request().store, first(), bundle()));
    const auto reader = must(StoreReader::open(bundle() / "evaluation.kloupe"));
    const auto ids = must(reader->ids(Filter()));
    ASSERT_EQ(ids.size(), 1U);
    const EvaluationDetail detail = must(reader->detail(ids.front()));
    EXPECT_EQ(detail.evaluation.candidate.source, "// the candidate\n");
    EXPECT_EQ(detail.row.verdict, Verdict::WrongValue);
    EXPECT_EQ(detail.run.profileJson.find(root().string()), std::string::npos)
        << detail.run.profileJson;
    const Json profile = Json::parse(detail.run.profileJson);
    EXPECT_EQ(profile.at("suite").at("folder"), "suite");
    EXPECT_EQ(profile.at("candidates"), Json::array());
    EXPECT_EQ(profile.at("seed"), "00") << "or the inputs could not be drawn again";
    EXPECT_TRUE(must(reader->check()).empty());
}

TEST_F(SeveralFilesBundleTest, ACandidateOfSeveralFilesIsAFolder)
{
    mustSucceed(writeBundle(request().store, first(), bundle()));
    EXPECT_EQ(text("candidate/model_new.py"), "entry\n");
    EXPECT_EQ(text("candidate/kernels/a.cu"), "kernel");
    EXPECT_NE(text("SHA256SUMS").find("  candidate/kernels/a.cu\n"), std::string::npos);
}

// Format of sha256sum --check: a digest, two blanks, a name.
TEST_F(BundleTest, ChecksumsCoverEveryOtherFile)
{
    mustSucceed(writeBundle(request().store, first(), bundle()));
    std::vector<std::string> named;
    std::istringstream lines(text("SHA256SUMS"));
    for (std::string line; std::getline(lines, line);) {
        const std::string name = line.substr(66);
        EXPECT_EQ(line.substr(64, 2), "  ");
        EXPECT_EQ(line.substr(0, 64), sha256Hex(text(name))) << name;
        named.push_back(name);
    }
    std::size_t files = 0;
    for (const auto &entry : fs::recursive_directory_iterator(bundle()))
        files += entry.is_regular_file() ? 1 : 0;
    EXPECT_EQ(named.size() + 1, files);
    EXPECT_EQ(std::ranges::count(named, "evaluation.kloupe"), 1);
    EXPECT_EQ(std::ranges::count(named, "SHA256SUMS"), 0);
}

TEST_F(BundleTest, OmitsASuiteWhoseTaskHasChanged)
{
    Json task = doubleTask();
    task["title"] = "Another";
    writeTask(task, "suite/Math/double");
    mustSucceed(writeBundle(request().store, first(), bundle()));
    EXPECT_FALSE(fs::exists(bundle() / "suite"));
    EXPECT_NE(text("run.sh").find("${SUITE:?names the checkout of the benchmark}"),
              std::string::npos);
    EXPECT_NE(text("README.md").find("give its checkout: SUITE=FOLDER ./run.sh"),
              std::string::npos);
}

TEST_F(BundleTest, WritesABundleWithoutItsSuite)
{
    fs::remove_all(root() / "suite");
    mustSucceed(writeBundle(request().store, first(), bundle()));
    EXPECT_EQ(text("candidate.cpp"), "// the candidate\n");
    EXPECT_FALSE(fs::exists(bundle() / "suite"));
}

TEST_F(BundleTest, RefusesAnExistingFolder)
{
    write("bundle/mine", "keep");
    const Status refused = writeBundle(request().store, first(), bundle());
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, Errc::InvalidInput);
    EXPECT_EQ(refused.error().where, bundle().string());
    EXPECT_EQ(text("mine"), "keep");
    EXPECT_EQ(writeBundle(request().store, first(), root() / "no/such/bundle").error().code,
              Errc::Io);
}

TEST_F(BundleTest, RefusesEvaluationsThatCannotBeRepeated)
{
    EXPECT_EQ(writeBundle(request().store, RowId{4711}, bundle()).error().code, Errc::NotFound);
    EXPECT_FALSE(writeBundle(root() / "none.kloupe", RowId{1}, bundle()));
    RowId bare;
    {
        const auto writer = must(StoreWriter::open(request().store));
        const RunId run = must(writer->beginRun(test::sampleRun("bare")));
        const TaskId task = must(writer->addTask(test::sampleTask("Math/exp", "Math")));
        const MethodId method = must(writer->addMethod(test::sampleMethod("m")));
        Evaluation evaluation = test::sampleEvaluation("Math/exp", "m");
        evaluation.candidate.source = {};
        bare = must(writer->record(run, task, method, evaluation));
    }
    EXPECT_EQ(writeBundle(request().store, bare, bundle()).error().message,
              "its source is not in the store");
    EXPECT_FALSE(fs::exists(bundle())) << "nothing was begun";
}

} // namespace loupe
