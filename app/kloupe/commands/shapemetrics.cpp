// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/commands/shapemetrics.h"

#include "core/analysis/metrics/suitespeedup.h"
#include "core/analysis/metrics/timesbycase.h"
#include "core/base/counted.h"
#include "core/model/record/protocolname.h"
#include "core/store/read/measuredrows.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include <fmt/format.h>

namespace loupe::cli {

std::string ShapeMetrics::text() const
{
    return fmt::format("over {} of {}: geometric mean {:.3g}, least {:.3g} ({})",
                       counted(shapes, "shape"), counted(evaluations, "evaluation"), geometricMean,
                       minSpeedup, minSpeedupAt);
}

Json ShapeMetrics::json() const
{
    return {{"shapes", shapes},
            {"evaluations", evaluations},
            {"geometric_mean", geometricMean},
            {"min_speedup", minSpeedup},
            {"min_speedup_at", minSpeedupAt}};
}

Result<std::optional<ShapeMetrics>> shapeMetrics(StoreReader &reader,
                                                 std::span<const MetricRow> rows)
{
    std::vector<MetricRow> shaped;
    std::ranges::copy_if(rows, std::back_inserter(shaped), [](const MetricRow &row) {
        return row.speedup && row.verdict == Verdict::Correct && !shapesOf(row.protocol).empty();
    });
    ShapeMetrics out;
    std::vector<double> speedups;
    const Status read = forEachMeasured(
        reader, shaped, [](const MetricRow &) { return true; },
        [&](const MetricRow &row, const Evaluation *measured) {
            const std::vector<TimeOfCase> times = timesByCase(measured->timings);
            if (times.size() < 2)
                return;
            ++out.evaluations;
            for (const TimeOfCase &each : times) {
                if (speedups.empty() || each.speedup < out.minSpeedup) {
                    out.minSpeedup = each.speedup;
                    out.minSpeedupAt = fmt::format("{} by {}: {}", row.task.text(),
                                                   row.method.text(), each.caseName);
                }
                speedups.push_back(each.speedup);
            }
        });
    if (!read)
        return read.error();
    const auto mean = geometricMeanOf(speedups);
    if (!mean)
        return std::optional<ShapeMetrics>();
    out.shapes = speedups.size();
    out.geometricMean = *mean;
    return std::optional(out);
}

} // namespace loupe::cli
