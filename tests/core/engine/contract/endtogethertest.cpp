// SPDX-License-Identifier: Apache-2.0
#include "core/engine/contract/endtogether.h"

#include <barrier>

#include <gtest/gtest.h>

namespace loupe {

namespace {

/// Object whose destructor waits for the other's. Destroying them in sequence would deadlock.
class WaitingForTheOther
{
public:
    explicit WaitingForTheOther(std::barrier<> &end) : m_end(end) { }
    ~WaitingForTheOther() { m_end.arrive_and_wait(); }
    WaitingForTheOther(const WaitingForTheOther &) = delete;
    WaitingForTheOther &operator=(const WaitingForTheOther &) = delete;

private:
    std::barrier<> &m_end;
};

} // namespace

TEST(EndTogether, EndsAllConcurrentlyAndWaits)
{
    std::barrier<> end(2);
    std::vector<std::unique_ptr<WaitingForTheOther>> both;
    both.push_back(std::make_unique<WaitingForTheOther>(end));
    both.push_back(nullptr);
    both.push_back(std::make_unique<WaitingForTheOther>(end));
    endTogether(both);
    for (const auto &each : both)
        EXPECT_EQ(each, nullptr);
}

} // namespace loupe
