// SPDX-License-Identifier: Apache-2.0
#include "core/endpoints/profile/profile.h"

#include <string>

#include <gtest/gtest.h>

#include "tests/core/endpoints/sessionfixture.h"

namespace loupe {

namespace {

Json smallProfile()
{
    return test::profileJson();
}

std::string refusalOf(const Json &json)
{
    const auto profile = parseProfile(json.dump(), "p.json");
    EXPECT_FALSE(profile) << json.dump();
    return profile ? "" : profile.error().text() + "\n" + profile.error().detail;
}

} // namespace

TEST(ProfileTest, ReadsEveryField)
{
    const auto profile = parseProfile(R"({"format": 1, "name": "n", "model": "m",
        "endpoint": {"url": "https://api.example.com/v1/?api-version=2", "kind": "openai",
                     "key": "env:LOUPE_KEY", "lanes": 3, "requests_per_minute": 30,
                     "tokens_per_minute": 9000, "ca_file": "ca.pem", "proxy": "http://proxy:3128"},
        "parameters": {"temperature": [0.2, 0.8], "top_p": 0.9, "seed": 7, "max_output": 100,
                       "max_output_limit": 400, "extra": {"reasoning_effort": "low"}},
        "limits": {"idle_seconds": 0.5, "tries": 2},
        "prices": {"input": 0.15, "cached_input": 0.075, "output": 0.6, "date": "2026-11-25"},
        "budget": {"dollars": 1.5, "requests": 9, "per_task": {"output_tokens": 5},
                   "per_dialogue": {"input_tokens": 6}, "wall_seconds": 60},
        "strategy": {"kind": "serial"}, "judge": "strict"})",
                                      "/etc/p.json");
    ASSERT_TRUE(profile) << profile.error().text() << profile.error().detail;
    EXPECT_EQ(profile->endpoint.url.with("/chat/completions"),
              "https://api.example.com/v1/chat/completions?api-version=2");
    EXPECT_EQ(profile->endpoint.kind, EndpointKind::OpenAi);
    EXPECT_EQ(profile->endpoint.maxOutputName, "max_completion_tokens");
    EXPECT_EQ(profile->endpoint.key.text(), "env:LOUPE_KEY");
    EXPECT_EQ(profile->endpoint.extraCa, "/etc/ca.pem");
    EXPECT_FALSE(profile->endpoint.isLocal);
    EXPECT_EQ(profile->parameters.temperature, (std::vector<double>{0.2, 0.8}));
    EXPECT_EQ(profile->prices->input.pico, 150'000);
    EXPECT_EQ(profile->prices->cachedInput->pico, 75'000);
    EXPECT_EQ(profile->budget.run.dollars->pico, 1'500'000'000'000);
    EXPECT_EQ(profile->budget.task.outputTokens, 5);
    EXPECT_EQ(profile->budget.dialogue.inputTokens, 6);
    EXPECT_EQ(profile->generation.dump(), R"({"judge":"strict","strategy":{"kind":"serial"}})");
}

TEST(ProfileTest, LoopbackIsLocalByDefault)
{
    const auto isLocal = [](const std::string &endpoint) {
        const auto profile = parseProfile(
            R"({"format": 1, "name": "n", "model": "m", "endpoint": )" + endpoint + "}", "p.json");
        EXPECT_TRUE(profile) << profile.error().text();
        return profile->endpoint.isLocal;
    };
    EXPECT_TRUE(isLocal(R"({"url": "http://127.0.0.1:8080/v1"})"));
    EXPECT_FALSE(isLocal(R"({"url": "http://127.0.0.1:8080/v1", "local": false})"));
    EXPECT_FALSE(isLocal(R"({"url": "https://a.example/v1"})"));
    EXPECT_TRUE(isLocal(R"({"url": "https://a.example/v1", "local": true})"));
}

TEST(ProfileTest, UnknownKeysAreRefusedWithTheirPlace)
{
    for (const char *place : {"/endpoint/lane", "/parameters/temprature", "/limits/idle",
                              "/budget/per_task/dollar", "/budgets", "/prices/in"}) {
        Json json = smallProfile();
        json["parameters"] = Json::object();
        json["limits"] = Json::object();
        json["prices"] = {{"input", 1}, {"output", 1}, {"date", "2026-11-25"}};
        json["budget"] = {{"per_task", Json::object()}};
        json[Json::json_pointer(place)] = 1;
        std::string field = std::string(place).substr(1);
        for (char &each : field)
            each = each == '/' ? '.' : each;
        EXPECT_NE(refusalOf(json).find("p.json:" + field), std::string::npos) << refusalOf(json);
    }
}

TEST(ProfileTest, ValuesOutOfRangeAreRefused)
{
    const auto with = [](const char *place, const Json &value) {
        Json json = smallProfile();
        json[Json::json_pointer(place)] = value;
        return json;
    };
    EXPECT_NE(refusalOf(with("/endpoint/lanes", 0)).find("from 1 to 256"), std::string::npos);
    EXPECT_NE(refusalOf(with("/endpoint/lanes", 1.5)).find("whole"), std::string::npos);
    EXPECT_NE(refusalOf(with("/endpoint/kind", "gpt")).find("llama.cpp"), std::string::npos);
    EXPECT_NE(refusalOf(with("/parameters/temperature", {0.1, "warm"})).find("temperature"),
              std::string::npos);
    EXPECT_NE(refusalOf(with("/parameters/extra", {{"n", 2}})).find("\"n\""), std::string::npos);
    EXPECT_NE(refusalOf(with("/format", 2)).find("format"), std::string::npos);
    EXPECT_NE(refusalOf(with("/model", "")).find("model"), std::string::npos);
    EXPECT_NE(refusalOf(Json::array()).find("p.json"), std::string::npos);
}

TEST(ProfileTest, DollarLimitNeedsDatedPrices)
{
    Json json = smallProfile();
    json["budget"] = {{"dollars", 1}};
    EXPECT_NE(refusalOf(json).find("budget.dollars"), std::string::npos);
    json["prices"] = {{"input", 1}, {"output", 1}, {"date", "yesterday"}};
    EXPECT_NE(refusalOf(json).find("prices.date"), std::string::npos);
}

TEST(ProfileTest, RefusesAKeyInAProfileWithoutPrintingIt)
{
    Json json = smallProfile();
    json["endpoint"]["key"] = "sk-secret-1234567890";
    const std::string text = refusalOf(json);
    EXPECT_NE(text.find("endpoint.key"), std::string::npos);
    EXPECT_EQ(text.find("secret-1234567890"), std::string::npos) << text;
    for (const char *url :
         {"https://user:sk-secret-1234567890@api.example.com/v1", "sk-secret-1234567890"}) {
        json = smallProfile();
        json["endpoint"]["url"] = url;
        EXPECT_EQ(refusalOf(json).find("secret-1234567890"), std::string::npos);
    }
    json = smallProfile();
    json["endpoint"]["proxy"] = "http://me:sk-secret-1234567890@proxy";
    EXPECT_EQ(refusalOf(json).find("secret-1234567890"), std::string::npos);
    const auto broken = parseProfile("{\"endpoint\": {\"key\": \"sk-secret-1234567890\", }", "p");
    ASSERT_FALSE(broken);
    EXPECT_EQ(broken.error().text().find("secret-1234567890"), std::string::npos);
}

TEST(EndpointUrlTest, AllowsHttpOnlyForLoopback)
{
    for (const char *url : {"http://127.0.0.1:8080/v1", "http://localhost/v1", "http://[::1]:1/v1",
                            "http://127.9.9.9", "https://example.com", "https://[2001:db8::1]/v1"})
        EXPECT_TRUE(parseEndpointUrl(url)) << url;
    for (const char *url :
         {"http://example.com/v1", "http://127.0.0.1.example.com/v1", "http://127.1/v1",
          "http://10.0.0.1/v1", "http://0.0.0.0/v1", "http://localhost.example.com",
          "http://127.0.0.1\\@example.com/", "http://127.0.0.1#@example.com/", "ftp://127.0.0.1/",
          "file:///etc/passwd", "https://", "https://a b/", "http://2130706433/",
          "http://[::ffff:10.0.0.1]/", "http://127.0.0.1:99999/", "https://example.com/\n"})
        EXPECT_FALSE(parseEndpointUrl(url)) << url;
}

TEST(ProfileTest, EqualSettingsHaveEqualHashes)
{
    const Json json = smallProfile();
    const auto dense = parseProfile(json.dump(), "a");
    const auto spaced = parseProfile(json.dump(4), "b");
    ASSERT_TRUE(dense && spaced);
    EXPECT_EQ(dense->sha256, spaced->sha256);
}

TEST(MoneyTest, SumsAreExactAndSaturate)
{
    EXPECT_EQ(Money::fromDollars(0.15 / 1e6)->pico, 150'000);
    EXPECT_EQ(Money::fromDollars(1e-13)->pico, 1) << "rounded up, never to nothing";
    EXPECT_FALSE(Money::fromDollars(-1));
    EXPECT_FALSE(Money::fromDollars(1e300));
    EXPECT_EQ((Money{INT64_MAX / 2} * 3).pico, INT64_MAX);
    const Prices prices{{100}, Money{10}, {1000}, "2026-11-25", ""};
    Usage usage;
    usage.input = 50;
    usage.cached = 20;
    EXPECT_FALSE(costOf(usage, prices)) << "output is not known, and is not nothing";
    usage.output = 3;
    EXPECT_EQ(costOf(usage, prices)->pico, 30 * 100 + 20 * 10 + 3 * 1000);
    usage.dollars = 0.25;
    EXPECT_EQ(costOf(usage, prices)->pico, 250'000'000'000) << "what the endpoint says wins";
    usage.dollars.reset();
    EXPECT_FALSE(costOf(usage, std::nullopt));
}

} // namespace loupe
