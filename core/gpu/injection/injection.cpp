// SPDX-License-Identifier: Apache-2.0
//
// The library of CUDA_INJECTION64_PATH, which the driver loads when CUDA starts in a process. It
// records nothing until the worker calls kloupeStart, so that verification costs nothing. Then it
// writes CUPTI's records into the engine's ring. It runs in a foreign process: it never throws or
// prints, and failures become a reason in the ring's header.
#include "core/gpu/injection/cuptilibrary.h"
#include "core/gpu/injection/instructionsampler.h"
#include "core/gpu/injection/rangecounters.h"
#include "core/model/device/deviceactivity.h"
#include "core/sandbox/channel/activitywriter.h"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <new>
#include <string>

#include <cxxabi.h>

namespace loupe::injection {

namespace {

using activityring::Slot;
using activityring::State;

constexpr std::size_t bufferBytes = std::size_t{1} << 20;
constexpr std::size_t bufferAlignment = 8;

/// State of the process; never destroyed, because CUPTI calls back until the very end.
struct Recorder {
    std::mutex mutex;
    activityring::Writer writer;
    CuptiLibrary cupti;
    bool isLoaded = false;
    /// Read without the mutex, which CUPTI's callbacks take while it flushes. Set after `cupti`.
    std::atomic<bool> isRecording = false;
    std::unique_ptr<RangeCounters> counters;
    std::unique_ptr<InstructionSampler> sampler;
    std::string text; ///< last answer
};

Recorder &recorder() noexcept
{
    alignas(Recorder) static std::byte memory[sizeof(Recorder)];
    static auto *const only = new (memory) Recorder;
    return *only;
}

std::string demangled(const char *name)
{
    int status = 0;
    char *text = abi::__cxa_demangle(name, nullptr, nullptr, &status);
    std::string out = status == 0 && text != nullptr ? text : name;
    std::free(text);
    return out;
}

Slot slotOf(ActivityKind kind, std::uint64_t start, std::uint64_t end) noexcept
{
    Slot slot = {};
    slot.kind = static_cast<std::uint32_t>(kind);
    slot.startNs = start;
    slot.endNs = end;
    return slot;
}

template <typename Record>
void place(Slot &slot, const Record &record) noexcept
{
    slot.device = record.deviceId;
    slot.stream = record.streamId;
    slot.correlation = record.correlationId;
}

/// Writes a record; one that CUPTI could not time counts as dropped.
void writeTimed(activityring::Writer &writer, const Slot &slot) noexcept
{
    if (slot.startNs == 0 || slot.endNs < slot.startNs)
        writer.addDropped(1);
    else
        writer.write(slot);
}

void writeKernel(activityring::Writer &writer, const CUpti_ActivityKernel10 &kernel) noexcept
{
    Slot slot = slotOf(ActivityKind::Kernel, kernel.start, kernel.end);
    place(slot, kernel);
    const std::int32_t grid[] = {kernel.gridX, kernel.gridY, kernel.gridZ};
    const std::int32_t block[] = {kernel.blockX, kernel.blockY, kernel.blockZ};
    for (int axis = 0; axis < 3; ++axis) {
        slot.grid[axis] = static_cast<std::uint32_t>(grid[axis]);
        slot.block[axis] = static_cast<std::uint32_t>(block[axis]);
    }
    slot.registers = kernel.registersPerThread;
    slot.staticSharedBytes = static_cast<std::uint32_t>(kernel.staticSharedMemory);
    slot.dynamicSharedBytes = static_cast<std::uint32_t>(kernel.dynamicSharedMemory);
    slot.localBytes = kernel.localMemoryPerThread;
    if (kernel.name != nullptr)
        writer.name(slot, kernel.name, [&kernel] { return demangled(kernel.name); });
    writeTimed(writer, slot);
}

void writeSynchronisation(activityring::Writer &writer,
                          const CUpti_ActivitySynchronization2 &wait) noexcept
{
    Slot slot = slotOf(ActivityKind::Synchronisation, wait.start, wait.end);
    slot.stream = wait.streamId;
    slot.correlation = wait.correlationId;
    slot.detail = static_cast<std::uint32_t>(wait.type);
    writeTimed(writer, slot);
}

template <typename Record>
void writeTransfer(activityring::Writer &writer, ActivityKind kind, const Record &transfer,
                   std::uint32_t detail) noexcept
{
    Slot slot = slotOf(kind, transfer.start, transfer.end);
    place(slot, transfer);
    slot.bytes = transfer.bytes;
    slot.detail = detail;
    writeTimed(writer, slot);
}

void writeRecord(activityring::Writer &writer, const CUpti_Activity *record) noexcept
{
    switch (record->kind) {
    case CUPTI_ACTIVITY_KIND_KERNEL:
    case CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL:
        writeKernel(writer, *reinterpret_cast<const CUpti_ActivityKernel10 *>(record));
        break;
    case CUPTI_ACTIVITY_KIND_MEMCPY: {
        const auto &copy = *reinterpret_cast<const CUpti_ActivityMemcpy6 *>(record);
        writeTransfer(writer, ActivityKind::Memcpy, copy, copy.copyKind);
        break;
    }
    case CUPTI_ACTIVITY_KIND_MEMCPY2: {
        const auto &copy = *reinterpret_cast<const CUpti_ActivityMemcpyPtoP4 *>(record);
        writeTransfer(writer, ActivityKind::Memcpy, copy, copy.copyKind);
        break;
    }
    case CUPTI_ACTIVITY_KIND_MEMSET: {
        const auto &set = *reinterpret_cast<const CUpti_ActivityMemset4 *>(record);
        writeTransfer(writer, ActivityKind::Memset, set, set.value);
        break;
    }
    case CUPTI_ACTIVITY_KIND_SYNCHRONIZATION:
        writeSynchronisation(writer,
                             *reinterpret_cast<const CUpti_ActivitySynchronization2 *>(record));
        break;
    case CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION: {
        const auto &pair = *reinterpret_cast<const CUpti_ActivityExternalCorrelation *>(record);
        Slot slot = slotOf(ActivityKind::ExternalCorrelation, 0, 0);
        slot.correlation = pair.correlationId;
        slot.external = pair.externalId;
        slot.detail = static_cast<std::uint32_t>(pair.externalKind);
        writer.write(slot);
        break;
    }
    default:
        break;
    }
}

void CUPTIAPI giveBuffer(std::uint8_t **buffer, std::size_t *size, std::size_t *records) noexcept
{
    *buffer = static_cast<std::uint8_t *>(std::aligned_alloc(bufferAlignment, bufferBytes));
    *size = *buffer == nullptr ? 0 : bufferBytes;
    *records = 0; // as many as fit
}

void CUPTIAPI takeBuffer(CUcontext context, std::uint32_t stream, std::uint8_t *buffer,
                         std::size_t /*size*/, std::size_t validSize) noexcept
{
    Recorder &all = recorder();
    const std::lock_guard lock(all.mutex);
    CUpti_Activity *record = nullptr;
    while (validSize > 0 && all.cupti.nextRecord(buffer, validSize, &record) == CUPTI_SUCCESS)
        writeRecord(all.writer, record);
    std::size_t dropped = 0;
    if (all.cupti.droppedRecords(context, stream, &dropped) == CUPTI_SUCCESS)
        all.writer.addDropped(dropped);
    std::free(buffer);
}

constexpr CUpti_ActivityKind kinds[]
    = {CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, CUPTI_ACTIVITY_KIND_MEMCPY,
       CUPTI_ACTIVITY_KIND_MEMCPY2,           CUPTI_ACTIVITY_KIND_MEMSET,
       CUPTI_ACTIVITY_KIND_SYNCHRONIZATION,   CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION};

/// Enables all recorded activities. Returns null, or why that failed.
const char *enableAll(const CuptiLibrary &cupti) noexcept
{
    CUptiResult result = cupti.registerCallbacks(giveBuffer, takeBuffer);
    for (const CUpti_ActivityKind kind : kinds) {
        if (result == CUPTI_SUCCESS)
            result = cupti.enable(kind);
    }
    if (result == CUPTI_SUCCESS)
        return nullptr;
    const char *text = nullptr;
    const bool isNamed = cupti.resultString(result, &text) == CUPTI_SUCCESS && text != nullptr;
    return isNamed ? text : "CUPTI refuses without a reason";
}

/// Starts recording once. Returns 1 if it is on.
int start(Recorder &all) noexcept
{
    if (!all.writer.attach())
        return 0;
    if (all.isLoaded)
        return all.isRecording ? 1 : 0;
    all.isLoaded = true;
    const char *problem = all.cupti.load();
    if (problem == nullptr) {
        std::uint32_t version = 0;
        if (all.cupti.version(&version) == CUPTI_SUCCESS)
            all.writer.setCuptiVersion(version);
        problem = enableAll(all.cupti);
    }
    if (problem != nullptr) {
        all.writer.refuse(problem);
        return 0;
    }
    all.isRecording = true;
    all.writer.setState(State::Recording);
    return 1;
}

/// Returns whether the marker waits for the device first: the number of this wait separates earlier
/// launches from later ones (launchorder.h).
bool waitsForDevice(std::uint32_t marker) noexcept
{
    const bool isEnd = marker % 2 == 0; // in ActivityMarker each end follows its beginning
    return isEnd || marker == static_cast<std::uint32_t>(ActivityMarker::BlockBegin);
}

/// Stops recording and begins to measure with a profiler of CUPTI. Exceptions become reasons as
/// well.
template <typename Profiler>
const char *beginWith(std::unique_ptr<Profiler> &profiler, Recorder &all) noexcept
try {
    if (all.isRecording) {
        for (const CUpti_ActivityKind kind : kinds)
            all.cupti.disable(kind);
        all.isRecording = false;
    }
    profiler = std::make_unique<Profiler>();
    all.text = profiler->begin();
    if (all.text.empty())
        return nullptr;
    profiler.reset();
    return all.text.c_str();
} catch (...) {
    return "memory ran out";
}

template <typename Profiler>
const char *endWith(std::unique_ptr<Profiler> &profiler, Recorder &all) noexcept
try {
    if (!profiler)
        return R"({"error":"nothing was begun"})";
    all.text = profiler->end();
    profiler.reset();
    return all.text.c_str();
} catch (...) {
    return R"({"error":"memory ran out"})";
}

std::uint64_t now(const Recorder &all) noexcept
{
    std::uint64_t time = 0;
    return all.isRecording && all.cupti.timestamp(&time) == CUPTI_SUCCESS ? time : 0;
}

} // namespace

} // namespace loupe::injection

