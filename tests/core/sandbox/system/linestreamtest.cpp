// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/system/linestream.h"

#include <string>
#include <thread>

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

namespace loupe {

namespace {

constexpr std::chrono::milliseconds aMinute{60'000};

class LineStreams : public ::testing::Test
{
protected:
    void SetUp() override
    {
        ignoreBrokenPipes();
        int ends[2];
        ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
        m_raw = Fd(ends[0]);
        m_stream.emplace(Fd(dup(ends[1])), Fd(ends[1]));
    }
    void say(const std::string &bytes) const
    {
        ASSERT_EQ(write(m_raw.get(), bytes.data(), bytes.size()),
                  static_cast<ssize_t>(bytes.size()));
    }

    Fd m_raw;
    std::optional<LineStream> m_stream;
};

} // namespace

TEST_F(LineStreams, ParseObjectsInAnyChunking)
{
    say("{\"a\": 1}\n{\"b\"");
    EXPECT_EQ(m_stream->receive(aMinute).value(), Json({{"a", 1}}));
    EXPECT_EQ(m_stream->receive(std::chrono::milliseconds(10)).value(), std::nullopt);
    say(": \"two\\nlines\"}\n");
    EXPECT_EQ(m_stream->receive(aMinute).value(), Json({{"b", "two\nlines"}}));
}

TEST_F(LineStreams, SendInvalidUtf8AsText)
{
    ASSERT_TRUE(m_stream->send({{"bad", "\xff"}}));
    std::string got(64, '\0');
    got.resize(static_cast<std::size_t>(read(m_raw.get(), got.data(), got.size())));
    EXPECT_EQ(got, "{\"bad\":\"\xef\xbf\xbd\"}\n");
}

TEST_F(LineStreams, RefuseOtherValues)
{
    for (const char *line : {"{\n", "[1]\n", "\n", "\"a\"\n", "{\"a\":1,\"a\":2}\n",
                             "{\"a\":\"\xff\"}\n", "{} {}\n", "SSH-2.0-OpenSSH\n"}) {
        SetUp();
        say(line);
        const auto got = m_stream->receive(aMinute);
        ASSERT_FALSE(got) << line;
        EXPECT_EQ(got.error().code, Errc::InvalidInput) << line;
    }
}

TEST_F(LineStreams, ReceiveTimesOutWithoutALineEnd)
{
    const std::jthread writer([this] {
        const std::string piece(1 << 20, 'x');
        for (int i = 0; i < 1024; ++i) { // a gigabyte, if the reader accepted it
            if (write(m_raw.get(), piece.data(), piece.size()) < 0)
                return;
        }
    });
    const auto got = m_stream->receive(std::chrono::milliseconds(60'000));
    ASSERT_FALSE(got);
    EXPECT_EQ(got.error().code, Errc::InvalidInput);
    m_stream.reset();
}

TEST_F(LineStreams, RefuseLinesAboveTheLimit)
{
    const auto lineOf = [](std::size_t bytes) {
        const std::string before = "{\"a\":\"";
        const std::string after = "\"}\n";
        return before + std::string(bytes - before.size() - after.size(), 'x') + after;
    };
    const std::jthread writer([&] {
        for (const std::size_t bytes : {LineStream::maxLineLength, LineStream::maxLineLength + 1}) {
            const std::string line = lineOf(bytes);
            for (std::size_t sent = 0; sent < line.size();) {
                const ssize_t count = write(m_raw.get(), line.data() + sent, line.size() - sent);
                if (count < 0)
                    return;
                sent += static_cast<std::size_t>(count);
            }
        }
    });
    EXPECT_TRUE(m_stream->receive(aMinute).value().has_value());
    const auto got = m_stream->receive(aMinute);
    ASSERT_FALSE(got);
    EXPECT_EQ(got.error().code, Errc::InvalidInput);
    m_stream.reset();
}

TEST_F(LineStreams, DistinguishEndOfStreamFromTimeout)
{
    say("{\"half\"");
    m_raw = Fd();
    const auto got = m_stream->receive(aMinute);
    ASSERT_FALSE(got);
    EXPECT_EQ(got.error().code, Errc::Io);
    const std::string large(1 << 20, 'x');
    EXPECT_EQ(m_stream->send({{"a", large}}).error().code, Errc::Io);
}

TEST_F(LineStreams, ASendWithoutAReaderCanBeCancelled)
{
    std::stop_source stop;
    const std::jthread stopper([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        stop.request_stop();
    });
    const std::string large(8 << 20, 'x');
    EXPECT_EQ(m_stream->send({{"a", large}}, stop.get_token()).error().code, Errc::Cancelled);
    EXPECT_EQ(m_stream->send({{"a", std::string(LineStream::maxLineLength, 'x')}}).error().code,
              Errc::Unsupported);
}

} // namespace loupe
