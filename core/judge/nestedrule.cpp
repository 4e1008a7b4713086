// SPDX-License-Identifier: Apache-2.0
#include "core/judge/nestedrule.h"

#include "core/base/fieldlisting.h"

#include <algorithm>
#include <cstddef>

namespace loupe {

template <typename Fields>
void listFields(Fields &fields, UndecidedElements &elements)
{
    auto &[places, low, high] = elements;
    fields("places", places);
    fields("low", low);
    fields("high", high);
}

namespace {

/// Undecided elements that a message of 1 MiB carries.
constexpr std::size_t maxUndecidedSent = 15'000;

template <typename T>
std::vector<T> takeFirst(std::vector<T> &from, std::size_t count)
{
    const auto end = from.begin() + static_cast<std::ptrdiff_t>(count);
    std::vector<T> out(from.begin(), end);
    from.erase(from.begin(), end);
    return out;
}

template <typename T>
void addAll(std::vector<T> &to, const std::vector<T> &more)
{
    to.insert(to.end(), more.begin(), more.end());
}

Json toleranceToJson(const Tolerance &tolerance)
{
    return {{"exact", tolerance.exact},
            {"relative", tolerance.relative},
            {"absolute", tolerance.absolute},
            {"absolute_of_rms", tolerance.absoluteOfRms}};
}

Tolerance toleranceFromJson(const Json &json)
{
    return {json.at("exact").get<bool>(), json.at("relative").get<double>(),
            json.at("absolute").get<double>(), json.at("absolute_of_rms").get<double>()};
}

Error notARule(const std::string &detail)
{
    return Error{
        .code = Errc::Corrupt, .message = "not a rule for nested results", .detail = detail};
}

} // namespace

void UndecidedElements::append(const UndecidedElements &others)
{
    addAll(places, others.places);
    addAll(low, others.low);
    addAll(high, others.high);
}

std::map<std::string, UndecidedElements>
takeUndecided(std::map<std::string, UndecidedElements> &undecided)
{
    std::map<std::string, UndecidedElements> out;
    std::size_t room = maxUndecidedSent;
    while (!undecided.empty() && room > 0) {
        const auto first = undecided.begin();
        auto &[places, low, high] = first->second;
        const std::size_t count = std::min(room, places.size());
        out[first->first]
            = {takeFirst(places, count), takeFirst(low, count), takeFirst(high, count)};
        room -= count;
        if (places.empty())
            undecided.erase(first);
    }
    return out;
}

Json undecidedToJson(const std::map<std::string, UndecidedElements> &undecided)
{
    Json json = Json::object();
    for (const auto &[place, elements] : undecided)
        json[place] = fieldsToJson(elements);
    return json;
}

Result<std::map<std::string, UndecidedElements>> undecidedFromJson(const Json &json)
{
    std::map<std::string, UndecidedElements> out;
    for (const auto &[place, listed] : json.items()) {
        UndecidedElements &elements = out[place];
        if (Status read
            = readFields(listed, "undecided elements", MissingFields::Refused, elements);
            !read)
            return notARule(read.error().text());
        if (elements.low.size() != elements.places.size()
            || elements.high.size() != elements.places.size())
            return notARule("undecided elements without a value");
    }
    return out;
}

const Tolerance &NestedRule::toleranceOf(DType dtype) const
{
    const auto found = byDtype.find(dtype);
    return found == byDtype.end() ? otherwise : found->second;
}

Json toJson(const NestedRule &rule)
{
    Json byDtype = Json::object();
    for (const auto &[dtype, tolerance] : rule.byDtype)
        byDtype[std::string(name(dtype))] = toleranceToJson(tolerance);
    Json json{
        {"by_dtype", std::move(byDtype)},
        {"otherwise", toleranceToJson(rule.otherwise)},
        {"scale", rule.scale == NestedRule::Scale::Expected ? "expected" : "actual"},
        {"numbers", rule.numbers == NestedRule::Numbers::Equal ? "equal" : "tolerated"},
        {"equal_nan", rule.equalNan},
        {"check_dtype", rule.checkDtype},
        {"lists_match_tuples", rule.listsMatchTuples},
        {"only_one_tensor", rule.onlyOneTensor},
        {"compares_dicts", rule.comparesDicts},
        {"compares_arrays", rule.comparesArrays},
        {"exact_types", rule.exactTypes},
        {"refuses_overlap", rule.refusesOverlap},
        {"allows_more_gradients", rule.allowsMoreGradients},
        {"thresholds", nullptr},
        {"as_timed", Json::object()},
        {"undecided", undecidedToJson(rule.undecided)},
    };
    for (const auto &[place, error] : rule.asTimed)
        json["as_timed"][place] = {{"rms", error.rms}, {"largest", error.largest}};
    if (rule.thresholds)
        json["thresholds"] = {{"cosine", rule.thresholds->cosine},
                              {"l1_relative", rule.thresholds->l1Relative},
                              {"rmse", rule.thresholds->rmse},
                              {"rmse_of_rms", rule.thresholds->rmseOfRms}};
    return json;
}

Result<NestedRule> nestedRuleFromJson(const Json &json)
{
    try {
        NestedRule rule;
        for (const auto &[key, tolerance] : json.at("by_dtype").items()) {
            const std::optional<DType> dtype = dtypeFromName(key);
            if (!dtype)
                return notARule("element type " + key);
            rule.byDtype[*dtype] = toleranceFromJson(tolerance);
        }
        rule.otherwise = toleranceFromJson(json.at("otherwise"));
        rule.scale = json.at("scale").get<std::string>() == "actual" ? NestedRule::Scale::Actual
                                                                     : NestedRule::Scale::Expected;
        rule.numbers = json.at("numbers").get<std::string>() == "equal"
            ? NestedRule::Numbers::Equal
            : NestedRule::Numbers::Tolerated;
        json.at("equal_nan").get_to(rule.equalNan);
        json.at("check_dtype").get_to(rule.checkDtype);
        json.at("lists_match_tuples").get_to(rule.listsMatchTuples);
        json.at("only_one_tensor").get_to(rule.onlyOneTensor);
        json.at("compares_dicts").get_to(rule.comparesDicts);
        json.at("compares_arrays").get_to(rule.comparesArrays);
        json.at("exact_types").get_to(rule.exactTypes);
        json.at("refuses_overlap").get_to(rule.refusesOverlap);
        json.at("allows_more_gradients").get_to(rule.allowsMoreGradients);
        if (const Json &thresholds = json.at("thresholds"); !thresholds.is_null())
            rule.thresholds = QualityThresholds{
                thresholds.at("cosine").get<double>(), thresholds.at("l1_relative").get<double>(),
                thresholds.at("rmse").get<double>(), thresholds.at("rmse_of_rms").get<bool>()};
        for (const auto &[place, error] : json.at("as_timed").items())
            rule.asTimed[place]
                = {error.at("rms").get<double>(), error.at("largest").get<double>()};
        auto undecided = undecidedFromJson(json.at("undecided"));
        if (!undecided)
            return undecided.error();
        rule.undecided = std::move(*undecided);
        return rule;
    } catch (const Json::exception &error) {
        return notARule(error.what());
    }
}

} // namespace loupe
