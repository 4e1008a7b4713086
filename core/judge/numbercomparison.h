// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/judge/nestedrule.h"
#include "core/model/values/value.h"

#include <cstddef>
#include <string>

namespace loupe {

/// Returns whether the value is a number of Python or numpy; True and False are numbers as well.
bool isNumber(const Value &value);

/// Returns whether two numbers agree: equal as by Python's ==, or (Numbers::Tolerated) within the
/// tolerance of their common numpy type, in numpy's arithmetic.
bool numbersAgree(const Value &expected, const Value &actual, const NestedRule &rule);

/// Returns the number as a double for reports; NaN for other values.
double asDouble(const Value &number);

/// Describes the value for messages: "3", "'text'", "None", "a list of 3", "a tensor".
std::string describe(const Value &value);

/// Returns the first bytes of a candidate's text for a message: whole characters only, control
/// characters as spaces.
std::string clipped(const std::string &text, std::size_t bytes);

/// Returns a text that is equal for keys that Python considers equal (1, 1.0 and True). Empty for
/// keys other than numbers, texts, None and tuples of these.
std::string keyIdentity(const Value &key);

} // namespace loupe
