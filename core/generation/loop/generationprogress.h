// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/endpoints/pace/ledger.h"
#include "core/endpoints/profile/profile.h"
#include "core/model/verdict.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// Where one round of a sample is.
enum class RoundState {
    Open,      ///< not asked yet
    InLine,    ///< to be asked when a lane is free
    Asking,    ///< sent
    Answering, ///< its answer comes
    Waiting,   ///< a try failed, and it is asked again after a wait
    Answered,  ///< its program waits to be judged
    Judging,
    Judged,
    Failed ///< no answer came
};

/// Whether a request for the round is with the endpoint or about to be.
constexpr bool isBeingAsked(RoundState state)
{
    return state >= RoundState::InLine && state <= RoundState::Waiting;
}

struct RoundProgress {
    RoundState state = RoundState::Open;
    Verdict verdict = Verdict::NotRecorded; ///< once it is judged
    std::optional<double> speedup;
    friend bool operator==(const RoundProgress &, const RoundProgress &) = default;
};

/// One sample of a task with its rounds, the first at place 0.
struct SampleProgress {
    std::string task;
    int sample = 0;
    std::vector<RoundProgress> rounds;
    friend bool operator==(const SampleProgress &, const SampleProgress &) = default;
};

/// One of the requests that may be open at the same time.
struct AskLane {
    bool isBusy = false;
    std::string task;
    int sample = 0;
    int round = 0;
    std::string purpose; ///< start, fix, optimise, reminder
    RoundState state = RoundState::Open;
    double waitSeconds = 0; ///< of Waiting: what was said when the wait began
    std::size_t bytes = 0;  ///< of the answer, as far as it has come
    friend bool operator==(const AskLane &, const AskLane &) = default;
};

enum class GenerationPhase {
    Preparing,
    Asking,
    AskingAndEvaluating,
    Evaluating,
    Confirming,
    Ended
};

/// A generation as it goes on. Counts are of rounds, with those of earlier sessions.
struct GenerationProgress {
    GenerationPhase phase = GenerationPhase::Preparing;
    std::string run;
    int rounds = 0; ///< of all samples, at most
    int asked = 0;  ///< sent at least once
    int answered = 0;
    int judged = 0;
    int failed = 0; ///< given up without an answer
    Cost spent;
    Cost reserved; ///< for what is open
    BudgetLimits limits;
    bool hasPrices = false;
    std::vector<AskLane> lanes;
    std::vector<SampleProgress> samples; ///< by task, then by sample
};

/// What was said last in one dialogue.
struct DialogueTurn {
    enum class Kind { Question, Reasoning, Answer };
    Kind kind = Kind::Question;
    int round = 0;
    std::string text;      ///< its end
    std::size_t bytes = 0; ///< of the whole
    friend bool operator==(const DialogueTurn &, const DialogueTurn &) = default;
};

} // namespace loupe
