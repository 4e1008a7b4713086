// SPDX-License-Identifier: Apache-2.0
#include "core/judge/comparisontext.h"

#include <array>
#include <cmath>
#include <cstdio>

namespace loupe {

namespace {

/// Returns "98304 of 4096000 elements of y", followed by `what` and the pattern.
std::string mismatchedText(const OutputComparison &output, const char *what)
{
    std::string text = std::to_string(output.mismatched) + " of ";
    text += std::to_string(output.elements) + " elements of " + output.output + what;
    if (!output.pattern.empty())
        text += " (" + output.pattern + ")";
    return text;
}

std::string textOf(double value, int digits)
{
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.*g", digits, value);
    return text.data();
}

/// Returns "expected 1, got 2", with enough digits to distinguish them. Whole numbers beyond 2^53
/// may differ in digits that a double lacks.
std::string bothText(double expected, double actual)
{
    if (std::isnan(expected) && std::isnan(actual))
        return "expected NaN, got NaN, which the comparison does not accept as equal";
    std::string first;
    std::string second;
    for (const int digits : {6, 9, 17}) {
        first = textOf(expected, digits);
        second = textOf(actual, digits);
        if (first != second)
            return std::string("expected ").append(first).append(", got ").append(second);
    }
    return std::string("expected about ")
        .append(first)
        .append(", got another number that differs in further digits");
}

} // namespace

std::string placeText(std::span<const std::int64_t> index)
{
    std::string text;
    for (const std::int64_t i : index) {
        text += text.empty() ? "[" : ", ";
        text += std::to_string(i);
    }
    return text.empty() ? "[]" : text + "]";
}

std::string shortText(double value)
{
    return textOf(value, 6);
}

std::string differenceText(const OutputComparison &output)
{
    std::string text = mismatchedText(output, " differ");
    if (output.notANumber > 0)
        text += ", " + std::to_string(output.notANumber) + " of them NaN or infinite";
    text += ", worst at " + placeText(output.worstIndex);
    return text + ": " + bothText(output.worstExpected, output.worstActual);
}

std::string unwrittenText(const OutputComparison &output)
{
    return mismatchedText(output, " were never written");
}

} // namespace loupe
