// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/population/scope.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

namespace loupe {

namespace {

struct RuleName {
    AttemptRule rule;
    std::string_view text;
    std::string_view sentence;
};

constexpr std::array ruleNames{
    RuleName{AttemptRule::LastRound, "last", "its last judged round"},
    RuleName{AttemptRule::FirstRound, "first", "its first judged round"},
    RuleName{AttemptRule::BestRound, "best", "its best round"},
    RuleName{AttemptRule::BestSample, "best-sample", "the best round of all its samples"},
};
constexpr std::string_view roundPrefix = "round:";

std::string roundOf(const AttemptChoice &choice)
{
    for (const RuleName &each : ruleNames) {
        if (each.rule == choice.rule)
            return std::string(each.sentence);
    }
    return fmt::format("round {}", choice.round);
}

} // namespace

std::string_view name(CountedVerdict verdict)
{
    return verdict == CountedVerdict::Strict ? "strict" : "run";
}

Result<AttemptChoice> attemptChoiceFromText(std::string_view text)
{
    for (const RuleName &each : ruleNames) {
        if (each.text == text)
            return AttemptChoice{each.rule, 0};
    }
    if (text.starts_with(roundPrefix)) {
        const std::string_view number = text.substr(roundPrefix.size());
        AttemptChoice out{AttemptRule::AtRound, 0};
        const auto [end, code]
            = std::from_chars(number.data(), number.data() + number.size(), out.round);
        if (code == std::errc() && end == number.data() + number.size() && out.round >= 0)
            return out;
    }
    return Error{
        Errc::InvalidInput,
        fmt::format("must be one of last, first, best, best-sample, round:N; not \"{}\"", text)};
}

std::string text(const AttemptChoice &choice)
{
    for (const RuleName &each : ruleNames) {
        if (each.rule == choice.rule)
            return std::string(each.text);
    }
    return fmt::format("{}{}", roundPrefix, choice.round);
}

std::string sentenceOf(const AttemptChoice &choice, const AttemptSpread &attempts)
{
    const bool isOfAllSamples = choice.rule == AttemptRule::BestSample;
    const bool isOfSample = attempts.hasSamples && !isOfAllSamples;
    std::string out;
    if (attempts.hasRounds || isOfAllSamples || choice.rule == AttemptRule::AtRound)
        out = roundOf(choice);
    constexpr std::string_view own = "its ";
    if (isOfSample && out.starts_with(own))
        out.replace(0, own.size(), "the ");
    if (isOfSample)
        out += out.empty() ? "its first sample" : " of its first sample";
    else if (out.empty())
        out = "its last judged attempt";
    if (attempts.hasRuns)
        out += " in the latest run";
    return out;
}

void tellApart(Scope &scope, GroupBy dimension)
{
    if (std::ranges::find(scopeConditions, dimension) != scopeConditions.end())
        scope.rules.try_emplace(dimension, ConditionRule{ConditionRule::Kind::Split, {}});
    else if (dimension == GroupBy::Run || dimension == GroupBy::Round)
        scope.apart.push_back(dimension);
}

ConditionRule Scope::rule(GroupBy condition) const
{
    const auto found = rules.find(condition);
    return found == rules.end() ? ConditionRule{} : found->second;
}

} // namespace loupe
