// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/population/countedverdict.h"
#include "core/analysis/rows/groupby.h"
#include "core/base/result.h"

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Which of a cell's observations speaks for it.
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

/// "last", "first", "best", "best-sample", "round:2". InvalidInput for anything else.
Result<AttemptChoice> attemptChoiceFromText(std::string_view text);
std::string text(const AttemptChoice &choice);
/// What the attempts at one pair differ in, for any pair.
struct AttemptSpread {
    bool hasRuns = false;
    bool hasSamples = false;
    bool hasRounds = false;
};

/// For a caption: "its last judged round", "round 2 of its first sample in the latest run". Names
/// only what attempts differ in.
std::string sentenceOf(const AttemptChoice &choice, const AttemptSpread &attempts);

/// What must be one for figures to answer one question, in the order in which it is chosen.
inline constexpr std::array scopeConditions{
    GroupBy::Suite,     GroupBy::SuiteVersion, GroupBy::Protocol, GroupBy::Device,
    GroupBy::Precision, GroupBy::Clock,        GroupBy::Baseline};

/// What is done where rows have several values of a condition.
struct ConditionRule {
    enum class Kind {
        Largest, ///< the value with the most cells is taken, and said
        Only,    ///< `value`
        Split,   ///< each value is a series of its own
        Pool,    ///< all are counted together; whoever asks for it is told
    };
    Kind kind = Kind::Largest;
    std::string value;

    friend bool operator==(const ConditionRule &, const ConditionRule &) = default;
};

/// Which observations count, and how they become cells. A filter has been applied before.
struct Scope {
    AttemptChoice choice;
    CountedVerdict verdict = CountedVerdict::OfRun;
    std::map<GroupBy, ConditionRule> rules; ///< of scopeConditions; those not named: Largest
    /// Further dimensions that tell cells apart: runs or rounds that are to be held side by side.
    std::vector<GroupBy> apart;
    bool includeWithheld = false;
    /// Whether timed results without a baseline get a speedup over the reference times of the
    /// store.
    bool joinBaselines = true;

    ConditionRule rule(GroupBy condition) const;

    friend bool operator==(const Scope &, const Scope &) = default;
};

/// Makes cells of their own of what a dimension tells apart, unless the scope says otherwise:
/// values of a condition, runs or rounds. Nothing for other dimensions.
void tellApart(Scope &scope, GroupBy dimension);

} // namespace loupe
