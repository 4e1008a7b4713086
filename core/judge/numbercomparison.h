// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/judge/nestedrule.h"
#include "core/model/value.h"

#include <cstddef>
#include <string>

namespace loupe {

/// Whether the value is a number of Python or numpy; True and False are numbers too.
bool isNumber(const Value &value);

/// Whether two numbers agree under the rule: equal as by Python's ==, or (Numbers::Tolerated)
/// within the tolerance of the numpy type that numpy would promote both to, in numpy's arithmetic.
bool numbersAgree(const Value &expected, const Value &actual, const NestedRule &rule);

/// The number as a double: for reports. NaN for what is no number.
double asDouble(const Value &number);

/// The value in a few words for messages: "3", "'text'", "None", "a list of 3", "a tensor".
std::string describe(const Value &value);

/// The text's first bytes, whole characters only, control characters as spaces: what comes from a
/// candidate may stand in a message then.
std::string clipped(const std::string &text, std::size_t bytes);

/// A text that is the same for keys that Python holds for equal (1, 1.0 and True); empty for keys
/// of other kinds than numbers, texts, None and tuples of these.
std::string keyIdentity(const Value &key);

} // namespace loupe
