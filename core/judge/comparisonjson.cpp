// SPDX-License-Identifier: Apache-2.0
#include "core/judge/comparisonjson.h"

#include "core/base/fieldlisting.h"
#include "core/judge/nestedcomparison.h"
#include "core/model/record/evaluationfields.h"

namespace loupe {

template <typename Fields>
void listFields(Fields &fields, ComparisonRule &rule)
{
    auto &[exact, relative, absoluteFloor] = rule;
    fields("exact", exact);
    fields("relative", relative);
    fields("absolute_floor", absoluteFloor);
}

template <typename Fields>
void listFields(Fields &fields, NestedComparison &comparison)
{
    auto &[verdict, message, outputs, isAsTimed, undecided] = comparison;
    fields.named("verdict", verdict, verdictId, verdictOfId);
    fields("message", message);
    fields("outputs", outputs);
    fields("is_as_timed", isAsTimed);
    fields("undecided", undecided);
}

namespace {

/// One of our own processes writes this, so invalid data is damage, not input.
template <typename T>
Result<T> fromOurs(const Json &json, const char *what)
{
    T value;
    if (Status read = readFields(json, what, MissingFields::Refused, value); !read) {
        Error error = read.error();
        error.code = Errc::Corrupt;
        return error;
    }
    return value;
}

} // namespace

Json toJson(const OutputComparison &comparison)
{
    return fieldsToJson(comparison);
}

Json toJson(const ComparisonRule &rule)
{
    return fieldsToJson(rule);
}

Result<OutputComparison> comparisonFromJson(const Json &json)
{
    return fromOurs<OutputComparison>(json, "a comparison");
}

Result<ComparisonRule> ruleFromJson(const Json &json)
{
    return fromOurs<ComparisonRule>(json, "a comparison rule");
}

Json toJson(const NestedComparison &comparison)
{
    return fieldsToJson(comparison);
}

Result<NestedComparison> nestedComparisonFromJson(const Json &json)
{
    return fromOurs<NestedComparison>(json, "a nested comparison");
}

} // namespace loupe
