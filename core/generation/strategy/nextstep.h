// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generation/strategy/roundrequests.h"
#include "core/model/verdict.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// A round of a sample that was evaluated, as a strategy sees it.
struct JudgedRound {
    int round = 0;
    Verdict verdict = Verdict::NotRecorded; ///< of Strategy::judge
    std::optional<double> speedup;
    bool isWithheld = false; ///< by a finding of integrity
    std::string_view source; ///< of an evaluation that outlives this
};

/// What there is of one sample of a task.
struct SampleSoFar {
    const Dialogue *dialogue = nullptr; ///< null: nothing was asked yet
    std::vector<JudgedRound> judged;    ///< by round
};

/// What becomes of a sample next.
struct NextStep {
    enum class Kind {
        Ask,
        Wait, ///< for an evaluation of this sample or, where they are ranked, of others
        Stop
    };
    Kind kind = Kind::Ask;
    WantedRequest wanted;   ///< of Ask
    std::string stopReason; ///< of Stop: rounds, solved, no_progress, same_code, refused,
                            ///< not_chosen, not_judged
};

/// It follows from what was asked, answered and judged alone: recomputed after any prefix of these
/// it is the same. `samples`: all of one task, by number; `which`: the one that is meant.
NextStep nextStep(const Strategy &strategy, const ModelParameters &parameters,
                  std::span<const SampleSoFar> samples, std::size_t which);

/// The round that `round` goes on from: the last or the best before it. A withheld one is never
/// chosen, nor one without a program, nor one that was not judged; of the best, a correct one by
/// speedup, else the last. Null: there is none, and the first question is asked once more.
const JudgedRound *parentOf(const Strategy &strategy, const std::vector<JudgedRound> &judged,
                            int round);

/// The first round before `round` with the same program, but for blanks; nothing: it is new.
std::optional<int> repeatedRound(const std::vector<JudgedRound> &judged, int round);

/// The best of these: a correct one by speedup, the earlier of equal ones; never one that is
/// withheld. Null: none is correct.
const JudgedRound *bestOf(std::span<const JudgedRound> judged);

} // namespace loupe
