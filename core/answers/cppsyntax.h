// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/answers/pythonsyntax.h"

#include <optional>
#include <string_view>
#include <vector>

namespace loupe {

/// What a C++ source (CUDA, HIP, SYCL alike) defines, and what keeps it from being whole.
struct CppOutline {
    std::vector<std::string_view> functions; ///< with a body, in any namespace or class
    std::optional<SyntaxProblem> problem;    ///< a bracket, string or comment that does not close

    bool defines(std::string_view name) const;
};

/// Looks at brackets outside of strings and comments, macros unexpanded. The names are parts of
/// `source`.
CppOutline cppOutline(std::string_view source);

} // namespace loupe
