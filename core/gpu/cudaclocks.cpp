// SPDX-License-Identifier: Apache-2.0
#include "core/gpu/cudaclocks.h"

#include "core/base/environment.h"
#include "core/base/hexadecimal.h"
#include "core/model/device/deviceactivity.h"
#include "core/sandbox/channel/activityring.h"

#include <algorithm>
#include <chrono>
#include <span>
#include <string>
#include <vector>

#include <cuda_runtime_api.h>
#include <dlfcn.h>

namespace loupe {

namespace {

using Steady = std::chrono::steady_clock;

// Parameters of triton.testing.do_bench: flushed bytes, calls of the estimate, milliseconds of
// warm-up and repetitions.
constexpr std::int64_t doBenchFlushBytes = std::int64_t{256} << 20;
constexpr int doBenchEstimate = 5;
constexpr double doBenchWarmUpMs = 25.0;
constexpr double doBenchRepeatMs = 100.0;
constexpr std::int64_t maxRepetitions = 10'000;

// Calls whose instructions are sampled, as in timing.py.
constexpr double sampledMs = 10.0;
constexpr std::int64_t maxSampledCalls = 200;

double millisecondsBetween(Steady::time_point begin, Steady::time_point end)
{
    return std::chrono::duration<double, std::milli>(end - begin).count();
}

std::uint32_t number(ActivityMarker marker)
{
    return static_cast<std::uint32_t>(marker);
}

/// CUDA event, owned.
class Event
{
public:
    Event() { cudaEventCreate(&m_event); }
    ~Event() { cudaEventDestroy(m_event); }
    Event(const Event &) = delete;
    Event &operator=(const Event &) = delete;

    void record(void *stream) { cudaEventRecord(m_event, static_cast<cudaStream_t>(stream)); }
    /// Returns the milliseconds between two events, which must have happened.
    double millisecondsSince(const Event &earlier) const
    {
        float time = 0;
        cudaEventElapsedTime(&time, earlier.m_event, m_event);
        return static_cast<double>(time);
    }

private:
    cudaEvent_t m_event = nullptr;
};

Json eachInHexadecimal(std::span<const unsigned char> bytes, std::size_t each)
{
    Json texts = Json::array();
    for (std::size_t at = 0; at < bytes.size(); at += each)
        texts.push_back(inHexadecimal(std::as_bytes(bytes.subspan(at, each))));
    return texts;
}

/// Reads the elements of an idle device; null on failure.
Json readNow(const CudaClocks::Elements &elements)
{
    std::vector<unsigned char> bytes(elements.addresses.size() * elements.bytes);
    for (std::size_t i = 0; i < elements.addresses.size(); ++i) {
        if (cudaMemcpy(bytes.data() + i * elements.bytes, elements.addresses[i], elements.bytes,
                       cudaMemcpyDeviceToHost)
            != cudaSuccess)
            return {};
    }
    return eachInHexadecimal(bytes, elements.bytes);
}

} // namespace

CudaClocks::CudaClocks(void *stream) : m_stream(stream), m_library(findLibrary()) { }

CudaClocks::Library CudaClocks::findLibrary()
{
    Library found;
    const std::string path = environmentVariable("CUDA_INJECTION64_PATH");
    if (path.empty() || environmentVariable(activityring::descriptorVariable).empty())
        return found;
    void *library = dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL);
    if (library == nullptr)
        return found; // nothing is recorded then, and the engine reports it
    found.start = reinterpret_cast<int (*)()>(dlsym(library, "kloupeStart"));
    found.mark
        = reinterpret_cast<int (*)(std::uint32_t, std::uint32_t)>(dlsym(library, "kloupeMark"));
    found.flush = reinterpret_cast<int (*)()>(dlsym(library, "kloupeFlush"));
    found.endAndRead
        = reinterpret_cast<decltype(found.endAndRead)>(dlsym(library, "kloupeEndAndRead"));
    const auto findProfiler
        = [library](Library::Profiler &profiler, const char *begin, const char *end) {
              profiler.begin = reinterpret_cast<const char *(*)()>(dlsym(library, begin));
              profiler.end = reinterpret_cast<const char *(*)()>(dlsym(library, end));
          };
    findProfiler(found.counters, "kloupeCountersBegin", "kloupeCountersEnd");
    findProfiler(found.samples, "kloupeSamplesBegin", "kloupeSamplesEnd");
    if (found.mark == nullptr || found.flush == nullptr || found.endAndRead == nullptr)
        found.start = nullptr;
    return found;
}

Json CudaClocks::measure(const Json &request, const Call &call, const Elements &elements)
{
    const auto calls = request.value("calls", std::int64_t{0});
    const auto method = request.value("method", std::string("host"));
    m_flushBytes
        = method == "do_bench" ? doBenchFlushBytes : request.value("flush_bytes", std::int64_t{0});
    if (const Status ready = prepareFlush(); !ready)
        return {{"error", ready.error().message}};
    Json answer = by(method, calls, call, elements);
    if (calls == 1 && !elements.addresses.empty() && answer.value("glimpse", Json()).is_null())
        answer["glimpse"] = readNow(elements);
    return answer;
}

Json CudaClocks::by(const std::string &method, std::int64_t calls, const Call &call,
                    const Elements &elements)
{
    if (method == "cupti")
        return recorded(calls, call, elements);
    if (method == "counters")
        return counted(call);
    if (method == "cuda_event")
        return betweenEvents(calls, call);
    if (method == "do_bench")
        return asDoBench(call);
    return plain(calls, call);
}

void CudaClocks::handOver()
{
    if (m_library.start != nullptr)
        m_library.flush();
}

