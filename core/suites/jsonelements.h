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

/// One element of a list of JSON values, not yet parsed, and the line it begins in.
struct JsonElement {
    std::string_view text;
    int line = 1;
};

/// The place behind the string, object or array that begins at `at`; of any other character the
/// next place. Found by brackets and quotes alone; the text's end where it is cut off.
std::size_t endOfJsonPart(std::string_view text, std::size_t at);

/// The elements of a JSON array, or of JSON lines when the text does not begin with '['. Found by
/// brackets and quotes alone, so that one malformed element does not hide the others. Blank lines
/// are left out.
std::vector<JsonElement> jsonElements(std::string_view text);

/// parseJson, which also refuses what is nested deeper than 64: such a value could not be written
/// out again.
Result<Json> parseElement(const JsonElement &element, const std::string &source);

/// parseJson for what Python's json writes: the values NaN, Infinity and -Infinity become the
/// strings "NaN", "Infinity" and "-Infinity". Columns of errors behind one in the same line are too
/// high by two for each. Refuses what is nested deeper than 64.
Result<Json> parsePythonJson(std::string_view text, const std::string &source, int firstLine = 1);

/// One line of answers, as far as it can be read.
struct AnswerLine {
    Json value; ///< an object
    /// Fields of the object with characters that are no text: a half of a surrogate pair, bytes
    /// that are not UTF-8, control characters. They are U+FFFD in `value`.
    std::vector<std::string> damaged;

    /// Returns the text of a field; nothing where it has none. A problem where it is damaged.
    Result<std::optional<std::string>> text(const char *field) const;
};

/// Reads one line of answers as Python's json writes them. A field that cannot be read as text
/// spoils nothing but itself. Refuses other values than objects.
Result<AnswerLine> parseAnswer(const JsonElement &element, const std::string &source);

} // namespace loupe
