// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/engine/clocks/judgedblocks.h"
#include "core/engine/native/calltensors.h"
#include "core/engine/native/tasksession.h"
#include "core/platforms/inputs/freshinputs.h"

#include <chrono>
#include <memory>
#include <stop_token>
#include <vector>

namespace loupe {

/// A candidate and the reference on the processor, timed call by call on inputs that nobody has
/// seen before. Both are prepared on the same inputs. Not thread-safe.
class NativeTiming
{
public:
    struct Sides {
        NativeSubject &baseline;
        TensorArena &baselineOutputs;
        NativeSubject &candidate;
        CallTensors &tensors; ///< the inputs of both, the candidate's outputs
    };
    /// Compares what the candidate made with what the reference made.
    using Compare = std::function<Result<std::pair<Verdict, std::string>>(
        const TensorArena &expected, const TensorArena &actual)>;

    static Result<std::unique_ptr<NativeTiming>> make(const TrialSpec &trial, Sides sides,
                                                      Compare compare,
                                                      std::chrono::duration<double> deadline,
                                                      std::stop_token stop);

    JudgedBlocks &blocks() { return *m_blocks; }
    const LineCost &cost() const { return m_cost; }
    /// For the run log: the line's cost, what was judged, what was seen from outside.
    Json describe(const std::string &caseName) const;

private:
    NativeTiming(Sides sides, FreshInputs inputs, std::chrono::duration<double> deadline,
                 std::stop_token stop);
    /// Asks the reference, which is trusted, for nothing a few times.
    Status measureLine();
    Status makeRoom(const TrialSpec &trial, std::size_t places);
    JudgedSide side(NativeSubject &subject, TensorArena &outputs, std::vector<TensorArena> &kept);

    Sides m_sides;
    FreshInputs m_inputs;
    std::chrono::duration<double> m_deadline;
    std::stop_token m_stop;
    std::mt19937_64 m_random{std::random_device()()};
    LineCost m_cost;
    std::vector<TensorArena> m_expected;
    std::vector<TensorArena> m_actual;
    std::vector<TensorArena> m_forgotten; ///< where results go that are not judged
    std::unique_ptr<JudgedBlocks> m_blocks;
};

} // namespace loupe
