// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/device/deviceactivity.h"
#include "core/sandbox/channel/activityring.h"
#include "core/sandbox/channel/channel.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace loupe {

/// Records taken from a ring by one call of take().
struct ActivityBatch {
    activityring::State state = activityring::State::Untouched;
    std::string reason;                  ///< why nothing is recorded; empty unless Refused
    std::uint32_t cuptiVersion = 0;      ///< in CUPTI's encoding: 130001
    std::uint64_t dropped = 0;           ///< records lost since the last batch
    std::vector<DeviceActivity> records; ///< in write order
};

/// Engine's end of an activity ring (activityring.h). The producer shares its process with a
/// candidate, so everything in the memory is validated: an impossible index, length or time is
/// Corrupt. Not thread-safe.
class ActivityReader
{
public:
    /// Creates empty memory, sealed against resizing.
    static Result<std::unique_ptr<ActivityReader>> create();
    ~ActivityReader();
    ActivityReader(const ActivityReader &) = delete;
    ActivityReader &operator=(const ActivityReader &) = delete;

    /// Descriptor for the process that writes.
    int descriptor() const { return m_memory.get(); }

    /// Returns all records written since the last call, at most one per slot. After the first
    /// Corrupt, every call returns Corrupt.
    Result<ActivityBatch> take();

private:
    ActivityReader(Fd memory, char *bytes) : m_memory(std::move(memory)), m_bytes(bytes) { }
    Error corrupt(const std::string &what);
    Result<DeviceActivity> record(std::uint64_t index) const;

    Fd m_memory;
    char *m_bytes;
    std::uint64_t m_taken = 0;
    std::uint64_t m_dropped = 0;
    bool m_isCorrupt = false;
};

} // namespace loupe
