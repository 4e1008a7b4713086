// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/statistics/likeness.h"

#include <algorithm>
#include <limits>
#include <random>

#include <gtest/gtest.h>

namespace loupe {

namespace {
constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
using Order = std::vector<std::size_t>;
} // namespace

TEST(Likeness, OrdersSimilarRowsTogetherLargerFirst)
{
    EXPECT_EQ(orderByLikeness({{0}, {10}, {1}, {11}}), (Order{3, 1, 2, 0}));
    // A missing value in a column is not compared: {5, ?} is at distance 0 from {5, 9}.
    EXPECT_EQ(orderByLikeness({{5, unknown}, {-5, -9}, {5, 9}}), (Order{2, 0, 1}));
}

TEST(Likeness, NothingAndOneRow)
{
    EXPECT_TRUE(orderByLikeness({}).empty());
    EXPECT_EQ(orderByLikeness({{unknown}}), (Order{0}));
}

TEST(Likeness, EveryRowOnceAlsoWithTies)
{
    std::mt19937 random(1);
    for (std::size_t count : {2u, 3u, 17u, 60u}) {
        std::vector<std::vector<double>> rows(count);
        for (auto &row : rows) {
            for (int i = 0; i < 4; ++i)
                row.push_back(random() % 5 == 0 ? unknown : static_cast<double>(random() % 3));
        }
        Order order = orderByLikeness(rows);
        std::sort(order.begin(), order.end());
        ASSERT_EQ(order.size(), count);
        for (std::size_t i = 0; i < count; ++i)
            EXPECT_EQ(order[i], i);
    }
}

} // namespace loupe
