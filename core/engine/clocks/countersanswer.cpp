// SPDX-License-Identifier: Apache-2.0
#include "core/engine/clocks/countersanswer.h"

#include "core/base/clock.h"
#include "core/engine/contract/jsontext.h"

#include <string_view>
#include <utility>

namespace loupe {

namespace {

constexpr std::size_t maxLaunches = 1000;
constexpr std::size_t maxMetrics = 100;
constexpr std::size_t maxTextLength = 4096;

struct Column {
    std::string_view metric;
    std::optional<double> KernelCounters::*member;
    double scale;
    const char *unit; ///< of the value in the answer
};

constexpr Column columns[] = {
    {"gpu__time_duration.sum", &KernelCounters::durationMs, 1e-6, "ns"},
    {"dram__bytes_read.sum", &KernelCounters::dramReadBytes, 1, "byte"},
    {"dram__bytes_write.sum", &KernelCounters::dramWriteBytes, 1, "byte"},
    {"sm__warps_active.avg.pct_of_peak_sustained_active", &KernelCounters::achievedOccupancy, 1e-2,
     "%"},
    {"sm__throughput.avg.pct_of_peak_sustained_elapsed", &KernelCounters::smThroughput, 1e-2, "%"},
    {"gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed",
     &KernelCounters::memoryThroughput, 1e-2, "%"},
    {"sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_active", &KernelCounters::tensorUse,
     1e-2, "%"},
};

/// Returns the text, cut at maxTextLength bytes but never inside a UTF-8 character.
std::string shortTextAt(const Json &object, const char *key)
{
    std::string text = textAt(object, key);
    if (text.size() <= maxTextLength)
        return text;
    std::size_t end = maxTextLength;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U)
        --end;
    text.resize(end);
    return text;
}

std::array<std::uint32_t, 3> extentsAt(const Json &object, const char *key)
{
    std::array<std::uint32_t, 3> out = {};
    const auto found = object.find(key);
    if (found == object.end() || !found->is_array() || found->size() != out.size())
        return out;
    for (std::size_t i = 0; i < out.size(); ++i) {
        if ((*found)[i].is_number_unsigned()
            && std::in_range<std::uint32_t>((*found)[i].get<std::uint64_t>()))
            out[i] = (*found)[i].get<std::uint32_t>();
    }
    return out;
}

bool readLaunch(const Json &launch, const std::vector<std::string> &metrics, KernelCounters &out)
{
    const auto values = launch.is_object() ? launch.find("values") : launch.end();
    if (!launch.is_object() || values == launch.end() || !values->is_array()
        || values->size() != metrics.size())
        return false;
    out.name = shortTextAt(launch, "name");
    out.grid = extentsAt(launch, "grid");
    out.block = extentsAt(launch, "block");
    for (std::size_t i = 0; i < metrics.size(); ++i) {
        if (!(*values)[i].is_number())
            continue;
        const double value = (*values)[i].get<double>();
        CounterValue &kept = out.metrics[metrics[i]];
        kept.value = value;
        for (const Column &column : columns) {
            if (column.metric != metrics[i])
                continue;
            out.*column.member = value * column.scale;
            kept.unit = column.unit;
        }
    }
    return true;
}

CounterProfile without(CounterProfile profile, std::string why)
{
    profile.kernels.clear();
    profile.note = std::move(why);
    return profile;
}

} // namespace

CounterProfile countersFrom(const Json &answer)
{
    CounterProfile out;
    out.source = "cupti";
    out.takenAt = isoTime(systemClock().wallNow());
    const auto counters = answer.is_object() ? answer.find("counters") : answer.end();
    if (!answer.is_object() || counters == answer.end() || !counters->is_object())
        return without(std::move(out), "its answer holds no counters");
    if (counters->contains("error"))
        return without(std::move(out), shortTextAt(*counters, "error"));
    out.tool = shortTextAt(*counters, "tool");
    std::vector<std::string> metrics;
    const auto names = counters->find("metrics");
    const auto launches = counters->find("launches");
    if (names == counters->end() || !names->is_array() || names->size() > maxMetrics
        || launches == counters->end() || !launches->is_array() || launches->size() > maxLaunches)
        return without(std::move(out), "its counters have an unexpected form");
    for (const Json &name : *names)
        metrics.push_back(name.is_string() ? name.get<std::string>() : std::string());
    for (const Json &launch : *launches) {
        KernelCounters kernel;
        kernel.launch = static_cast<int>(out.kernels.size());
        if (!readLaunch(launch, metrics, kernel))
            return without(std::move(out), "its counters have an unexpected form");
        out.kernels.push_back(std::move(kernel));
    }
    if (out.kernels.empty())
        return without(std::move(out), "no kernel was launched");
    const auto dropped = counters->find("dropped");
    if (dropped != counters->end() && dropped->is_number_unsigned()
        && dropped->get<std::uint64_t>() > 0)
        out.note
            = std::to_string(dropped->get<std::uint64_t>()) + " further launches were not counted";
    return out;
}

} // namespace loupe
