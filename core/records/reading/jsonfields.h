// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace loupe {

/// Returns the value of a field; null if it is missing or null.
const Json *recordedField(const JsonReader &reader, std::string_view key);

/// Returns an object field. Returns nothing for any other value, which is a problem, and for a
/// missing field, which is a problem if it is `required`.
std::optional<JsonReader> objectIn(const JsonReader &reader, std::string_view key,
                                   bool required = true);

/// Returns true if a value is NaN or infinite, as represented by parsePythonJson(); false for null.
bool isNotFinite(const Json *value);

/// Returns the number of a field; nothing if the field is missing, null or not finite (including
/// texts "NaN" and "Infinity"). Reports a problem for anything else.
std::optional<double> recordedNumber(const JsonReader &reader, std::string_view key);

/// Returns the same, and accepts "N/A" for no measurement.
std::optional<double> measuredNumber(const JsonReader &reader, std::string_view key);

/// Returns the same for times and speedups; 0 and negative values are a problem.
std::optional<double> recordedPositive(const JsonReader &reader, std::string_view key);

/// Returns a required number above 0, and reports a problem for anything else.
double requiredPositive(const JsonReader &reader, std::string_view key);

/// Returns a whole number within bounds; reports a problem and returns `low` for anything else.
int recordedCount(const JsonReader &reader, std::string_view key, int low, int high);

/// Returns a field that is true, false, null or missing. Reports a problem for anything else.
std::optional<bool> recordedFlag(const JsonReader &reader, std::string_view key);

/// Returns a text field; empty if missing or null. Reports a problem for anything else.
std::string recordedText(const JsonReader &reader, std::string_view key);

/// Returns a text; empty for a missing key and null; the JSON of any other value.
std::string looseText(const Json &object, std::string_view key);

/// Returns the member of an object; null for any other value, or for null.
const Json *jsonMember(const Json *value, std::string_view key);

/// Returns the value on one line; invalid UTF-8 is replaced.
std::string jsonLine(const Json &value);

/// Returns the contradiction of a count in `summary`: "summary.json says 3 correct, the records say
/// 2". Nothing if it agrees or is missing.
std::optional<std::string> differenceOfCount(const Json &summary, const char *key,
                                             std::int64_t found);

} // namespace loupe
