// SPDX-License-Identifier: Apache-2.0
//
// Conversion of structs to JSON and strictly back, from one listing of their fields:
//   template <typename Fields> void listFields(Fields &fields, Point &point)
//   { fields("x", point.x); fields("y", point.y); }
// in the struct's own namespace. Text that is not UTF-8 becomes {"base64": "…"}; non-finite numbers
// become "nan", "inf" and "-inf". Both are restored unchanged.
//
// A listing should decompose its struct, auto &[x, y] = point: it then fails to compile when a
// member is added, so that no field is forgotten.
#pragma once

#include "core/base/base64.h"
#include "core/base/json.h"
#include "core/base/sharedtext.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace loupe {

/// Policy for missing fields when a struct is read; Kept leaves their values unchanged.
enum class MissingFields { Refused, Kept };

/// Writer of one object.
class FieldWriter
{
public:
    template <typename T>
    void operator()(const char *key, const T &value)
    {
        m_object[key] = write(value);
    }
    /// Writes a value as a name; the writer uses only `toName`, the reader only `fromName`.
    template <typename T, typename ToName, typename FromName>
    void named(const char *key, const T &value, ToName toName, FromName /*fromName*/)
    {
        m_object[key] = std::string(toName(value));
    }
    /// Writes bytes as base64.
    void bytes(const char *key, const std::vector<std::uint8_t> &value)
    {
        m_object[key] = toBase64({reinterpret_cast<const char *>(value.data()), value.size()});
    }
    /// Writes an object with the fields listed by `list(fields)`.
    template <typename List>
    void within(const char *key, List list)
    {
        FieldWriter fields;
        list(fields);
        m_object[key] = fields.take();
    }
    /// Ignores problems found by a listing: a writer's values are valid.
    void problem(const std::string & /*key*/, const std::string & /*message*/) { }
    Json take() { return std::move(m_object); }

    static Json write(bool value) { return value; }
    template <typename T>
    requires std::is_integral_v<T>
    static Json write(T value) { return value; }
    static Json write(double value)
    {
        if (std::isfinite(value))
            return value;
        return std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
    }
    static Json write(const std::string &text);
    static Json write(const SharedText &text) { return write(text.toString()); }
    template <typename T>
    static Json write(const std::optional<T> &value)
    {
        return value ? write(*value) : Json(nullptr);
    }
    template <typename T>
    static Json write(const std::vector<T> &values)
    {
        Json out = Json::array();
        for (const T &each : values)
            out.push_back(write(each));
        return out;
    }
    template <typename T, std::size_t count>
    static Json write(const std::array<T, count> &values)
    {
        Json out = Json::array();
        for (const T &each : values)
            out.push_back(write(each));
        return out;
    }
    template <typename T>
    static Json write(const std::map<std::string, T> &values)
    {
        Json out = Json::object();
        for (const auto &[key, value] : values)
            out[key] = write(value);
        return out;
    }
    template <typename T>
    requires std::is_class_v<T>
    static Json write(const T &value)
    {
        FieldWriter fields;
        listFields(fields, const_cast<T &>(value)); // a writer does not change it
        return fields.take();
    }

private:
    Json m_object = Json::object();
};

/// Reads the output of FieldWriter::write(double); nullopt for anything else.
std::optional<double> numberFromJson(const Json &json);

/// Reader of one object. Reports all problems: missing and unknown fields, wrong types, numbers out
/// of range. Invalid fields keep their values.
class FieldReader
{
public:
    FieldReader(const Json &object, std::string file, std::string path, MissingFields missing,
                std::vector<JsonProblem> &problems)
        : m_object(object)
        , m_file(std::move(file))
        , m_path(std::move(path))
        , m_missing(missing)
        , m_problems(problems)
    {
        if (!m_object.is_object())
            report(m_path, std::string("must be an object, is ") + m_object.type_name());
    }

