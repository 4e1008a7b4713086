// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace loupe {

/// Returns how many random numbers the get_inputs() of a reference draws, by its text. It adds the
/// products of the arguments of torch.rand, randn and randint that are numbers, names of numbers,
/// or tuples of them. Returns 0 if nothing can be read. An estimate for the order of work.
double drawnElements(const std::string &reference);

} // namespace loupe
