// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/deviceactivity.h"
#include "core/sandbox/activityring.h"
#include "core/sandbox/channel.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace loupe {

/// What was taken from a ring at one time.
struct ActivityBatch {
    activityring::State state = activityring::State::Untouched;
    std::string reason;                  ///< why nothing is recorded; empty unless Refused
    std::uint32_t cuptiVersion = 0;      ///< as CUPTI counts: 130001
    std::uint64_t dropped = 0;           ///< records lost since the last batch
    std::vector<DeviceActivity> records; ///< in the order in which they were written
};

/// The engine's end of an activity ring (activityring.h). The producer shares its process with a
/// candidate, so that nothing in the memory is believed: an index, a length or a time that cannot
/// be is Corrupt. Not thread-safe.
class ActivityReader
{
public:
    /// New, empty memory whose size nobody can change.
    static Result<std::unique_ptr<ActivityReader>> create();
    ~ActivityReader();
    ActivityReader(const ActivityReader &) = delete;
    ActivityReader &operator=(const ActivityReader &) = delete;

    /// For the process that is to write.
    int descriptor() const { return m_memory.get(); }

    /// Everything written since the last call: at most as many records as there are slots. After
    /// Corrupt the ring gives only Corrupt.
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
