// SPDX-License-Identifier: Apache-2.0
#include "core/engine/contract/stageseconds.h"

#include <chrono>
#include <string>

#include <gtest/gtest.h>

namespace loupe {

namespace {

using namespace std::chrono_literals;

StageSeconds::Moment at(std::chrono::milliseconds time)
{
    return StageSeconds::Moment(time);
}

/// Parses the JSON after a word in the lines for the run log.
Json behind(const std::string &lines, const std::string &word)
{
    const std::size_t begin = lines.find(word);
    EXPECT_NE(begin, std::string::npos) << lines;
    return Json::parse(
        lines.substr(begin + word.size(), lines.find('\n', begin) - begin - word.size()));
}

} // namespace

TEST(StageSeconds, PartsOfOneNameAddUp)
{
    StageSeconds seconds;
    seconds.add("verify", 1500ms);
    seconds.add("build", 250ms);
    seconds.add("verify", 500ms);
    EXPECT_EQ(behind(seconds.describe(), "kloupe seconds: "),
              (Json{{"verify", 2.0}, {"build", 0.25}}));
    EXPECT_EQ(behind(seconds.describe(), "kloupe timeline: "), Json::array())
        << "without a begin and an end they stand on no line";
}

TEST(StageSeconds, ExcludesWaitingAndStarting)
{
    StageSeconds seconds;
    seconds.add("wait for the device", 8s);
    seconds.add("start the judge", 4s);
    seconds.add("verify", 2s);
    seconds.add("time", 1s);
    EXPECT_DOUBLE_EQ(seconds.busy(), 3.0);
    EXPECT_DOUBLE_EQ(StageSeconds().busy(), 0.0);
}

TEST(StageSeconds, TimelineHasStartAndEnd)
{
    StageSeconds seconds;
    seconds.add("build", at(1000ms), at(1250ms));
    seconds.add("verify", at(1250ms), at(2000ms));
    EXPECT_EQ(behind(seconds.describe(), "kloupe timeline: "),
              Json::parse(R"([["build", 1.0, 1.25], ["verify", 1.25, 2.0]])"));
}

TEST(StageSeconds, BoundsTheLineOfManyCalls)
{
    StageSeconds seconds;
    for (int i = 0; i < 1000; ++i)
        seconds.add("call", at(std::chrono::milliseconds(i)), at(std::chrono::milliseconds(i + 1)));
    EXPECT_EQ(behind(seconds.describe(), "kloupe timeline: ").size(), 200U);
    EXPECT_NEAR(seconds.busy(), 1.0, 1e-9);
}

TEST(StageSeconds, NestedPartsCountTheirOwnTime)
{
    StageSeconds seconds;
    {
        const StageSeconds::Part outer(seconds, "reference");
        const StageSeconds::Part inner(seconds, "wait for memory");
    }
    const Json spans = behind(seconds.describe(), "kloupe timeline: ");
    ASSERT_EQ(spans.size(), 3U);
    EXPECT_EQ(spans[0][0], "reference");
    EXPECT_EQ(spans[1][0], "wait for memory");
    EXPECT_EQ(spans[2][0], "reference");
    EXPECT_LE(spans[0][2], spans[1][1]);
    EXPECT_LE(spans[1][2], spans[2][1]) << "they do not overlap";
}

TEST(StageSeconds, AddsTimesOfOtherThreads)
{
    StageSeconds seconds;
    seconds.add("load", at(0ms), at(1000ms));
    StageSeconds building;
    building.add("wait for memory during the build", at(250ms), at(500ms));
    seconds.addAll(building);
    EXPECT_EQ(behind(seconds.describe(), "kloupe seconds: "),
              (Json{{"load", 1.0}, {"wait for memory during the build", 0.25}}));
    EXPECT_EQ(behind(seconds.describe(), "kloupe timeline: ").size(), 2U);
    EXPECT_DOUBLE_EQ(seconds.busy(), 1.0);
}

TEST(StageSeconds, APartThatWasStoppedIsCountedOnce)
{
    StageSeconds seconds;
    {
        StageSeconds::Part part(seconds, "build");
        part.stop();
        part.stop();
    }
    EXPECT_EQ(behind(seconds.describe(), "kloupe timeline: ").size(), 1U);
}

} // namespace loupe
