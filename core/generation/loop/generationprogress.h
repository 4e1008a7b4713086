// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/endpoints/pace/ledger.h"
#include "core/endpoints/profile/profile.h"
#include "core/model/verdict/verdict.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// State of one round of a sample.
enum class RoundState {
    Open,      ///< no request yet
    InLine,    ///< waits for a free lane
    Asking,    ///< sent
    Answering, ///< the answer is being received
    Waiting,   ///< a try failed and is retried after a wait
    Answered,  ///< the program waits for evaluation
    Judging,
    Judged,
    Failed ///< no answer
};

struct RoundProgress {
    RoundState state = RoundState::Open;
    Verdict verdict = Verdict::NotRecorded; ///< once it is evaluated
    std::optional<double> speedup;
    friend bool operator==(const RoundProgress &, const RoundProgress &) = default;
};

/// Sample of a task with its rounds, starting with round 0.
struct SampleProgress {
    std::string task;
    int sample = 0;
    std::vector<RoundProgress> rounds;
    friend bool operator==(const SampleProgress &, const SampleProgress &) = default;
};

/// Slot of one concurrent request.
struct AskLane {
    bool isBusy = false;
    std::string task;
    int sample = 0;
    int round = 0;
    std::string purpose; ///< start, fix, optimise, reminder
    RoundState state = RoundState::Open;
    double waitSeconds = 0; ///< of Waiting: length of the wait at its start
    std::size_t bytes = 0;  ///< received bytes of the answer
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

/// Progress of a generation. Counts are in rounds and include earlier sessions.
struct GenerationProgress {
    GenerationPhase phase = GenerationPhase::Preparing;
    std::string run;
    int rounds = 0; ///< upper bound for all samples
    int asked = 0;  ///< with at least one request sent
    int answered = 0;
    int judged = 0;
    int failed = 0; ///< given up without an answer
    Cost spent;
    Cost reserved; ///< for open requests
    BudgetLimits limits;
    bool hasPrices = false;
    std::vector<AskLane> lanes;
    std::vector<SampleProgress> samples; ///< by task, then by sample
};

/// Recent message of a dialogue.
struct DialogueTurn {
    enum class Kind { Question, Reasoning, Answer };
    Kind kind = Kind::Question;
    int round = 0;
    std::string text;      ///< end of the text
    std::size_t bytes = 0; ///< size of the whole text
    friend bool operator==(const DialogueTurn &, const DialogueTurn &) = default;
};

} // namespace loupe
