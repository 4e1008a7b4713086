// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/judge/judge.h"
#include "core/judge/nestedcomparison.h"
#include "core/sandbox/tensorarena.h"

#include <filesystem>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace loupe {

/// A `kloupe-judge` process: compares outputs with expectations where neither the candidate nor
/// the engine's own memory is. Not thread-safe; one serves many trials.
class JudgeProcess
{
public:
    /// `variables`: of its environment, such as which GPUs it sees.
    static Result<std::unique_ptr<JudgeProcess>>
    start(const std::filesystem::path &judgeProgram,
          const std::map<std::string, std::string> &variables = {});
    virtual ~JudgeProcess() = default;

    /// One comparison per tensor; `rules` in the order of the tensors.
    virtual Result<std::vector<OutputComparison>>
    compare(const TensorArena &expected, const TensorArena &actual,
            const std::vector<ComparisonRule> &rules, std::stop_token stop)
        = 0;

    /// A nested result against its expectation; both sides' tensors lie in the same kind of memory.
    /// A candidate's tree that does not fit into one message is BrokeProtocol, as is memory of a
    /// GPU that is not what its descriptor is said to be.
    virtual Result<NestedComparison>
    compareNested(const Value &expected, const TensorsView &expectedTensors, const Value &actual,
                  const TensorsView &actualTensors, const NestedRule &rule, std::stop_token stop)
        = 0;

    /// Whether it can compare in the memory of a device ("cuda:0").
    virtual Result<DeviceCapability> capability(const std::string &device, std::stop_token stop)
        = 0;
};

} // namespace loupe
