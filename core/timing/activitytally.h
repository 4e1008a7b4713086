// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/device/deviceactivity.h"
#include "core/model/device/kernelprofile.h"
#include "core/timing/devicetime.h"

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace loupe {

/// Device work of timed calls, summed by name. Bounded for any records. Not thread-safe.
class ActivityTally
{
public:
    /// Maximum number of names; further ones share a row of kind "rest".
    static constexpr std::size_t maxNames = 256;

    /// Adds the work of a block; `block` is the result of activityOfBlock() for the same records.
    void add(std::span<const DeviceActivity> records, const BlockActivity &block);

    /// Returns one row per name, longest first. Role and case are empty.
    std::vector<KernelActivity> rows() const;

private:
    using Key = std::pair<std::string, std::string>; ///< kind and name
    using Configuration = std::tuple<std::array<std::uint32_t, 3>, std::array<std::uint32_t, 3>,
                                     std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>;
    struct Sums {
        std::uint64_t launches = 0;
        std::uint64_t nanoseconds = 0;
        std::uint64_t bytes = 0;
        std::set<std::uint32_t> streams;
        std::map<Configuration, std::uint64_t> configurations; ///< nanoseconds by configuration
    };
    Sums &sumsOf(const DeviceActivity &record);

    std::map<Key, Sums> m_sums;
    std::uint64_t m_calls = 0;
};

} // namespace loupe
