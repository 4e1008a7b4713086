// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace loupe {

/// First reason why a text is not a whole program.
struct SyntaxProblem {
    int line = 1;
    std::string message;
};

/// Checks whether a text can be a Python module: closed strings and brackets, consistent
/// indentation, valid order of tokens. Python may still refuse accepted text (`f(x) = 1`), but all
/// valid Python is accepted. Text with NUL is refused, as by Python. Returns nothing if there is no
/// problem.
std::optional<SyntaxProblem> pythonSyntaxProblem(std::string_view source);

} // namespace loupe
