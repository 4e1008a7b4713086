// SPDX-License-Identifier: Apache-2.0
#include "core/endpoints/chat/answerassembler.h"

#include <string>

#include <gtest/gtest.h>

namespace loupe {

namespace {

constexpr std::int64_t roomy = 1 << 20;
const std::string stream = "text/event-stream; charset=utf-8";
const std::string jsonType = "application/json";

ChatAnswer streamed(const std::string &raw, std::int64_t room = roomy)
{
    return assembleAnswer(stream, raw, true, room);
}

std::string deltaEvent(const std::string &delta, const std::string &finish = "null")
{
    return "data: {\"model\":\"m1\",\"choices\":[{\"index\":0,\"delta\":" + delta
        + ",\"finish_reason\":" + finish + "}]}\n\n";
}

} // namespace

TEST(ChatAnswerTest, AssemblesAStream)
{
    // As llama.cpp streams: the first content is null, and usage comes last without choices.
    const ChatAnswer answer = streamed(
        deltaEvent(R"({"role":"assistant","content":null})")
        + deltaEvent(R"({"reasoning_content":"think "})")
        + deltaEvent(R"({"reasoning_content":"hard"})") + deltaEvent(R"({"content":"a"})")
        + deltaEvent(R"({"content":"b"})") + deltaEvent("{}", "\"stop\"")
        + "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":11,\"completion_tokens\":22,"
          "\"prompt_tokens_details\":{\"cached_tokens\":3},"
          "\"completion_tokens_details\":{\"reasoning_tokens\":5},\"cost\":0.001}}\n\n"
          "data: [DONE]\n\n");
    EXPECT_EQ(answer.content, "ab");
    EXPECT_EQ(answer.reasoning, "think hard");
    EXPECT_EQ(answer.finishReason, "stop");
    EXPECT_EQ(answer.model, "m1");
    EXPECT_TRUE(answer.isComplete && answer.hasUsage && answer.isStream);
    EXPECT_EQ(answer.usage.input, 11);
    EXPECT_EQ(answer.usage.output, 22);
    EXPECT_EQ(answer.usage.cached, 3);
    EXPECT_EQ(answer.usage.reasoning, 5);
    EXPECT_EQ(answer.usage.dollars, 0.001);
}

TEST(ChatAnswerTest, AcceptsBothNamesOfReasoning)
{
    EXPECT_EQ(streamed(deltaEvent(R"({"reasoning":"r"})")).reasoning, "r");
}

TEST(ChatAnswerTest, AssemblesADocument)
{
    const ChatAnswer answer
        = assembleAnswer(jsonType,
                         R"({"id":"x","model":"m","system_fingerprint":"f","choices":[{"index":0,
            "message":{"content":[{"type":"text","text":"a"},{"type":"text","text":"b"}],
                       "refusal":"no"},"finish_reason":"length"},
            {"index":1,"message":{"content":"other"}}],
            "usage":{"prompt_tokens":1,"completion_tokens":2}})",
                         true, roomy);
    EXPECT_EQ(answer.content, "ab");
    EXPECT_EQ(answer.refusal, "no");
    EXPECT_EQ(answer.finishReason, "length");
    EXPECT_EQ(answer.fingerprint, "f");
    EXPECT_TRUE(answer.isComplete && answer.hasUsage && !answer.isStream);
}

TEST(ChatAnswerTest, StreamWithoutEndIsIncomplete)
{
    EXPECT_FALSE(streamed(deltaEvent(R"({"content":"a"})")).isComplete);
    EXPECT_TRUE(streamed(deltaEvent(R"({"content":"a"})") + "data: [DONE]").isComplete);
    EXPECT_TRUE(streamed(deltaEvent(R"({"content":"a"})", "\"stop\"")).isComplete)
        << "without [DONE]";
    const std::string whole = deltaEvent(R"({"content":"a"})") + deltaEvent(R"({"content":"b"})");
    EXPECT_EQ(assembleAnswer(stream, whole.substr(0, whole.size() - 9), false, roomy).content, "a")
        << "a cut event is no event";
}

TEST(ChatAnswerTest, NoChoicesAndNoUsageAreAnEmptyAnswer)
{
    const ChatAnswer answer = streamed("data: {\"choices\":[]}\n\ndata: [DONE]\n\n");
    EXPECT_TRUE(answer.isComplete);
    EXPECT_EQ(answer.content, "");
    EXPECT_FALSE(answer.hasUsage);
    EXPECT_TRUE(answer.malformed.empty());
}

