// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/endpoints/profile/profile.h"
#include "core/generation/prompts/publishedprompt.h"

#include <cstdint>
#include <optional>
#include <string>

namespace loupe {

/// Conditions that end a sample before its number of rounds.
struct StopRules {
    std::optional<double> speedup; ///< a correct program has at least this speedup over the
                                   ///< baseline
    bool isCorrectEnough = false;  ///< a correct program is enough
    std::optional<int> noProgress; ///< number of consecutive rounds without an improvement
    double gain = 0.02;            ///< minimum relative gain of an improvement
    bool sameCode = false;         ///< the program repeats an earlier round, ignoring blanks
};

/// Strategy for requesting kernels.
struct Strategy {
    enum class Kind {
        Independent,    ///< one request for each sample
        Serial,         ///< each sample is refined round by round
        BestThenRefine, ///< all samples have a first round, the best of a task continue
        Beam,           ///< each round refines the best programs of the task so far
        Evolve          ///< each round refines programs drawn from islands of archives
    };
    /// Earlier round of a sample that is refined.
    enum class Parent { Last, Best };
    /// Source of the verdicts.
    enum class Judge { Suite, Strict };

    Kind kind = Kind::Independent;
    int samples = 1;  ///< of each task; for Beam and Evolve the programs in a round
    int rounds = 1;   ///< of each sample, including the first
    int width = 1;    ///< for BestThenRefine: samples of a task; for Beam: refined programs
    int children = 1; ///< for Beam: per refined program; for Evolve: per island and round
    int islands = 1;
    int migration = 3;                ///< number of rounds between migrations to the next island
    double crossover = 0.25;          ///< share of an island's requests that show two programs
    std::optional<std::int64_t> seed; ///< for the draws of Evolve; absent: that of the parameters,
                                      ///< else 0
    Parent parent = Parent::Last;
    Judge judge = Judge::Strict;
    StopRules stop;
    bool hasReminder = true; ///< an answer without a program gets one reminder
    bool isConfirmed = true; ///< with several rounds: the result is evaluated again on unseen
                             ///< inputs
    /// Names or files (findPrompt()); empty: the platform's prompt.
    std::string startPrompt;
    std::string fixPrompt;
    std::string optimisePrompt;
    std::string crossPrompt;
    std::string reminderPrompt;
    /// Uses the prompts of the suite's checkout as first prompts. Truncated answers and answers
    /// without a program are not requested again then, because no published script does so.
    std::optional<PublishedChoice> published;
};

/// Returns the name used in profiles, such as "serial".
const char *name(Strategy::Kind kind);

/// Returns true if a sample's requests depend on other samples of its task.
bool isRanked(const Strategy &strategy);

/// Returns true if a round refines programs of any sample. A sample is then only a slot in each
/// round, and the samples of a task end together.
bool isPooled(const Strategy &strategy);

/// Returns a description such as "serial, 4 samples, 5 rounds from the best".
std::string text(const Strategy &strategy);

/// Reads the sections "strategy", "prompt" and "judge" of a profile. InvalidInput lists every
/// problem with its path; unknown settings are errors.
Result<Strategy> readStrategy(const Profile &profile);

} // namespace loupe
