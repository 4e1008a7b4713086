// SPDX-License-Identifier: Apache-2.0
#include "core/generation/agents/agentlines.h"
#include "core/generation/agents/agentmessages.h"

#include <limits>
#include <string>

#include <gtest/gtest.h>

namespace loupe {

namespace {

template <typename Kind>
Kind read(const std::string &line)
{
    const auto message = parseAgentMessage(line);
    EXPECT_TRUE(message) << line;
    const auto *kind = message ? std::get_if<Kind>(&*message) : nullptr;
    EXPECT_NE(kind, nullptr) << line;
    return kind == nullptr ? Kind{} : *kind;
}

std::string refusalOf(const std::string &line)
{
    const auto message = parseAgentMessage(line);
    EXPECT_FALSE(message) << line;
    return message ? "" : message.error().text();
}

} // namespace

TEST(AgentMessages, CandidatesContainAProgramOrNameAFile)
{
    const auto one = read<AgentCandidate>(R"({"kind":"candidate","id":"a","source":"int x;"})");
    EXPECT_EQ(one.id, "a");
    EXPECT_EQ(one.source, "int x;");
    const auto two
        = read<AgentCandidate>(R"({"kind":"candidate","id":"b","parent":"a","file":"k/x.cpp"})");
    EXPECT_EQ(two.parent, "a");
    EXPECT_EQ(two.file, "k/x.cpp");
    EXPECT_FALSE(two.source);
    for (const char *wrong :
         {R"({"kind":"candidate","source":""})", R"({"kind":"candidate","id":"a"})",
          R"({"kind":"candidate","id":"a","source":"","file":"x"})",
          R"({"kind":"candidate","id":7,"source":""})",
          R"({"kind":"candidate","id":"a","source":[]})"})
        EXPECT_NE(refusalOf(wrong), "") << wrong;
    EXPECT_NE(
        refusalOf(R"({"kind":"candidate","source":"","id":")" + std::string(201, 'x') + R"("})"),
        "");
}

TEST(AgentMessages, UnreportedUsageIsUnknown)
{
    const auto usage = read<AgentUsage>(R"({"kind":"usage","model":"m","input":12,"cached":null})");
    EXPECT_EQ(usage.model, "m");
    EXPECT_EQ(usage.input, 12);
    EXPECT_FALSE(usage.cached);
    EXPECT_FALSE(usage.output);
    EXPECT_FALSE(usage.dollars);
    EXPECT_EQ(read<AgentUsage>(R"({"kind":"usage","output":0,"dollars":0})").output, 0);
    for (const char *wrong :
         {R"({"kind":"usage","input":-1})", R"({"kind":"usage","output":1.5})",
          R"({"kind":"usage","dollars":-0.01})", R"({"kind":"usage","dollars":"many"})",
          R"({"kind":"usage","input":18446744073709551615})"})
        EXPECT_NE(refusalOf(wrong), "") << wrong;
}

TEST(AgentMessages, OtherLinesAreLogsOrIgnored)
{
    EXPECT_EQ(read<AgentLog>(R"({"kind":"log","text":"so far"})").text, "so far");
    EXPECT_EQ(read<AgentDone>(R"({"kind":"done","reason":"enough"})").reason, "enough");
    read<AgentDone>(R"({"kind":"done"})");
    read<AgentUnknown>(R"({"kind":"thought","text":"later version"})");
    for (const char *line : {"plain words", "", "[1]", R"({"kind":7})", R"({"no":"kind"})",
                             "{broken", "\xff\xfe", R"({"kind":"usage","kind":"usage"})"})
        EXPECT_EQ(read<AgentLog>(line).text, line);
}

TEST(AgentMessages, VerdictsContainOnlyFeedbackData)
{
    const Json verdict = verdictMessage("a", {3, Verdict::Correct, 1.5, "It is right."}, 7);
    EXPECT_EQ(verdict["facts"],
              (Json{{"round", 3},
                    {"verdict", "correct"},
                    {"outcome", "correct"},
                    {"speedup", 1.5},
                    {"verdicts_left", 7}}));
    EXPECT_EQ(verdict["text"], "It is right.");
    EXPECT_EQ(refusalMessage("a", "is a link", 7)["facts"]["refused"], true);
    AgentLimits limits;
    EXPECT_TRUE(helloMessage(limits)["limits"]["dollars"].is_null());
}

TEST(AgentLines, DoNotDependOnChunks)
{
    const std::string text = "one\n\ntwo words\nlast";
    for (std::size_t step = 1; step <= text.size(); ++step) {
        AgentLines lines;
        std::vector<std::string> got;
        for (std::size_t at = 0; at < text.size(); at += step) {
            lines.add(std::string_view(text).substr(at, step));
            while (const auto line = lines.next())
                got.push_back(*line);
        }
        EXPECT_EQ(got, (std::vector<std::string>{"one", "", "two words"})) << step;
        EXPECT_EQ(lines.rest(), "last");
        EXPECT_EQ(lines.rest(), std::nullopt);
    }
}

TEST(AgentLines, RefusesTooLongLines)
{
    AgentLines whole;
    whole.add(std::string(AgentLines::maxLineLength, 'x') + "\n");
    EXPECT_TRUE(whole.next());
    for (const char *end : {"", "\n"}) {
        AgentLines lines;
        lines.add("first\n" + std::string(AgentLines::maxLineLength + 1, 'x') + end + "\n");
        EXPECT_EQ(lines.next(), "first");
        EXPECT_EQ(lines.next(), std::nullopt);
        EXPECT_EQ(lines.trouble(), AgentLines::Trouble::LongLine);
        EXPECT_EQ(lines.rest(), std::nullopt);
    }
}

TEST(AgentLines, EndsAFlood)
{
    AgentLines large;
    const std::string piece = std::string(1 << 16, 'x') + "\n";
    for (std::size_t sent = 0; sent <= AgentLines::maxBytes; sent += piece.size()) {
        large.add(piece);
        while (large.next()) { }
    }
    EXPECT_EQ(large.trouble(), AgentLines::Trouble::Flood);
    AgentLines many;
    many.add(std::string(AgentLines::maxLines + 1, '\n'));
    std::size_t count = 0;
    while (many.next())
        ++count;
    EXPECT_EQ(count, AgentLines::maxLines);
    EXPECT_EQ(many.trouble(), AgentLines::Trouble::Flood);
}

TEST(AgentBudget, EachLimitEndsItExceptUnreportedDollars)
{
    AgentLimits limits;
    limits.verdicts = 3;
    limits.seconds = 10;
    limits.dollars = 1.0;
    AgentSpent spent;
    EXPECT_EQ(reachedLimit(limits, spent), std::nullopt);
    spent.add({"m", 5, {}, {}, {}});
    EXPECT_EQ(spent.input, 5);
    EXPECT_FALSE(spent.output);
    EXPECT_FALSE(spent.dollars);
    spent.add({"m", 5, 1, 2, 0.5});
    EXPECT_EQ(spent.input, 10);
    EXPECT_EQ(spent.output, 2);
    EXPECT_EQ(reachedLimit(limits, spent), std::nullopt);
    spent.add({"", {}, {}, {}, 0.5});
    EXPECT_EQ(reachedLimit(limits, spent), AgentEnd::Dollars);
    spent.verdicts = 3;
    EXPECT_EQ(reachedLimit(limits, spent), AgentEnd::Verdicts);
    EXPECT_EQ(reachedLimit(limits, {0, 10, {}, {}, {}, {}}), AgentEnd::Time);
    limits.dollars.reset();
    EXPECT_EQ(reachedLimit(limits, {0, 1, {}, {}, {}, 1e9}), std::nullopt);
}

} // namespace loupe
