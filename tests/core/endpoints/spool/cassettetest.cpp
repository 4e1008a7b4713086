// SPDX-License-Identifier: Apache-2.0
#include "core/endpoints/spool/cassette.h"

#include "core/base/digest.h"

#include <string>

#include <gtest/gtest.h>

#include "tests/core/suites/taskfixture.h"

namespace loupe {

namespace {

class CassetteTest : public test::FolderTest
{
protected:
    static CassetteEntry entryOf(const std::string &task, const std::string &body,
                                 const std::string &answer)
    {
        CassetteEntry entry;
        entry.place = {task, 0, 1, "fix", 2};
        entry.body = body;
        entry.sha256 = sha256Hex(body);
        entry.head = {200, {{"content-type", "text/event-stream"}}};
        entry.chunks = {{5, answer}, {9, "\xFF\x00"}};
        entry.wire = "whole";
        return entry;
    }
    std::filesystem::path file() const { return root() / "c.jsonl"; }
    void record(const CassetteEntry &entry) const
    {
        auto writer = CassetteWriter::open(file());
        ASSERT_TRUE(writer) << writer.error().text();
        ASSERT_TRUE(writer->add(entry));
    }
};

} // namespace

TEST_F(CassetteTest, ReturnsRecordedAnswers)
{
    record(entryOf("a", "{\"x\":1}", "one"));
    record(entryOf("b", "{}", "two"));
    record(entryOf("a", "{\"x\":2}", "later"));
    const auto cassette = Cassette::read(file());
    ASSERT_TRUE(cassette) << cassette.error().text();
    EXPECT_EQ(cassette->size(), 2U);
    const auto found = cassette->find({"a", 0, 1, "fix", 2});
    ASSERT_TRUE(found);
    EXPECT_EQ((*found)->chunks[0].bytes, "later");
    EXPECT_EQ((*found)->chunks[1].bytes, std::string("\xFF"));
    EXPECT_EQ((*found)->chunks[1].milliseconds, 9);
    EXPECT_EQ((*found)->head.header("content-type"), "text/event-stream");
    const auto missing = cassette->find({"a", 0, 1, "fix", 3});
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().code, Errc::NotFound);
    EXPECT_NE(missing.error().message.find("task a, sample 0, round 1, fix, try 3"),
              std::string::npos);
}

TEST_F(CassetteTest, RecordsATruncatedLineAgain)
{
    record(entryOf("a", "{}", "one"));
    const std::string whole = readFile(file()).value();
    write("c.jsonl", whole + cassetteLine(entryOf("b", "{}", "two")).substr(0, 50));
    EXPECT_FALSE(Cassette::read(file()));
    record(entryOf("c", "{}", "three"));
    const auto cassette = Cassette::read(file());
    ASSERT_TRUE(cassette) << cassette.error().text();
    EXPECT_EQ(cassette->size(), 2U);
}

TEST_F(CassetteTest, OtherFilesAreRefusedWithTheirLine)
{
    const std::string title = "{\"kloupe_cassette\":1}\n";
    Json changed = Json::parse(cassetteLine(entryOf("a", "{}", "x")));
    changed["request"] = "{\"y\":1}";
    for (const auto &[text, where] : {std::pair<std::string, std::string>{"", "c"},
                                      {"{\"kloupe_cassette\":2}\n", "c:1"},
                                      {"[]\n", "c:1"},
                                      {title + "{}\n", "c:2"},
                                      {title + changed.dump() + "\n", "c:2:sha256"},
                                      {title + "\n", "c:2"},
                                      {"no", "c:1"}}) {
        const auto cassette = Cassette::parse(text, "c");
        ASSERT_FALSE(cassette) << text;
        EXPECT_EQ(cassette.error().where.substr(0, where.size()), where) << text;
    }
    write("c.jsonl", "somebody's notes\n");
    EXPECT_EQ(CassetteWriter::open(file()).error().code, Errc::InvalidInput);
    EXPECT_EQ(readFile(file()).value(), "somebody's notes\n");
}

TEST(BodyDifferenceTest, NamesTheFirstDifference)
{
    EXPECT_EQ(bodyDifference("{\"a\":1}", "{ \"a\": 1 }"), "");
    EXPECT_EQ(bodyDifference(R"({"messages":[{"content":"took 1 ms"}],"a":1})",
                             R"({"messages":[{"content":"took 2 ms"}],"a":1})"),
              "/messages/0/content was \"took 1 ms\" and is \"took 2 ms\"");
    EXPECT_EQ(bodyDifference(R"({"a":1,"b":2})", R"({"c":3,"b":2})").substr(0, 18),
              "/a was 1 and is no");
}

} // namespace loupe
