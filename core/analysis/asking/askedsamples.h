// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/asking/askeddialogue.h"
#include "core/analysis/asking/toldkind.h"
#include "core/analysis/metrics/groupintervals.h"
#include "core/analysis/population/population.h"
#include "core/model/saved/filter.h"
#include "core/model/verdict/verdict.h"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace loupe {

/// Unit of a budget.
enum class BudgetUnit { Tokens, Dollars, Requests };
inline constexpr std::array allBudgetUnits{BudgetUnit::Tokens, BudgetUnit::Dollars,
                                           BudgetUnit::Requests};
std::string_view name(BudgetUnit unit); ///< "tokens" …
std::optional<BudgetUnit> budgetUnitFromName(std::string_view text);

/// The sum of the known values, with the number of known and unknown values.
struct KnownSum {
    double total = 0.0;
    int known = 0;
    int unknown = 0;

    void add(const std::optional<double> &value);
    void add(const KnownSum &other);
    /// Returns the sum, 0 if no value was added; nullopt if a value is unknown.
    std::optional<double> whole() const;
};

/// The spending of requests, as providers reported it or prices imply.
struct Spending {
    int requests = 0; ///< requests that were sent
    /// Requests among these that failed without an answer; they report no usage and count in no
    /// sum.
    int refused = 0;
    KnownSum tokens; ///< input + output of a request; known if both are
    KnownSum dollars;

    void add(const AskedRequest &request);
    void add(const Spending &other);
    /// Returns the spending in one unit; nullopt if a part is unknown.
    std::optional<double> in(BudgetUnit unit) const;
};

/// Returns true if the request was sent.
bool isSent(const AskedRequest &request);

/// The reason why an answer contains no usable program.
enum class LostAnswer {
    No, ///< a program was found
    NoCode,
    Truncated,
    Refused,
    Empty,
    Unparseable,
    NotLookedAt, ///< the answer was not searched for a program
    CutOff,      ///< the connection ended before the answer was complete
    Endpoint,    ///< the endpoint failed, which is not the model's failure
    Open,        ///< the answer is still awaited
};
inline constexpr std::size_t lostAnswers = 10;
std::string_view name(LostAnswer cause);  ///< "no_code", "truncated" …
std::string_view label(LostAnswer cause); ///< for display

/// The result, in the population, of a program that a prompt gave feedback about.
struct ToldResult {
    Outcome outcome = Outcome::Unknown;
    std::optional<double> speedup; ///< of a correct program, where usable
};

/// One round of a sample: its requests and their result.
struct AskedRound {
    int round = 0;
    Spending spent;                            ///< by all requests, including retries and failures
    std::array<int, lostAnswers> requestsBy{}; ///< requests by LostAnswer, each judged separately
    LostAnswer lost = LostAnswer::Open; ///< of the round: No if any request brought a program
    Outcome outcome = Outcome::Unknown; ///< of the round's program in the population
    std::optional<double> speedup;      ///< of a correct program, where usable
    ToldKind told = ToldKind::Nothing;
    /// The program that this round continues from, of any sample; the first if there are two. It
    /// need not come from a request: a user's hint is about a program in the hints' own run.
    std::optional<ToldResult> from;

    /// Returns the outcome of the round. An answer without a program counts as the model's failure,
    /// with or without a stored result.
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
    std::vector<AskedRound> rounds; ///< ascending; only rounds with requests
};

/// The samples that were requested for the results of a population.
struct AskedPopulation {
    std::vector<AskedSample> samples; ///< by method, then in stored order
    std::size_t withoutResult = 0;    ///< samples among these that were never evaluated
    /// Excluded samples without any result: a filter by task or result cannot match them.
    std::size_t leftOut = 0;
    /// Number of tasks (per run) that are correct with fresh inputs, by the method's own name.
    std::vector<std::pair<Name, int>> confirmed;

    /// Returns the samples of each method, in order.
    std::vector<std::span<const AskedSample>> byMethod() const;
    /// Returns nullopt if no result of this method was evaluated with fresh inputs.
    std::optional<int> confirmedOf(Name method) const;
};

/// Returns true if the filter keeps either all results of a run's method or none of them.
bool keepsMethodsWhole(const Filter &filter);

/// Joins dialogues with the rows of the same run, task, method and sample. `withWithheld` is the
/// population of the same scope including excluded results, whose answers cost money, too. A
/// dialogue without a stored result is included if results of the same run, suite and method exist.
/// This applies only with `isWholeMethods`, which means that no filter narrows methods.
AskedPopulation askedPopulation(const Population &population, const Population &withWithheld,
                                std::span<const AskedDialogue> dialogues, bool isWholeMethods);

/// The samples of one task in one run.
struct SampledTask {
    Name run;
    Name suite;
    Name task;
    std::vector<const AskedSample *> samples; ///< by number
};

/// Groups samples of one method by task, in the order of their first sample. The samples must
/// outlive the result.
std::vector<SampledTask> sampledTasks(std::span<const AskedSample> samples);

/// A round with the cumulative spending of its task, including its own requests.
struct SpentRound {
    const AskedRound *round = nullptr;
    std::optional<double> spent; ///< nullopt if a part is unknown
};

/// Returns the rounds of a task in request order: round by round, and by sample within a round.
std::vector<SpentRound> spentRounds(const SampledTask &task, BudgetUnit unit);

/// Returns the spending of a whole task from all its rounds; nullopt if a part is unknown or there
/// is no round. Every figure by budget counts exactly the tasks with a value here.
std::optional<double> spentOnTask(std::span<const SpentRound> rounds);

/// Returns true if the round has a correct program with a speedup beyond the threshold. An untimed
/// program is not fast.
bool isFast(const AskedRound &round, const FastPThreshold &threshold);

} // namespace loupe
