// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace loupe {

using Json = nlohmann::json;

/// Parses one JSON document. Refuses duplicate keys, non-UTF-8 text and trailing characters; the
/// error's `where` is "source:line:column". `firstLine` is the line number of the text's first line
/// (JSON lines).
Result<Json> parseJson(std::string_view text, const std::string &source, int firstLine = 1);

/// Returns the value, or null if there is none.
template <typename T>
Json orNull(const std::optional<T> &value)
{
    return value ? Json(*value) : Json(nullptr);
}

/// Problem in a document, with its location.
struct JsonProblem {
    std::string where; ///< "file:field.path[3]"
    std::string message;
};

/// Reader of untrusted JSON objects that collects all problems instead of stopping at the first. A
/// getter that reports a problem returns a default value; check `problems` before using the
/// results.
class JsonReader
{
public:
    /// `problems` must outlive the reader. `path` is the field path of `value` ("inputs[2]").
    JsonReader(const Json &value, std::string file, std::string path,
               std::vector<JsonProblem> &problems);

    const Json &json() const { return m_value; }
    bool has(std::string_view key) const;

    std::string requiredString(std::string_view key) const;
    std::string optionalString(std::string_view key, std::string fallback = {}) const;
    double requiredNumber(std::string_view key) const;
    double optionalNumber(std::string_view key, double fallback) const;
    std::optional<double> nullableNumber(std::string_view key) const;
    std::int64_t requiredInteger(std::string_view key) const;
    bool requiredBool(std::string_view key) const;
    bool optionalBool(std::string_view key, bool fallback) const;
    std::vector<std::string> optionalStrings(std::string_view key) const;

    /// Returns the objects of an array field; a missing field is a problem if `required`.
    std::vector<JsonReader> objects(std::string_view key, bool required = true) const;
    std::optional<JsonReader> object(std::string_view key, bool required = true) const;

    /// Reports every key that is not in `known`.
    void allowOnly(std::initializer_list<std::string_view> known) const;
    void problem(std::string_view key, std::string message) const;

private:
    const Json *find(std::string_view key, bool required) const;
    std::string pathOf(std::string_view key) const;

    const Json &m_value;
    std::string m_file;
    std::string m_path;
    std::vector<JsonProblem> &m_problems;
};

/// Combines all problems into one InvalidInput error: the first as message; if there are several,
/// all as detail.
Error toError(const std::vector<JsonProblem> &problems);

} // namespace loupe
