// SPDX-License-Identifier: Apache-2.0
#include "core/endpoints/spool/spoolreader.h"
#include "core/endpoints/spool/spoolwriter.h"

#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "tests/core/endpoints/sessionfixture.h"
#include "tests/core/suites/taskfixture.h"

namespace loupe {

namespace {

class SpoolTest : public test::FolderTest
{
protected:
    void SetUp() override
    {
        FolderTest::SetUp();
        open();
    }
    void open()
    {
        m_spool.reset();
        auto spool = SpoolWriter::open(folder(), m_clock);
        ASSERT_TRUE(spool) << spool.error().text();
        m_spool = std::move(*spool);
    }
    std::filesystem::path folder() const { return root() / "r.kloupe.spool"; }
    static SpooledRequest request(const std::string &uuid)
    {
        return {uuid,
                uuid,
                {"t", 1, 2, "fix", 3},
                "/chat/completions",
                "{\"a\":1}",
                {1, 2, 3, {4}},
                "2026-11-25T00:00:0" + uuid.substr(0, 1) + "Z"};
    }
    std::string answerFile(const std::string &uuid) const
    {
        return readFile(folder() / (uuid + ".answer")).value();
    }

    test::TestClock m_clock;
    std::unique_ptr<SpoolWriter> m_spool;
};

const std::string bytes("data: \xFF\0\n\nend 3\n{}\n", 19);

} // namespace

TEST_F(SpoolTest, ReturnsWrittenAnswers)
{
    ASSERT_TRUE(m_spool->plan(request("2b")));
    ASSERT_TRUE(m_spool->plan(request("1a")));
    ASSERT_TRUE(m_spool->head("1a", {200, {{"content-type", "text/event-stream"}}}));
    ASSERT_TRUE(m_spool->append("1a", bytes));
    m_clock.move(0.25);
    ASSERT_TRUE(m_spool->append("1a", "more"));
    AnswerEnd end;
    end.state = "answered";
    end.wire = "whole";
    end.bytes = 23;
    ASSERT_TRUE(m_spool->end("1a", end));

    EXPECT_EQ(spooledRequests(folder()).value(), (std::vector<std::string>{"1a", "2b"}));
    const auto answer = readSpooled(folder(), "1a");
    ASSERT_TRUE(answer) << answer.error().text();
    EXPECT_EQ(answer->raw, bytes + "more");
    EXPECT_EQ(answer->head->status, 200);
    EXPECT_EQ(answer->end->state, "answered");
    ASSERT_EQ(answer->chunks.size(), 2U);
    EXPECT_EQ(answer->chunks[1].milliseconds, 250);
    EXPECT_EQ(answer->request.place, (RequestKey{"t", 1, 2, "fix", 3}));
    EXPECT_EQ(answer->request.reserved, (Cost{1, 2, 3, {4}}));
    EXPECT_EQ(answer->request.body, "{\"a\":1}");
    const auto unanswered = readSpooled(folder(), "2b");
    ASSERT_TRUE(unanswered);
    EXPECT_FALSE(unanswered->head || unanswered->end);
    EXPECT_EQ(readSpooledBytes(folder(), "1a").value(), bytes + "more");
    EXPECT_EQ(readSpooledBytes(folder(), "2b").value(), "");

    ASSERT_TRUE(removeSpooled(folder(), "1a"));
    EXPECT_EQ(spooledRequests(folder())->size(), 1U);
}

TEST_F(SpoolTest, AllowsOnlyItsUserAndOneWriter)
{
    ASSERT_TRUE(m_spool->plan(request("1a")));
    struct stat found = {};
    ASSERT_EQ(stat(folder().c_str(), &found), 0);
    EXPECT_EQ(found.st_mode & 0777, 0700U);
    ASSERT_EQ(stat((folder() / "1a.request").c_str(), &found), 0);
    EXPECT_EQ(found.st_mode & 077, 0U);
    EXPECT_EQ(SpoolWriter::open(folder(), m_clock).error().code, Errc::Busy);
    open();
}

TEST_F(SpoolTest, TruncationKeepsEarlierRecords)
{
    ASSERT_TRUE(m_spool->plan(request("1a")));
    ASSERT_TRUE(m_spool->head("1a", {200, {}}));
    ASSERT_TRUE(m_spool->append("1a", bytes));
    ASSERT_TRUE(m_spool->append("1a", "more"));
    ASSERT_TRUE(m_spool->end("1a", {}));
    const std::string whole = answerFile("1a");
    std::size_t kept = 0;
    for (std::size_t size = 0; size <= whole.size(); ++size) {
        SpooledAnswer answer;
        const Status read = parseAnswerFile(whole.substr(0, size), "x.answer", answer);
        ASSERT_TRUE(read) << size << read.error().text();
        ASSERT_EQ(answer.raw, (bytes + "more").substr(0, answer.raw.size())) << size;
        ASSERT_GE(answer.raw.size(), kept) << "more of the file is never less of the answer";
        kept = answer.raw.size();
        ASSERT_EQ(answer.end.has_value(), size == whole.size()) << size;
    }
    EXPECT_EQ(kept, bytes.size() + 4);
}

TEST_F(SpoolTest, AnswerCannotForgeItsEndRecord)
{
    ASSERT_TRUE(m_spool->plan(request("1a")));
    ASSERT_TRUE(m_spool->head("1a", {200, {}}));
    const std::string forged = "\nend 2\n{}\n" + std::string("end 12\n{\"state\":\"\"}\n");
    ASSERT_TRUE(m_spool->append("1a", forged));
    const auto answer = readSpooled(folder(), "1a");
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->raw, forged);
    EXPECT_FALSE(answer->end);
}

