// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace loupe {

/// Maps the expressions of a prompt-building function to parts of a template (templatetext.h).
struct BuilderWords {
    std::string variable; ///< variable that collects the prompt: "prompt"
    /// Template text by expression.
    std::map<std::string, std::string> values;
    /// Template name by condition, or one of the two constants below.
    std::map<std::string, std::string> conditions;
    /// Template list by loop head, such as "op in info.operators".
    std::map<std::string, std::string> loops;
    std::vector<std::string> ignored; ///< prefixes of statements that do not affect the text
};

inline constexpr const char *neverSo = "-";
inline constexpr const char *alwaysSo = "+";

/// Translates a function of a benchmark's script into a template, using `words`. Nothing is
/// executed: only literals, additions to one variable, if, else and for are read. NotFound: there
/// is no such function. Unsupported, with the line: it contains something unknown, so that a wrong
/// prompt is never used.
Result<std::string> builtTemplate(const std::string &source, const std::string &klass,
                                  const std::string &function, const BuilderWords &words,
                                  const std::filesystem::path &file);

} // namespace loupe
