// SPDX-License-Identifier: Apache-2.0
#include "core/engine/clocks/countersanswer.h"

#include "core/base/clock.h"
#include "core/engine/contract/jsontext.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

namespace loupe {

namespace {

constexpr std::size_t maxLaunches = 1000;
constexpr std::size_t maxMetrics = 100;
constexpr std::size_t maxTextLength = 4096;
constexpr std::size_t maxSampleRows = 200'000;
constexpr std::size_t maxReasons = 64;
constexpr std::size_t maxSampleText = 64;                     ///< bytes of a reason or a module
constexpr std::size_t maxSampleTexts = std::size_t{32} << 20; ///< bytes of all rows' texts

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

/// Returns the text, cut at `most` bytes but never inside a UTF-8 character.
std::string shortText(std::string text, std::size_t most = maxTextLength)
{
    if (text.size() <= most)
        return text;
    std::size_t end = most;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U)
        --end;
    text.resize(end);
    return text;
}

std::string shortTextAt(const Json &object, const char *key)
{
    return shortText(textAt(object, key));
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

void addNote(CounterProfile &profile, const std::string &note)
{
    profile.note += (profile.note.empty() ? "" : "; ") + note;
}

/// Returns the whole number from 0; nothing for another value.
std::optional<std::int64_t> countIn(const Json &value)
{
    if (!value.is_number_unsigned() || !std::in_range<std::int64_t>(value.get<std::uint64_t>()))
        return std::nullopt;
    return value.get<std::int64_t>();
}

/// Rows of samples, bounded in number and in text: each row has its own copy of its function's
/// name, so that a short answer could otherwise fill the memory.
class SampleRows
{
public:
    SampleRows(std::vector<std::string> reasons, std::vector<InstructionSamples> &out)
        : m_reasons(std::move(reasons))
        , m_out(out)
    {
    }

    /// Returns whether the function is valid and there is room for all of its rows.
    bool add(const Json &function)
    {
        if (!function.is_object())
            return false;
        InstructionSamples of;
        of.function = shortTextAt(function, "name");
        of.module = shortText(textAt(function, "module"), maxSampleText);
        const auto instructions = function.find("instructions");
        if (instructions == function.end() || !instructions->is_array())
            return false;
        return std::ranges::all_of(*instructions, [&](const Json &numbers) {
            return m_out.size() < maxSampleRows && addInstruction(numbers, of);
        });
    }

private:
    /// Reads [offset, reason, samples, reason, samples, …] into copies of `of`.
    bool addInstruction(const Json &numbers, InstructionSamples &of)
    {
        if (!numbers.is_array() || numbers.size() % 2 == 0 || numbers.size() / 2 > m_reasons.size())
            return false;
        const auto offset = countIn(numbers[0]);
        if (!offset)
            return false;
        of.offset = *offset;
        std::vector<bool> isPresent(m_reasons.size());
        for (std::size_t i = 1; i < numbers.size(); i += 2) {
            const auto reason = countIn(numbers[i]);
            const auto samples = countIn(numbers[i + 1]);
            if (!reason || !samples || std::cmp_greater_equal(*reason, m_reasons.size()))
                return false;
            const auto index = static_cast<std::size_t>(*reason);
            if (isPresent[index])
                return false;
            isPresent[index] = true;
            of.reason = m_reasons[index];
            of.samples = std::min(*samples, maxSampleCount);
            m_textBytes += of.function.size() + of.module.size() + of.reason.size();
            if (m_textBytes > maxSampleTexts)
                return false;
            m_out.push_back(of);
        }
        return true;
    }

    std::vector<std::string> m_reasons;
    std::vector<InstructionSamples> &m_out;
    std::size_t m_textBytes = 0; ///< of all rows
};

/// Reads the samples of instructions. Returns why there are none; empty if there are.
std::string readSamples(const Json &answer, CounterProfile &out)
{
    const auto samples = answer.is_object() ? answer.find("samples") : answer.end();
    if (!answer.is_object() || samples == answer.end() || !samples->is_object())
        return "its answer holds none";
    if (samples->contains("error"))
        return shortTextAt(*samples, "error");
    const auto names = samples->find("reasons");
    const auto functions = samples->find("functions");
    std::vector<std::string> reasons;
    bool isRead = names != samples->end() && names->is_array() && names->size() <= maxReasons
        && functions != samples->end() && functions->is_array();
    if (isRead) {
        for (const Json &name : *names)
            reasons.push_back(name.is_string() ? shortText(name.get<std::string>(), maxSampleText)
                                               : std::string());
        SampleRows rows(std::move(reasons), out.samples);
        isRead = std::ranges::all_of(*functions,
                                     [&](const Json &function) { return rows.add(function); });
    }
    if (!isRead) {
        out.samples.clear();
        return "they have an unexpected form";
    }
    const auto dropped = countIn(samples->value("dropped", Json()));
    if (dropped.value_or(0) > 0)
        addNote(out, std::to_string(*dropped) + " samples were lost");
    if (out.samples.empty())
        return "no instruction was sampled";
    const auto omitted = countIn(samples->value("omitted", Json()));
    if (omitted.value_or(0) > 0) {
        // A row without a function, so that shares are of these samples too.
        out.samples.push_back({"", "", 0, "", std::min(*omitted, maxSampleCount)});
        addNote(out, std::to_string(*omitted) + " samples of rare instructions are not listed");
    }
    return "";
}

CounterProfile launchesFrom(const Json &answer)
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

} // namespace

CounterProfile countersFrom(const Json &answer)
{
    CounterProfile out = launchesFrom(answer);
    const std::string problem = readSamples(answer, out);
    if (!problem.empty() && !out.kernels.empty())
        addNote(out, "no samples of instructions: " + problem);
    return out;
}

Json counterRequest()
{
    return {{"do", "time"}, {"calls", 1}, {"method", "counters"}};
}

CounterProfile countersOf(const CallOutcome &outcome, const Json &answer)
{
    if (outcome.verdict == Verdict::Correct)
        return countersFrom(answer);
    CounterProfile none;
    none.source = "cupti";
    none.note = "the call ended with: " + outcome.message;
    return none;
}

} // namespace loupe
