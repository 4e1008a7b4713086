// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/model/tensorspec.h"

#include <span>
#include <vector>

namespace loupe {

/// Tensor specs as they travel over a Channel: [{"name","dtype","shape"}, …].
Json toJson(std::span<const TensorSpec> specs);
/// Reads what toJson wrote; the sender may be anybody. Corrupt when it is anything else or
/// describes tensors that no machine holds.
Result<std::vector<TensorSpec>> tensorSpecsFromJson(const Json &json);

/// InvalidInput where an extent is negative or a tensor exceeds 1 TiB: then elements() and bytes()
/// cannot be trusted.
Status checkTensorSpec(const TensorSpec &spec);

} // namespace loupe
