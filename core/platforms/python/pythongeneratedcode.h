// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/model/device/generatedcode.h"

#include <vector>

namespace loupe {

/// Reads a child's answer to generated_code: Triton's texts, then the code of torch's extensions.
/// The answer is untrusted: parts of another type are ignored, and all texts are bounded.
std::vector<GeneratedCode> generatedCodeFrom(const Json &answer);

} // namespace loupe
