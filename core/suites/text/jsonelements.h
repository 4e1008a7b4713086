// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Unparsed element of a list of JSON values, with the line of its start.
struct JsonElement {
    std::string_view text;
    int line = 1;
};

/// Returns the position after the string, object or array that begins at `at`; for any other
/// character the next position. Scans only brackets and quotes; returns the text's end if it is
/// truncated.
std::size_t endOfJsonPart(std::string_view text, std::size_t at);

/// Splits a JSON array, or JSON lines if the text does not begin with '['. Scans only brackets and
/// quotes, so that a malformed element does not hide the others. Blank lines are skipped.
std::vector<JsonElement> jsonElements(std::string_view text);

/// Parses an element as parseJson() does. Refuses values nested deeper than 64, which could not be
/// serialized.
Result<Json> parseElement(const JsonElement &element, const std::string &source);

/// Parses the output of Python's json: the values NaN, Infinity and -Infinity become the strings
/// "NaN", "Infinity" and "-Infinity". Columns of errors after one in the same line are two too high
/// for each. Refuses values nested deeper than 64.
Result<Json> parsePythonJson(std::string_view text, const std::string &source, int firstLine = 1);

/// One line of answers, with damaged fields marked.
struct AnswerLine {
    Json value; ///< an object
    /// Fields with invalid characters: unpaired surrogates, bytes that are not UTF-8, control
    /// characters. They are U+FFFD in `value`.
    std::vector<std::string> damaged;

    /// Returns the text of a field; nothing if it has none. Fails if the field is damaged.
    Result<std::optional<std::string>> text(const char *field) const;
};

/// Reads one line of answers as written by Python's json. An unreadable field does not affect the
/// others. Refuses values other than objects.
Result<AnswerLine> parseAnswer(const JsonElement &element, const std::string &source);

} // namespace loupe
