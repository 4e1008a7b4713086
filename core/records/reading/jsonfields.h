// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace loupe {

/// Whether a value is NaN or infinite, as parsePythonJson gives it; false of no value.
bool isNotFinite(const Json *value);

/// The number of a field; nothing where the field is missing, null or not finite ("NaN" and
/// "Infinity" as texts, too). A problem for anything else.
std::optional<double> recordedNumber(const JsonReader &reader, std::string_view key);

/// As recordedNumber, where "N/A" says that nothing was measured.
std::optional<double> measuredNumber(const JsonReader &reader, std::string_view key);

/// As recordedNumber, for times and speedups: 0 and below are a problem.
std::optional<double> recordedPositive(const JsonReader &reader, std::string_view key);

/// A whole number within bounds; a problem and `low` for anything else.
int recordedCount(const JsonReader &reader, std::string_view key, int low, int high);

/// A field that is true, false, null or missing. A problem for anything else.
std::optional<bool> recordedFlag(const JsonReader &reader, std::string_view key);

/// A field that is a text; empty where it is missing or null. A problem for anything else.
std::string recordedText(const JsonReader &reader, std::string_view key);

/// A text where there is one; empty for a missing key and null; of other values their JSON.
std::string looseText(const Json &object, std::string_view key);

/// The member of an object; nothing of any other value, or of nothing.
const Json *jsonMember(const Json *value, std::string_view key);

/// The value on one line; bytes that are no UTF-8 are replaced.
std::string jsonLine(const Json &value);

/// What is wrong with a count that `summary` states: "summary.json says 3 correct, the records say
/// 2". Nothing where it agrees or states none.
std::optional<std::string> differenceOfCount(const Json &summary, const char *key,
                                             std::int64_t found);

} // namespace loupe
