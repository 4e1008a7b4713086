// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace loupe {

// The element types of tensors, in one table; elementtypes.h has what C++ knows of them.

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

/// All of them, in their order.
std::span<const DType> everyDType();

std::string_view name(DType dtype);
std::optional<DType> dtypeFromName(std::string_view text);
/// Bytes of one element.
int byteSize(DType dtype);
/// True for complex types too.
bool isFloating(DType dtype);
bool isComplex(DType dtype);
/// True for the types that task.json may name: what native code and the generators handle.
bool isNative(DType dtype);
/// The code of the type in DLPack, which beside it says how many bits an element has.
int dlpackCode(DType dtype);
/// Unit roundoff u: half the distance from 1 to the next number (2^-24 for float32); 0 for
/// integers. Of a complex type: of its parts.
double unitRoundoff(DType dtype);
/// The smallest number that is not denormal; of a complex type that of its parts, of integers that
/// of float32.
double smallestNormal(DType dtype);
/// The ends of the range in which the type holds every whole number, and so does a double.
std::pair<double, double> wholeRange(DType dtype);

} // namespace loupe
