// SPDX-License-Identifier: Apache-2.0
#include "core/judge/judge.h"

#include "core/judge/comparisontext.h"
#include "core/judge/mismatchpattern.h"
#include "core/judge/tensorcomparison.h"

#include <vector>

namespace loupe {

namespace {

/// Returns the rule. Whole numbers have no relative tolerance, and without an absolute one must be
/// equal.
ElementRule elementRule(DType dtype, const ComparisonRule &rule)
{
    ElementRule out;
    out.equalNan = true;
    out.tolerance.exact = rule.exact || (!isFloating(dtype) && rule.absoluteFloor <= 0);
    out.tolerance.absolute = rule.absoluteFloor;
    if (isFloating(dtype)) {
        out.tolerance.relative = rule.relative;
        out.tolerance.absoluteOfRms = rule.relative;
    }
    return out;
}

std::string sentenceOf(const OutputComparison &output)
{
    return output.unwritten == output.mismatched ? unwrittenText(output) : differenceText(output);
}

} // namespace

OutputComparison compareOutput(const TensorSpec &spec, const ComparisonRule &rule,
                               std::span<const std::byte> expected,
                               std::span<const std::byte> actual)
{
    if (isNative(spec.dtype) || spec.dtype == DType::Int16)
        return compareInDouble(spec, elementRule(spec.dtype, rule), expected, actual);
    // No task can have the other types. Nothing is compared, so the result counts as wrong.
    OutputComparison refused;
    refused.output = spec.name;
    refused.elements = spec.elements();
    refused.mismatched = refused.elements;
    return refused;
}

std::pair<Verdict, std::string> judgeTrial(std::span<const OutputComparison> outputs)
{
    std::vector<const OutputComparison *> wrong;
    bool allUnwritten = true;
    bool anyNotANumber = false;
    bool allTails = true;
    for (const OutputComparison &output : outputs) {
        if (output.mismatched == 0)
            continue;
        wrong.push_back(&output);
        allUnwritten = allUnwritten && output.unwritten == output.mismatched;
        anyNotANumber = anyNotANumber || output.notANumber > 0;
        allTails = allTails && isTailPattern(output.pattern);
    }
    if (wrong.empty())
        return {Verdict::Correct, "agrees with the reference"};
    std::string message = sentenceOf(*wrong.front());
    for (std::size_t i = 1; i < wrong.size(); ++i)
        message += "; " + sentenceOf(*wrong[i]);
    if (allUnwritten)
        return {Verdict::Unwritten, std::move(message)};
    if (anyNotANumber)
        return {Verdict::NotANumber, std::move(message)};
    return {allTails ? Verdict::WrongTail : Verdict::WrongValue, std::move(message)};
}

} // namespace loupe
