// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace loupe {

/// One value and the cluster that it belongs to.
struct ClusteredValue {
    double value = 0.0;
    std::uint32_t cluster = 0;
};

} // namespace loupe
