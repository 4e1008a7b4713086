// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/gpu/devicememory.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace loupe {

/// Times calls on a GPU in the process that makes them, as resources/worker's timing.py does for
/// Python. It shares the process with what it times, which is why the engine compares what comes
/// from here with a clock of its own.
class CudaClocks
{
public:
    /// Makes the call of that number; false when it failed and no further one shall be made.
    using Call = std::function<bool(std::int64_t)>;

    /// `stream`: the cudaStream_t that calls work on.
    explicit CudaClocks(void *stream);

    /// Of a result that lies on the device.
    struct Elements {
        std::vector<const std::byte *> addresses;
        std::uint32_t bytes = 0; ///< of each
    };

    /// As CudaStage::time(), but for the copies. Waits for the device at the end. The elements of
    /// a single call's result are read where it ends, and said as "glimpse": their bytes in
    /// hexadecimal. It is missing where they cannot be read.
    Json measure(const Json &request, const Call &call, const Elements &elements);

    /// What the device did so far goes to the engine's record, and belongs to no later block.
    void handOver();

private:
    /// The entry points of the injected library (core/gpu/injection); null where there is none.
    struct Library {
        int (*start)() = nullptr;
        int (*mark)(std::uint32_t, std::uint32_t) = nullptr;
        int (*flush)() = nullptr;
        int (*endAndRead)(std::uint32_t, const std::uint64_t *, std::uint32_t, std::uint32_t,
                          unsigned char *)
            = nullptr;
    };
    static Library findLibrary();
    Json by(const std::string &method, std::int64_t calls, const Call &call,
            const Elements &elements);
    Json plain(std::int64_t calls, const Call &call);
    Json recorded(std::int64_t calls, const Call &call, const Elements &elements);
    /// Ends the call and its block in the record, and reads, in one step.
    Json endAndRead(std::int64_t call, const Elements &elements) const;
    Json betweenEvents(std::int64_t calls, const Call &call);
    Json asDoBench(const Call &call);
    Status prepareFlush();
    /// Overwrites the cache; where nothing is to be flushed, nothing.
    void flush();

    void *m_stream;
    Library m_library;
    DeviceBuffer m_flushed;
    std::int64_t m_flushBytes = 0;     ///< of the request that is being carried out
    std::int64_t m_flushableBytes = 0; ///< of m_flushed
};

} // namespace loupe