TEST(ChatAnswerTest, IgnoresImplausibleUsage)
{
    for (const char *usage : {R"({"prompt_tokens":-1,"completion_tokens":5})",
                              R"({"prompt_tokens":"5","completion_tokens":5})",
                              R"({"prompt_tokens":5,"completion_tokens":18446744073709551615})",
                              R"({"prompt_tokens":5,"completion_tokens":1e3})", R"({})", "[]", "7"})
        EXPECT_FALSE(streamed(std::string("data: {\"usage\":") + usage + "}\n\n").hasUsage)
            << usage;
}

TEST(ChatAnswerTest, ErrorEventIsAnError)
{
    const ChatAnswer answer
        = streamed(deltaEvent(R"({"content":"a"})")
                   + "data: {\"error\":{\"code\":502,\"message\":\"upstream\"}}\n\n");
    ASSERT_TRUE(answer.error);
    EXPECT_EQ(answer.error->text, "upstream");
    EXPECT_EQ(answer.error->status, 502);
    EXPECT_EQ(streamed("data: {\"error\":\"words\"}\n\n").error->text, "words");
    EXPECT_FALSE(streamed("data: {\"error\":null,\"choices\":[]}\n\n").error);
}

TEST(ChatAnswerTest, BrokenJsonIsNamedByItsByte)
{
    const std::string good = deltaEvent(R"({"content":"a"})");
    const ChatAnswer answer = streamed(good + "data: {\"choices\":[{\n\n" + good);
    EXPECT_EQ(answer.malformed,
              "the answer has no JSON object at byte " + std::to_string(good.size()));
    EXPECT_EQ(answer.content, "a");
    EXPECT_NE(streamed("data: [1]\n\n").malformed, "");
    EXPECT_NE(assembleAnswer(jsonType, "<html>", true, roomy).malformed, "");
    EXPECT_NE(
        assembleAnswer(jsonType, "{\"hello\":1}", true, roomy).malformed.find("chat completions"),
        std::string::npos);
}

TEST(ChatAnswerTest, ReplacesInvalidUtf8)
{
    const ChatAnswer answer = streamed(deltaEvent("{\"content\":\"a\xFF"
                                                  "b\"}"));
    EXPECT_EQ(answer.content,
              "a\xEF\xBF\xBD"
              "b");
    EXPECT_TRUE(answer.hasInvalidUtf8);
    EXPECT_TRUE(answer.malformed.empty());
}

TEST(ChatAnswerTest, ContentIsCutAtACharacter)
{
    std::string raw;
    for (int i = 0; i < 10; ++i)
        raw += deltaEvent("{\"content\":\"grün\",\"reasoning\":\"x\"}");
    const ChatAnswer answer = streamed(raw, 13); // inside the third ü
    EXPECT_EQ(answer.content, "grüngrüngr");
    EXPECT_TRUE(answer.isContentCut);
    EXPECT_EQ(answer.reasoning, "xxxxxxxxxx");
}

TEST(ChatAnswerTest, DoesNotDependOnChunks)
{
    const std::string raw = ": hi\r\n\r\n" + deltaEvent(R"({"content":"grün"})")
        + deltaEvent(R"({"reasoning":"𝄞","content":null})", "\"stop\"") + "data: [DONE]";
    for (std::size_t at = 0; at <= raw.size(); ++at) {
        AnswerAssembler assembler(stream, roomy);
        assembler.push(raw.substr(0, at));
        assembler.push(raw.substr(at));
        assembler.finish(true);
        ASSERT_EQ(assembler.answer().content, "grün") << at;
        ASSERT_EQ(assembler.answer().reasoning, "𝄞") << at;
        ASSERT_TRUE(assembler.answer().isComplete) << at;
    }
}

TEST(ChatAnswerTest, ReportsInvalidJsonInAnyChunking)
{
    const std::string raw = deltaEvent(R"({"content":"a"})") + "data: {broken\n\ndata: [DONE]\n\n";
    AnswerAssembler inBytes(stream, roomy);
    for (const char byte : raw)
        inBytes.push(std::string_view(&byte, 1));
    inBytes.finish(true);
    for (const ChatAnswer &answer : {streamed(raw), inBytes.answer()}) {
        EXPECT_NE(answer.malformed, "");
        EXPECT_FALSE(answer.isComplete);
        EXPECT_EQ(answer.content, "a");
    }
}

} // namespace loupe
