// SPDX-License-Identifier: Apache-2.0
#include "core/timing/clockagreement.h"

#include <algorithm>

#include <fmt/format.h>

namespace loupe {

std::string ClockAgreement::text() const
{
    std::string out;
    for (const Disagreement &each : disagreements)
        out += fmt::format("{}{} says {:.4f} ms where cupti says {:.4f} ms ({:.4f} allowed)",
                           out.empty() ? "" : "; ", each.clock, each.saysMs, each.againstMs,
                           each.allowedMs);
    return out;
}

ClockTolerance toleranceBeside(const ClockReadings &trusted)
{
    ClockTolerance out;
    if (!trusted.cuptiMs)
        return out;
    const auto lateness = [&](const std::optional<double> &median) {
        return std::max(0.0, median.value_or(0) - *trusted.cuptiMs);
    };
    out.eventLatenessMs = lateness(trusted.eventMs);
    out.hostLatenessMs = lateness(trusted.hostMs);
    return out;
}

ClockAgreement compareClocks(const ClockReadings &readings, const ClockTolerance &tolerance)
{
    ClockAgreement out;
    if (!readings.cuptiMs)
        return out;
    const double device = *readings.cuptiMs;
    // The span includes waits for launches, which differ as the processor does.
    const double latest = std::max(device, readings.laterCuptiMs.value_or(device));
    // Hidden work lengthens every call, a wait for a launch only some, so the lower quartile is
    // compared.
    const auto compare = [&](const char *clock, const std::optional<double> &median,
                             const std::optional<double> &quartile, double span, double allowance,
                             double lateness) {
        if (!median)
            return;
        const double allowed = device * tolerance.relative + allowance;
        const double later = span * tolerance.relative + tolerance.hostAllowanceMs + lateness;
        const double least = readings.busyMs.value_or(device);
        const double most = quartile.value_or(*median);
        if (*median < least - allowed)
            out.disagreements.push_back({clock, *median, least, allowed});
        else if (most > span + later)
            out.disagreements.push_back({clock, most, span, later});
    };
    compare("cuda_event", readings.eventMs, readings.eventQuartileMs, latest,
            tolerance.eventAllowanceMs, tolerance.eventLatenessMs);
    compare("host", readings.hostMs, readings.hostQuartileMs, device, tolerance.hostAllowanceMs,
            tolerance.hostLatenessMs);
    // The engine waits for the device, so its clock cannot show less.
    if (readings.engineMs && *readings.engineMs < device)
        out.disagreements.push_back({"engine_wall", *readings.engineMs, device, 0});
    return out;
}

} // namespace loupe
