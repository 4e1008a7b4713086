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

TEST(StrategyTest, ReadsProfiles)
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

TEST(StrategyTest, ReadsStrategiesOverAllProgramsOfATask)
{
    const auto beam = readStrategy(profileWith(
        {{"strategy", {{"kind", "beam"}, {"width", 3}, {"children", 4}, {"rounds", 5}}}}));
    ASSERT_TRUE(beam) << beam.error().text();
    EXPECT_EQ(beam->kind, Strategy::Kind::Beam);
    EXPECT_EQ(beam->width, 3);
    EXPECT_EQ(beam->samples, 12) << "programs of a round";
    EXPECT_EQ(text(*beam), "beam, the best 3 programs with 4 children each, 5 rounds");
    const auto evolve = readStrategy(profileWith({{"strategy",
                                                   {{"kind", "evolve"},
                                                    {"islands", 2},
                                                    {"children", 3},
                                                    {"rounds", 6},
                                                    {"migration", 2},
                                                    {"crossover", 0.5},
                                                    {"seed", 11},
                                                    {"stop", {{"no_progress", 3}}},
                                                    {"confirm", false}}},
                                                  {"prompt", {{"cross", "mine.cross"}}},
                                                  {"judge", "suite"}}));
    ASSERT_TRUE(evolve) << evolve.error().text();
    EXPECT_EQ(evolve->samples, 6);
    EXPECT_EQ(evolve->islands, 2);
    EXPECT_EQ(evolve->migration, 2);
    EXPECT_EQ(evolve->crossover, 0.5);
    EXPECT_EQ(evolve->seed, 11);
    EXPECT_EQ(evolve->stop.noProgress, 3);
    EXPECT_FALSE(evolve->isConfirmed);
    EXPECT_EQ(evolve->crossPrompt, "mine.cross");
    EXPECT_EQ(text(*evolve), "evolve, 2 islands with 3 programs a round each, 6 rounds");
    const auto plain = readStrategy(profileWith({{"strategy", {{"kind", "evolve"}}}}));
    ASSERT_TRUE(plain);
    EXPECT_EQ(plain->samples, 1);
    EXPECT_EQ(plain->seed, std::nullopt) << "that of the parameters";
}

TEST(StrategyTest, RefusesUnknownValues)
{
    for (const auto &[sections, place] : std::vector<std::pair<Json, std::string>>{
             {{{"strategy", {{"kind", "tree"}}}}, "p.json:strategy.kind"},
             {{{"strategy", {{"kind", "beam"}, {"samples", 3}}}}, "p.json:strategy.samples"},
             {{{"strategy", {{"kind", "beam"}, {"parent", "best"}}}}, "p.json:strategy.parent"},
             {{{"strategy", {{"kind", "beam"}, {"islands", 2}}}}, "p.json:strategy.islands"},
             {{{"strategy", {{"kind", "beam"}, {"width", 200}, {"children", 51}}}},
              "p.json:strategy.children"},
             {{{"strategy", {{"kind", "evolve"}, {"width", 2}}}}, "p.json:strategy.width"},
             {{{"strategy", {{"kind", "evolve"}, {"crossover", 1.5}}}},
              "p.json:strategy.crossover"},
             {{{"strategy", {{"kind", "evolve"}, {"migration", 0}}}}, "p.json:strategy.migration"},
             {{{"strategy", {{"kind", "evolve"}, {"seed", -1}}}}, "p.json:strategy.seed"},
             {{{"strategy", {{"kind", "evolve"}, {"stop", {{"same_code", true}}}}}},
              "p.json:strategy.stop.same_code"},
             {{{"strategy", {{"kind", "beam"}}}, {"prompt", {{"cross", "any.cross"}}}},
              "p.json:prompt.cross"},
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
