// SPDX-License-Identifier: Apache-2.0
#include "core/judge/comparisonjson.h"

#include "core/judge/nestedcomparison.h"

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

Json optionalToJson(const std::optional<double> &value)
{
    return value ? numberToJson(*value) : Json();
}

std::optional<double> optionalFromJson(const Json &json)
{
    return json.is_null() ? std::nullopt : std::optional(numberFromJson(json));
}

constexpr std::string_view hexDigits = "0123456789abcdef";

std::string toHex(const std::vector<std::uint8_t> &bytes)
{
    std::string text;
    text.reserve(2 * bytes.size());
    for (const std::uint8_t byte : bytes) {
        text += hexDigits[byte >> 4];
        text += hexDigits[byte & 0xFU];
    }
    return text;
}

/// Empty where it is not hexadecimal.
std::vector<std::uint8_t> fromHex(std::string_view text)
{
    std::vector<std::uint8_t> bytes;
    bytes.reserve(text.size() / 2);
    for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
        const std::size_t high = hexDigits.find(text[i]);
        const std::size_t low = hexDigits.find(text[i + 1]);
        if (high == std::string_view::npos || low == std::string_view::npos)
            return {};
        bytes.push_back(static_cast<std::uint8_t>(high << 4 | low));
    }
    return bytes;
}

Error notOurs(const char *what, const Json::exception &error)
{
    return Error{Errc::Corrupt, std::string("not ") + what, {}, {}, error.what()};
}

} // namespace

Json toJson(const MismatchMap &map)
{
    return {{"rows", map.rows},
            {"columns", map.columns},
            {"cell_rows", map.cellRows},
            {"cell_columns", map.cellColumns},
            {"share", toHex(map.share)}};
}

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
            {"pattern", c.pattern},
            {"dtype", c.dtype},
            {"mean_relative", numberToJson(c.meanRelativeError)},
            {"expected_nan", c.expectedNan},
            {"expected_infinite", c.expectedInfinite},
            {"actual_nan", c.actualNan},
            {"actual_infinite", c.actualInfinite},
            {"cosine", optionalToJson(c.cosine)},
            {"l1_relative", optionalToJson(c.l1Relative)},
            {"rmse", optionalToJson(c.rmse)},
            {"map", c.map.rows == 0 ? Json() : toJson(c.map)},
            {"error_counts", c.errorCounts}};
}

Json toJson(const ComparisonRule &rule)
{
    return {
        {"exact", rule.exact}, {"relative", rule.relative}, {"absolute_floor", rule.absoluteFloor}};
}

Result<MismatchMap> mismatchMapFromJson(const Json &json)
{
    try {
        MismatchMap map;
        json.at("rows").get_to(map.rows);
        json.at("columns").get_to(map.columns);
        json.at("cell_rows").get_to(map.cellRows);
        json.at("cell_columns").get_to(map.cellColumns);
        map.share = fromHex(json.at("share").get_ref<const std::string &>());
        const bool fits = map.rows > 0 && map.columns > 0 && map.cellRows > 0 && map.cellColumns > 0
            && std::int64_t{map.rows} * map.columns == static_cast<std::int64_t>(map.share.size());
        if (!fits)
            return Error{Errc::Corrupt, "not a mismatch map", {}, {}, "its sizes do not agree"};
        return map;
    } catch (const Json::exception &error) {
        return notOurs("a mismatch map", error);
    }
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
        json.at("dtype").get_to(c.dtype);
        c.meanRelativeError = numberFromJson(json.at("mean_relative"));
        json.at("expected_nan").get_to(c.expectedNan);
        json.at("expected_infinite").get_to(c.expectedInfinite);
        json.at("actual_nan").get_to(c.actualNan);
        json.at("actual_infinite").get_to(c.actualInfinite);
        c.cosine = optionalFromJson(json.at("cosine"));
        c.l1Relative = optionalFromJson(json.at("l1_relative"));
        c.rmse = optionalFromJson(json.at("rmse"));
        if (!json.at("map").is_null()) {
            Result<MismatchMap> map = mismatchMapFromJson(json.at("map"));
            if (!map)
                return map.error();
            c.map = std::move(map).value();
        }
        json.at("error_counts").get_to(c.errorCounts);
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

Json toJson(const NestedComparison &comparison)
{
    Json outputs = Json::array();
    for (const OutputComparison &output : comparison.outputs)
        outputs.push_back(toJson(output));
    return {{"verdict", std::string(facts(comparison.verdict).id)},
            {"message", comparison.message},
            {"outputs", std::move(outputs)}};
}

Result<NestedComparison> nestedComparisonFromJson(const Json &json)
{
    try {
        NestedComparison comparison;
        const auto id = json.at("verdict").get<std::string>();
        const std::optional<Verdict> verdict = verdictFromId(id);
        if (!verdict)
            return Error{Errc::Corrupt, "not a comparison", {}, {}, "verdict " + id};
        comparison.verdict = *verdict;
        json.at("message").get_to(comparison.message);
        for (const Json &entry : json.at("outputs")) {
            Result<OutputComparison> output = comparisonFromJson(entry);
            if (!output)
                return output.error();
            comparison.outputs.push_back(std::move(output).value());
        }
        return comparison;
    } catch (const Json::exception &error) {
        return notOurs("a nested comparison", error);
    }
}

} // namespace loupe
