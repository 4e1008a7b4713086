// SPDX-License-Identifier: Apache-2.0
#include "core/base/json.h"
#include "core/generation/dialogues/dialoguebook.h"
#include "core/generation/dialogues/spooledtry.h"

#include <gtest/gtest.h>

namespace loupe {

namespace {

const EntryRule rule{EntryRule::Language::Cpp, {"loupe_kernel"}};
const std::string code = "int loupe_kernel(const void *call)\n{\n    return call == nullptr;\n}\n";

Profile pricedProfile()
{
    const Json json{{"format", 1},
                    {"name", "test"},
                    {"endpoint", {{"url", "http://127.0.0.1:1/v1"}}},
                    {"model", "m"},
                    {"prices", {{"input", 100}, {"output", 200}, {"date", "2026-11-25"}}}};
    const auto profile = parseProfile(json.dump(), "p.json");
    EXPECT_TRUE(profile) << profile.error().text();
    return profile ? *profile : Profile();
}

/// Returns a complete answer with this text.
SpooledAnswer answeredWith(const std::string &content, const std::string &finish = "stop")
{
    SpooledAnswer out;
    out.request.uuid = "u-1";
    out.request.ask = "u-1";
    out.request.place = {"Math/double", 2, 0, "start", 1};
    out.request.resource = "/chat/completions";
    out.request.body = R"({"max_tokens":1000,"messages":[{"content":"Double it.","role":"user"}]})";
    out.request.reserved.money = *Money::fromDollars(0.25);
    out.request.plannedAt = "2026-11-25T10:00:00Z";
    out.head = AnswerHead{200, {{"content-type", "application/json"}, {"x-request-id", "req-9"}}};
    out.raw = Json{{"model", "m-2"},
                   {"choices", {{{"message", {{"content", content}}}, {"finish_reason", finish}}}},
                   {"usage", {{"prompt_tokens", 10}, {"completion_tokens", 20}}}}
                  .dump();
    out.end.emplace();
    out.end->state = "answered";
    out.end->wire = "whole";
    return out;
}

DialogueOrigin originOf()
{
    DialogueOrigin origin;
    origin.method = "way";
    origin.profile = {"test", "{}"};
    origin.strategy.hasReminder = false;
    origin.fence = "cpp";
    return origin;
}

} // namespace

TEST(SpooledTryTest, ParsesACompleteAnswer)
{
    const SpooledAnswer spooled = answeredWith("So:\n```cpp\n" + code + "```\n");
    const Request request = requestOf(spooled, rule, pricedProfile());
    EXPECT_EQ(request.state, "answered");
    EXPECT_EQ(request.attempt, 0);
    EXPECT_EQ(request.httpStatus, 200);
    EXPECT_EQ(request.providerRequestId, "req-9");
    EXPECT_EQ(request.reservedDollars, 0.25);
    ASSERT_TRUE(request.response);
    EXPECT_EQ(request.response->raw, "") << "it stays in the spool until it is stored";
    EXPECT_EQ(request.response->modelSaid, "m-2");
    EXPECT_EQ(request.response->outputTokens, 20);
    EXPECT_EQ(request.response->usageSource, "reported");
    EXPECT_DOUBLE_EQ(request.response->dollars.value_or(0), (10 * 100 + 20 * 200) / 1e6);
    EXPECT_EQ(request.response->dollarsSource, "priced");
    EXPECT_EQ(request.response->extractions.at(0).source, code);
    const Cost spent = spentBy(request, pricedProfile());
    EXPECT_EQ(spent.requests, 1);
    EXPECT_EQ(spent.input, 10);
    EXPECT_EQ(spent.output, 20);
    EXPECT_NEAR(spent.money.dollars(), 0.005, 1e-9);
    EXPECT_EQ(toldIn(request.body), "Double it.");
}

TEST(SpooledTryTest, TruncatedAnswerIsUnknownAndCountsItsLimit)
{
    SpooledAnswer cut = answeredWith("half");
    cut.end.reset();
    const Request request = requestOf(cut, rule, pricedProfile());
    EXPECT_EQ(request.state, "unknown");
    EXPECT_FALSE(request.response->isComplete);
    EXPECT_TRUE(request.response->extractions.empty());
    Request silent = request;
    silent.response.reset();
    const Cost spent = spentBy(silent, pricedProfile());
    EXPECT_EQ(spent.output, 1000);
    EXPECT_GE(spent.input, 10) << "a token for each byte";
    silent.state = "failed";
    EXPECT_EQ(spentBy(silent, pricedProfile()).output, 0);
}

TEST(SpooledTryTest, FailureKeepsTheEndpointMessage)
{
    SpooledAnswer refused = answeredWith("");
    refused.head->status = 401;
    refused.raw.clear();
    refused.end->state = "failed";
    refused.end->failure = "lane";
    refused.end->text = "status 401: no such key";
    const Request request = requestOf(refused, rule, pricedProfile());
    EXPECT_EQ(request.state, "failed");
    EXPECT_EQ(request.errorClass, "lane");
    EXPECT_EQ(request.errorText, "status 401: no such key");
    EXPECT_FALSE(request.response);
}

TEST(DialogueBookTest, FinishedSampleIsACandidateWithItsRequest)
{
    DialogueOrigin origin = originOf();
    origin.prompts["start"].name = "cpu.start";
    DialogueBook book(origin);
    Request cut = requestOf(answeredWith("half"), rule, pricedProfile());
    cut.uuid = "u-0";
    cut.state = "unknown";
    cut.response->isComplete = false;
    book.add("Math/double", 2, cut);
    EXPECT_TRUE(book.candidates("cpp").empty());
    EXPECT_EQ(book.dialogues()->at(0).state, "asking");
    const Request whole
        = requestOf(answeredWith("```cpp\n" + code + "```\n"), rule, pricedProfile());
    book.add("Math/double", 2, whole);
    book.add("Math/double", 2, whole);
    EXPECT_EQ(book.find("Math/double", 2)->requests.back().uuid, "u-1");
    const auto candidates = book.candidates("cpp");
    ASSERT_EQ(candidates.size(), 1U);
    EXPECT_EQ(candidates[0].source, code);
    EXPECT_EQ(candidates[0].sample, 2);
    EXPECT_EQ(candidates[0].method, "way");
    EXPECT_EQ(candidates[0].request, "u-1");
    EXPECT_EQ(candidates[0].cost.requests, 2);
    EXPECT_EQ(candidates[0].cost.outputTokens, 40) << "of both";
    const auto told = book.dialogues();
    ASSERT_TRUE(told) << told.error().text();
    const std::vector<Dialogue> &dialogues = *told;
    ASSERT_EQ(dialogues.size(), 1U);
    EXPECT_EQ(dialogues[0].state, "answered");
    ASSERT_EQ(dialogues[0].messages.size(), 2U);
    EXPECT_EQ(dialogues[0].messages[0].body, "Double it.");
    EXPECT_EQ(dialogues[0].messages[0].made->name, "cpu.start");
    EXPECT_EQ(dialogues[0].messages[1].request, "u-1");
}

TEST(DialogueBookTest, AnAnswerWithoutAProgramIsAnEmptyCandidate)
{
    DialogueBook book(originOf());
    book.add("Math/double", 0, requestOf(answeredWith("I cannot."), rule, pricedProfile()));
    const auto candidates = book.candidates("cpp");
    ASSERT_EQ(candidates.size(), 1U);
    EXPECT_EQ(candidates[0].source, "");
    DialogueOrigin low = originOf();
    low.parameters.maxOutput = 20;
    DialogueBook raised(low);
    raised.add("Math/double", 0,
               requestOf(answeredWith("```cpp\nint lou", "length"), rule, pricedProfile()));
    EXPECT_TRUE(raised.candidates("cpp").empty()) << "it is asked again with a higher ceiling";
}

TEST(DialogueBookTest, FeedbackRefersToTheProgramInTheRequest)
{
    DialogueOrigin origin = originOf();
    origin.strategy.kind = Strategy::Kind::Serial;
    origin.strategy.rounds = 3;
    DialogueBook book(origin);
    book.add("Math/double", 0,
             requestOf(answeredWith("```cpp\n" + code + "```"), rule, pricedProfile()));
    EXPECT_EQ(book.next("Math/double", 0).kind, NextStep::Kind::Wait);
    Evaluation judged;
    judged.candidate = book.candidates("cpp").at(0);
    judged.verdict = Verdict::WrongValue;
    Evaluation broken = judged;
    broken.verdict = Verdict::InfraError;
    book.addJudged(broken, false);
    EXPECT_EQ(book.next("Math/double", 0).kind, NextStep::Kind::Wait) << "the machinery failed";
    book.addJudged(judged, false);
    EXPECT_EQ(book.next("Math/double", 0).wanted.purpose, "fix");

    SpooledAnswer second = answeredWith("```cpp\nint a;\n" + code + "```");
    second.request.uuid = "u-2";
    second.request.place = {"Math/double", 0, 1, "fix", 1};
    const auto bodyShowing = [](const std::string &program) {
        return Json{{"max_tokens", 1000},
                    {"messages",
                     {{{"role", "user"}, {"content", "Double it."}},
                      {{"role", "assistant"}, {"content", shownProgram(program, "cpp")}},
                      {{"role", "user"}, {"content", "It is wrong."}}}}}
            .dump();
    };
    second.request.body = bodyShowing(code);
    book.add("Math/double", 0, requestOf(second, rule, pricedProfile()));
    const auto dialogues = book.dialogues();
    ASSERT_TRUE(dialogues) << dialogues.error().text();
    const Dialogue &dialogue = dialogues->at(0);
    ASSERT_EQ(dialogue.messages.size(), 4U);
    EXPECT_EQ(dialogue.messages[2].kind, "feedback");
    EXPECT_EQ(dialogue.messages[2].body, "It is wrong.");
    EXPECT_EQ(dialogue.messages[2].told, (ToldEvaluation{0, 0, 0}));
    EXPECT_EQ(dialogue.lineage, (std::vector<Lineage>{{1, 0, 0, "refined"}}));
    const auto candidates = book.candidates("cpp");
    ASSERT_EQ(candidates.size(), 2U);
    EXPECT_EQ(candidates[1].round, 1);
    EXPECT_EQ(candidates[1].feedback, "It is wrong.");
    EXPECT_EQ(candidates[1].cost.requests, 1) << "of its own round";

    second.request.uuid = "u-3";
    second.request.place.attempt = 2;
    second.request.body = bodyShowing("int other;\n");
    DialogueBook wrong(origin);
    wrong.addStored(*book.find("Math/double", 0));
    wrong.addJudged(judged, false);
    Dialogue other = *book.find("Math/double", 0);
    other.messages.clear();
    other.requests.back().body = second.request.body;
    wrong.addStored(other);
    EXPECT_EQ(wrong.dialogues().error().code, Errc::Corrupt);
}

TEST(DialogueBookTest, SendsAReminder)
{
    DialogueOrigin origin = originOf();
    origin.strategy.hasReminder = true;
    DialogueBook book(origin);
    book.add("Math/double", 0, requestOf(answeredWith("I cannot."), rule, pricedProfile()));
    EXPECT_TRUE(book.candidates("cpp").empty());
    SpooledAnswer second = answeredWith("```cpp\n" + code + "```");
    second.request.uuid = "u-2";
    second.request.place = {"Math/double", 0, 0, "reminder", 1};
    book.add("Math/double", 0, requestOf(second, rule, pricedProfile()));
    ASSERT_EQ(book.candidates("cpp").size(), 1U);
    EXPECT_EQ(book.candidates("cpp")[0].cost.requests, 2);
    const auto dialogues = book.dialogues();
    ASSERT_TRUE(dialogues);
    std::string kinds;
    for (const DialogueMessage &message : dialogues->at(0).messages)
        kinds += message.kind + (message.request.empty() ? "" : " " + message.request) + ", ";
    EXPECT_EQ(kinds, "task, answer u-1, reminder, answer u-2, ");
}

TEST(DialogueBookTest, KeepsStoredDialogues)
{
    DialogueBook book(originOf());
    Dialogue stored;
    stored.task = "Math/double";
    stored.requests = {requestOf(answeredWith("```cpp\n" + code + "```"), rule, pricedProfile())};
    stored.messages = {{0, 0, "user", "task", {}, "As it was told.", "", {}, ""}};
    book.addStored(stored);
    ASSERT_NE(book.find("Math/double", 0), nullptr);
    EXPECT_EQ(book.find("Math/double", 1), nullptr);
    EXPECT_EQ(book.dialogues()->at(0).messages.at(0).body, "As it was told.");
    EXPECT_EQ(book.candidates("cpp").at(0).source, code);
}

} // namespace loupe
