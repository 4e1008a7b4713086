// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/endpoints/profile/profile.h"
#include "core/generation/prompts/publishedprompt.h"

#include <cstdint>
#include <optional>
#include <string>

namespace loupe {

/// After which judged round a sample is asked nothing more, beside the number of rounds.
struct StopRules {
    std::optional<double> speedup; ///< it is correct and this much faster than the baseline
    bool isCorrectEnough = false;  ///< it is correct
    std::optional<int> noProgress; ///< so many rounds in a row made the best no better
    double gain = 0.02;            ///< what a better one is faster by, as a share
    bool sameCode = false;         ///< the program is one of an earlier round, but for its blanks
};

/// How kernels are asked for.
struct Strategy {
    enum class Kind {
        Independent,    ///< one question for each sample
        Serial,         ///< each sample is refined round by round
        BestThenRefine, ///< all samples have a first round, the best of a task go on
        Beam,           ///< each round goes on from the best programs of the task so far
        Evolve          ///< each round goes on from programs drawn from islands of archives
    };
    /// Which of a sample's earlier rounds is refined.
    enum class Parent { Last, Best };
    /// Whose verdict says what is right.
    enum class Judge { Suite, Strict };

    Kind kind = Kind::Independent;
    int samples = 1; ///< of each task; of Beam and Evolve how many programs a round has
    int rounds = 1;  ///< of each sample, the first included
    int width = 1; ///< of BestThenRefine samples of a task, of Beam programs that are gone on from
    int children = 1; ///< of each program that Beam goes on from, and of each island in a round
    int islands = 1;
    int migration = 3;       ///< after so many rounds each island's best goes to the next one
    double crossover = 0.25; ///< share of an island's questions that show two programs
    std::optional<std::int64_t> seed; ///< of what Evolve draws; nothing: the parameters', else 0
    Parent parent = Parent::Last;
    Judge judge = Judge::Strict;
    StopRules stop;
    bool hasReminder = true; ///< an answer without a program is asked for once more
    bool isConfirmed = true; ///< of several rounds: the result is evaluated with fresh inputs
    /// Names or files (findPrompt()); empty: the platform's own.
    std::string startPrompt;
    std::string fixPrompt;
    std::string optimisePrompt;
    std::string crossPrompt;
    std::string reminderPrompt;
    /// The suite's own prompts instead of the first ones, from its checkout. An answer that is cut
    /// off or has no program is not asked for again: no published script does that.
    std::optional<PublishedChoice> published;
};

/// "serial", as profiles say it.
const char *name(Strategy::Kind kind);

/// Whether what a sample is asked depends on other samples of its task.
bool isRanked(const Strategy &strategy);

/// Whether a round goes on from programs of any sample: then a sample is a place in each round, no
/// line of descent, and the samples of a task end together.
bool isPooled(const Strategy &strategy);

/// "serial, 4 samples, 5 rounds from the best"
std::string text(const Strategy &strategy);

/// The sections "strategy", "prompt" and "judge" of a profile. InvalidInput with every problem by
/// its place: what this version does not know is refused.
Result<Strategy> readStrategy(const Profile &profile);

} // namespace loupe