TEST_F(SpoolTest, RedactedBytesAreNotStored)
{
    ASSERT_TRUE(m_spool->plan(request("1a")));
    ASSERT_TRUE(m_spool->head("1a", {200, {}}));
    ASSERT_TRUE(m_spool->append("1a", "the key is sk-1"));
    ASSERT_TRUE(m_spool->withhold("1a"));
    ASSERT_TRUE(m_spool->end("1a", {}));
    EXPECT_EQ(answerFile("1a").find("sk-1"), std::string::npos);
    const auto answer = readSpooled(folder(), "1a");
    ASSERT_TRUE(answer) << answer.error().text();
    EXPECT_EQ(answer->raw, "");
    EXPECT_EQ(answer->head->status, 200);
    EXPECT_TRUE(answer->end);
}

TEST_F(SpoolTest, NextWriterRemovesDrafts)
{
    write("r.kloupe.spool/1a.request.draft", "{");
    EXPECT_TRUE(spooledRequests(folder())->empty());
    removeEmptySpool(folder());
    EXPECT_TRUE(std::filesystem::exists(folder() / "1a.request.draft"))
        << "a reader beside a writer at work would take its request away";
    open();
    EXPECT_FALSE(std::filesystem::exists(folder() / "1a.request.draft"));
    m_spool.reset();
    write("r.kloupe.spool/1a.request.draft", "{");
    removeEmptySpool(folder());
    EXPECT_FALSE(std::filesystem::exists(folder()));
}

TEST_F(SpoolTest, DamageIsNamed)
{
    write("r.kloupe.spool/3c.request", "{}");
    EXPECT_EQ(spooledRequests(folder()).error().code, Errc::Corrupt);
    ASSERT_TRUE(m_spool->plan(request("1a")));
    for (const char *file : {"something else entirely", "kloupe-answer 1\ndata x\n",
                             "kloupe-answer 1\ndata 2 0\nabc\n", "kloupe-answer 1\nhead 2\n{}\n",
                             "kloupe-answer 1\ndata -1 0\n", "kloupe-answer 1\ndata 1 0 \na\n"}) {
        write("r.kloupe.spool/1a.answer", file);
        const auto read = readSpooled(folder(), "1a");
        ASSERT_FALSE(read) << file;
        EXPECT_EQ(read.error().code, Errc::Corrupt) << file;
        EXPECT_NE(read.error().where.find("1a.answer"), std::string::npos);
    }
    EXPECT_FALSE(m_spool->append("1a", "x"))
        << "an answer that is there already is not written over";
}

} // namespace loupe
