// SPDX-License-Identifier: Apache-2.0
#include "core/endpoints/chat/chatrequest.h"

#include "core/endpoints/chat/failureclass.h"

#include <string>

#include <gtest/gtest.h>

#include "tests/core/endpoints/sessionfixture.h"

namespace loupe {

namespace {

Profile profileOf(const std::string &kind)
{
    Json json = test::profileJson();
    json["endpoint"]["kind"] = kind;
    json["parameters"]
        = {{"temperature", {0.2, 0.8}}, {"seed", 7}, {"extra", {{"z", 1}, {"a", 2}}}};
    return parseProfile(json.dump(), "p").value();
}

} // namespace

TEST(ChatRequestTest, BodyHasOnlySortedKeys)
{
    EXPECT_EQ(chatBody(profileOf("llama.cpp"), {{"system", "s"}, {"user", "a\xFF"}}, 3, 16),
              "{\"a\":2,\"max_tokens\":16,\"messages\":[{\"content\":\"s\",\"role\":\"system\"},"
              "{\"content\":\"a\xEF\xBF\xBD\",\"role\":\"user\"}],\"model\":\"m\",\"seed\":10,"
              "\"stream\":true,\"stream_options\":{\"include_usage\":true},\"temperature\":0.8,"
              "\"z\":1}");
}

TEST(ChatRequestTest, UsesTheEndpointsNameOfTheOutputLimit)
{
    for (const auto &[kind, field] : {std::pair{"openai", "max_completion_tokens"},
                                      {"azure", "max_completion_tokens"},
                                      {"vllm", "max_tokens"},
                                      {"sglang", "max_tokens"},
                                      {"ollama", "max_tokens"},
                                      {"openrouter", "max_tokens"},
                                      {"gateway", "max_tokens"}}) {
        const Profile profile = profileOf(kind);
        const Json body = Json::parse(chatBody(profile, {{"user", "hello"}}, 0, 99));
        EXPECT_EQ(body.value(field, 0), 99) << kind;
        const auto bound = boundOf(body.dump(), profile.endpoint);
        ASSERT_TRUE(bound);
        EXPECT_EQ(bound->output, 99);
        EXPECT_EQ(bound->input, 5 + 64) << "a token for each byte, and a message's own";
        EXPECT_EQ(boundOf(body.dump(), profile.endpoint, 0.5)->input, 3 + 64);
    }
}

TEST(ChatRequestTest, BodyWithoutOutputLimitIsUnbounded)
{
    const Endpoint endpoint = profileOf("vllm").endpoint;
    EXPECT_FALSE(boundOf("{\"messages\":[]}", endpoint));
    EXPECT_FALSE(boundOf("{\"messages\":[],\"max_tokens\":0}", endpoint));
    EXPECT_FALSE(boundOf("{\"messages\":[{\"role\":\"user\"}],\"max_tokens\":1}", endpoint));
    EXPECT_FALSE(boundOf("no", endpoint));
}

TEST(FailureClassTest, EachStatusHasItsClass)
{
    const auto classOf = [](int status, const std::string &body = "") {
        return classifyStatus(status, body, "").kind;
    };
    for (const int status : {408, 409, 425, 429, 500, 502, 503, 504, 529})
        EXPECT_EQ(classOf(status), FailureClass::Transient) << status;
    for (const int status : {301, 302, 307, 308, 401, 402, 403, 404})
        EXPECT_EQ(classOf(status), FailureClass::Lane) << status;
    for (const int status : {400, 405, 413, 422})
        EXPECT_EQ(classOf(status), FailureClass::Request) << status;
    EXPECT_EQ(classOf(429, R"({"error":{"code":"insufficient_quota","message":"pay"}})"),
              FailureClass::Lane);
    EXPECT_EQ(classOf(429, R"({"error":{"type":"insufficient_quota"}})"), FailureClass::Lane);
}

TEST(FailureClassTest, QuotesTheMessageOfTheEndpoint)
{
    const AskFailure tooLong = classifyStatus(
        400,
        R"({"error":{"code":400,"message":"too long","type":"exceed_context_size_error",
            "n_prompt_tokens":5000,"n_ctx":2048}})",
        "");
    EXPECT_EQ(tooLong.text,
              "status 400: too long (exceed_context_size_error; the request has "
              "5000 tokens)");
    EXPECT_EQ(classifyStatus(400, R"({"error":{"message":"no","param":"temperature"}})", "").text,
              "status 400: no (field temperature)");
    const AskFailure loading
        = classifyStatus(503, R"({"error":{"code":503,"message":"Loading model"}})", "");
    EXPECT_TRUE(loading.isLoading);
    EXPECT_FALSE(classifyStatus(503, "busy", "").isLoading);
    EXPECT_NE(classifyStatus(302, "", "https://evil.example/").text.find("evil.example"),
              std::string::npos);
    EXPECT_EQ(classifyError({"credit", "", "", 402, {}}).kind, FailureClass::Lane);
    EXPECT_EQ(classifyError({"upstream", "", "", {}, {}}).kind, FailureClass::Transient);
}

} // namespace loupe