    template <typename T>
    void operator()(const char *key, T &value)
    {
        if (const Json *found = find(key))
            read(*found, below(key), value);
    }
    template <typename T, typename ToName, typename FromName>
    void named(const char *key, T &value, ToName /*toName*/, FromName fromName)
    {
        const Json *found = find(key);
        if (found == nullptr)
            return;
        std::optional<T> known;
        if (found->is_string())
            known = fromName(found->get_ref<const std::string &>());
        if (known)
            value = *known;
        else
            report(below(key), found->dump() + " is not known to this version");
    }
    void bytes(const char *key, std::vector<std::uint8_t> &value);
    /// Reads an object with the fields listed by `list(fields)`; others are allowed.
    template <typename List>
    void within(const char *key, List list)
    {
        if (const Json *found = find(key)) {
            FieldReader fields(*found, m_file, below(key), m_missing, m_problems);
            list(fields);
        }
    }
    /// Reports a problem found by a listing.
    void problem(const std::string &key, const std::string &message)
    {
        report(below(key), message);
    }
    /// Reports fields that were not listed. Call it after the listing.
    void refuseOthers()
    {
        if (!m_object.is_object())
            return;
        for (const auto &[key, value] : m_object.items()) {
            if (m_asked.count(key) == 0)
                report(below(key), "is not a known field");
        }
    }

private:
    const Json *find(const char *key)
    {
        m_asked.emplace(key, true);
        if (!m_object.is_object())
            return nullptr;
        const auto found = m_object.find(key);
        if (found != m_object.end())
            return &*found;
        if (m_missing == MissingFields::Refused)
            report(below(key), "is missing");
        return nullptr;
    }
    std::string below(const std::string &key) const
    {
        return m_path.empty() ? key : m_path + "." + key;
    }
    void report(const std::string &path, std::string message)
    {
        m_problems.push_back({path.empty() ? m_file : m_file + ":" + path, std::move(message)});
    }
    void wrongType(const Json &json, const std::string &path, const char *wanted)
    {
        report(path, std::string("must be ") + wanted + ", is " + json.type_name());
    }

    void read(const Json &json, const std::string &path, bool &value);
    void read(const Json &json, const std::string &path, double &value);
    void read(const Json &json, const std::string &path, std::string &value);
    void read(const Json &json, const std::string &path, SharedText &value)
    {
        std::string text;
        read(json, path, text);
        value = std::move(text);
    }
    template <typename T>
    requires std::is_integral_v<T>
    void read(const Json &json, const std::string &path, T &value)
    {
        if (!json.is_number_integer())
            return wrongType(json, path, "a whole number");
        const bool fits = json.is_number_unsigned() ? std::in_range<T>(json.get<std::uint64_t>())
                                                    : std::in_range<T>(json.get<std::int64_t>());
        if (!fits)
            return report(path, json.dump() + " is out of range");
        value = json.get<T>();
    }
    template <typename T>
    void read(const Json &json, const std::string &path, std::optional<T> &value)
    {
        if (json.is_null()) {
            value.reset();
            return;
        }
        T inner{};
        read(json, path, inner);
        value = std::move(inner);
    }
    template <typename T>
    void read(const Json &json, const std::string &path, std::vector<T> &values)
    {
        if (!json.is_array())
            return wrongType(json, path, "an array");
        values.clear();
        values.reserve(json.size());
        for (const Json &each : json) {
            T value{};
            read(each, path + "[" + std::to_string(values.size()) + "]", value);
            values.push_back(std::move(value));
        }
    }
    template <typename T, std::size_t count>
    void read(const Json &json, const std::string &path, std::array<T, count> &values)
    {
        if (!json.is_array() || json.size() != count)
            return report(path, "must be an array of " + std::to_string(count));
        for (std::size_t i = 0; i < count; ++i)
            read(json[i], path + "[" + std::to_string(i) + "]", values[i]);
    }
    template <typename T>
    void read(const Json &json, const std::string &path, std::map<std::string, T> &values)
    {
        if (!json.is_object())
            return wrongType(json, path, "an object");
        values.clear();
        for (const auto &[key, each] : json.items()) {
            T value{};
            std::string place = path;
            place.append(".").append(key);
            read(each, place, value);
            values[key] = std::move(value);
        }
    }
    template <typename T>
    requires std::is_class_v<T>
    void read(const Json &json, const std::string &path, T &value)
    {
        FieldReader fields(json, m_file, path, m_missing, m_problems);
        listFields(fields, value);
        fields.refuseOthers();
    }

    const Json &m_object;
    std::string m_file;
    std::string m_path;
    MissingFields m_missing;
    std::vector<JsonProblem> &m_problems;
    std::map<std::string, bool, std::less<>> m_asked;
};

/// Returns the listed fields of `value` as one object.
template <typename T>
Json fieldsToJson(const T &value)
{
    return FieldWriter::write(value);
}

/// Reads `json` into `value`. InvalidInput lists every problem with its field; `value` is then
/// unusable. `file` names the source in errors.
template <typename T>
Status readFields(const Json &json, const std::string &file, MissingFields missing, T &value)
{
    std::vector<JsonProblem> problems;
    FieldReader fields(json, file, "", missing, problems);
    listFields(fields, value);
    fields.refuseOthers();
    if (!problems.empty())
        return toError(problems);
    return {};
}

/// Returns a function for FieldReader::named() that finds one of `values` by its `toName` name.
template <typename T, std::size_t count, typename ToName>
auto byName(const std::array<T, count> &values, ToName toName)
{
    return [values, toName](const std::string &wanted) -> std::optional<T> {
        for (const T &value : values) {
            if (toName(value) == wanted)
                return value;
        }
        return std::nullopt;
    };
}

} // namespace loupe
