// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// A member of a JSON object or an item of an array, as it is written there.
struct JsonPart {
    std::string key;       ///< of a member; empty for an item
    std::string_view text; ///< its value, not parsed
    int line = 0;          ///< that the value begins on, 1-based
};

/// The members of the object that `text` is, so that each record of a large document is kept as it
/// was written and found by its line. The values are not parsed yet. Where the text has not the
/// outline of an object, or a key twice: InvalidInput with `source`:line.
Result<std::vector<JsonPart>> partsOfObject(std::string_view text, const std::string &source,
                                            int firstLine = 1);

/// As partsOfObject, of an array.
Result<std::vector<JsonPart>> partsOfArray(std::string_view text, const std::string &source,
                                           int firstLine = 1);

/// As parseJson, but takes the tokens that Python's json module writes for numbers that are not
/// finite: NaN, Infinity and -Infinity become texts of that name. Columns of errors behind such a
/// token on the same line are too high by two for each. Refuses what is nested without reason.
Result<Json> parseJsonOfPython(std::string_view text, const std::string &source, int firstLine = 1);

/// The number of a field; nothing where the field is missing, null or not finite ("NaN" and
/// "Infinity" as texts, too). A problem for anything else.
std::optional<double> recordedNumber(const JsonReader &reader, std::string_view key);

/// As recordedNumber, for times and speedups: 0 and below are a problem.
std::optional<double> recordedPositive(const JsonReader &reader, std::string_view key);

/// A whole number within bounds; a problem and `low` for anything else.
int recordedCount(const JsonReader &reader, std::string_view key, int low, int high);

/// A field that is true, false, null or missing. A problem for anything else.
std::optional<bool> recordedFlag(const JsonReader &reader, std::string_view key);

/// A field that is a text; empty where it is missing or null. A problem for anything else.
std::string recordedText(const JsonReader &reader, std::string_view key);

} // namespace loupe
