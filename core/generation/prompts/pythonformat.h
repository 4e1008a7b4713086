// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <map>
#include <string>

namespace loupe {

/// Python's str.format() of plain names: {name} is the value, exactly as it is, {{ and }} are
/// braces. InvalidInput: a name that is not given, a place that is none, a brace alone. `where` is
/// what errors call the text.
Result<std::string> pythonFormat(const std::string &text,
                                 const std::map<std::string, std::string> &values,
                                 const std::string &where);

} // namespace loupe
