// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/values/tensorspec.h"
#include "core/model/values/value.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// Maximum bytes of a path, or of a candidate's name, in messages.
inline constexpr std::size_t maxPath = 200;

/// Returns "(3, 4)".
std::string shapeText(std::span<const std::int64_t> shape);

/// Returns "dense", or the name of a sparse layout.
std::string layoutText(const Value &tensor);

/// Returns the tensor's original element type; `spec` has that of the copy.
std::string typeText(const Value &tensor, const TensorSpec &spec);

/// Returns the type whose tolerance applies to a tensor copied as another type; nullopt: its own.
std::optional<DType> judgedAs(const Value &tensor);

/// Returns whether elements of the tensor share memory by a stride of 0.
bool overlaps(const Value &tensor, const std::vector<std::int64_t> &shape);

/// Returns whether the value is or holds a tensor or an array of numpy.
bool holdsTensor(const Value &value);
/// Returns whether a value holds no element, number or text, so that it equals every other of its
/// structure. `tensors`: the specs of its tensors.
bool holdsNothing(const Value &value, std::span<const TensorSpec> tensors);

/// Returns whether autograd follows some tensor of the value.
bool requiresGradient(const Value &value);

} // namespace loupe
