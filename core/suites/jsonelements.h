// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"

#include <cstddef>
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

} // namespace loupe
