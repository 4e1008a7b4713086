// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/text/linesamples.h"

#include "core/analysis/text/linelinks.h"
#include "core/analysis/text/logtext.h"
#include "core/analysis/text/modulecode.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <ranges>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {

/// Function in a disassembly: its lines (0-based) by address.
struct PrintedFunction {
    std::size_t text = 0; ///< index of its text
    std::map<std::int64_t, std::size_t> lines;
};

using PrintedFunctions = std::multimap<std::string, PrintedFunction, std::less<>>;

/// Returns the address of an instruction as nvdisasm prints it, "/*01f0*/"; nothing in other lines.
std::optional<std::int64_t> addressIn(std::string_view line)
{
    constexpr std::string_view begin = "/*";
    constexpr int hexadecimal = 16;
    line = trimmedText(line);
    if (!line.starts_with(begin))
        return std::nullopt;
    line.remove_prefix(begin.size());
    std::int64_t address = 0;
    const auto [end, error]
        = std::from_chars(line.data(), line.data() + line.size(), address, hexadecimal);
    const std::string_view rest = line.substr(static_cast<std::size_t>(end - line.data()));
    return error == std::errc() && rest.starts_with("*/") ? std::optional(address) : std::nullopt;
}

void addFunctions(std::string_view text, std::size_t index, PrintedFunctions &out)
{
    PrintedFunction *function = nullptr;
    const std::vector<std::string_view> lines = textLines(text);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (const std::string_view name = functionBegunBy(lines[i]); !name.empty())
            function = &out.emplace(std::string(name), PrintedFunction{index, {}})->second;
        const auto address = addressIn(lines[i]);
        if (function != nullptr && address)
            function->lines.emplace(*address, i);
    }
}

/// Samples of one function in one module.
using FunctionSamples = std::vector<const InstructionSamples *>;

/// Returns the bytes of code behind the last sampled instruction; nothing if the function lacks an
/// instruction that was sampled.
std::optional<std::int64_t> restBehind(const FunctionSamples &samples,
                                       const PrintedFunction &function)
{
    std::int64_t last = 0;
    for (const InstructionSamples *each : samples) {
        if (!function.lines.contains(each->offset))
            return std::nullopt;
        last = std::max(last, each->offset);
    }
    return function.lines.empty() ? std::nullopt
                                  : std::optional(function.lines.rbegin()->first - last);
}

void addTo(LineSamples &line, const std::string &reason, std::int64_t samples, double total)
{
    line.samples += samples;
    line.byReason[reason] += samples;
    line.share = total > 0 ? static_cast<double>(line.samples) / total : 0.0;
}

double totalOf(const std::vector<InstructionSamples> &samples)
{
    double total = 0;
    for (const InstructionSamples &each : samples)
        total += static_cast<double>(each.samples);
    return total;
}

} // namespace

std::string LineSamples::mainReason() const
{
    const std::pair<const std::string, std::int64_t> *most = nullptr;
    for (const auto &each : byReason) {
        const bool waits = each.first != "selected" && each.second > 0;
        if (waits && (most == nullptr || each.second > most->second))
            most = &each;
    }
    if (most != nullptr)
        return most->first;
    return samples > 0 ? "selected" : "";
}

std::vector<InstructionSamples> lastSamples(const std::vector<CounterProfile> &profiles)
{
    for (const CounterProfile &profile : profiles | std::views::reverse) {
        if (!profile.samples.empty())
            return profile.samples;
    }
    return {};
}

std::vector<std::vector<LineSamples>>
samplesByGeneratedLine(const std::vector<GeneratedCode> &code,
                       const std::vector<InstructionSamples> &samples)
{
    std::vector<std::vector<LineSamples>> out(code.size());
    if (samples.empty())
        return out;
    PrintedFunctions functions;
    for (std::size_t i = 0; i < code.size(); ++i) {
        if (code[i].kind == "sass")
            addFunctions(code[i].text, i, functions);
    }
    std::map<std::pair<std::string_view, std::string_view>, FunctionSamples> byModule;
    for (const InstructionSamples &each : samples)
        byModule[{each.function, each.module}].push_back(&each);
    const double total = totalOf(samples);
    for (const auto &[names, ofModule] : byModule) {
        const PrintedFunction *best = nullptr;
        std::int64_t minRest = std::numeric_limits<std::int64_t>::max();
        const auto [begin, end] = functions.equal_range(names.first);
        for (auto each = begin; each != end; ++each) {
            const auto rest = restBehind(ofModule, each->second);
            if (rest && *rest < minRest) {
                minRest = *rest;
                best = &each->second;
            }
        }
        if (best == nullptr)
            continue;
        std::vector<LineSamples> &lines = out[best->text];
        lines.resize(textLines(code[best->text].text).size());
        for (const InstructionSamples *each : ofModule)
            addTo(lines[best->lines.at(each->offset)], each->reason, each->samples, total);
    }
    return out;
}

std::map<int, LineSamples> samplesBySourceLine(const std::vector<GeneratedCode> &code,
                                               const Candidate &candidate,
                                               const std::vector<InstructionSamples> &samples)
{
    return samplesBySourceLine(code, candidate, samples, samplesByGeneratedLine(code, samples));
}

std::map<int, LineSamples> samplesBySourceLine(const std::vector<GeneratedCode> &code,
                                               const Candidate &candidate,
                                               const std::vector<InstructionSamples> &samples,
                                               const std::vector<std::vector<LineSamples>> &byText)
{
    std::map<int, LineSamples> out;
    const double total = totalOf(samples);
    for (std::size_t i = 0; i < code.size(); ++i) {
        if (byText[i].empty())
            continue;
        const std::vector<int> sources = sourceLinesOf(code, i, candidate);
        for (std::size_t line = 0; line < std::min(sources.size(), byText[i].size()); ++line) {
            if (sources[line] == 0)
                continue;
            for (const auto &[reason, count] : byText[i][line].byReason)
                addTo(out[sources[line]], reason, count, total);
        }
    }
    return out;
}

LineSamples sumOf(const std::vector<LineSamples> &lines)
{
    LineSamples sum;
    for (const LineSamples &line : lines) {
        sum.samples += line.samples;
        sum.share += line.share;
        for (const auto &[reason, count] : line.byReason)
            sum.byReason[reason] += count;
    }
    return sum;
}

std::string samplesText(const LineSamples &line)
{
    if (line.samples == 0)
        return {};
    constexpr double percent = 100.0;
    return fmt::format("{:.1f} % {}", percent * line.share, line.mainReason());
}

} // namespace loupe
