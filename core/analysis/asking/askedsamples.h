// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/asking/askeddialogue.h"
#include "core/analysis/asking/spending.h"
#include "core/analysis/asking/toldkind.h"
#include "core/analysis/population/population.h"
#include "core/model/filter.h"
#include "core/model/verdict.h"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace loupe {

/// Why an answer came to no program.
enum class LostAnswer {
    No, ///< a program was found
    NoCode,
    Truncated,
    Refused,
    Empty,
    Unparseable,
    NotLookedAt, ///< nobody looked for a program in it
    CutOff,      ///< the connection ended before the answer did, or before it began
    Endpoint,    ///< the endpoint failed: no failure of the model
    Open,        ///< it is still awaited
};
inline constexpr std::size_t lostAnswers = 10;
std::string_view name(LostAnswer cause);  ///< "no_code", "truncated" …
std::string_view label(LostAnswer cause); ///< in words

/// What a program that a question was about came to in the population.
struct ToldResult {
    Outcome outcome = Outcome::Unknown;
    std::optional<double> speedup; ///< of a correct one, where usable
};

/// One round of a sample: what was asked, and what came of it.
struct AskedRound {
    int round = 0;
    Spending spent;                            ///< by all of its requests, retries and failures too
    std::array<int, lostAnswers> requestsBy{}; ///< its requests, each by what came of it alone
    LostAnswer lost = LostAnswer::Open;        ///< of the round: no request brought a program
    Outcome outcome = Outcome::Unknown;        ///< of its program in the population
    std::optional<double> speedup;             ///< of a correct one, where usable
    ToldKind told = ToldKind::Nothing;
    /// The program that was gone on from, of whichever sample: the first of two. It need not have
    /// been asked for: a person's hint is about one that stands in the hints' own run.
    std::optional<ToldResult> from;

    /// What the round came to: an answer without a program is the model's failure, whether or not a
    /// result says so.
    Outcome cameTo() const;
};

/// One sample of a method at a task in one run.
struct AskedSample {
    Name run;
    Name suite;
    Name task;
    Name method;
    int sample = 0;
    Name strategy;
    Name stopReason;
    std::vector<AskedRound> rounds; ///< ascending; only those that something was asked in

    const AskedRound *at(int round) const; ///< null where there is none
};

/// What was asked for the results of a population.
struct AskedPopulation {
    std::vector<AskedSample> samples; ///< by method, then as they are stored
    std::size_t withoutResult = 0;    ///< of these: nothing of them was ever evaluated
    /// Samples without any result that are left out, because a filter by task or result, which they
    /// have not, may not mean them.
    std::size_t leftOut = 0;
    /// Tasks (of a run) that a result with fresh inputs is correct at, by the method's own name.
    std::vector<std::pair<Name, int>> confirmed;

    /// The samples of each method, in order.
    std::vector<std::span<const AskedSample>> byMethod() const;
    /// nullopt: nothing of this method was evaluated with fresh inputs.
    std::optional<int> confirmedOf(Name method) const;
};

/// Whether a filter leaves the results of a run's method at all tasks, or none of them.
bool keepsMethodsWhole(const Filter &filter);

/// Joins dialogues with the rows of the same run, task, method and sample. `withWithheld` is the
/// population under the same scope, with what is withheld: its answers were paid for, too, while
/// their results stay unknown. Dialogues of which the store has no result belong to it where it has
/// others of their run, suite and method and `isWholeMethods`: no filter narrows it further.
AskedPopulation askedPopulation(const Population &population, const Population &withWithheld,
                                std::span<const AskedDialogue> dialogues, bool isWholeMethods);

} // namespace loupe
