// SPDX-License-Identifier: Apache-2.0
#include "core/records/reading/jsonfields.h"

#include <cmath>

namespace loupe {

const Json *recordedField(const JsonReader &reader, std::string_view key)
{
    const Json *value = jsonMember(&reader.json(), key);
    return value == nullptr || value->is_null() ? nullptr : value;
}

std::optional<JsonReader> objectIn(const JsonReader &reader, std::string_view key, bool required)
{
    const auto object = reader.object(key, required);
    return object && object->json().is_object() ? object : std::nullopt;
}

bool isNotFinite(const Json *value)
{
    if (value == nullptr || !value->is_string())
        return false;
    const auto &text = value->get_ref<const std::string &>();
    return text == "NaN" || text == "Infinity" || text == "-Infinity";
}

std::optional<double> recordedNumber(const JsonReader &reader, std::string_view key)
{
    const Json *value = recordedField(reader, key);
    if (value == nullptr || isNotFinite(value))
        return std::nullopt;
    if (!value->is_number()) {
        reader.problem(key, std::string("must be a number or null, is ") + value->type_name());
        return std::nullopt;
    }
    const auto number = value->get<double>();
    return std::isfinite(number) ? std::optional(number) : std::nullopt;
}

std::optional<double> measuredNumber(const JsonReader &reader, std::string_view key)
{
    const Json *value = recordedField(reader, key);
    if (value != nullptr && *value == "N/A")
        return std::nullopt;
    return recordedNumber(reader, key);
}

std::optional<double> recordedPositive(const JsonReader &reader, std::string_view key)
{
    const std::optional<double> number = recordedNumber(reader, key);
    if (number && *number <= 0) {
        reader.problem(key, "must be above 0");
        return std::nullopt;
    }
    return number;
}

double requiredPositive(const JsonReader &reader, std::string_view key)
{
    const double value = reader.requiredNumber(key);
    const Json *recorded = recordedField(reader, key);
    if (recorded != nullptr && recorded->is_number() && recorded->get<double>() <= 0)
        reader.problem(key, "must be above 0");
    return value;
}

int recordedCount(const JsonReader &reader, std::string_view key, int low, int high)
{
    const Json *value = recordedField(reader, key);
    if (value != nullptr && value->is_number_integer()) {
        const bool isHuge = value->is_number_unsigned() && value->get<std::uint64_t>() > INT32_MAX;
        const auto number = isHuge ? std::int64_t{high} + 1 : value->get<std::int64_t>();
        if (number >= low && number <= high)
            return static_cast<int>(number);
    }
    reader.problem(
        key, "must be a whole number from " + std::to_string(low) + " to " + std::to_string(high));
    return low;
}

std::optional<bool> recordedFlag(const JsonReader &reader, std::string_view key)
{
    const Json *value = recordedField(reader, key);
    if (value == nullptr)
        return std::nullopt;
    if (!value->is_boolean()) {
        reader.problem(key, std::string("must be true, false or null, is ") + value->type_name());
        return std::nullopt;
    }
    return value->get<bool>();
}

std::string recordedText(const JsonReader &reader, std::string_view key)
{
    const Json *value = recordedField(reader, key);
    if (value == nullptr)
        return {};
    if (!value->is_string()) {
        reader.problem(key, std::string("must be a string or null, is ") + value->type_name());
        return {};
    }
    return value->get<std::string>();
}

std::string looseText(const Json &object, std::string_view key)
{
    const Json *found = jsonMember(&object, key);
    if (found == nullptr || found->is_null())
        return {};
    return found->is_string() ? found->get<std::string>() : jsonLine(*found);
}

const Json *jsonMember(const Json *value, std::string_view key)
{
    if (value == nullptr || !value->is_object())
        return nullptr;
    const auto found = value->find(key);
    return found == value->end() ? nullptr : &*found;
}

std::string jsonLine(const Json &value)
{
    return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::optional<std::string> differenceOfCount(const Json &summary, const char *key,
                                             std::int64_t found)
{
    const auto stated = summary.find(key);
    if (stated == summary.end() || !stated->is_number_integer()
        || stated->get<std::int64_t>() == found)
        return std::nullopt;
    return "summary.json says " + stated->dump() + " " + key + ", the records say "
        + std::to_string(found);
}

} // namespace loupe
