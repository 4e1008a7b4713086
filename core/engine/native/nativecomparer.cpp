// SPDX-License-Identifier: Apache-2.0
#include "core/engine/native/nativecomparer.h"

#include "core/engine/contract/judgedtrial.h"

#include <vector>

namespace loupe {

NativeComparer::Judged NativeComparer::compare(const TrialData &data, const TensorArena &snapshot,
                                               Trial &trial, std::stop_token stop)
{
    return compare(data.spec, data.expected, snapshot, trial, std::move(stop));
}

NativeComparer::Judged NativeComparer::compare(const TrialSpec &spec, const TensorArena &expected,
                                               const TensorArena &snapshot, Trial &trial,
                                               std::stop_token stop)
{
    const auto process = judge();
    if (!process)
        return process.error();
    std::vector<ComparisonRule> rules;
    for (const TrialOutput &output : spec.outputs)
        rules.push_back({output.exact, output.relative, output.absoluteFloor});
    auto compared = (*process)->compare(expected, snapshot, rules, std::move(stop));
    if (!compared) {
        m_judge.reset();
        return compared.error();
    }
    trial.outputs = std::move(*compared);
    return judgeTrial(trial.outputs);
}

Result<JudgeProcess *> NativeComparer::judge()
{
    if (!m_judge) {
        auto started = JudgeProcess::start(m_context.programs.judge);
        if (!started)
            return started.error();
        m_judge = std::move(*started);
    }
    return m_judge.get();
}

} // namespace loupe
