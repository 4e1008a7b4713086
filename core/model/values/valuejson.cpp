// SPDX-License-Identifier: Apache-2.0
#include "core/model/values/valuejson.h"

#include "core/base/fieldlisting.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string_view>
#include <utility>

namespace loupe {

namespace {

struct KindName {
    Value::Kind kind;
    std::string_view name;
};

constexpr std::array<KindName, 12> kindNames{{
    {Value::Kind::None, "none"},
    {Value::Kind::Bool, "bool"},
    {Value::Kind::Integer, "int"},
    {Value::Kind::Real, "real"},
    {Value::Kind::Complex, "complex"},
    {Value::Kind::Text, "text"},
    {Value::Kind::Tensor, "tensor"},
    {Value::Kind::Array, "array"},
    {Value::Kind::List, "list"},
    {Value::Kind::Tuple, "tuple"},
    {Value::Kind::Dict, "dict"},
    {Value::Kind::Other, "other"},
}};

constexpr std::size_t maxStrides = 32;
constexpr std::size_t maxDigits = 5000; // Python itself refuses to read longer integers
constexpr std::size_t maxTypeName = 500;

Json itemsToJson(const Value &value)
{
    Json items = Json::array();
    for (std::size_t i = 0; i < value.items.size(); ++i) {
        Json item = toJson(value.items[i]);
        if (value.kind == Value::Kind::Dict)
            item = Json::array({toJson(value.keys[i]), std::move(item)});
        items.push_back(std::move(item));
    }
    return items;
}

bool isInteger(std::string_view text)
{
    if (text.starts_with('-'))
        text.remove_prefix(1);
    return !text.empty() && text.size() <= maxDigits
        && std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c); });
}

/// Parser of untrusted JSON; every function returns false if the JSON is not a value.
class ValueParser
{
public:
    explicit ValueParser(std::size_t tensors) : m_tensors(tensors) { }

    bool read(const Json &json, Value &value, int depth)
    {
        if (depth > maxValueDepth || ++m_parts > maxValueParts || !json.is_object()
            || !readKind(json, value) || !readType(json, value))
            return false;
        switch (value.kind) {
        case Value::Kind::None:
        case Value::Kind::Other:
            return true;
        case Value::Kind::Bool:
            if (!json.contains("v") || !json["v"].is_boolean())
                return false;
            value.boolean = json["v"].get<bool>();
            return true;
        case Value::Kind::Integer:
            return readText(json, value) && isInteger(value.text);
        case Value::Kind::Text:
            return readText(json, value);
        case Value::Kind::Real:
            return readReal(json, "v", value.real);
        case Value::Kind::Complex:
            return readReal(json, "re", value.real) && readReal(json, "im", value.imaginary);
        case Value::Kind::Tensor:
        case Value::Kind::Array:
            return readTensor(json, value);
        case Value::Kind::List:
        case Value::Kind::Tuple:
        case Value::Kind::Dict:
            return readItems(json, value, depth);
        }
        return false;
    }

private:
    static bool readKind(const Json &json, Value &value)
    {
        if (!json.contains("k") || !json["k"].is_string())
            return false;
        const auto &text = json["k"].get_ref<const std::string &>();
        const auto *found = std::find_if(kindNames.begin(), kindNames.end(),
                                         [&](const KindName &each) { return each.name == text; });
        if (found == kindNames.end())
            return false;
        value.kind = found->kind;
        return true;
    }

    static bool readType(const Json &json, Value &value)
    {
        if (!json.contains("t"))
            return value.kind != Value::Kind::Other;
        if (!json["t"].is_string())
            return false;
        value.type = json["t"].get<std::string>().substr(0, maxTypeName);
        if (value.kind == Value::Kind::Other)
            value.text = std::exchange(value.type, {});
        return true;
    }

    /// Reads a short text that may be missing.
    static bool readName(const Json &json, const char *key, std::string &text)
    {
        if (!json.contains(key))
            return true;
        if (!json[key].is_string())
            return false;
        text = json[key].get<std::string>().substr(0, maxTypeName);
        return true;
    }

    static bool readText(const Json &json, Value &value)
    {
        if (!json.contains("v") || !json["v"].is_string())
            return false;
        value.text = json["v"].get<std::string>();
        return true;
    }

    static bool readReal(const Json &json, const char *key, double &number)
    {
        if (!json.contains(key))
            return false;
        const std::optional<double> read = numberFromJson(json[key]);
        number = read.value_or(0.0);
        return read.has_value();
    }

    bool readTensor(const Json &json, Value &value) const
    {
        if (!json.contains("i") || !json["i"].is_number_unsigned()
            || json["i"].get<std::uint64_t>() >= m_tensors)
            return false;
        value.tensor = json["i"].get<std::size_t>();
        if (json.contains("grad")) {
            if (!json["grad"].is_boolean())
                return false;
            value.requiresGrad = json["grad"].get<bool>();
        }
        if (!readName(json, "d", value.elementType) || !readName(json, "layout", value.layout))
            return false;
        if (!json.contains("stride"))
            return true;
        if (!json["stride"].is_array() || json["stride"].size() > maxStrides)
            return false;
        for (const Json &stride : json["stride"]) {
            if (!stride.is_number_integer())
                return false;
            value.strides.push_back(stride.get<std::int64_t>());
        }
        return true;
    }

    bool readItems(const Json &json, Value &value, int depth)
    {
        if (!json.contains("v") || !json["v"].is_array())
            return false;
        const bool isDict = value.kind == Value::Kind::Dict;
        for (const Json &item : json["v"]) {
            if (isDict && (!item.is_array() || item.size() != 2))
                return false;
            if (isDict && !read(item[0], value.keys.emplace_back(), depth + 1))
                return false;
            if (!read(isDict ? item[1] : item, value.items.emplace_back(), depth + 1))
                return false;
        }
        return true;
    }

    std::size_t m_tensors;
    std::size_t m_parts = 0;
};

} // namespace

Json toJson(const Value &value)
{
    Json json{{"k", std::string(kindNames[static_cast<std::size_t>(value.kind)].name)}};
    if (!value.type.empty())
        json["t"] = value.type;
    switch (value.kind) {
    case Value::Kind::None:
        break;
    case Value::Kind::Bool:
        json["v"] = value.boolean;
        break;
    case Value::Kind::Integer:
    case Value::Kind::Text:
        json["v"] = value.text;
        break;
    case Value::Kind::Real:
        json["v"] = FieldWriter::write(value.real);
        break;
    case Value::Kind::Complex:
        json["re"] = FieldWriter::write(value.real);
        json["im"] = FieldWriter::write(value.imaginary);
        break;
    case Value::Kind::Tensor:
    case Value::Kind::Array:
        json["i"] = value.tensor;
        if (!value.elementType.empty())
            json["d"] = value.elementType;
        if (!value.layout.empty())
            json["layout"] = value.layout;
        if (!value.strides.empty())
            json["stride"] = value.strides;
        if (value.requiresGrad)
            json["grad"] = true;
        break;
    case Value::Kind::List:
    case Value::Kind::Tuple:
    case Value::Kind::Dict:
        json["v"] = itemsToJson(value);
        break;
    case Value::Kind::Other:
        json["t"] = value.text;
        break;
    }
    return json;
}

Result<Value> valueFromJson(const Json &json, std::size_t tensors)
{
    Value value;
    if (ValueParser(tensors).read(json, value, 1))
        return value;
    return Error{Errc::Corrupt, "a message's value is not one"};
}

} // namespace loupe
