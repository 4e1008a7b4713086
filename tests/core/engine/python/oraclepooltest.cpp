// SPDX-License-Identifier: Apache-2.0
#include "core/engine/python/oraclepool.h"

#include <atomic>
#include <thread>

#include <gtest/gtest.h>

#include "tests/core/engine/quietchild.h"

namespace loupe {

namespace {

class IdleChild final : public QuietChild
{
public:
    explicit IdleChild(bool forgets) : m_forgets(forgets) { }
    Answer ask(Json request, const Bundle * /*given*/, std::chrono::duration<double> /*deadline*/,
               const std::stop_token & /*stop*/) override
    {
        EXPECT_EQ(request["do"], "forget");
        return {{m_forgets ? Verdict::Correct : Verdict::Crashed, {}, 0}, Json::object(), {}};
    }

private:
    bool m_forgets;
};

class CountedServer final : public PythonServer
{
public:
    CountedServer(std::atomic<int> &forks, bool forgets) : m_forks(forks), m_forgets(forgets) { }
    Result<std::unique_ptr<PythonChild>>
    forkWith(const std::map<std::string, std::string> & /*variables*/,
             const std::stop_token & /*stop*/) override
    {
        ++m_forks;
        return {std::make_unique<IdleChild>(m_forgets)};
    }
    int starts() const override { return 1; }

private:
    std::atomic<int> &m_forks;
    bool m_forgets;
};

struct Servers {
    std::atomic<int> starts = 0;
    std::atomic<int> forks = 0;
    bool forgets = true;

    OraclePool::Starter starter()
    {
        return [this](const std::stop_token & /*stop*/) -> Result<std::unique_ptr<PythonServer>> {
            ++starts;
            return {std::make_unique<CountedServer>(forks, forgets)};
        };
    }
};

} // namespace

TEST(OraclePool, ReusesAtMostTheAllowedNumber)
{
    Servers servers;
    { // the pool's destructor waits for servers that are starting
        OraclePool pool(servers.starter(), nullptr, 2);
        pool.begin(5);
        std::vector<std::jthread> threads;
        for (int i = 0; i < 6; ++i)
            threads.emplace_back([&pool] {
                for (int round = 0; round < 50; ++round) {
                    auto seat = pool.take({});
                    ASSERT_TRUE(seat);
                    pool.giveBack(std::move(*seat));
                }
            });
    }
    EXPECT_EQ(servers.starts, 2);
}

TEST(OraclePool, StartsOneOnDemand)
{
    Servers servers;
    OraclePool pool(servers.starter(), nullptr, 3);
    EXPECT_EQ(servers.starts, 0);
    auto seat = pool.take({});
    ASSERT_TRUE(seat);
    pool.giveBack(std::move(*seat));
    EXPECT_TRUE(pool.take({}));
    EXPECT_EQ(servers.starts, 1);
}

TEST(OraclePool, NextRequestRetriesAFailedStart)
{
    bool isBroken = true;
    Servers servers;
    OraclePool pool(
        [&](const std::stop_token &stop) -> Result<std::unique_ptr<PythonServer>> {
            if (isBroken)
                return Error{Errc::Environment, "no torch"};
            return servers.starter()(stop);
        },
        nullptr, 1);
    EXPECT_EQ(pool.take({}).error().code, Errc::Environment);
    isBroken = false;
    EXPECT_TRUE(pool.take({}));
}

TEST(OraclePool, WaitingEndsWithTheRun)
{
    Servers servers;
    OraclePool pool(servers.starter(), nullptr, 1);
    const auto seat = pool.take({});
    std::stop_source source;
    source.request_stop();
    EXPECT_EQ(pool.take(source.get_token()).error().code, Errc::Cancelled);
}

TEST(OracleSeat, FreeProcessResetsOrEnds)
{
    for (const bool forgets : {true, false}) {
        Servers servers;
        servers.forgets = forgets;
        OraclePool pool(servers.starter(), nullptr, 1);
        const auto seat = pool.take({});
        ASSERT_TRUE(seat);
        (*seat)->forget(); // there is no server yet
        auto child = (*seat)->child({}, {});
        (*seat)->giveBack(std::move(*child));
        (*seat)->forget();
        EXPECT_TRUE((*seat)->child({}, {}));
        EXPECT_EQ(servers.forks, forgets ? 1 : 2);
    }
}

} // namespace loupe