// NOLINTBEGIN(readability-identifier-naming): names that others look up
extern "C" {

/// Entry point that the driver calls after loading the library.
__attribute__((visibility("default"))) int InitializeInjection()
{
    loupe::injection::Recorder &all = loupe::injection::recorder();
    const std::lock_guard lock(all.mutex);
    all.writer.attach();
    return 1;
}

/// Starts recording. Returns 1, or 0 with the reason in the ring.
__attribute__((visibility("default"))) int kloupeStart()
{
    loupe::injection::Recorder &all = loupe::injection::recorder();
    const std::lock_guard lock(all.mutex);
    return loupe::injection::start(all);
}

/// Returns the nanoseconds of the records' clock; 0 while nothing is recorded.
__attribute__((visibility("default"))) std::uint64_t kloupeTimestamp()
{
    return loupe::injection::now(loupe::injection::recorder());
}

/// Marks a point in time (ActivityMarker, number of the call). At ends and at the start of a block
/// it first waits for the device, here, where no Python code can intervene. Returns 1 if it was
/// marked.
__attribute__((visibility("default"))) int kloupeMark(std::uint32_t marker, std::uint32_t call)
{
    loupe::injection::Recorder &all = loupe::injection::recorder();
    if (!all.isRecording)
        return 0;
    if (loupe::injection::waitsForDevice(marker) && all.cupti.synchronise != nullptr)
        all.cupti.synchronise();
    const std::uint64_t time = loupe::injection::now(all);
    const std::lock_guard lock(all.mutex);
    loupe::activityring::Slot slot
        = loupe::injection::slotOf(loupe::ActivityKind::Marker, time, time);
    slot.correlation = call;
    slot.detail = marker;
    all.writer.write(slot);
    return time != 0 ? 1 : 0;
}

/// Marks the end of a call and its block, here, where no Python code can intervene. Then reads
/// elements of `size` bytes at `count` device addresses into `out`. Returns 1 if all were read.
__attribute__((visibility("default"))) int kloupeEndAndRead(std::uint32_t call,
                                                            const std::uint64_t *addresses,
                                                            std::uint32_t count, std::uint32_t size,
                                                            unsigned char *out)
{
    const loupe::injection::CuptiLibrary &library = loupe::injection::recorder().cupti;
    kloupeMark(static_cast<std::uint32_t>(loupe::ActivityMarker::CallEnd), call);
    kloupeMark(static_cast<std::uint32_t>(loupe::ActivityMarker::BlockEnd), 0);
    if (library.copyToHost == nullptr)
        return 0;
    for (std::uint32_t i = 0; i < count; ++i) {
        if (library.copyToHost(out + std::size_t{i} * size, addresses[i], size) != CUDA_SUCCESS)
            return 0;
    }
    return 1;
}

/// Writes all finished activities into the ring. Returns 1 on success of CUPTI.
__attribute__((visibility("default"))) int kloupeFlush()
{
    loupe::injection::Recorder &all = loupe::injection::recorder();
    return all.isRecording && all.cupti.flushAll(0) == CUPTI_SUCCESS ? 1 : 0;
}

/// Stops recording and begins to count every launch of this thread's context, until
/// kloupeCountersEnd(). Returns null, or why counters cannot be read; the text stays valid until
/// the next call.
__attribute__((visibility("default"))) const char *kloupeCountersBegin()
{
    loupe::injection::Recorder &all = loupe::injection::recorder();
    const std::lock_guard lock(all.mutex);
    return loupe::injection::beginWith(all.counters, all);
}

/// Returns the result of RangeCounters::end(), valid until the next call.
__attribute__((visibility("default"))) const char *kloupeCountersEnd()
{
    loupe::injection::Recorder &all = loupe::injection::recorder();
    const std::lock_guard lock(all.mutex);
    return loupe::injection::endWith(all.counters, all);
}

/// Stops recording and begins to sample the instructions of this thread's context, until
/// kloupeSamplesEnd(). Returns null, or why that is impossible; the text stays valid until the next
/// call.
__attribute__((visibility("default"))) const char *kloupeSamplesBegin()
{
    loupe::injection::Recorder &all = loupe::injection::recorder();
    const std::lock_guard lock(all.mutex);
    return loupe::injection::beginWith(all.sampler, all);
}

/// Returns the result of InstructionSampler::end(), valid until the next call.
__attribute__((visibility("default"))) const char *kloupeSamplesEnd()
{
    loupe::injection::Recorder &all = loupe::injection::recorder();
    const std::lock_guard lock(all.mutex);
    return loupe::injection::endWith(all.sampler, all);
}

} // extern "C"
// NOLINTEND(readability-identifier-naming)
