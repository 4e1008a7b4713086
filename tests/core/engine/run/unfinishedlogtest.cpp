// SPDX-License-Identifier: Apache-2.0
#include "core/engine/run/unfinishedlog.h"

#include "core/base/files.h"

#include <fstream>

#include "tests/core/engine/runfixture.h"

namespace loupe {

namespace {

using test::must;
using test::mustSucceed;

class Unfinished : public test::RunTest
{
protected:
    std::filesystem::path store() const { return root() / "r.kloupe"; }
    std::string text() const
    {
        const auto read = readFile(UnfinishedLog::fileOf(store()));
        return read ? *read : std::string();
    }
    static ItemInfo item(int sample) { return {"Math/double", "Math", "m", sample, 0, "cpu"}; }
};

} // namespace

TEST_F(Unfinished, ContainsOnlyUnfinishedItems)
{
    {
        UnfinishedLog log(store(), "the run");
        log.entered(item(0), Stage::Build);
        log.entered(item(1), Stage::Build);
        log.entered(item(1), Stage::Verify);
        log.ended(item(0));
        log.ended(item(7)); // was never begun here
        log.cancelled(item(1), "kloupe seconds: {\xFF}");
        EXPECT_EQ(log.left(), 1U);
    }
    EXPECT_EQ(text().find("\"sample\":0"), std::string::npos) << text();
    std::istringstream lines(text());
    std::vector<Json> all;
    for (std::string line; std::getline(lines, line);)
        all.push_back(Json::parse(line));
    ASSERT_EQ(all.size(), 3U);
    EXPECT_EQ(all[1].at("stage"), "verify");
    EXPECT_EQ(all[1].at("device"), "cpu");
    EXPECT_EQ(all[2].at("log"), "kloupe seconds: {\xEF\xBF\xBD}") << "whatever its bytes are";
}

TEST_F(Unfinished, IgnoresATruncatedLine)
{
    std::ofstream(UnfinishedLog::fileOf(store()))
        << R"({"run":"the run","task":"Math/double","method":"m","sample":0,"round":0,"stage":"build"})"
        << "\n[1]\n{\"run\":\"the r";
    UnfinishedLog log(store(), "the run");
    EXPECT_EQ(log.left(), 1U);
    EXPECT_EQ(UnfinishedLog(store(), "another").left(), 0U) << "that is of another run";
    log.ended(item(0));
    EXPECT_FALSE(std::filesystem::exists(UnfinishedLog::fileOf(store())));
}

TEST_F(Unfinished, ResumedRunReportsTheKill)
{
    writeSamples(2);
    const Plan plan = must(makePlan(request()));
    {
        const auto recorder = must(open(request()));
        recorder->entered(plan.items.at(0), Stage::Build, "cpu");
        recorder->entered(plan.items.at(1), Stage::Build, "cpu");
        mustSucceed(recorder->record(plan.items[0], evaluationOf(plan.items[0], Verdict::Correct),
                                     "cpu", 1));
    } // as a killed program leaves it
    listener.lines.clear();
    const auto recorder = must(open(request(true)));
    ASSERT_EQ(listener.lines.size(), 1U);
    EXPECT_NE(listener.lines[0].find("an evaluation was under way"), std::string::npos)
        << listener.lines[0];
    recorder->expect(2, 1);
    recorder->entered(plan.items[1], Stage::Build, "cpu");
    recorder->cancelled(plan.items[1], "what was known");
    must(recorder->finish(true));
    EXPECT_NE(listener.lines.back().find("lists the items"), std::string::npos);
    EXPECT_NE(text().find("what was known"), std::string::npos);
}

TEST_F(Unfinished, ReportsAnUnwritableLogAndContinues)
{
    writeSamples(1);
    const Plan plan = must(makePlan(request()));
    const auto recorder = must(open(request()));
    std::filesystem::create_directory(UnfinishedLog::fileOf(store()));
    recorder->entered(plan.items.at(0), Stage::Build, "cpu");
    recorder->entered(plan.items.at(0), Stage::Verify, "cpu");
    ASSERT_EQ(listener.lines.size(), 1U) << "once";
    EXPECT_NE(listener.lines[0].find("cannot be recorded"), std::string::npos) << listener.lines[0];
    mustSucceed(
        recorder->record(plan.items[0], evaluationOf(plan.items[0], Verdict::Correct), "cpu", 1));
}

} // namespace loupe
