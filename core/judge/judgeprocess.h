// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/judge/judge.h"
#include "core/judge/nestedcomparison.h"
#include "core/sandbox/channel/tensorarena.h"

#include <filesystem>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace loupe {

/// A `kloupe-judge` process. It compares outputs with expectations, separate from the candidate and
/// the engine's memory. Serves many trials. Not thread-safe.
class JudgeProcess
{
public:
    /// `variables`: additions to its environment, such as the visible GPUs.
    static Result<std::unique_ptr<JudgeProcess>>
    start(const std::filesystem::path &judgeProgram,
          const std::map<std::string, std::string> &variables = {});
    virtual ~JudgeProcess() = default;

    /// Returns one comparison per tensor; `rules` is in the order of the tensors.
    virtual Result<std::vector<OutputComparison>>
    compare(const TensorArena &expected, const TensorArena &actual,
            const std::vector<ComparisonRule> &rules, std::stop_token stop)
        = 0;

    /// Compares a nested result with its expectation; the tensors of both must be in the same kind
    /// of memory. BrokeProtocol if a candidate's tree does not fit into one message, or its
    /// descriptor is not the claimed GPU memory.
    virtual Result<NestedComparison>
    compareNested(const Value &expected, const TensorsView &expectedTensors, const Value &actual,
                  const TensorsView &actualTensors, const NestedRule &rule, std::stop_token stop)
        = 0;

    /// Returns whether it can compare in the memory of a device ("cuda:0").
    virtual Result<DeviceCapability> capability(const std::string &device, std::stop_token stop)
        = 0;
};

} // namespace loupe
