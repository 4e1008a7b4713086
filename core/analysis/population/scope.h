// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/rows/groupby.h"
#include "core/base/result.h"

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// The verdict of a result that counts.
enum class CountedVerdict {
    OfRun,  ///< of the run's protocol; the suite's, if both judged
    Strict, ///< of the strict rules
};
std::string_view name(CountedVerdict verdict); ///< "run", "strict"

/// Rule for choosing a cell's representative observation.
enum class AttemptRule {
    LastRound,  ///< the last judged round of the first sample
    FirstRound, ///< its first judged round
    BestRound,  ///< its fastest correct round, else any correct one, else any that was built
    BestSample, ///< the same over all samples and rounds
    AtRound,    ///< the round of that number, of the first sample
};

struct AttemptChoice {
    AttemptRule rule = AttemptRule::LastRound;
    int round = 0; ///< of AtRound

    friend bool operator==(const AttemptChoice &, const AttemptChoice &) = default;
};

/// Parses "last", "first", "best", "best-sample" or "round:2"; fails with InvalidInput for anything
/// else.
Result<AttemptChoice> attemptChoiceFromText(std::string_view text);
std::string text(const AttemptChoice &choice);
/// Properties in which the attempts at any pair differ.
struct AttemptSpread {
    bool hasRuns = false;
    bool hasSamples = false;
    bool hasRounds = false;
};

/// Returns a phrase for a caption: "its last judged round", "round 2 of its first sample in the
/// latest run". It names only what attempts differ in.
std::string sentenceOf(const AttemptChoice &choice, const AttemptSpread &attempts);

/// Conditions that must have one value for comparable figures, in the order in which they are
/// chosen.
inline constexpr std::array scopeConditions{
    GroupBy::Suite,     GroupBy::SuiteVersion, GroupBy::Protocol, GroupBy::Device,
    GroupBy::Precision, GroupBy::Clock,        GroupBy::Baseline};

/// Rule for several values of a condition.
struct ConditionRule {
    enum class Kind {
        Largest, ///< the value with the most cells is chosen, and reported
        Only,    ///< `value`
        Split,   ///< each value is a separate series
        Pool,    ///< all are pooled, and reported
    };
    Kind kind = Kind::Largest;
    std::string value;

    friend bool operator==(const ConditionRule &, const ConditionRule &) = default;
};

/// Rules for selecting observations and forming cells, applied after a filter.
struct Scope {
    AttemptChoice choice;
    CountedVerdict verdict = CountedVerdict::OfRun;
    std::map<GroupBy, ConditionRule> rules; ///< of scopeConditions; Largest if not listed
    /// Further dimensions that separate cells: runs or rounds that are compared.
    std::vector<GroupBy> apart;
    bool includeWithheld = false;
    /// Adds speedups over the store's reference times to timed results without a baseline.
    bool joinBaselines = true;

    ConditionRule rule(GroupBy condition) const;

    friend bool operator==(const Scope &, const Scope &) = default;
};

/// Separates cells by a dimension (a condition, runs or rounds), unless the scope has another rule.
/// Does nothing for other dimensions.
void tellApart(Scope &scope, GroupBy dimension);

} // namespace loupe
