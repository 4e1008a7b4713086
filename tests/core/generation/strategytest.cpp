// SPDX-License-Identifier: Apache-2.0
#include "core/generation/strategy/strategy.h"

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

Request requestThat(const std::string &state, ExtractionOutcome outcome,
                    const std::string &purpose = "start")
{
    Request request;
    request.purpose = purpose;
    request.state = state;
    if (state == "answered") {
        request.response.emplace();
        request.response->extractions.emplace_back().outcome = outcome;
    }
    return request;
}

ModelParameters ceilings(std::int64_t first, std::int64_t last)
{
    ModelParameters parameters;
    parameters.maxOutput = first;
    parameters.maxOutputLimit = last;
    return parameters;
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

TEST(StrategyTest, RefusesWhatItDoesNotKnow)
{
    for (const auto &[sections, place] : std::vector<std::pair<Json, std::string>>{
             {{{"strategy", {{"kind", "serial"}}}}, "p.json:strategy.kind"},
             {{{"strategy", {{"kind", "independent"}, {"samples", 0}}}}, "p.json:strategy.samples"},
             {{{"strategy", {{"kind", "independent"}, {"rounds", 3}}}}, "p.json:strategy.rounds"},
             {{{"prompt", {{"fix", "cpu.fix"}}}}, "p.json:prompt.fix"},
             {{{"feedback", Json::object()}}, "p.json:feedback"}}) {
        const auto refused = readStrategy(profileWith(sections));
        ASSERT_FALSE(refused) << sections.dump();
        EXPECT_EQ(refused.error().where, place);
    }
}

TEST(StrategyTest, AsksUntilASampleIsAnswered)
{
    const ModelParameters parameters = ceilings(100, 1000);
    EXPECT_EQ(nextRequest(nullptr, parameters), (WantedRequest{0, "start", 1, 100}));
    Dialogue dialogue;
    dialogue.requests = {requestThat("failed", {}), requestThat("unknown", {})};
    EXPECT_EQ(nextRequest(&dialogue, parameters), (WantedRequest{0, "start", 3, 100}));
    EXPECT_EQ(settledAnswer(dialogue, parameters), nullptr);
    for (const ExtractionOutcome outcome :
         {ExtractionOutcome::Code, ExtractionOutcome::NoCode, ExtractionOutcome::Refused}) {
        Dialogue answered = dialogue;
        answered.requests.push_back(requestThat("answered", outcome));
        EXPECT_EQ(nextRequest(&answered, parameters), std::nullopt);
        EXPECT_EQ(settledAnswer(answered, parameters), &answered.requests.back());
    }
    dialogue.requests.push_back(requestThat("answered", ExtractionOutcome::Code));
    dialogue.requests.back().response->isComplete = false;
    EXPECT_TRUE(nextRequest(&dialogue, parameters)) << "half an answer is none";
}

TEST(StrategyTest, RaisesTheCeilingAtMostTwice)
{
    Dialogue dialogue;
    const auto truncated = [&](const char *purpose) {
        dialogue.requests.push_back(requestThat("answered", ExtractionOutcome::Truncated, purpose));
    };
    truncated("start");
    const ModelParameters wide = ceilings(100, 1000);
    EXPECT_EQ(nextRequest(&dialogue, wide), (WantedRequest{0, "truncated", 1, 200}));
    EXPECT_EQ(nextRequest(&dialogue, ceilings(100, 150)), (WantedRequest{0, "truncated", 1, 150}));
    EXPECT_EQ(nextRequest(&dialogue, ceilings(100, 100)), std::nullopt) << "no higher allowed";
    EXPECT_EQ(settledAnswer(dialogue, wide), nullptr);
    truncated("truncated");
    EXPECT_EQ(nextRequest(&dialogue, wide), (WantedRequest{0, "truncated", 2, 400}));
    EXPECT_EQ(nextRequest(&dialogue, ceilings(100, 150)), std::nullopt);
    truncated("truncated");
    EXPECT_EQ(nextRequest(&dialogue, wide), std::nullopt);
    EXPECT_EQ(settledAnswer(dialogue, wide), &dialogue.requests.back());
}

} // namespace loupe
