// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace loupe {

// Table of the element types of tensors; their C++ types are in elementtypes.h.

/// Element types of tensors, with the names task.json and torch use ("float32", "int8", "bool").
/// New ones are appended: the numbers are stored.
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
    Int16,
    Complex64,  ///< two float32
    Complex128, ///< two float64
    Float8E4M3, ///< "float8_e4m3fn": no infinity
    Float8E5M2,
};

/// Returns all types, in their order.
std::span<const DType> everyDType();

std::string_view name(DType dtype);
std::optional<DType> dtypeFromName(std::string_view text);
/// Returns the bytes of one element.
int byteSize(DType dtype);
/// Returns true for complex types too.
bool isFloating(DType dtype);
/// Returns true for the types that task.json may name, which native code and the generators handle.
bool isNative(DType dtype);
/// Returns the type's code in DLPack, which stores the number of bits separately.
int dlpackCode(DType dtype);
/// Returns the unit roundoff u: half the distance from 1 to the next number (2^-24 for float32); 0
/// for integers. For a complex type: of its parts.
double unitRoundoff(DType dtype);
/// Returns the smallest number that is not denormal; for a complex type that of its parts, for
/// integers that of float32.
double smallestNormal(DType dtype);
/// Returns the ends of the range in which both the type and a double hold every whole number.
std::pair<double, double> wholeRange(DType dtype);

} // namespace loupe
