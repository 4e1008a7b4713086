// SPDX-License-Identifier: Apache-2.0
#include "core/timing/clockagreement.h"

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

ClockAgreement compareClocks(const ClockReadings &readings, const ClockTolerance &tolerance)
{
    ClockAgreement out;
    if (!readings.cuptiMs)
        return out;
    const double device = *readings.cuptiMs;
    const auto compare = [&](const char *clock, const std::optional<double> &says, double allowance,
                             bool mayBeLonger) {
        if (!says)
            return;
        const double allowed = device * tolerance.relative + allowance;
        const double difference = *says - device;
        if (difference < -allowed || (difference > allowed && !mayBeLonger))
            out.disagreements.push_back({clock, *says, device, allowed});
    };
    compare("cuda_event", readings.eventMs, tolerance.eventAllowanceMs, false);
    compare("host", readings.hostMs, tolerance.hostAllowanceMs, false);
    // Nothing on the device can last longer than the engine waited for it.
    if (readings.engineMs && *readings.engineMs < device)
        out.disagreements.push_back({"engine_wall", *readings.engineMs, device, 0});
    return out;
}

} // namespace loupe
