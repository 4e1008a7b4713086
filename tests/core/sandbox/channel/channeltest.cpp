// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/channel/channel.h"

#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

namespace loupe {

namespace {

using SteadyClock = std::chrono::steady_clock;

SteadyClock::time_point inAMinute()
{
    return SteadyClock::now() + std::chrono::seconds(60);
}

struct Ends {
    Channel ours;
    Channel theirs;
};

Ends connected()
{
    auto ends = Channel::pair();
    EXPECT_TRUE(ends);
    return {std::move(ends->first), std::move(ends->second)};
}

void sendRaw(const Channel &channel, std::string_view bytes)
{
    ASSERT_EQ(::send(channel.fd(), bytes.data(), bytes.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(bytes.size()));
}

} // namespace

TEST(Channel, carriesObjectsAndDescriptors)
{
    Ends ends = connected();
    int pipeEnds[2];
    ASSERT_EQ(pipe(pipeEnds), 0);
    const Fd in(pipeEnds[0]);
    {
        const Fd out(pipeEnds[1]);
        ASSERT_TRUE(ends.ours.send({{"text", "ü\n"}, {"n", 3}}, {out.get()}));
    }
    ASSERT_TRUE(ends.ours.send({{"second", true}}));

    Result<Message> message = ends.theirs.receive(inAMinute(), {});
    ASSERT_TRUE(message) << message.error().text();
    EXPECT_EQ(message->body, (Json{{"text", "ü\n"}, {"n", 3}}));
    ASSERT_EQ(message->fds.size(), 1U);
    EXPECT_EQ(fcntl(message->fds[0].get(), F_GETFD), FD_CLOEXEC);
    ASSERT_EQ(write(message->fds[0].get(), "x", 1), 1);
    char got = 0;
    ASSERT_EQ(read(in.get(), &got, 1), 1);
    EXPECT_EQ(got, 'x');

    message = ends.theirs.receive(inAMinute(), {});
    ASSERT_TRUE(message);
    EXPECT_EQ(message->body, (Json{{"second", true}}));
    EXPECT_TRUE(message->fds.empty());
}

TEST(Channel, carriesMessagesLargerThanTheSocketsBuffer)
{
    Ends ends = connected();
    const Json large{{"text", std::string(1000000, 'a')}};
    std::jthread sender([&] { EXPECT_TRUE(ends.ours.send(large)); });
    const Result<Message> message = ends.theirs.receive(inAMinute(), {});
    ASSERT_TRUE(message) << message.error().text();
    EXPECT_EQ(message->body, large);
}

TEST(Channel, refusesOversizedMessages)
{
    Ends ends = connected();
    const Status sent = ends.ours.send({{"text", std::string(1 << 20, 'a')}});
    ASSERT_FALSE(sent);
    EXPECT_EQ(sent.error().code, Errc::Internal);
}

TEST(Channel, reportsWhyNothingArrived)
{
    Ends ends = connected();
    Result<Message> message = ends.ours.receive(SteadyClock::now(), {});
    ASSERT_FALSE(message);
    EXPECT_EQ(message.error().code, Errc::Timeout);

    sendRaw(ends.theirs, std::string_view("\x10\0\0\0{", 5)); // an incomplete message
    message = ends.ours.receive(SteadyClock::now() + std::chrono::milliseconds(20), {});
    ASSERT_FALSE(message);
    EXPECT_EQ(message.error().code, Errc::Timeout);

    std::stop_source stop;
    stop.request_stop();
    message = ends.ours.receive(inAMinute(), stop.get_token());
    ASSERT_FALSE(message);
    EXPECT_EQ(message.error().code, Errc::Cancelled);

    ends.theirs = Channel(Fd());
    message = ends.ours.receive(inAMinute(), {});
    ASSERT_FALSE(message);
    EXPECT_EQ(message.error().code, Errc::Io);
    EXPECT_FALSE(ends.ours.send({{"to", "nobody"}}));
}

TEST(Channel, refusesInvalidMessages)
{
    const std::string deep = std::string("\x00\x00\x08\x00", 4) + std::string(1 << 19, '[');
    for (const std::string &bytes :
         {std::string("\xff\xff\xff\xff", 4), std::string("\x01\x00\x10\x00", 4),
          std::string("\x04\0\0\0nope", 8), std::string("\x02\0\0\0[]", 6),
          std::string("\x04\0\0\0{\"\xff\"", 8), std::string("\0\0\0\0", 4), deep}) {
        Ends ends = connected();
        std::jthread sender([&] {
            ASSERT_GT(::send(ends.theirs.fd(), bytes.data(), bytes.size(), MSG_NOSIGNAL), 0);
        });
        const Result<Message> message = ends.ours.receive(inAMinute(), {});
        ASSERT_FALSE(message);
        EXPECT_EQ(message.error().code, Errc::Corrupt) << message.error().text();
    }
}

} // namespace loupe
