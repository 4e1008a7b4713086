// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/values/tensorspec.h"
#include "core/suites/native/nativetask.h"

#include <cstddef>
#include <span>
#include <string>

namespace loupe {

/// Fills `bytes` (`spec.bytes()` of them) as specified in tasks/README.md, "Generators". Pure: the
/// same seed (64 hexadecimal digits) gives the same bytes. InvalidInput if the generator is
/// unknown, lacks a number, or cannot fill such a tensor.
Status drawTensor(const TensorSpec &spec, const Generator &generator, const std::string &seed,
                  std::span<std::byte> bytes);

} // namespace loupe
