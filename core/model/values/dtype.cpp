// SPDX-License-Identifier: Apache-2.0
#include "core/model/values/dtype.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace loupe {

namespace {

/// DLPack's codes (DLDataTypeCode).
enum class Kind : std::uint8_t {
    Signed = 0,
    Unsigned = 1,
    Float = 2,
    BFloat = 4,
    Complex = 5,
    Bool = 6,
    Float8E4M3 = 10,
    Float8E5M2 = 12,
};

struct Facts {
    std::string_view name;
    int bytes;
    Kind kind;
    int significandBits; ///< of each part, including the hidden bit; 0 for integers
    int minExponent;     ///< the smallest normal number is 2^minExponent; for integers float32's
};

/// One row for each DType, in its order.
constexpr std::array<Facts, 14> dtypeFacts{{
    {"bool", 1, Kind::Bool, 0, -126},
    {"int8", 1, Kind::Signed, 0, -126},
    {"uint8", 1, Kind::Unsigned, 0, -126},
    {"int32", 4, Kind::Signed, 0, -126},
    {"int64", 8, Kind::Signed, 0, -126},
    {"float16", 2, Kind::Float, 11, -14},
    {"bfloat16", 2, Kind::BFloat, 8, -126},
    {"float32", 4, Kind::Float, 24, -126},
    {"float64", 8, Kind::Float, 53, -1022},
    {"int16", 2, Kind::Signed, 0, -126},
    {"complex64", 8, Kind::Complex, 24, -126},
    {"complex128", 16, Kind::Complex, 53, -1022},
    {"float8_e4m3fn", 1, Kind::Float8E4M3, 4, -6},
    {"float8_e5m2", 1, Kind::Float8E5M2, 3, -14},
}};

constexpr auto dtypes = [] {
    std::array<DType, dtypeFacts.size()> all{};
    for (std::size_t i = 0; i < all.size(); ++i)
        all[i] = static_cast<DType>(i);
    return all;
}();
static_assert(dtypes.back() == DType::Float8E5M2, "the last one has the last row");

const Facts &of(DType dtype)
{
    return dtypeFacts[static_cast<std::size_t>(dtype)];
}

} // namespace

std::span<const DType> everyDType()
{
    return dtypes;
}

std::string_view name(DType dtype)
{
    return of(dtype).name;
}

std::optional<DType> dtypeFromName(std::string_view text)
{
    const auto found = std::ranges::find(dtypeFacts, text, &Facts::name);
    if (found == dtypeFacts.end())
        return std::nullopt;
    return dtypes[static_cast<std::size_t>(found - dtypeFacts.begin())];
}

int byteSize(DType dtype)
{
    return of(dtype).bytes;
}

bool isFloating(DType dtype)
{
    return of(dtype).significandBits > 0;
}

bool isNative(DType dtype)
{
    return dtype <= DType::Float64;
}

int dlpackCode(DType dtype)
{
    return static_cast<int>(of(dtype).kind);
}

double unitRoundoff(DType dtype)
{
    const int bits = of(dtype).significandBits;
    return bits == 0 ? 0.0 : std::ldexp(1.0, -bits);
}

double smallestNormal(DType dtype)
{
    return std::ldexp(1.0, of(dtype).minExponent);
}

std::pair<double, double> wholeRange(DType dtype)
{
    const auto &[name, bytes, kind, significandBits, minExponent] = of(dtype);
    if (kind == Kind::Bool)
        return {0, 1};
    if (kind == Kind::Unsigned)
        return {0, std::ldexp(1.0, 8 * bytes) - 1};
    if (kind == Kind::Signed) {
        constexpr double ofDouble = 0x1p53;
        const double end = std::ldexp(1.0, 8 * bytes - 1);
        return {std::max(-end, -ofDouble), std::min(end - 1, ofDouble)};
    }
    const double end = std::ldexp(1.0, significandBits);
    return {-end, end};
}

} // namespace loupe
