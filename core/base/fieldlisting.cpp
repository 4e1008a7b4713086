// SPDX-License-Identifier: Apache-2.0
#include "core/base/fieldlisting.h"

namespace loupe {

Json FieldWriter::write(const std::string &text)
{
    try {
        static_cast<void>(Json(text).dump());
        return text;
    } catch (const Json::exception &) {
        return {{"base64", toBase64(text)}};
    }
}

std::optional<double> numberFromJson(const Json &json)
{
    constexpr double infinity = std::numeric_limits<double>::infinity();
    if (json.is_number())
        return json.get<double>();
    if (json == "nan")
        return std::numeric_limits<double>::quiet_NaN();
    if (json == "inf")
        return infinity;
    return json == "-inf" ? std::optional(-infinity) : std::nullopt;
}

void FieldReader::bytes(const char *key, std::vector<std::uint8_t> &value)
{
    const Json *found = find(key);
    if (found == nullptr)
        return;
    if (!found->is_string())
        return wrongType(*found, below(key), "a text");
    if (const auto content = fromBase64(found->get_ref<const std::string &>()))
        value.assign(content->begin(), content->end());
    else
        report(below(key), "is not base64");
}

void FieldReader::read(const Json &json, const std::string &path, bool &value)
{
    if (!json.is_boolean())
        return wrongType(json, path, "true or false");
    value = json.get<bool>();
}

void FieldReader::read(const Json &json, const std::string &path, double &value)
{
    if (const auto number = numberFromJson(json))
        value = *number;
    else
        wrongType(json, path, "a number");
}

void FieldReader::read(const Json &json, const std::string &path, std::string &value)
{
    if (json.is_string()) {
        value = json.get<std::string>();
        return;
    }
    if (json.is_object() && json.size() == 1 && json.contains("base64")
        && json["base64"].is_string()) {
        if (auto bytes = fromBase64(json["base64"].get_ref<const std::string &>()))
            value = std::move(*bytes);
        else
            report(path + ".base64", "is not base64");
        return;
    }
    wrongType(json, path, "a text");
}

} // namespace loupe
