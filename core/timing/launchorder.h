// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/device/deviceactivity.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace loupe {

/// Assignment of work to the parts of a timed block by launch, without a clock of the device.
///
/// CUPTI numbers the CUDA calls of a process in the order in which they begin. Work has the number
/// of the call that launched it (DeviceActivity::correlation). Each marker that begins a block or
/// ends a part first waits for the device, which is such a call. Its number separates earlier
/// launches from later ones, on any stream or thread.
class LaunchOrder
{
public:
    struct Part {
        bool isFlush = false; ///< else a call
        std::size_t index = 0;
        std::uint32_t end = 0; ///< number of the wait that ends the part
    };

    /// Reads the last block in the records; null if a wait is missing or the numbers do not rise.
    static std::optional<LaunchOrder> ofLastBlock(std::span<const DeviceActivity> records);

    bool isBeforeBlock(const DeviceActivity &work) const { return work.correlation <= m_begin; }
    /// Returns the part of work launched after the block began; null after the last part.
    const Part *partOf(const DeviceActivity &work) const;

private:
    std::uint32_t m_begin = 0;
    std::vector<Part> m_parts;
};

} // namespace loupe
