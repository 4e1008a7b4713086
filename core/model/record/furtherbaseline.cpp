// SPDX-License-Identifier: Apache-2.0
#include "core/model/record/furtherbaseline.h"

#include <cmath>

namespace loupe {

namespace {

/// Returns the field of a JSON object; null if there is none.
const Json *memberOf(const Json &json, const char *field)
{
    const auto at = json.is_object() ? json.find(field) : json.end();
    return at == json.end() ? nullptr : &*at;
}

/// Returns the clock in the conditions of a record; empty if they name none.
std::string clockIn(const Json &record)
{
    const Json *conditions = memberOf(record, "conditions");
    if (conditions == nullptr || !conditions->is_string())
        return {};
    const auto known = parseJson(conditions->get_ref<const std::string &>(), "conditions");
    const Json *clock = known ? memberOf(*known, "clock") : nullptr;
    return clock != nullptr && clock->is_string() ? clock->get<std::string>() : std::string();
}

} // namespace

std::optional<FurtherSamples> furtherSamples(std::string_view record)
{
    const auto json = parseJson(record, "reference time");
    if (!json)
        return std::nullopt;
    FurtherSamples out{clockIn(*json), {}};
    const Json *samples = memberOf(*json, "samples_ms");
    if (out.clock.empty() || samples == nullptr || !samples->is_array() || samples->empty())
        return std::nullopt;
    for (const Json &each : *samples) {
        const double value = each.is_number() ? each.get<double>() : 0.0;
        if (!std::isfinite(value) || value <= 0)
            return std::nullopt;
        out.samplesMs.push_back(value);
    }
    return out;
}

} // namespace loupe
