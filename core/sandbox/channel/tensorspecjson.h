// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/model/values/tensorspec.h"

#include <span>
#include <vector>

namespace loupe {

/// Returns the JSON of tensor specs for a Channel: [{"name","dtype","shape"}, …].
Json toJson(std::span<const TensorSpec> specs);
/// Reads what toJson() wrote, from an untrusted sender. Corrupt if it is anything else or describes
/// tensors too large for any machine.
Result<std::vector<TensorSpec>> tensorSpecsFromJson(const Json &json);

/// Returns InvalidInput if an extent is negative or a tensor exceeds 1 TiB; elements() and bytes()
/// would be meaningless.
Status checkTensorSpec(const TensorSpec &spec);

} // namespace loupe
