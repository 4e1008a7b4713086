// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/tensorspec.h"
#include "core/model/value.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// Bytes of a place, or of a name from a candidate, in messages.
inline constexpr std::size_t maxPath = 200;

/// "(3, 4)".
std::string shapeText(std::span<const std::int64_t> shape);

/// "dense", or the name of a sparse layout.
std::string layoutText(const Value &tensor);

/// The name of a tensor's own element type; `spec` has that of the copy.
std::string typeText(const Value &tensor, const TensorSpec &spec);

/// The type whose tolerance holds for a tensor that was carried as another; nullopt: its own.
std::optional<DType> judgedAs(const Value &tensor);

/// Whether elements of the tensor share memory by a stride of 0.
bool overlaps(const Value &tensor, const std::vector<std::int64_t> &shape);

/// Whether a value holds no element, number or text, so that every other of its structure is equal
/// to it. `tensors`: the specs of its tensors.
bool holdsNothing(const Value &value, std::span<const TensorSpec> tensors);

} // namespace loupe
