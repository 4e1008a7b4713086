// SPDX-License-Identifier: Apache-2.0
#include "core/judge/comparisonjson.h"

#include <cmath>
#include <limits>

namespace loupe {

namespace {

/// JSON has no NaN and no infinity.
Json numberToJson(double value)
{
    if (std::isnan(value))
        return "nan";
    if (std::isinf(value))
        return value > 0 ? "inf" : "-inf";
    return value;
}

double numberFromJson(const Json &json)
{
    if (json.is_number())
        return json.get<double>();
    const auto text = json.get<std::string>();
    if (text == "nan")
        return std::numeric_limits<double>::quiet_NaN();
    return text == "-inf" ? -std::numeric_limits<double>::infinity()
                          : std::numeric_limits<double>::infinity();
}

Error notOurs(const char *what, const Json::exception &error)
{
    return Error{Errc::Corrupt, std::string("not ") + what, {}, {}, error.what()};
}

} // namespace

Json toJson(const OutputComparison &c)
{
    return {{"output", c.output},
            {"elements", c.elements},
            {"mismatched", c.mismatched},
            {"unwritten", c.unwritten},
            {"not_a_number", c.notANumber},
            {"max_absolute", numberToJson(c.maxAbsoluteError)},
            {"mean_absolute", numberToJson(c.meanAbsoluteError)},
            {"max_relative", numberToJson(c.maxRelativeError)},
            {"absolute_tolerance", numberToJson(c.absoluteTolerance)},
            {"relative_tolerance", numberToJson(c.relativeTolerance)},
            {"shape", c.shape},
            {"worst_index", c.worstIndex},
            {"worst_expected", numberToJson(c.worstExpected)},
            {"worst_actual", numberToJson(c.worstActual)},
            {"first_mismatch", c.firstMismatch},
            {"pattern", c.pattern}};
}

Json toJson(const ComparisonRule &rule)
{
    return {
        {"exact", rule.exact}, {"relative", rule.relative}, {"absolute_floor", rule.absoluteFloor}};
}

Result<OutputComparison> comparisonFromJson(const Json &json)
{
    try {
        OutputComparison c;
        json.at("output").get_to(c.output);
        json.at("elements").get_to(c.elements);
        json.at("mismatched").get_to(c.mismatched);
        json.at("unwritten").get_to(c.unwritten);
        json.at("not_a_number").get_to(c.notANumber);
        c.maxAbsoluteError = numberFromJson(json.at("max_absolute"));
        c.meanAbsoluteError = numberFromJson(json.at("mean_absolute"));
        c.maxRelativeError = numberFromJson(json.at("max_relative"));
        c.absoluteTolerance = numberFromJson(json.at("absolute_tolerance"));
        c.relativeTolerance = numberFromJson(json.at("relative_tolerance"));
        json.at("shape").get_to(c.shape);
        json.at("worst_index").get_to(c.worstIndex);
        c.worstExpected = numberFromJson(json.at("worst_expected"));
        c.worstActual = numberFromJson(json.at("worst_actual"));
        json.at("first_mismatch").get_to(c.firstMismatch);
        json.at("pattern").get_to(c.pattern);
        return c;
    } catch (const Json::exception &error) {
        return notOurs("a comparison", error);
    }
}

Result<ComparisonRule> ruleFromJson(const Json &json)
{
    try {
        return ComparisonRule{json.at("exact").get<bool>(), json.at("relative").get<double>(),
                              json.at("absolute_floor").get<double>()};
    } catch (const Json::exception &error) {
        return notOurs("a comparison rule", error);
    }
}

} // namespace loupe
