// SPDX-License-Identifier: Apache-2.0
#include "core/model/verdict/errorcounts.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace loupe {

TEST(ErrorCounts, BinsIncludeTheirLowerEdge)
{
    const auto &edges = errorEdgeValues();
    for (std::size_t i = 0; i < edges.size(); ++i) {
        EXPECT_NEAR(std::log10(edges[i]), -8 + 0.5 * static_cast<double>(i), 1e-12);
        EXPECT_EQ(errorBin(edges[i]), static_cast<int>(i) + 1);
        EXPECT_EQ(errorBin(std::nextafter(edges[i], 0.0)), static_cast<int>(i));
    }
    EXPECT_EQ(errorBin(0.0), 0);
    EXPECT_EQ(errorBin(std::numeric_limits<double>::max()), errorEdges);
    EXPECT_EQ(errorBin(std::numeric_limits<double>::infinity()), notFiniteBin);
    EXPECT_EQ(errorBin(std::numeric_limits<double>::quiet_NaN()), notFiniteBin);
}

} // namespace loupe
