// SPDX-License-Identifier: Apache-2.0
#include "core/engine/request/requestranges.h"

#include "core/model/saved/filter.h"

#include <cmath>
#include <utility>

namespace loupe {

namespace {

constexpr int maxJobs = 1024;
constexpr int maxRotatedInputs = 1024;

/// Collector of a document's violated conditions.
class RangeCheck
{
public:
    RangeCheck(const std::string &source, std::vector<JsonProblem> &problems)
        : m_source(source)
        , m_problems(problems)
    {
    }

    void demand(bool holds, const std::string &field, std::string message)
    {
        if (!holds)
            m_problems.push_back({m_source + ":" + field, std::move(message)});
    }
    void limits(const SubjectLimits &given, const std::string &path)
    {
        for (const auto &[value, field] :
             {std::pair(given.buildSeconds, ".build_seconds"),
              std::pair(given.callSeconds, ".call_seconds"),
              std::pair(given.cpuSeconds, ".cpu_seconds"),
              std::pair(static_cast<double>(given.memoryBytes), ".memory_bytes"),
              std::pair(static_cast<double>(given.fileBytes), ".file_bytes"),
              std::pair(static_cast<double>(given.processes), ".processes")})
            demand(std::isfinite(value) && value > 0, path + field, "must be above 0");
    }
    void timing(const TimingPolicy &timing)
    {
        demand(timing.relativeInterval > 0 && timing.relativeInterval < 1,
               "timing.relative_interval", "must lie between 0 and 1");
        demand(timing.minimumSeconds >= 0 && timing.maximumSeconds > 0
                   && timing.minimumSeconds <= timing.maximumSeconds,
               "timing.maximum_seconds", "must be above 0 and not below minimum_seconds");
        demand(timing.minimumBlocks >= 1, "timing.minimum_blocks", "must be at least 1");
        demand(timing.blockSeconds > 0 && std::isfinite(timing.blockSeconds),
               "timing.block_seconds", "must be above 0");
        demand(timing.slowSeconds > 0, "timing.slow_seconds", "must be above 0");
        demand(timing.rotatedInputs >= 1 && timing.rotatedInputs <= maxRotatedInputs,
               "timing.rotated_inputs", "must be 1 to 1024");
        demand(timing.rotatedBytes > 0, "timing.rotated_bytes", "must be above 0");
    }

private:
    const std::string &m_source;
    std::vector<JsonProblem> &m_problems;
};

} // namespace

void checkRanges(const RunRequest &request, const RequestPlaces &places, const std::string &source,
                 std::vector<JsonProblem> &problems)
{
    RangeCheck check(source, problems);
    check.demand(request.samples >= 0, places.samples, "must not be negative; 0 means all");
    check.demand(request.jobs >= 0 && request.jobs <= maxJobs, places.jobs, "must be 0 to 1024");
    check.limits(request.limits, places.limits);
    if (places.pythonLimits != nullptr)
        check.limits(request.python.limits, places.pythonLimits);
    check.timing(request.timing);
    if (const auto filter = parseFilter(request.taskFilter); !filter)
        check.demand(false, places.tasks, filter.error().text());
}

} // namespace loupe
