// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/suites/jsonelements.h" // parsePythonJson

#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// A value within a JSON document as it stands there, not parsed, so that a record can be kept as
/// it was and found by its line.
struct JsonPart {
    std::string key; ///< of an object's member; empty for an element and for a line
    std::string_view text;
    int line = 1; ///< that the value begins in
};

/// The members of an object or the elements of an array, without parsing what is in them: a large
/// document is never held as a tree. Refuses, with source:line:column, another value, a wrong
/// outline, a key that occurs twice and what follows the value; the parts may still be malformed.
/// With `repeated`, members of a key that occurs twice are left out and named there instead:
/// nothing says which of them is right.
Result<std::vector<JsonPart>> jsonOutline(std::string_view document, const std::string &source,
                                          int firstLine = 1,
                                          std::vector<JsonProblem> *repeated = nullptr);

/// The same of a document that was parsed before; nothing where that is no object or array.
std::vector<JsonPart> jsonMembers(std::string_view document, int firstLine = 1);

/// As jsonOutline where only an object will do, or only an array. Errors have source:line.
Result<std::vector<JsonPart>> partsOfObject(std::string_view document, const std::string &source,
                                            int firstLine = 1,
                                            std::vector<JsonProblem> *repeated = nullptr);
Result<std::vector<JsonPart>> partsOfArray(std::string_view document, const std::string &source,
                                           int firstLine = 1);

/// The part of that key, or nothing.
const JsonPart *partNamed(const std::vector<JsonPart> &parts, std::string_view key);

/// The lines of JSON lines, blank ones included; a last line break begins no line.
std::vector<JsonPart> jsonLines(std::string_view document);
bool isBlank(const JsonPart &line);

} // namespace loupe
