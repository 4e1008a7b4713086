// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/hostdevice.h"
#include "core/model/values/dtype.h"
#include "core/model/values/halffloat.h"

#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

namespace loupe {

// C++ types of each dtype's elements, and conversions to and from types with C++ arithmetic.

/// Element of dtype bool, as its byte: a foreign process may have written any value.
struct Boolean {
    std::uint8_t byte = 0;
};

/// Element of a complex tensor. Not std::complex, because device code cannot call its arithmetic.
template <typename Real>
struct ComplexNumber {
    Real re = 0;
    Real im = 0;

    LOUPE_HOST_DEVICE friend ComplexNumber operator-(ComplexNumber a, ComplexNumber b)
    {
        return {a.re - b.re, a.im - b.im};
    }
    LOUPE_HOST_DEVICE friend bool operator==(ComplexNumber a, ComplexNumber b)
    {
        return a.re == b.re && a.im == b.im;
    }
};

/// Calls `work` with a value of the C++ type of the dtype's elements.
template <typename Work>
auto withElement(DType dtype, Work work)
{
    switch (dtype) {
    case DType::Bool:
        return work(Boolean{});
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
    case DType::Int16:
        return work(std::int16_t{});
    case DType::Complex64:
        return work(ComplexNumber<float>{});
    case DType::Complex128:
        return work(ComplexNumber<double>{});
    case DType::Float8E4M3:
        return work(Float8E4M3{});
    case DType::Float8E5M2:
        return work(Float8E5M2{});
    case DType::Float64:
        break;
    }
    return work(double{});
}

// valueOf: the element's exact value, in a type with C++ arithmetic.
template <std::integral Whole>
LOUPE_HOST_DEVICE Whole valueOf(Whole element)
{
    return element;
}
template <std::floating_point Real>
LOUPE_HOST_DEVICE Real valueOf(Real element)
{
    return element;
}
LOUPE_HOST_DEVICE inline std::uint8_t valueOf(Boolean element)
{
    return element.byte;
}
LOUPE_HOST_DEVICE inline float valueOf(Float16 element)
{
    return toFloat(element);
}
LOUPE_HOST_DEVICE inline float valueOf(BFloat16 element)
{
    return toFloat(element);
}
LOUPE_HOST_DEVICE inline float valueOf(Float8E4M3 element)
{
    return toFloat(element);
}
LOUPE_HOST_DEVICE inline float valueOf(Float8E5M2 element)
{
    return toFloat(element);
}
template <typename Real>
LOUPE_HOST_DEVICE ComplexNumber<Real> valueOf(ComplexNumber<Real> element)
{
    return element;
}
template <typename Element>
using ValueOf = decltype(valueOf(Element{}));

/// Returns the value as a double; for a complex number only the real part.
template <typename Element>
LOUPE_HOST_DEVICE double asDouble(Element element)
{
    return static_cast<double>(valueOf(element));
}
template <typename Real>
LOUPE_HOST_DEVICE double asDouble(ComplexNumber<Real> element)
{
    return static_cast<double>(element.re);
}

// isNan, isInfinite: for results of valueOf.
template <typename Value>
LOUPE_HOST_DEVICE bool isNan(Value value)
{
    if constexpr (std::integral<Value>)
        return false;
    else
        return std::isnan(value);
}
template <typename Real>
LOUPE_HOST_DEVICE bool isNan(ComplexNumber<Real> value)
{
    return std::isnan(value.re) || std::isnan(value.im);
}
template <typename Value>
LOUPE_HOST_DEVICE bool isInfinite(Value value)
{
    if constexpr (std::integral<Value>)
        return false;
    else
        return std::isinf(value);
}
template <typename Real>
LOUPE_HOST_DEVICE bool isInfinite(ComplexNumber<Real> value)
{
    return !isNan(value) && (std::isinf(value.re) || std::isinf(value.im));
}

// roundedTo: the nearest element to a number; integers saturate, NaN becomes their smallest value.
template <std::integral Whole>
Whole roundedToWhole(double value)
{
    using Limits = std::numeric_limits<Whole>;
    const double whole = std::nearbyint(value);
    if (!(whole > static_cast<double>(Limits::min())))
        return Limits::min();
    if (whole >= static_cast<double>(Limits::max()))
        return Limits::max();
    return static_cast<Whole>(whole);
}
template <typename Element>
Element roundedTo(double value)
{
    if constexpr (std::is_same_v<Element, Boolean>)
        return {static_cast<std::uint8_t>(value != 0.0 ? 1 : 0)};
    else if constexpr (std::is_same_v<Element, Float16>)
        return toFloat16(value);
    else if constexpr (std::is_same_v<Element, BFloat16>)
        return toBFloat16(value);
    else if constexpr (std::is_same_v<Element, Float8E4M3>)
        return toFloat8E4M3(value);
    else if constexpr (std::is_same_v<Element, Float8E5M2>)
        return toFloat8E5M2(value);
    else if constexpr (std::is_integral_v<Element>)
        return roundedToWhole<Element>(value);
    else if constexpr (std::is_floating_point_v<Element>)
        return static_cast<Element>(value);
    else
        return {static_cast<decltype(Element::re)>(value), 0};
}

/// Returns the element at a position of a tensor of any alignment.
template <typename Element>
Element loadElement(const std::byte *tensor, std::int64_t i)
{
    Element element;
    std::memcpy(&element, tensor + i * static_cast<std::int64_t>(sizeof(Element)), sizeof(Element));
    return element;
}

} // namespace loupe
