// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/judge/halffloat.h"
#include "core/model/dtype.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

namespace loupe {

/// The nearest value of an element type; integers saturate, NaN becomes their smallest value.
template <typename T>
T rounded(double value)
{
    if constexpr (std::is_same_v<T, Float16>)
        return toFloat16(value);
    else if constexpr (std::is_same_v<T, BFloat16>)
        return toBFloat16(value);
    else if constexpr (std::is_same_v<T, bool>)
        return value != 0.0;
    else if constexpr (std::is_floating_point_v<T>)
        return static_cast<T>(value);
    else {
        const double whole = std::nearbyint(value);
        if (!(whole > static_cast<double>(std::numeric_limits<T>::min())))
            return std::numeric_limits<T>::min();
        if (whole >= static_cast<double>(std::numeric_limits<T>::max()))
            return std::numeric_limits<T>::max();
        return static_cast<T>(whole);
    }
}

template <typename T>
double widened(T value)
{
    if constexpr (std::is_same_v<T, Float16> || std::is_same_v<T, BFloat16>)
        return static_cast<double>(toFloat(value));
    else
        return static_cast<double>(value);
}

/// Calls `work` with a value of the C++ type of the dtype's elements; not for types that are not
/// native.
template <typename Work>
void withType(DType dtype, Work work)
{
    switch (dtype) {
    case DType::Bool:
        return work(bool{});
    case DType::Int8:
        return work(std::int8_t{});
    case DType::UInt8:
        return work(std::uint8_t{});
    case DType::Int32:
        return work(std::int32_t{});
    case DType::Int64:
        return work(std::int64_t{});
    case DType::Float16:
        return work(Float16{});
    case DType::BFloat16:
        return work(BFloat16{});
    case DType::Float32:
        return work(float{});
    case DType::Float64:
        return work(double{});
    case DType::Int16:
    case DType::Complex64:
    case DType::Complex128:
    case DType::Float8E4M3:
    case DType::Float8E5M2:
        return; // task.json cannot name them
    }
}

/// Largest whole number up to which the dtype holds every whole number; lowest likewise.
inline std::pair<double, double> wholeRange(DType dtype)
{
    switch (dtype) {
    case DType::Bool:
        return {0, 1};
    case DType::Int8:
        return {-128, 127};
    case DType::UInt8:
        return {0, 255};
    case DType::Int32:
        return {-2147483648.0, 2147483647.0};
    case DType::Float16:
        return {-2048, 2048};
    case DType::BFloat16:
        return {-256, 256};
    case DType::Float32:
        return {-0x1p24, 0x1p24};
    case DType::Int64:
    case DType::Float64:
        return {-0x1p53, 0x1p53};
    case DType::Int16:
    case DType::Complex64:
    case DType::Complex128:
    case DType::Float8E4M3:
    case DType::Float8E5M2:
        break;
    }
    return {0, 0};
}

} // namespace loupe
