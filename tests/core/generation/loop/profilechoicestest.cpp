// SPDX-License-Identifier: Apache-2.0
#include "core/generation/loop/profilechoices.h"

#include "core/base/json.h"
#include "core/generation/loop/generationsetup.h"

#include <array>

#include <gtest/gtest.h>

namespace loupe {

namespace {

Profile profileOf(const Json &more)
{
    Json json{{"format", 1},
              {"name", "way"},
              {"endpoint", {{"url", "https://host.test/v1"}, {"key", "env:A_KEY"}, {"lanes", 4}}},
              {"model", "m"},
              {"prices", {{"input", 1}, {"output", 2}, {"date", "2026-11-25"}}}};
    json.update(more);
    const auto profile = parseProfile(json.dump(), "p.json");
    EXPECT_TRUE(profile) << profile.error().text();
    return *profile;
}

const Json refining{{"strategy",
                     {{"kind", "serial"},
                      {"samples", 2},
                      {"rounds", 4},
                      {"parent", "best"},
                      {"stop", {{"correct", true}}}}},
                    {"feedback", {{"disclose", "verdict"}, {"history", "best"}}}};

} // namespace

TEST(ProfileChoices, AreReadAndHaveNoEffectAlone)
{
    const Profile profile = profileOf(refining);
    const auto choices = choicesOf(profile);
    ASSERT_TRUE(choices) << choices.error().text();
    EXPECT_EQ(choices->url, "https://host.test/v1");
    EXPECT_EQ(choices->key, "env:A_KEY");
    EXPECT_EQ(choices->lanes, 4);
    EXPECT_EQ(choices->strategy, Strategy::Kind::Serial);
    EXPECT_EQ(choices->rounds, 4);
    EXPECT_EQ(choices->parent, Strategy::Parent::Best);
    EXPECT_FALSE(choices->tellsCompare);
    EXPECT_TRUE(choices->tellsBuild);
    EXPECT_EQ(choices->history, FeedbackRules::History::Best);
    const auto same = profileWith(profile, *choices);
    ASSERT_TRUE(same) << same.error().text();
    EXPECT_EQ(Json::parse(same->text), Json::parse(profile.text));
}

TEST(ProfileChoices, NumbersDoNotChangeTheRequest)
{
    const Profile profile = profileOf(refining);
    ProfileChoices wanted = *choicesOf(profile);
    wanted.samples = 7;
    wanted.rounds = 9;
    wanted.requests = 100;
    wanted.dollars = 2.5;
    wanted.lanes = 8;
    const auto changed = profileWith(profile, wanted);
    ASSERT_TRUE(changed) << changed.error().text();
    EXPECT_EQ(questionDigest(*changed), questionDigest(profile));
    EXPECT_EQ(*choicesOf(*changed), wanted);
    wanted.model = "another";
    EXPECT_NE(questionDigest(*profileWith(profile, wanted)), questionDigest(profile));
}

TEST(ProfileChoices, PublishedPromptsReplaceOwnOnes)
{
    const Profile profile = profileOf({{"prompt", {{"start", "./a.start.txt"}, {"fix", "x"}}},
                                       {"strategy", {{"kind", "serial"}, {"rounds", 2}}}});
    ProfileChoices wanted = *choicesOf(profile);
    EXPECT_FALSE(wanted.isPublished);
    wanted.isPublished = true;
    const auto published = profileWith(profile, wanted);
    ASSERT_TRUE(published) << published.error().text();
    EXPECT_EQ(published->generation.at("prompt"),
              (Json{{"published", Json::object()}, {"fix", "x"}}));
    EXPECT_FALSE(readStrategy(*published)->hasReminder);
    wanted.isPublished = false;
    EXPECT_FALSE(readStrategy(*profileWith(*published, wanted))->published);
}

TEST(ProfileChoices, AnotherStrategyKeepsNoOldSettings)
{
    const Profile profile = profileOf(refining);
    ProfileChoices wanted = *choicesOf(profile);
    wanted.strategy = Strategy::Kind::Independent;
    const auto independent = profileWith(profile, wanted);
    ASSERT_TRUE(independent) << independent.error().text();
    EXPECT_EQ(readStrategy(*independent)->samples, 2);
    EXPECT_FALSE(independent->generation.contains("feedback"));
    wanted.strategy = Strategy::Kind::BestThenRefine;
    wanted.width = 2;
    const auto best = profileWith(profile, wanted);
    ASSERT_TRUE(best) << best.error().text();
    EXPECT_EQ(*choicesOf(*best), wanted);
    wanted.tellsCompare = true;
    wanted.tellsTime = false;
    wanted.tellsDevice = false;
    EXPECT_EQ(*choicesOf(*profileWith(profile, wanted)), wanted);
}

TEST(ProfileChoices, EveryStrategyCanReplaceEveryOther)
{
    const Profile first = profileOf({{"strategy",
                                      {{"kind", "evolve"},
                                       {"islands", 2},
                                       {"children", 3},
                                       {"rounds", 4},
                                       {"seed", 5},
                                       {"crossover", 0.5}}},
                                     {"prompt", {{"cross", "any.cross"}}}});
    const auto unchanged = profileWith(first, *choicesOf(first));
    ASSERT_TRUE(unchanged) << unchanged.error().text();
    EXPECT_EQ(Json::parse(unchanged->text), Json::parse(first.text));
    constexpr std::array kinds{Strategy::Kind::Independent, Strategy::Kind::Serial,
                               Strategy::Kind::BestThenRefine, Strategy::Kind::Beam,
                               Strategy::Kind::Evolve};
    for (const Strategy::Kind from : kinds) {
        ProfileChoices before = *choicesOf(first);
        before.strategy = from;
        before.samples = 4;
        const auto profile = profileWith(first, before);
        ASSERT_TRUE(profile) << name(from) << ": " << profile.error().text();
        for (const Strategy::Kind to : kinds) {
            ProfileChoices wanted = *choicesOf(*profile);
            wanted.strategy = to;
            wanted.samples = 5;
            wanted.width = 2;
            wanted.children = 3;
            const auto changed = profileWith(*profile, wanted);
            ASSERT_TRUE(changed) << name(from) << " to " << name(to) << ": "
                                 << changed.error().text();
            const ProfileChoices now = *choicesOf(*changed);
            EXPECT_EQ(now.strategy, to);
            const bool isPooled = to == Strategy::Kind::Beam || to == Strategy::Kind::Evolve;
            const int places = to == Strategy::Kind::Beam ? 2 * 3 : now.islands * 3;
            EXPECT_EQ(now.samples, isPooled ? places : 5) << name(from) << " to " << name(to);
        }
    }
}

TEST(ProfileChoices, MakeAProfileWithoutAFile)
{
    ProfileChoices wanted;
    wanted.name = "typed";
    wanted.url = "http://127.0.0.1:8080/v1";
    wanted.endpoint = EndpointKind::LlamaCpp;
    wanted.model = "m.gguf";
    wanted.samples = 3;
    const auto profile = profileWith({}, wanted);
    ASSERT_TRUE(profile) << profile.error().text();
    EXPECT_EQ(*choicesOf(*profile), wanted);
    wanted.dollars = 1; // without prices
    const auto priceless = profileWith({}, wanted);
    ASSERT_FALSE(priceless);
    EXPECT_NE(priceless.error().text().find("prices"), std::string::npos);
    wanted.dollars.reset();
    wanted.key = "sk-0123456789";
    const auto pasted = profileWith({}, wanted);
    ASSERT_FALSE(pasted);
    EXPECT_EQ(pasted.error().text().find("sk-0123456789"), std::string::npos)
        << "what may be a key is not repeated";
}

TEST(ProfileChoices, LimitsAreOnlyLowered)
{
    const Profile profile = profileOf({{"budget", {{"requests", 10}}}});
    ProfileChoices limits;
    limits.requests = 20;
    limits.dollars = 3;
    const auto within = profileWithin(profile, limits);
    ASSERT_TRUE(within) << within.error().text();
    EXPECT_EQ(within->budget.run.requests, 10);
    EXPECT_DOUBLE_EQ(within->budget.run.dollars->dollars(), 3);
}

} // namespace loupe
