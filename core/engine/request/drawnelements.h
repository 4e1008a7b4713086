// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace loupe {

/// How many random numbers the get_inputs() of a reference draws, as far as its text says: the
/// products of what calls of torch.rand, randn and randint are given, where that is numbers, names
/// of numbers or tuples of them. Zero where nothing can be read. A guess for the order of work.
double drawnElements(const std::string &reference);

} // namespace loupe
