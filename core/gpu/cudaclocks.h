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

/// Clocks for calls on a GPU, in the process that makes them, like timing.py of the Python worker.
/// The timed code shares that process, so the engine compares the times with a clock of its own.
class CudaClocks
{
public:
    /// Makes the call with this number; returns false if it failed and no further one should
    /// follow.
    using Call = std::function<bool(std::int64_t)>;

    /// `stream`: the cudaStream_t of the calls.
    explicit CudaClocks(void *stream);

    /// Elements of a result on the device.
    struct Elements {
        std::vector<const std::byte *> addresses;
        std::uint32_t bytes = 0; ///< size of each
    };

    /// Does the work of CudaStage::time(), except for the copies, and waits for the device. After a
    /// single call it reads the elements of the result as "glimpse": their bytes in hexadecimal,
    /// absent if they cannot be read.
    Json measure(const Json &request, const Call &call, const Elements &elements);

    /// Writes all device work so far to the engine's record, so that no later block includes it.
    void handOver();

private:
    /// Functions of the injected library (core/gpu/injection); null without it.
    struct Library {
        int (*start)() = nullptr;
        int (*mark)(std::uint32_t, std::uint32_t) = nullptr;
        int (*flush)() = nullptr;
        int (*endAndRead)(std::uint32_t, const std::uint64_t *, std::uint32_t, std::uint32_t,
                          unsigned char *)
            = nullptr;
        /// Begins and ends the work of one of CUPTI's profilers.
        struct Profiler {
            const char *(*begin)() = nullptr;
            const char *(*end)() = nullptr;
        };
        Profiler counters;
        Profiler samples;
    };
    static Library findLibrary();
    Json by(const std::string &method, std::int64_t calls, const Call &call,
            const Elements &elements);
    Json plain(std::int64_t calls, const Call &call);
    Json recorded(std::int64_t calls, const Call &call, const Elements &elements);
    /// Marks the end of the call and its block, and reads the elements, in one step.
    Json endAndRead(std::int64_t call, const Elements &elements) const;
    /// Makes some calls whose instructions are sampled and one under hardware counters.
    Json counted(const Call &call);
    static Json profiled(const Library::Profiler &profiler, const std::function<void()> &work);
    Json betweenEvents(std::int64_t calls, const Call &call);
    Json asDoBench(const Call &call);
    Status prepareFlush();
    /// Overwrites the cache, if the request asks for it.
    void flush();

    void *m_stream;
    Library m_library;
    DeviceBuffer m_flushed;
    std::int64_t m_flushBytes = 0;     ///< of the current request
    std::int64_t m_flushableBytes = 0; ///< size of m_flushed
};

} // namespace loupe
