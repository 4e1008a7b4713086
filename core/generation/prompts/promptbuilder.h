// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace loupe {

/// What the expressions of a function that puts a prompt together stand for in a template
/// (templatetext.h).
struct BuilderWords {
    std::string variable; ///< what the prompt is collected in: "prompt"
    /// Of an expression: the template's text for it.
    std::map<std::string, std::string> values;
    /// Of a condition: the template's name for it, or one of the two below.
    std::map<std::string, std::string> conditions;
    /// Of "op in info.operators": the template's list.
    std::map<std::string, std::string> loops;
    std::vector<std::string> ignored; ///< how statements begin that say nothing of the text
};

inline constexpr const char *neverSo = "-";
inline constexpr const char *alwaysSo = "+";

/// The template that a function of a benchmark's script stands for: its texts with the places that
/// `words` gives their values. Nothing is run: texts are read, and of statements those that add to
/// one variable, if, else and for. NotFound: there is no such function. Unsupported: it says
/// something that `words` has no word for; with the line, so that no other prompt than the
/// suite's is ever taken for it.
Result<std::string> builtTemplate(const std::string &source, const std::string &klass,
                                  const std::string &function, const BuilderWords &words,
                                  const std::filesystem::path &file);

} // namespace loupe
