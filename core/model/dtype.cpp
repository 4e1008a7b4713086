// SPDX-License-Identifier: Apache-2.0
#include "core/model/dtype.h"

#include <array>
#include <cmath>

namespace loupe {

namespace {
struct Facts {
    DType dtype;
    std::string_view name;
    int bytes;
    int significandBits; ///< including the hidden bit, of each part; 0 for integers
};

constexpr std::array<Facts, 14> dtypeFacts{{
    {DType::Bool, "bool", 1, 0},
    {DType::Int8, "int8", 1, 0},
    {DType::UInt8, "uint8", 1, 0},
    {DType::Int32, "int32", 4, 0},
    {DType::Int64, "int64", 8, 0},
    {DType::Float16, "float16", 2, 11},
    {DType::BFloat16, "bfloat16", 2, 8},
    {DType::Float32, "float32", 4, 24},
    {DType::Float64, "float64", 8, 53},
    {DType::Int16, "int16", 2, 0},
    {DType::Complex64, "complex64", 8, 24},
    {DType::Complex128, "complex128", 16, 53},
    {DType::Float8E4M3, "float8_e4m3fn", 1, 4},
    {DType::Float8E5M2, "float8_e5m2", 1, 3},
}};

const Facts &of(DType dtype)
{
    return dtypeFacts[static_cast<std::size_t>(dtype)];
}
} // namespace

std::string_view name(DType dtype)
{
    return of(dtype).name;
}

std::optional<DType> dtypeFromName(std::string_view text)
{
    for (const Facts &each : dtypeFacts) {
        if (each.name == text)
            return each.dtype;
    }
    return std::nullopt;
}

int byteSize(DType dtype)
{
    return of(dtype).bytes;
}

bool isFloating(DType dtype)
{
    return of(dtype).significandBits > 0;
}

bool isComplex(DType dtype)
{
    return dtype == DType::Complex64 || dtype == DType::Complex128;
}

bool isNative(DType dtype)
{
    return dtype <= DType::Float64;
}

double unitRoundoff(DType dtype)
{
    const int bits = of(dtype).significandBits;
    return bits == 0 ? 0.0 : std::ldexp(1.0, -bits);
}

} // namespace loupe
