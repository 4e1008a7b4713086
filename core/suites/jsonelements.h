// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// One element of a list of JSON values, not yet parsed, and the line it begins in.
struct JsonElement {
    std::string_view text;
    int line = 1;
};

/// The elements of a JSON array, or of JSON lines when the text does not begin with '['. Found by
/// brackets and quotes alone, so that one malformed element does not hide the others. Blank lines
/// are left out.
std::vector<JsonElement> jsonElements(std::string_view text);

/// parseJson, which also refuses what is nested deeper than 64: such a value could not be written
/// out again.
Result<Json> parseElement(const JsonElement &element, const std::string &source);

} // namespace loupe
