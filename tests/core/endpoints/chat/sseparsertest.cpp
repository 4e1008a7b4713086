// SPDX-License-Identifier: Apache-2.0
#include "core/endpoints/chat/sseparser.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace loupe {

namespace {

/// Returns every event as "type|data|id@position", followed by the result of the last call.
std::vector<std::string> eventsOf(const std::vector<std::string> &pieces,
                                  std::size_t longest = 1000)
{
    std::vector<std::string> events;
    SseParser parser(longest);
    const auto take = [&](const SseEvent &event) {
        events.push_back(event.type + "|" + event.data + "|" + event.id + "@"
                         + std::to_string(event.position));
    };
    for (const std::string &piece : pieces) {
        if (const Status pushed = parser.push(piece, take); !pushed) {
            events.push_back(pushed.error().message);
            return events;
        }
    }
    EXPECT_TRUE(parser.finish(take));
    return events;
}

using Events = std::vector<std::string>;

const std::vector<std::string> streams{
    "data: a\n\ndata: b\n\n",
    "data: a\r\n\r\ndata: b\r\n\r\n",
    "data: a\r\rdata: b\r\r",
    "\xEF\xBB\xBF"
    "data: a\n\ndata: b",
    ": PROCESSING\n\ndata:a\nevent: x\nid:7\nretry: 5\nnonsense\n\ndata: b\n",
    "data: one\ndata: two\ndata\n\n\n\nevent: alone\n\ndata: gr\xC3\xBC\xC3\x9F\r\n\ndata:  "
    "x\n\r\n",
    "data: a\r\n\ndata: b\n\r\rdata: \r\n\r\n",
    ":\r:\n:\r\n",
    "",
};

} // namespace

TEST(SseParserTest, ReadsEveryKindOfLineEnd)
{
    EXPECT_EQ(eventsOf({streams[0]}), (Events{"|a|@0", "|b|@9"}));
    EXPECT_EQ(eventsOf({streams[1]}), (Events{"|a|@0", "|b|@11"}));
    EXPECT_EQ(eventsOf({streams[2]}), (Events{"|a|@0", "|b|@9"}));
}

TEST(SseParserTest, SkipsByteOrderMarksCommentsAndOtherFields)
{
    EXPECT_EQ(eventsOf({streams[3]}), (Events{"|a|@0", "|b|@12"}));
    EXPECT_EQ(eventsOf({streams[4]}), (Events{"x|a|7@14", "|b|@54"}));
    EXPECT_EQ(eventsOf({streams[7]}), Events());
}

TEST(SseParserTest, JoinsDataLinesWithoutTheLeadingSpace)
{
    EXPECT_EQ(eventsOf({streams[5]}), (Events{"|one\ntwo\n|@0", "|grüß|@42", "| x|@57"}));
}

TEST(SseParserTest, DoesNotDependOnChunks)
{
    for (const std::string &stream : streams) {
        const Events expected = eventsOf({stream});
        for (std::size_t first = 0; first <= stream.size(); ++first) {
            for (std::size_t second = first; second <= stream.size(); ++second)
                ASSERT_EQ(eventsOf({stream.substr(0, first), stream.substr(first, second - first),
                                    stream.substr(second)}),
                          expected)
                    << stream << " at " << first << ", " << second;
        }
        std::vector<std::string> bytes;
        for (const char byte : stream)
            bytes.emplace_back(1, byte);
        EXPECT_EQ(eventsOf(bytes), expected) << stream;
    }
}

TEST(SseParserTest, RefusesLongLinesAndEventsWithTheirPosition)
{
    const std::string longLine = "data: ok\n\ndata: " + std::string(100, 'x');
    EXPECT_EQ(eventsOf({longLine}, 50),
              (Events{"|ok|@0", "the stream has a line above 50 bytes, at byte 10"}));
    std::string manyLines;
    for (int i = 0; i < 20; ++i)
        manyLines += "data: 1234567\n";
    EXPECT_EQ(eventsOf({manyLines}, 50),
              (Events{"the stream has an event above 50 bytes, at byte 84"}));
    SseParser parser(10);
    int events = 0;
    const auto take = [&](const SseEvent &) { ++events; };
    EXPECT_FALSE(parser.push("data: 0123456789", take));
    EXPECT_TRUE(parser.push("\n\ndata: a\n\n", take)) << "it has failed once and takes no more";
    EXPECT_EQ(events, 0);
}

} // namespace loupe
