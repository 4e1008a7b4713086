// SPDX-License-Identifier: Apache-2.0
#include "core/generation/feedback/devicetexts.h"

#include "core/analysis/metrics/roofline.h"
#include "core/analysis/metrics/utilisation.h"
#include "core/generation/feedback/quotedtext.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace loupe {

namespace {

constexpr std::size_t maxKernels = 5;
constexpr std::size_t maxNameBytes = 120;

std::string percent(double share)
{
    return fmt::format("{:.2g} %", share * 100);
}

std::string rate(double perSecond, const char *unit)
{
    return perSecond >= 1e12 ? fmt::format("{:.3g} T{}", perSecond / 1e12, unit)
                             : fmt::format("{:.3g} G{}", perSecond / 1e9, unit);
}

/// Returns the activities in the timed calls of one role, the longest first. Only one case is
/// timed.
std::vector<const KernelActivity *> activitiesOf(const Evaluation &evaluation, const char *role)
{
    std::vector<const KernelActivity *> out;
    for (const KernelActivity &each : evaluation.kernels) {
        if (each.role == role && (out.empty() || each.caseName == out.front()->caseName))
            out.push_back(&each);
    }
    std::stable_sort(out.begin(), out.end(), [](const auto *a, const auto *b) {
        return a->deviceMsPerCall > b->deviceMsPerCall;
    });
    return out;
}

/// Formats "3 launches, 0.52 ms".
std::string sumText(const std::vector<const KernelActivity *> &activities)
{
    double launches = 0;
    double ms = 0;
    for (const KernelActivity *each : activities) {
        launches += each->launchesPerCall;
        ms += each->deviceMsPerCall;
    }
    return fmt::format("{:.3g} {}, {:.3g} ms", launches, launches == 1 ? "launch" : "launches", ms);
}

std::string nameText(const std::string &name)
{
    std::string text = plainText(name);
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text.size() <= maxNameBytes ? text : plainText(text.substr(0, maxNameBytes)) + "...";
}

std::string sizeText(const std::array<std::uint32_t, 3> &size)
{
    return fmt::format("{}", fmt::join(size, "x"));
}

std::string lineOf(const KernelActivity &activity)
{
    std::vector<std::string> facts{fmt::format("{:.3g} ms", activity.deviceMsPerCall),
                                   percent(activity.share)};
    if (activity.launchesPerCall != 1)
        facts.push_back(fmt::format("{:.3g} launches", activity.launchesPerCall));
    if (activity.kind == "kernel" && activity.block[0] > 0) {
        // The grid is left out because it would reveal sizes.
        facts.push_back("blocks of " + sizeText(activity.block));
        facts.push_back(fmt::format("{} registers", activity.registers));
        if (const std::int64_t shared = activity.sharedBytes(); shared > 0)
            facts.push_back(fmt::format("{} bytes of shared memory", shared));
        if (activity.localBytes > 0)
            facts.push_back(fmt::format("{} bytes spilled for each thread", activity.localBytes));
    }
    return fmt::format("{}: {}\n", nameText(activity.name), fmt::join(facts, ", "));
}

std::string lineOf(const KernelCounters &counters)
{
    std::vector<std::string> facts;
    const auto add = [&](const std::optional<double> &share, const char *what) {
        if (share)
            facts.push_back(percent(*share) + " " + what);
    };
    add(counters.achievedOccupancy, "of the warps that fit are active");
    add(counters.smThroughput, "of the multiprocessors' throughput");
    add(counters.memoryThroughput, "of the memory's throughput");
    add(counters.tensorUse, "of the tensor cores' cycles");
    return facts.empty()
        ? std::string()
        : fmt::format("{}, counted: {}\n", nameText(counters.name), fmt::join(facts, ", "));
}

} // namespace

std::string rooflineText(const Evaluation &evaluation)
{
    if (!evaluation.work || !evaluation.candidateMs || *evaluation.candidateMs <= 0)
        return {};
    const WorkRecord &work = *evaluation.work;
    const Utilisation used = utilisation(work, *evaluation.candidateMs);
    std::vector<std::string> parts;
    if (used.iou && work.bandwidth)
        parts.push_back(fmt::format("{} of the memory bandwidth ({})", percent(*used.iou),
                                    rate(*work.bandwidth, "B/s")));
    if (used.mfu && work.peakFlops)
        parts.push_back(fmt::format("{} of the arithmetic rate ({}, {})", percent(*used.mfu),
                                    rate(*work.peakFlops, "FLOP/s"), work.peakName));
    if (parts.empty())
        return {};
    std::string out
        = fmt::format("For what the task has to move and compute, the program reaches {} that were "
                      "measured on this device.",
                      fmt::join(parts, " and "));
    const RooflinePoint point = rooflinePoint(work, *evaluation.candidateMs);
    if (point.bound != RooflineBound::Unknown && point.minMs)
        out += fmt::format(" By the roofline {} and the least is {:.3g} ms.",
                           point.bound == RooflineBound::Memory ? "memory decides"
                                                                : "arithmetic decides",
                           *point.minMs);
    return out;
}

std::string launchesText(const Evaluation &evaluation)
{
    const auto own = activitiesOf(evaluation, "candidate");
    if (own.empty())
        return {};
    std::string out = "On the device a call of the program is " + sumText(own);
    if (const auto reference = activitiesOf(evaluation, "baseline"); !reference.empty())
        out += "; of the reference " + sumText(reference);
    return out + ".";
}

std::string kernelsText(const Evaluation &evaluation)
{
    std::string out;
    const auto own = activitiesOf(evaluation, "candidate");
    for (std::size_t i = 0; i < std::min(own.size(), maxKernels); ++i)
        out += lineOf(*own[i]);
    if (!evaluation.counters)
        return out;
    const auto &counted = evaluation.counters->kernels;
    for (std::size_t i = 0; i < std::min(counted.size(), maxKernels); ++i)
        out += lineOf(counted[i]);
    return out;
}

} // namespace loupe
