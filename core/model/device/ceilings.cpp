// SPDX-License-Identifier: Apache-2.0
#include "core/model/device/ceilings.h"

#include "core/base/median.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {

const MeasuredRate *fastest(const std::vector<MeasuredRate> &rates, bool ofOperations)
{
    const MeasuredRate *found = nullptr;
    for (const MeasuredRate &rate : rates) {
        if (rate.name == "cache_read" || countsOperations(rate) != ofOperations)
            continue;
        if (found == nullptr || found->median < rate.median)
            found = &rate;
    }
    return found;
}

/// Returns "0.31 TFLOP/s". Slow processors have GFLOP/s, so that no rate is "0.00".
std::string operationsText(double rate)
{
    constexpr double slow = 1e11;
    return rate < slow ? fmt::format("{:.2f} GFLOP/s", rate / 1e9)
                       : fmt::format("{:.2f} TFLOP/s", rate / 1e12);
}

} // namespace

bool countsOperations(const MeasuredRate &rate)
{
    return rate.name != "copy" && rate.name != "read" && rate.name != "cache_read";
}

std::optional<double> DeviceCeilings::rate(std::string_view name) const
{
    const auto found = std::find_if(rates.begin(), rates.end(),
                                    [&](const MeasuredRate &each) { return each.name == name; });
    return found == rates.end() ? std::nullopt : std::optional(found->median);
}

const MeasuredRate *DeviceCeilings::fastestOperations() const
{
    return fastest(rates, true);
}

const MeasuredRate *DeviceCeilings::fastestMemory() const
{
    return fastest(rates, false);
}

std::string summary(const DeviceCeilings &ceilings)
{
    std::string out;
    if (const MeasuredRate *memory = ceilings.fastestMemory())
        out = fmt::format("{:.1f} GB/s of memory", memory->median / 1e9);
    if (const MeasuredRate *operations = ceilings.fastestOperations())
        out += fmt::format("{}{} in {}", out.empty() ? "" : ", ",
                           operationsText(operations->median), operations->name);
    return out;
}

MeasuredRate rateFrom(std::string name, std::vector<double> samples, std::string how)
{
    std::sort(samples.begin(), samples.end());
    return {std::move(name),
            medianOf(samples),
            samples.front(),
            samples.back(),
            static_cast<int>(samples.size()),
            std::move(how)};
}

Json toJson(const DeviceCeilings &ceilings)
{
    Json rates = Json::array();
    for (const MeasuredRate &rate : ceilings.rates)
        rates.push_back({{"name", rate.name},
                         {"unit", countsOperations(rate) ? "operations/s" : "bytes/s"},
                         {"median", rate.median},
                         {"low", rate.low},
                         {"high", rate.high},
                         {"samples", rate.samples},
                         {"how", rate.how}});
    return {{"device", ceilings.device},    {"device_name", ceilings.deviceName},
            {"uuid", ceilings.uuid},        {"driver", ceilings.driver},
            {"taken_at", ceilings.takenAt}, {"rates", rates},
            {"missing", ceilings.missing},  {"cache_bytes", orNull(ceilings.cacheBytes)},
            {"facts", ceilings.facts}};
}

Result<DeviceCeilings> ceilingsFromJson(const Json &json, const std::string &source)
{
    std::vector<JsonProblem> problems;
    const JsonReader reader(json, source, {}, problems);
    DeviceCeilings out;
    out.device = reader.requiredString("device");
    out.deviceName = reader.requiredString("device_name");
    out.uuid = reader.optionalString("uuid");
    out.driver = reader.requiredString("driver");
    out.takenAt = reader.requiredString("taken_at");
    out.missing = reader.optionalStrings("missing");
    out.cacheBytes = reader.nullableNumber("cache_bytes");
    for (const JsonReader &each : reader.objects("rates")) {
        MeasuredRate rate;
        rate.name = each.requiredString("name");
        rate.median = each.requiredNumber("median");
        rate.low = each.requiredNumber("low");
        rate.high = each.requiredNumber("high");
        rate.samples = static_cast<int>(each.requiredInteger("samples"));
        rate.how = each.optionalString("how");
        if (!(rate.median > 0) || !std::isfinite(rate.median))
            each.problem("median", "is not a rate");
        out.rates.push_back(std::move(rate));
    }
    if (reader.has("facts") && json["facts"].is_object())
        out.facts = json["facts"];
    if (!problems.empty())
        return toError(problems);
    return out;
}

} // namespace loupe
