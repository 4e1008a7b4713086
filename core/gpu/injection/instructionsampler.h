// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

namespace loupe::injection {

/// Samples of the instructions that run between begin() and end() in the calling thread's current
/// context (CUPTI's PC sampling). Kernels run as always, concurrently and once. No other part of
/// CUPTI may record meanwhile.
class InstructionSampler
{
public:
    InstructionSampler();
    ~InstructionSampler();
    InstructionSampler(const InstructionSampler &) = delete;
    InstructionSampler &operator=(const InstructionSampler &) = delete;

    /// Begins to sample. Returns an empty string, or why that is impossible.
    std::string begin();
    /// Ends sampling. Returns a JSON object: {tool, total, dropped, omitted, reasons: [name],
    /// functions: [{name, module, instructions: [[offset, reason, samples, reason, samples, …]]}]},
    /// or {error}. A reason is an index into the names. Instructions beyond a maximum, those with
    /// the fewest samples, are left out; `omitted` is the number of their samples.
    std::string end();

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace loupe::injection
