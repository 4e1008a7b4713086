// SPDX-License-Identifier: Apache-2.0
//
// Times of further baselines in the table of reference times.
#pragma once

#include "core/base/json.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// GoldenRecord::source of a time that a run of the engine measured over a further baseline.
inline constexpr const char *furtherSource = "a timing of the reference alone";

/// Returns GoldenRecord::originalRecord of such a time. `conditions` is a JSON object.
inline std::string furtherRecord(const std::string &conditions, const std::string &taskHash,
                                 std::span<const double> samplesMs)
{
    Json samples = Json::array();
    for (const double each : samplesMs)
        samples.push_back(each);
    return Json{{"conditions", conditions}, {"task", taskHash}, {"samples_ms", samples}}.dump();
}

/// Samples of such a time.
struct FurtherSamples {
    std::string clock; ///< as in TimingSeries
    std::vector<double> samplesMs;
};

/// Reads the output of furtherRecord(). nullopt if it has no clock, or no samples, or if one of
/// them is not positive.
std::optional<FurtherSamples> furtherSamples(std::string_view record);

/// Returns "compile" for the engine's baseline "compile reference (cuda:0)"; other names unchanged.
inline std::string_view baselineKind(std::string_view baseline)
{
    return baseline.substr(0, baseline.find(" reference"));
}

} // namespace loupe
