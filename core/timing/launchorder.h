// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/deviceactivity.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace loupe {

/// In which part of a timed block work was launched, told without any clock of the device.
///
/// CUPTI numbers a process's calls of CUDA in the order in which they begin, and a piece of work
/// bears the number of the call that launched it (DeviceActivity::correlation). The markers that
/// begin a block and end its parts wait for the device first, which is such a call too. Its number
/// parts what was launched before from what was launched after, on whatever stream or thread.
class LaunchOrder
{
public:
    struct Part {
        bool isFlush = false; ///< else a call
        std::size_t index = 0;
        std::uint32_t end = 0; ///< number of the wait that ends it
    };

    /// Of the last block in the records; nothing where a wait is missing or the numbers do not
    /// rise.
    static std::optional<LaunchOrder> ofLastBlock(std::span<const DeviceActivity> records);

    bool isBeforeBlock(const DeviceActivity &work) const { return work.correlation <= m_begin; }
    /// Of work that was not launched before the block; null: after the last part.
    const Part *partOf(const DeviceActivity &work) const;

private:
    std::uint32_t m_begin = 0;
    std::vector<Part> m_parts;
};

} // namespace loupe
