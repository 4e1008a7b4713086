// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// A value within a JSON document as it stands there, so that a record can be kept as it was.
struct JsonSlice {
    std::string key; ///< of an object's member; empty for an element
    std::string_view text;
    int line = 1; ///< that the value begins in
};

/// The members of an object or the elements of an array, without parsing what is in them: a large
/// document is never held as a tree. Refuses, with source:line:column, another value, a wrong
/// outline, a key that occurs twice and what follows the value; the slices may still be malformed.
Result<std::vector<JsonSlice>> jsonOutline(std::string_view document, const std::string &source,
                                           int firstLine = 1);

/// The same of a document that was parsed before; nothing where that is no object or array.
std::vector<JsonSlice> jsonMembers(std::string_view document, int firstLine = 1);

/// The lines of JSON lines, blank ones included; a last line break begins no line.
std::vector<JsonSlice> jsonLines(std::string_view document);

/// parseJson for what Python's json writes: NaN, Infinity and -Infinity become the strings
/// "NaN", "Infinity" and "-Infinity". Refuses what is nested deeper than 64.
Result<Json> parsePythonJson(std::string_view text, const std::string &source, int firstLine = 1);

} // namespace loupe
