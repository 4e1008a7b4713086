// SPDX-License-Identifier: Apache-2.0
#include "core/generation/strategy/strategy.h"

#include "core/base/json.h"

#include <gtest/gtest.h>

namespace loupe {

namespace {

Profile profileWith(const Json &sections)
{
    Json json{{"format", 1},
              {"name", "test"},
              {"endpoint", {{"url", "http://127.0.0.1:1/v1"}}},
              {"model", "m"}};
    json.update(sections);
    const auto profile = parseProfile(json.dump(), "p.json");
    EXPECT_TRUE(profile) << profile.error().text();
    return profile ? *profile : Profile();
}

} // namespace

TEST(StrategyTest, ReadsWhatAProfileSays)
{
    const auto plain = readStrategy(profileWith(Json::object()));
    ASSERT_TRUE(plain);
    EXPECT_EQ(plain->samples, 1);
    EXPECT_EQ(plain->startPrompt, "");
    const auto said
        = readStrategy(profileWith({{"strategy", {{"kind", "independent"}, {"samples", 4}}},
                                    {"prompt", {{"start", "cpu.start"}}}}));
    ASSERT_TRUE(said);
    EXPECT_EQ(said->samples, 4);
    EXPECT_EQ(said->startPrompt, "cpu.start");
}

TEST(StrategyTest, ReadsStrategiesWithRounds)
{
    const auto serial = readStrategy(
        profileWith({{"strategy",
                      {{"kind", "serial"},
                       {"samples", 2},
                       {"rounds", 5},
                       {"parent", "best"},
                       {"reminder", false},
                       {"confirm", false},
                       {"stop",
                        {{"speedup", 2.5},
                         {"correct", true},
                         {"no_progress", 3},
                         {"gain", 0.1},
                         {"same_code", true}}}}},
                     {"prompt", {{"fix", "mine.fix"}, {"reminder", "mine.reminder"}}},
                     {"feedback", Json::object()},
                     {"judge", "suite"}}));
    ASSERT_TRUE(serial) << serial.error().text();
    EXPECT_EQ(serial->kind, Strategy::Kind::Serial);
    EXPECT_EQ(serial->rounds, 5);
    EXPECT_EQ(serial->parent, Strategy::Parent::Best);
    EXPECT_EQ(serial->judge, Strategy::Judge::Suite);
    EXPECT_FALSE(serial->hasReminder);
    EXPECT_FALSE(serial->isConfirmed);
    EXPECT_EQ(serial->stop.speedup, 2.5);
    EXPECT_TRUE(serial->stop.isCorrectEnough);
    EXPECT_EQ(serial->stop.noProgress, 3);
    EXPECT_EQ(serial->stop.gain, 0.1);
    EXPECT_TRUE(serial->stop.sameCode);
    EXPECT_EQ(serial->fixPrompt, "mine.fix");
    EXPECT_EQ(serial->reminderPrompt, "mine.reminder");
    EXPECT_EQ(text(*serial), "serial, 2 samples, 5 rounds from the best");
    const auto ranked = readStrategy(profileWith(
        {{"strategy",
          {{"kind", "best_then_refine"}, {"samples", 8}, {"rounds", 3}, {"width", 2}}}}));
    ASSERT_TRUE(ranked) << ranked.error().text();
    EXPECT_EQ(ranked->width, 2);
    EXPECT_EQ(ranked->judge, Strategy::Judge::Strict);
    EXPECT_EQ(text(*ranked),
              "best_then_refine, 8 samples, the best 2 of them go on, 3 rounds from the last");
}

TEST(StrategyTest, RefusesWhatItDoesNotKnow)
{
    for (const auto &[sections, place] : std::vector<std::pair<Json, std::string>>{
             {{{"strategy", {{"kind", "beam"}}}}, "p.json:strategy.kind"},
             {{{"strategy", {{"kind", "independent"}, {"samples", 0}}}}, "p.json:strategy.samples"},
             {{{"strategy", {{"kind", "independent"}, {"rounds", 3}}}}, "p.json:strategy.rounds"},
             {{{"strategy", {{"kind", "serial"}, {"width", 3}}}}, "p.json:strategy.width"},
             {{{"strategy", {{"kind", "serial"}, {"parent", "first"}}}}, "p.json:strategy.parent"},
             {{{"strategy", {{"kind", "serial"}, {"stop", {{"when", 1}}}}}},
              "p.json:strategy.stop.when"},
             {{{"prompt", {{"fix", "any.fix"}}}}, "p.json:prompt.fix"},
             {{{"judge", "suite"}}, "p.json:judge"},
             {{{"feedback", Json::object()}}, "p.json:feedback"}}) {
        const auto refused = readStrategy(profileWith(sections));
        ASSERT_FALSE(refused) << sections.dump();
        EXPECT_EQ(refused.error().where, place);
    }
}

} // namespace loupe
