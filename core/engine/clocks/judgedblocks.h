// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/engine/clocks/linecost.h"
#include "core/model/verdict.h"
#include "core/platforms/host/calloutcome.h"
#include "core/timing/pairedtiming.h"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace loupe {

/// One side of a timing, as JudgedBlocks makes its calls. Nothing of it runs but in `call`.
struct JudgedSide {
    /// Writes the inputs that belong to a secret, and poison over the last result.
    std::function<Status(std::uint64_t secret)> lay;
    /// One call.
    std::function<CallOutcome()> call;
    /// Copies the result of that call: into one of `most` places, or, without one, to where it is
    /// forgotten. Takes as long either way.
    std::function<Status(std::optional<std::size_t> place)> keep;
};

/// Blocks of calls for timeInPairs() of which nobody can tell the ones that count: every call has
/// inputs of its own and is made and taken back alike, and of each pair of blocks some calls, at
/// random places, have the same inputs on both sides: their results are compared. Not thread-safe.
class JudgedBlocks
{
public:
    /// What both sides made of the same inputs, by the place that it was kept in: the verdict on
    /// the candidate and what there is to say.
    using Judge = std::function<Result<std::pair<Verdict, std::string>>(std::size_t place)>;
    /// After each pair: the next inputs may be made of others.
    using Renew = std::function<Status()>;

    struct Settings {
        std::size_t most = 2; ///< calls of a block that are judged, at most; at least one is
        LineCost cost;
        std::uint64_t seed = 0; ///< secret
    };
    JudgedBlocks(JudgedSide baseline, JudgedSide candidate, Judge judge, Renew renew,
                 Settings settings);

    TimedBlock baseline();
    TimedBlock candidate();
    /// The warm-up is over: nothing before was kept, nothing before was judged.
    void begin();

    /// Why a block could not be measured: what the machinery did wrong, or what came of the call.
    const std::optional<Error> &error() const { return m_error; }
    const CallOutcome &last() const { return m_last; }
    /// The wrong result that was found, if one was.
    const std::optional<CallOutcome> &wrong() const { return m_wrong; }

    int judgedCalls() const { return m_judged; }
    int timedCalls() const { return static_cast<int>(m_candidate.calls); }
    /// On all processors in the timed calls of the side; 0: not known.
    double baselineCpuSeconds() const { return m_baseline.cpuSeconds; }
    double candidateCpuSeconds() const { return m_candidate.cpuSeconds; }

private:
    struct Side {
        JudgedSide does;
        std::size_t blocks = 0;     ///< since the warm-up
        std::vector<int> keptCalls; ///< of the block that was last: which calls were kept
        std::int64_t calls = 0;
        double cpuSeconds = 0;
    };
    std::optional<BlockTime> block(Side &side, Side &other, int calls);
    std::optional<double> call(Side &side, std::uint64_t secret, std::optional<std::size_t> place);
    void chooseCalls(Side &side, const Side &other, int calls);
    bool judgePair();
    bool failed(const Status &status);

    Side m_baseline;
    Side m_candidate;
    Judge m_judge;
    Renew m_renew;
    Settings m_settings;
    std::mt19937_64 m_random;
    std::vector<std::uint64_t> m_secrets; ///< of the pair's judged calls
    bool m_isWarm = false;
    std::optional<Error> m_error;
    CallOutcome m_last;
    std::optional<CallOutcome> m_wrong;
    int m_judged = 0;
};

} // namespace loupe
