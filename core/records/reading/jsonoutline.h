// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/suites/text/jsonelements.h" // parsePythonJson

#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Unparsed value within a JSON document, so that a record can be stored unchanged and located by
/// its line.
struct JsonPart {
    std::string key; ///< of an object's member; empty for array elements and lines
    std::string_view text;
    int line = 1; ///< first line of the value
};

/// Returns "file:line" of a part.
std::string placeIn(const std::string &file, const JsonPart &part);

/// Splits an object into members or an array into elements without parsing them, so that a large
/// document is never held as a tree. Errors have source:line:column. Refuses other values, a
/// malformed structure, repeated keys and text after the value; the parts may still be malformed.
/// With `repeated`, members with a repeated key are omitted and listed there, because either could
/// be right.
Result<std::vector<JsonPart>> jsonOutline(std::string_view document, const std::string &source,
                                          int firstLine = 1,
                                          std::vector<JsonProblem> *repeated = nullptr);

/// Returns the same for an already parsed document; nothing if it is no object or array.
std::vector<JsonPart> jsonMembers(std::string_view document, int firstLine = 1);

/// Split only an object, or only an array. Errors have source:line.
Result<std::vector<JsonPart>> partsOfObject(std::string_view document, const std::string &source,
                                            int firstLine = 1,
                                            std::vector<JsonProblem> *repeated = nullptr);
Result<std::vector<JsonPart>> partsOfArray(std::string_view document, const std::string &source,
                                           int firstLine = 1);

/// Returns the part with this key, or null.
const JsonPart *partNamed(const std::vector<JsonPart> &parts, std::string_view key);

/// Returns the lines of JSON lines, including blank ones; a final line break begins no line.
std::vector<JsonPart> jsonLines(std::string_view document);
bool isBlank(const JsonPart &line);

} // namespace loupe
