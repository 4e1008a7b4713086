// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands/profiletext.h"

#include "core/analysis/failures/sanitizerreport.h"
#include "core/analysis/metrics/roofline.h"
#include "core/analysis/metrics/suitespeedup.h"
#include "core/analysis/metrics/timesbycase.h"
#include "core/analysis/text/linesamples.h"
#include "core/analysis/text/logtext.h"
#include "core/analysis/text/sourcelines.h"
#include "core/base/counted.h"
#include "core/base/median.h"
#include "core/base/printabletext.h"
#include "core/report/documents/provenance.h"

#include <algorithm>
#include <functional>
#include <span>

#include <fmt/format.h>

namespace loupe::cli {

namespace {

constexpr std::size_t maxNameLength = 60;

std::string shortened(const std::string &name)
{
    return name.size() <= maxNameLength ? name : name.substr(0, maxNameLength - 3) + "...";
}

/// Formats the number with its unit; a dash if there is none.
std::string orDash(const std::optional<double> &value, double scale, const char *unit)
{
    return value ? fmt::format("{:.4g} {}", *value * scale, unit) : "–";
}

std::string line(const KernelActivity &row)
{
    std::string text
        = fmt::format("{:<9} {:>5.1f} % {:>10.5f} ms {:>6.1f} x  {}", row.role, row.share * 100,
                      row.deviceMsPerCall, row.launchesPerCall, shortened(row.name));
    if (row.kind != "kernel")
        return text + fmt::format("  [{}, {:.0f} bytes a call]", row.kind, row.bytesPerCall);
    return text
        + fmt::format("  [grid {}x{}x{}, block {}x{}x{}, {} registers, {}+{} bytes shared, {} "
                      "streams]",
                      row.grid[0], row.grid[1], row.grid[2], row.block[0], row.block[1],
                      row.block[2], row.registers, row.staticSharedBytes, row.dynamicSharedBytes,
                      row.streams);
}

std::string line(const KernelCounters &kernel)
{
    return fmt::format(
        "{:<3} {:<30} {}, DRAM {} read, {} written, occupancy {}, SM {}, memory "
        "{}, tensor {}",
        kernel.launch, shortened(kernel.name), orDash(kernel.durationMs, 1, "ms"),
        orDash(kernel.dramReadBytes, 1e-6, "MB"), orDash(kernel.dramWriteBytes, 1e-6, "MB"),
        orDash(kernel.achievedOccupancy, 100, "%"), orDash(kernel.smThroughput, 100, "%"),
        orDash(kernel.memoryThroughput, 100, "%"), orDash(kernel.tensorUse, 100, "%"));
}

/// Adds a line for each case of an evaluation that was timed on several.
void addCases(const EvaluationDetail &detail, std::vector<std::string> &lines)
{
    const std::vector<TimeOfCase> cases = timesByCase(detail.evaluation.timings);
    const auto slowest = slowestCase(cases);
    if (!slowest)
        return;
    std::vector<double> speedups;
    for (const TimeOfCase &each : cases) {
        lines.push_back(fmt::format("{}: candidate {:.4g} ms, baseline {:.4g} ms, speedup {:.3g}",
                                    each.caseName, each.candidateMs, each.baselineMs,
                                    each.speedup));
        speedups.push_back(each.speedup);
    }
    lines.push_back(fmt::format(
        "over {}: geometric mean {:.3g}, least {:.3g} ({})", counted(cases.size(), "case"),
        geometricMeanOf(speedups).value_or(0), slowest->speedup, slowest->caseName));
}

void addWork(const EvaluationDetail &detail, std::vector<std::string> &lines)
{
    if (!detail.evaluation.work)
        return;
    const WorkRecord &work = *detail.evaluation.work;
    lines.push_back(fmt::format("work: {}, {}, compulsory {}", orDash(work.flops, 1e-9, "GFLOP"),
                                orDash(work.bytes, 1e-6, "MB"),
                                orDash(work.compulsoryBytes, 1e-6, "MB")));
    const auto point = rooflinePoint(work, detail.evaluation.candidateMs.value_or(0));
    if (!work.flops) {
        lines.push_back(fmt::format(
            "attained {} of {}; bytes only: the task's operations are not known",
            orDash(point.byteRate, 1e-9, "GB/s"), orDash(work.bandwidth, 1e-9, "GB/s")));
    } else {
        lines.push_back(fmt::format(
            "attained {} and {} of {} ({}) and {}; intensity {}; speed of light {}, reached {}; "
            "bound by {}",
            orDash(point.operationRate, 1e-12, "TFLOP/s"), orDash(point.byteRate, 1e-9, "GB/s"),
            orDash(work.peakFlops, 1e-12, "TFLOP/s"), work.peakName.empty() ? "–" : work.peakName,
            orDash(work.bandwidth, 1e-9, "GB/s"), orDash(point.intensity, 1, "FLOP/byte"),
            orDash(point.minMs, 1, "ms"), orDash(point.fraction, 100, "%"), name(point.bound)));
    }
    if (!work.bandwidth && !work.peakFlops)
        lines.emplace_back("the device has no measured peaks: run kloupe calibrate");
    if (!work.evidence.empty())
        lines.push_back("above the device's limit: " + work.evidence);
}

Json toJson(const KernelActivity &row)
{
    return {{"role", row.role},
            {"case", row.caseName},
            {"kind", row.kind},
            {"name", row.name},
            {"launches_per_call", row.launchesPerCall},
            {"device_ms_per_call", row.deviceMsPerCall},
            {"share", row.share},
            {"bytes_per_call", row.bytesPerCall},
            {"grid", row.grid},
            {"block", row.block},
            {"registers", row.registers},
            {"static_shared_bytes", row.staticSharedBytes},
            {"dynamic_shared_bytes", row.dynamicSharedBytes},
            {"local_bytes", row.localBytes},
            {"configurations", row.configurations},
            {"streams", row.streams}};
}

Json toJson(const KernelCounters &kernel)
{
    Json metrics = Json::object();
    for (const auto &[name, metric] : kernel.metrics)
        metrics[name] = {{"value", metric.value}, {"unit", metric.unit}};
    return {{"name", kernel.name},
            {"launch", kernel.launch},
            {"grid", kernel.grid},
            {"block", kernel.block},
            {"duration_ms", orNull(kernel.durationMs)},
            {"dram_read_bytes", orNull(kernel.dramReadBytes)},
            {"dram_write_bytes", orNull(kernel.dramWriteBytes)},
            {"achieved_occupancy", orNull(kernel.achievedOccupancy)},
            {"sm_throughput", orNull(kernel.smThroughput)},
            {"memory_throughput", orNull(kernel.memoryThroughput)},
            {"tensor_use", orNull(kernel.tensorUse)},
            {"metrics", metrics}};
}

Json findingsJson(const EvaluationDetail &detail)
{
    Json out = Json::array();
    for (const Diagnostic &each : sanitizerFindings(detail.counters, detail.evaluation.candidate))
        out.push_back({{"severity", each.severity == Severity::Error ? "error" : "warning"},
                       {"file", each.file},
                       {"line", each.line > 0 ? Json(each.line) : Json()},
                       {"message", each.message}});
    return out;
}

Json samplesJson(const std::vector<InstructionSamples> &samples)
{
    Json out = Json::array();
    for (const InstructionSamples &each : samples)
        out.push_back({{"function", each.function},
                       {"module", each.module},
                       {"offset", each.offset},
                       {"reason", each.reason},
                       {"samples", each.samples}});
    return out;
}

Json toJson(const WorkRecord &work, std::optional<double> candidateMs)
{
    const auto point = rooflinePoint(work, candidateMs.value_or(0));
    return {{"case", work.caseName},
            {"flops", orNull(work.flops)},
            {"bytes", orNull(work.bytes)},
            {"compulsory_bytes", orNull(work.compulsoryBytes)},
            {"peak", work.peakName},
            {"peak_flops", orNull(work.peakFlops)},
            {"bandwidth", orNull(work.bandwidth)},
            {"cache_bytes", orNull(work.cacheBytes)},
            {"cache_bandwidth", orNull(work.cacheBandwidth)},
            {"intensity", orNull(point.intensity)},
            {"attained_flops", orNull(point.operationRate)},
            {"attained_bandwidth", orNull(point.byteRate)},
            {"speed_of_light_ms", orNull(point.minMs)},
            {"fraction", orNull(point.fraction)},
            {"bound", name(point.bound)},
            {"faster_than_physics", work.evidence}};
}

/// Returns the reference times that populations use for a speedup that the record lacks.
Json joinedJson(const EvaluationDetail &detail)
{
    Json out = Json::array();
    for (const ReferenceTime &each : detail.references) {
        const auto speedup = speedupOver(detail, each);
        out.push_back({{"baseline", each.baseline},
                       {"ms", each.milliseconds},
                       {"speedup_low", speedup ? Json(speedup->low) : Json()},
                       {"speedup_high", speedup ? Json(speedup->high) : Json()},
                       {"run", each.run},
                       {"source", each.source},
                       {"disputed", each.isDisputed}});
    }
    return out;
}

/// Adds the lines of the source with the most samples of instructions.
void addHottestLines(const EvaluationDetail &detail, std::vector<std::string> &lines)
{
    constexpr std::size_t maxLines = 5;
    const Evaluation &evaluation = detail.evaluation;
    const auto byLine = samplesBySourceLine(evaluation.generatedCode, evaluation.candidate,
                                            lastSamples(detail.counters));
    if (byLine.empty())
        return;
    double rest = 1;
    for (const auto &[line, samples] : byLine)
        rest -= samples.share;
    std::vector<std::pair<int, LineSamples>> hottest(byLine.begin(), byLine.end());
    std::ranges::stable_sort(hottest, std::ranges::greater(),
                             [](const auto &each) { return each.second.samples; });
    hottest.resize(std::min(hottest.size(), maxLines));
    const std::string source = evaluation.candidate.source.toString();
    const auto sourceLines = linesOf(source);
    for (const auto &[line, samples] : hottest) {
        const auto index = static_cast<std::size_t>(line) - 1;
        lines.push_back(fmt::format("line {:<4} {:<24} {}", line, samplesText(samples),
                                    index < sourceLines.size() ? trimmedText(sourceLines[index])
                                                               : std::string_view()));
    }
    constexpr double minRest = 0.005;
    constexpr double percent = 100.0;
    if (rest >= minRest)
        lines.push_back(fmt::format("no line {:.1f} %: inlined from other files, or its SASS was "
                                    "not kept",
                                    percent * rest));
}

/// Adds a line for each finding, with its position in the source if there is one.
void addSanitizerFindings(const EvaluationDetail &detail, std::vector<std::string> &lines)
{
    for (const Diagnostic &each : sanitizerFindings(detail.counters, detail.evaluation.candidate)) {
        const std::string place
            = each.line > 0 ? fmt::format("{}:{} ", each.file, each.line) : std::string();
        lines.push_back(printableText(place + each.message));
    }
}

} // namespace

std::vector<std::string> profileLines(const EvaluationDetail &detail)
{
    std::vector<std::string> lines;
    addCases(detail, lines);
    for (const KernelActivity &row : detail.evaluation.kernels)
        lines.push_back(line(row));
    if (detail.evaluation.kernels.empty())
        lines.emplace_back("device activity was not recorded");
    addWork(detail, lines);
    for (const CounterProfile &profile : detail.counters) {
        lines.push_back(
            fmt::format("measured by {} ({}), {}", profile.source, profile.tool, profile.takenAt));
        if (!profile.note.empty())
            lines.push_back(profile.note);
        for (const KernelCounters &kernel : profile.kernels)
            lines.push_back(line(kernel));
    }
    addSanitizerFindings(detail, lines);
    addHottestLines(detail, lines);
    return lines;
}

Json profileJson(const EvaluationDetail &detail)
{
    Json kernels = Json::array();
    for (const KernelActivity &row : detail.evaluation.kernels)
        kernels.push_back(toJson(row));
    Json profiles = Json::array();
    for (const CounterProfile &profile : detail.counters) {
        Json launches = Json::array();
        for (const KernelCounters &kernel : profile.kernels)
            launches.push_back(toJson(kernel));
        const bool isReport = profile.source == sanitizerSource;
        profiles.push_back({{"source", profile.source},
                            {"tool", profile.tool},
                            {"device", profile.deviceName},
                            {"taken_at", profile.takenAt},
                            {"note", profile.note},
                            {"launches", launches},
                            {"samples", samplesJson(profile.samples)},
                            {"report", isReport ? Json(profile.original) : Json()}});
    }
    Json timings = Json::array();
    for (const TimingSeries &series : detail.evaluation.timings) {
        if (!series.samplesMs.empty())
            timings.push_back({{"role", series.role},
                               {"clock", series.clock},
                               {"case", series.caseName},
                               {"samples", series.samplesMs.size()},
                               {"samples_by_process", series.samplesByProcess},
                               {"median_ms", medianOf(std::span<const double>(series.samplesMs))}});
    }
    Json cases = Json::array();
    for (const TimeOfCase &each : timesByCase(detail.evaluation.timings))
        cases.push_back({{"case", each.caseName},
                         {"candidate_ms", each.candidateMs},
                         {"baseline_ms", each.baselineMs},
                         {"speedup", each.speedup}});
    const auto &work = detail.evaluation.work;
    return {{"evaluation", detail.row.id.value},
            {"task", detail.row.task},
            {"method", detail.row.method},
            {"verdict", facts(detail.row.verdict).id},
            {"candidate_ms", orNull(detail.row.candidateMs)},
            {"baseline_ms", orNull(detail.row.baselineMs)},
            {"baseline_joined_from", joinedJson(detail)},
            {"flags", detail.evaluation.flags},
            {"timings", timings},
            {"cases", cases},
            {"kernels", kernels},
            {"work", work ? toJson(*work, detail.evaluation.candidateMs) : Json(nullptr)},
            {"profiles", profiles},
            {"sanitizer_findings", findingsJson(detail)}};
}

} // namespace loupe::cli
