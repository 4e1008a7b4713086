// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <map>
#include <string>

namespace loupe {

/// Implements Python's str.format() for plain names: {name} is replaced by its value, {{ and }} are
/// braces. InvalidInput: unknown name, invalid placeholder or single brace. `where` names the text
/// in errors.
Result<std::string> pythonFormat(const std::string &text,
                                 const std::map<std::string, std::string> &values,
                                 const std::string &where);

} // namespace loupe
