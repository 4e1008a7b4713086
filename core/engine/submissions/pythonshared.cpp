// SPDX-License-Identifier: Apache-2.0
#include "core/engine/submissions/pythonshared.h"

#include <utility>

namespace loupe {

std::unique_ptr<TimingLease::Shared> PythonShared::takeTurn(StageSeconds &seconds) const
{
    if (turns() != nullptr)
        return nullptr;
    const StageSeconds::Part waiting(seconds, "wait for timing of others");
    const OccupationReporter::Scope telling(reporter, Occupation::WaitForTurn);
    return std::make_unique<TimingLease::Shared>(lease);
}

Result<NestedComparison> PythonShared::compare(const NestedRule &rule, const Bundle &expected,
                                               const Bundle &actual, std::stop_token stop) const
{
    return compare(rule, expected.value, expected.view(), actual.value, actual.view(),
                   std::move(stop));
}

Result<NestedComparison> PythonShared::compare(const NestedRule &rule, const Value &expected,
                                               const TensorsView &expectedTensors,
                                               const Value &actual,
                                               const TensorsView &actualTensors,
                                               std::stop_token stop) const
{
    // The turn comes before the judge. A thread that holds a judge might otherwise wait for a
    // timing thread that needs one.
    std::optional<TimingLease::Shared> together;
    if (TimingLease *shared = turns()) {
        const OccupationReporter::Scope waiting(reporter, Occupation::WaitForTurn);
        together.emplace(*shared);
    }
    const OccupationReporter::Scope comparing(reporter, Occupation::Device);
    auto judge = judges.take(stop);
    if (!judge)
        return judge.error();
    auto compared = (*judge)->compareNested(expected, expectedTensors, actual, actualTensors, rule,
                                            std::move(stop));
    if (compared)
        judges.giveBack(std::move(*judge));
    else
        judges.lose();
    return compared;
}

} // namespace loupe
