// SPDX-License-Identifier: Apache-2.0
#include "core/engine/run/workers.h"

#include <array>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace loupe {

namespace {

/// Queue of candidates, named by the letters of their tasks. Devices take what is placed on them.
class Line
{
public:
    explicit Line(const std::string &tasks) : m_tasks(tasks)
    {
        for (std::size_t i = 0; i < tasks.size(); ++i)
            m_waiting.push_back(i);
    }
    /// Returns the task that the device starts next.
    char take(int device)
    {
        const std::size_t place = m_placement.choose(m_waiting, "cuda:" + std::to_string(device));
        const std::size_t item = m_waiting.at(place);
        m_waiting.erase(m_waiting.begin() + static_cast<std::ptrdiff_t>(place));
        return m_tasks.at(item);
    }
    std::string takeAll(const std::vector<int> &devices)
    {
        std::string out;
        for (const int device : devices)
            out += take(device);
        return out;
    }

private:
    std::string m_tasks;
    std::deque<std::size_t> m_waiting;
    TaskPlacement m_placement{[this](std::size_t item) {
        return &m_letters.at(static_cast<unsigned char>(m_tasks[item]));
    }};
    std::array<char, 128> m_letters{};
};

} // namespace

TEST(TaskPlacement, OneDeviceTakesItemsInOrder)
{
    EXPECT_EQ(Line("aabbc").takeAll({0, 0, 0, 0, 0}), "aabbc");
}

TEST(TaskPlacement, CandidatesOfATaskStayTogether)
{
    EXPECT_EQ(Line("aabbcc").takeAll({0, 1, 0, 1, 0, 0}), "ababcc");
}

TEST(TaskPlacement, AnIdleDeviceTakesTheNextTask)
{
    EXPECT_EQ(Line("aaabcd").takeAll({0, 1, 1, 1, 0, 0}), "abcdaa")
        << "the one with the long task begins no other";
}

TEST(TaskPlacement, IdleDeviceHelpsTheLongestQueue)
{
    Line line("abbccc");
    EXPECT_EQ(line.takeAll({0, 0, 0}), "abb");
    EXPECT_EQ(line.take(0), 'c');
    EXPECT_EQ(line.take(1), 'c') << "nothing is nobody's";
    EXPECT_EQ(line.take(1), 'c');

    Line longer("abcbcc");
    EXPECT_EQ(longer.takeAll({0, 0, 0}), "abc") << "all are of one device";
    EXPECT_EQ(longer.takeAll({1, 1, 0}), "ccb") << "first with the one of which two wait";
}

TEST(TaskPlacement, OthersTakeTasksOfALostDevice)
{
    EXPECT_EQ(Line("aabb").takeAll({0, 1, 1, 1}), "abba");
}

} // namespace loupe
