// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/population/recordedvalue.h"

#include "core/analysis/population/conditionvalues.h"
#include "core/analysis/population/methodbaseline.h"
#include "core/analysis/rows/grouping.h"
#include "core/base/asciicase.h"
#include "core/base/result.h"
#include "core/model/record/furtherbaseline.h"
#include "core/model/record/recordedname.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace loupe {

namespace {

std::vector<std::string> valuesAmong(std::span<const MetricRow> rows, GroupBy condition)
{
    std::set<std::string> found;
    Name last;
    for (const MetricRow &row : rows) {
        const Name value = conditionOf(row, condition);
        if (value != last && isRecordedName(value.text()))
            found.insert(value.text());
        last = value;
        if (condition == GroupBy::Baseline && row.references) {
            for (const ReferenceTime &each : *row.references)
                found.insert(each.baseline);
        }
    }
    return {found.begin(), found.end()};
}

std::string quotedValues(const std::vector<std::string> &values)
{
    std::vector<std::string> out;
    out.reserve(values.size());
    for (const std::string &each : values)
        out.push_back("\"" + each + "\"");
    return out.empty() ? "none is recorded" : fmt::format("{}", fmt::join(out, ", "));
}

/// Returns the values that the word may mean, by the best kind of match that any has.
std::vector<std::string> meantBy(std::string_view word, const std::vector<std::string> &values)
{
    const std::string sought = lowered(word);
    std::vector<std::string> same;
    std::vector<std::string> holding;
    for (const std::string &each : values) {
        const std::string value = lowered(each);
        if (value == sought || baselineKind(value) == sought)
            same.push_back(each);
        if (value.find(sought) != std::string::npos)
            holding.push_back(each);
    }
    return same.empty() ? holding : same;
}

} // namespace

Result<std::string> recordedValue(std::span<const MetricRow> rows, GroupBy condition,
                                  std::string_view word)
{
    return recordedValue(valuesAmong(rows, condition), condition, word);
}

Result<std::string> recordedValue(const std::vector<std::string> &values, GroupBy condition,
                                  std::string_view word)
{
    if (const auto itself = std::ranges::find(values, word); itself != values.end())
        return *itself;
    const std::vector<std::string> meant = meantBy(word, values);
    if (meant.size() == 1)
        return meant.front();
    if (meant.empty())
        return Error{.code = Errc::NotFound,
                     .message = fmt::format("no result has the {} \"{}\"", name(condition), word),
                     .hint = "There are: " + quotedValues(values)};
    return Error{.code = Errc::InvalidInput,
                 .message = fmt::format("\"{}\" is part of {} values of {}", word, meant.size(),
                                        name(condition)),
                 .hint = "One of: " + quotedValues(meant)};
}

Result<Scope> withRecordedValues(Scope scope, std::span<const MetricRow> rows)
{
    for (auto &[condition, rule] : scope.rules) {
        const bool isOfMethod = condition == GroupBy::Baseline && methodOf(rule);
        if (rule.kind != ConditionRule::Kind::Only || isOfMethod)
            continue;
        auto value = recordedValue(rows, condition, rule.value);
        if (!value) {
            Error error = std::move(value).error();
            error.where = name(condition);
            return error;
        }
        rule.value = std::move(*value);
    }
    return scope;
}

} // namespace loupe
