// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lexers/cpptokens.h"

#include <cstddef>
#include <vector>

namespace loupe {

/// Returns the positions at which CUDA's types `half` and `half2` are used, in tokens of code:
/// without comments and directives. Both are also usual names of variables: `int half = n / 2;`.
/// Where a place fits both, it is a variable if the function or block around it declares one of
/// that name before.
std::vector<std::size_t> halfTypes(const std::vector<CppToken> &tokens);

} // namespace loupe
