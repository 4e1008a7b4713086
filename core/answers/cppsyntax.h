// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/answers/pythonsyntax.h"

#include <optional>
#include <string_view>
#include <vector>

namespace loupe {

/// Functions of a C++ source (also CUDA, HIP, SYCL), and the reason if it is incomplete.
struct CppOutline {
    std::vector<std::string_view> functions; ///< with a body, in any namespace or class
    std::optional<SyntaxProblem> problem;    ///< a bracket, string or comment that does not close

    bool defines(std::string_view name) const;
};

/// Scans brackets outside strings and comments, without expanding macros. The names point into
/// `source`.
CppOutline cppOutline(std::string_view source);

} // namespace loupe
