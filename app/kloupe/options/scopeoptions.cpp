// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/options/scopeoptions.h"

#include "app/kloupe/options/valuechecks.h"
#include "app/kloupe/output/console.h"
#include "core/analysis/population/methodbaseline.h"
#include "core/analysis/population/recordedvalue.h"
#include "core/analysis/rows/grouping.h"
#include "core/model/record/furtherbaseline.h"
#include "core/model/record/recordedname.h"
#include "core/store/read/scopedrows.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace loupe::cli {

namespace {

std::vector<std::string> conditionNames()
{
    std::vector<std::string> out;
    out.reserve(scopeConditions.size());
    for (const GroupBy each : scopeConditions)
        out.emplace_back(name(each));
    return out;
}

/// Adds the further baselines that runs of the engine timed, which no result records.
void addFurtherBaselines(StoreReader &reader, std::vector<std::string> &values)
{
    const auto times = orFail(reader.goldenRecords({}));
    for (const StoredGoldenRecord &each : times) {
        const std::string &baseline = each.record.baseline;
        if (each.record.source == furtherSource
            && std::ranges::find(values, baseline) == values.end())
            values.push_back(baseline);
    }
}

/// Returns the option of a condition: "suite-version" for suite_version.
std::string optionOf(GroupBy condition)
{
    std::string out(name(condition));
    std::ranges::replace(out, '_', '-');
    return out;
}

std::string conditionOption(GroupBy condition, const std::string &baselineOption)
{
    return condition == GroupBy::Baseline ? baselineOption : "--" + optionOf(condition);
}

void addRule(Scope &scope, GroupBy condition, const ConditionRule &rule)
{
    if (!scope.rules.try_emplace(condition, rule).second)
        throw CommandError{{Errc::InvalidInput,
                            fmt::format("more than one option is given for {}", name(condition)),
                            "--" + optionOf(condition),
                            "Choose one value or pool all (default: figures for each)"}};
}

} // namespace

void addScopeOptions(CLI::App &command, const std::shared_ptr<ScopeOptions> &options,
                     const std::string &baselineOption)
{
    command
        .add_option("--choose", options->choose,
                    "Attempt that counts for a task: last, first, best (of the rounds), "
                    "best-sample or round:N")
        ->check([](const std::string &text) {
            const auto choice = attemptChoiceFromText(text);
            return choice ? std::string() : choice.error().message;
        })
        ->capture_default_str();
    addChoice(command, "--verdict", options->verdict,
              std::map<std::string, CountedVerdict>{{"run", CountedVerdict::OfRun},
                                                    {"strict", CountedVerdict::Strict}},
              "Verdicts that count: the run's (run, default) or the strict ones, which runs with "
              "both protocols also have");
    for (const GroupBy condition : scopeConditions) {
        std::string help = fmt::format(
            "Only results of this {} (default: one block of figures for each)", name(condition));
        if (condition == GroupBy::Baseline)
            help = "Only speedups over this baseline, or with method:NAME over the times of a "
                   "method (default: one block of figures for each)";
        command.add_option(conditionOption(condition, baselineOption), options->only[condition],
                           std::move(help));
    }
    command
        .add_option("--pool", options->pool,
                    "Count all values of a condition together; captions say so")
        ->transform(oneOf(conditionNames()));
    command.add_flag("--include-suspicious", options->includeSuspicious,
                     "Count flagged results as correct");
    command.add_flag("--no-join", options->withoutJoin,
                     "Do not use reference times of other runs for speedups");
}

CLI::Option *addBaselineOption(CLI::App &command, ScopeOptions &options, std::string help)
{
    return command.add_option("--baseline", options.only[GroupBy::Baseline], std::move(help));
}

std::vector<std::string> scopeOptionNames(const std::string &baselineOption)
{
    std::vector<std::string> out{"--choose", "--verdict", "--pool", "--no-join"};
    for (const GroupBy condition : scopeConditions)
        out.push_back(conditionOption(condition, baselineOption));
    return out;
}

Scope scopeOf(const ScopeOptions &options, GroupBy groupBy)
{
    Scope out;
    out.choice = orFail(attemptChoiceFromText(options.choose));
    out.verdict = options.verdict;
    out.includeWithheld = options.includeSuspicious;
    out.joinBaselines = !options.withoutJoin;
    for (const std::string &each : options.pool)
        addRule(out, *groupByFromName(each), {ConditionRule::Kind::Pool, {}});
    for (const auto &[condition, value] : options.only) {
        if (!value.empty())
            addRule(out, condition, {ConditionRule::Kind::Only, value});
    }
    tellApart(out, groupBy);
    return out;
}

Scope withStoredValues(StoreReader &reader, Scope scope)
{
    auto named = orFail(withStoredMethod(reader, std::move(scope)));
    for (auto &[condition, rule] : named.rules) {
        const bool isOfMethod = condition == GroupBy::Baseline && methodOf(rule);
        if (rule.kind != ConditionRule::Kind::Only || isOfMethod)
            continue;
        const auto counts = orFail(reader.facet(std::string(name(condition)), {}));
        std::vector<std::string> values;
        values.reserve(counts.size());
        for (const FacetCount &each : counts) {
            if (isRecordedName(each.value))
                values.push_back(each.value);
        }
        if (condition == GroupBy::Baseline)
            addFurtherBaselines(reader, values);
        auto value = recordedValue(values, condition, rule.value);
        if (value)
            rule.value = std::move(*value);
        else if (condition != GroupBy::Baseline || value.error().code != Errc::NotFound)
            throw CommandError{std::move(value).error()};
    }
    return named;
}

} // namespace loupe::cli