Json CudaClocks::plain(std::int64_t calls, const Call &call)
{
    for (std::int64_t i = 0; i < calls; ++i) {
        if (!call(i))
            break;
    }
    cudaDeviceSynchronize();
    return Json::object();
}

Json CudaClocks::endAndRead(std::int64_t call, const Elements &elements) const
{
    std::vector<unsigned char> bytes(elements.addresses.size() * elements.bytes);
    std::vector<std::uint64_t> addresses;
    for (const std::byte *address : elements.addresses)
        addresses.push_back(reinterpret_cast<std::uint64_t>(address));
    const int hasRead = m_library.endAndRead(static_cast<std::uint32_t>(call), addresses.data(),
                                             static_cast<std::uint32_t>(addresses.size()),
                                             elements.bytes, bytes.data());
    return hasRead == 1 ? eachInHexadecimal(bytes, elements.bytes) : Json();
}

Json CudaClocks::recorded(std::int64_t calls, const Call &call, const Elements &elements)
{
    if (m_library.start == nullptr || m_library.start() == 0)
        return {{"recorded", false}};
    Json answer{{"recorded", true}};
    const bool looks = calls == 1 && !elements.addresses.empty();
    std::vector<double> hostMs;
    const auto mark = [&](ActivityMarker marker, std::int64_t index) {
        m_library.mark(number(marker), static_cast<std::uint32_t>(index));
    };
    cudaDeviceSynchronize();
    mark(ActivityMarker::BlockBegin, 0);
    bool goesOn = true;
    for (std::int64_t i = 0; i < calls && goesOn; ++i) {
        if (m_flushBytes > 0) {
            mark(ActivityMarker::FlushBegin, i);
            flush();
            mark(ActivityMarker::FlushEnd, i);
        }
        mark(ActivityMarker::CallBegin, i);
        const auto began = Steady::now();
        goesOn = call(i);
        // Both wait for the device.
        if (looks)
            answer["glimpse"] = endAndRead(i, elements);
        else
            mark(ActivityMarker::CallEnd, i);
        hostMs.push_back(millisecondsBetween(began, Steady::now()));
    }
    if (!looks)
        mark(ActivityMarker::BlockEnd, 0);
    m_library.flush();
    answer["host_ms"] = hostMs;
    return answer;
}

Json CudaClocks::profiled(const Library::Profiler &profiler, const std::function<void()> &work)
{
    if (profiler.begin == nullptr || profiler.end == nullptr)
        return {{"error", "the activity recorder is not loaded"}};
    if (const char *problem = profiler.begin(); problem != nullptr)
        return {{"error", problem}};
    work();
    const auto measured = parseJson(profiler.end(), "counters");
    return measured ? *measured : Json{{"error", measured.error().message}};
}

Json CudaClocks::counted(const Call &call)
{
    if (!call(0)) // its builds and choices are not measured
        return Json::object();
    cudaDeviceSynchronize();
    const auto sampled = [&call] {
        const auto began = Steady::now();
        for (std::int64_t i = 0; i < maxSampledCalls; ++i) {
            const bool goesOn = call(0);
            cudaDeviceSynchronize();
            if (!goesOn || millisecondsBetween(began, Steady::now()) > sampledMs)
                break;
        }
    };
    // Once counters were read, CUPTI attributes samples to no instruction.
    Json answer{{"samples", profiled(m_library.samples, sampled)}};
    answer["counters"] = profiled(m_library.counters, [&call] { call(0); });
    return answer;
}

Json CudaClocks::betweenEvents(std::int64_t calls, const Call &call)
{
    std::vector<Event> begins(static_cast<std::size_t>(calls));
    std::vector<Event> ends(static_cast<std::size_t>(calls));
    cudaDeviceSynchronize();
    std::size_t made = 0;
    for (bool goesOn = true; made < begins.size() && goesOn; ++made) {
        flush();
        begins[made].record(m_stream);
        goesOn = call(static_cast<std::int64_t>(made));
        ends[made].record(m_stream);
    }
    cudaDeviceSynchronize();
    std::vector<double> times;
    for (std::size_t i = 0; i < made; ++i)
        times.push_back(ends[i].millisecondsSince(begins[i]));
    return {{"events_ms", times}};
}

Json CudaClocks::asDoBench(const Call &call)
{
    if (!call(0))
        return {{"events_ms", Json::array()}};
    cudaDeviceSynchronize();
    Event begin;
    Event end;
    begin.record(m_stream);
    for (int i = 0; i < doBenchEstimate; ++i) {
        flush();
        call(i);
    }
    end.record(m_stream);
    cudaDeviceSynchronize();
    const double estimate = std::max(end.millisecondsSince(begin) / doBenchEstimate, 1e-3);
    const auto within = [&](double milliseconds) {
        return std::clamp<std::int64_t>(static_cast<std::int64_t>(milliseconds / estimate), 1,
                                        maxRepetitions);
    };
    for (std::int64_t i = 0; i < within(doBenchWarmUpMs); ++i)
        call(i);
    return betweenEvents(within(doBenchRepeatMs), call);
}

Status CudaClocks::prepareFlush()
{
    if (m_flushBytes <= m_flushableBytes)
        return {};
    auto made = DeviceBuffer::allocate(static_cast<std::size_t>(m_flushBytes));
    if (!made)
        return made.error();
    m_flushed = std::move(made).value();
    m_flushableBytes = m_flushBytes;
    return {};
}

void CudaClocks::flush()
{
    if (m_flushBytes > 0)
        cudaMemsetAsync(m_flushed.data(), 0, static_cast<std::size_t>(m_flushBytes),
                        static_cast<cudaStream_t>(m_stream));
}

} // namespace loupe
