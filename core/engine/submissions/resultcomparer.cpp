// SPDX-License-Identifier: Apache-2.0
#include "core/engine/submissions/resultcomparer.h"

#include <optional>
#include <utility>

namespace loupe {

Result<NestedComparison> ResultComparer::compare(const NestedRule &rule, const Bundle &expected,
                                                 const Bundle &actual, std::stop_token stop) const
{
    return compare(rule, expected.value, expected.view(), actual.value, actual.view(),
                   std::move(stop));
}

Result<NestedComparison> ResultComparer::compare(const NestedRule &rule, const Value &expected,
                                                 const TensorsView &expectedTensors,
                                                 const Value &actual,
                                                 const TensorsView &actualTensors,
                                                 std::stop_token stop) const
{
    // The turn comes before the judge. A thread that holds a judge might otherwise wait for a
    // timing thread that needs one.
    std::optional<TimingLease::Shared> together;
    if (TimingLease *turns = m_shared.turns()) {
        const OccupationReporter::Scope waiting(m_shared.reporter, Occupation::WaitForTurn);
        together.emplace(*turns);
    }
    const OccupationReporter::Scope comparing(m_shared.reporter, Occupation::Device);
    auto judge = m_shared.judges.take(stop);
    if (!judge)
        return judge.error();
    auto compared = (*judge)->compareNested(expected, expectedTensors, actual, actualTensors, rule,
                                            std::move(stop));
    if (compared)
        m_shared.judges.giveBack(std::move(*judge));
    else
        m_shared.judges.lose();
    return compared;
}

} // namespace loupe
