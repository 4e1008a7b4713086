// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace loupe {

/// Element types of tensors, with the names task.json uses ("float32", "int8", "bool").
enum class DType : std::uint8_t {
    Bool,
    Int8,
    UInt8,
    Int32,
    Int64,
    Float16,
    BFloat16,
    Float32,
    Float64,
};

std::string_view name(DType dtype);
std::optional<DType> dtypeFromName(std::string_view text);
/// Bytes of one element.
int byteSize(DType dtype);
bool isFloating(DType dtype);
/// Unit roundoff u: half the distance from 1 to the next number (2^-24 for float32); 0 for
/// integers.
double unitRoundoff(DType dtype);

} // namespace loupe
