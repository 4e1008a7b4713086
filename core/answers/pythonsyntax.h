// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace loupe {

/// The first thing that keeps a text from being a whole program.
struct SyntaxProblem {
    int line = 1;
    std::string message;
};

/// Whether a text can be a Python module: its strings and brackets close, its indentation fits, its
/// words stand where words can stand. What passes may still be refused by Python (`f(x) = 1`); what
/// Python takes passes. Texts with NUL are refused, as Python does.
std::optional<SyntaxProblem> pythonSyntaxProblem(std::string_view source);

} // namespace loupe
