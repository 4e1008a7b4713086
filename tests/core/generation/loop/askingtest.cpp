// SPDX-License-Identifier: Apache-2.0
#include "core/generation/loop/asking.h"

#include <deque>

#include "tests/core/generation/generationfixture.h"

namespace loupe {

namespace {

/// Scripted asker.
class ToldAsker final : public Asker
{
public:
    Status ask(const Ask &ask) override
    {
        asked.push_back(ask);
        return {};
    }
    Status cancel(const std::string & /*uuid*/) override { return {}; }
    Status stop() override
    {
        AskEvent stopped;
        stopped.kind = AskEvent::Kind::Stopped;
        events.push_back(stopped);
        return {};
    }
    Result<std::optional<AskEvent>> next(std::chrono::milliseconds /*wait*/,
                                         const std::stop_token & /*stop*/) override
    {
        if (events.empty())
            return std::optional<AskEvent>();
        const AskEvent event = events.front();
        events.pop_front();
        return std::optional(event);
    }

    void fail(std::size_t which)
    {
        AskEvent event;
        event.kind = AskEvent::Kind::Failed;
        event.ask = asked.at(which).uuid;
        event.failure = FailureClass::Budget;
        event.isFinal = true;
        event.text = "the budget is spent";
        events.push_back(event);
    }

    std::vector<Ask> asked;
    std::deque<AskEvent> events;
};

class AskingTest : public test::GenerationFixture
{
protected:
    void SetUp() override
    {
        GenerationFixture::SetUp();
        m_request = request(1);
        const auto setup = setUpGeneration(m_request);
        ASSERT_TRUE(setup) << setup.error().text();
        m_setup = *setup;
        m_book.emplace(m_setup.origin);
        m_tools.say = [this](const std::string &line) { m_said += line + "\n"; };
        m_asking.emplace(m_request.profile, m_setup, *m_book, m_asker, m_tools);
    }

    GenerationRequest m_request;
    GenerationSetup m_setup;
    GenerationTools m_tools;
    std::optional<DialogueBook> m_book;
    ToldAsker m_asker;
    std::optional<Asking> m_asking;
};

} // namespace

TEST_F(AskingTest, DoesNotRepeatOpenRequests)
{
    ASSERT_TRUE(m_asking->askOpen());
    ASSERT_EQ(m_asker.asked.size(), 2U);
    EXPECT_FALSE(m_asking->isAnythingOpen());
    ASSERT_TRUE(m_asking->askOpen());
    EXPECT_EQ(m_asker.asked.size(), 2U);
}

TEST_F(AskingTest, HandlesAnswersOnArrival)
{
    ASSERT_TRUE(m_asking->askOpen());
    m_asker.fail(0);
    m_asker.fail(1);
    ASSERT_TRUE(m_asking->listen({}));
    ASSERT_TRUE(m_asking->listen({}));
    EXPECT_TRUE(m_asking->isWaiting());
    EXPECT_EQ(m_asking->end(), AskingEnd::Answered);
    EXPECT_EQ(m_said, "");
    ASSERT_TRUE(m_asking->takeUp());
    EXPECT_FALSE(m_asking->isWaiting());
    EXPECT_EQ(m_asking->end(), AskingEnd::Budget);
    EXPECT_NE(m_said.find("the budget is spent"), std::string::npos);
    EXPECT_FALSE(m_asking->isAnythingOpen()) << "what failed for good is asked nothing more";
}

TEST_F(AskingTest, DoesNotRetryAfterGivingUp)
{
    ASSERT_TRUE(m_asking->askOpen());
    m_asker.fail(0);
    ASSERT_TRUE(m_asking->listen({}));
    ASSERT_TRUE(m_asking->giveUp());
    EXPECT_FALSE(m_asking->isWaiting());
    EXPECT_EQ(m_asking->end(), AskingEnd::Stopped);
    EXPECT_EQ(m_asking->why(), "stopped with 2 of 2 requests open");
    EXPECT_EQ(m_asker.asked.size(), 2U);
    EXPECT_EQ(m_said, "");
}

} // namespace loupe
