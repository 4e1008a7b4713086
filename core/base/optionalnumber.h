// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>

namespace loupe {

/// Value that encodes a missing number: the minimum integer, or a NaN that no computation produces.
template <typename Number>
inline constexpr Number missingNumber = std::numeric_limits<Number>::min();
template <>
inline constexpr double
    missingNumber<double> = std::bit_cast<double>(std::uint64_t{0x7ff8'6d69'7373'6564});

/// Optional number without extra space, for rows held by the million. Usable like a std::optional,
/// and converts to one. Every NaN except missingNumber is a present number.
template <typename Number>
requires std::same_as<Number, double> || std::signed_integral<Number>
class OptionalNumber
{
public:
    constexpr OptionalNumber() = default;
    constexpr OptionalNumber(std::nullopt_t) { }
    constexpr OptionalNumber(Number value) : m_value(value) { }
    constexpr OptionalNumber(const std::optional<Number> &value)
        : m_value(value.value_or(missingNumber<Number>))
    {
    }

    constexpr bool has_value() const
    {
        if constexpr (std::same_as<Number, double>)
            return std::bit_cast<std::uint64_t>(m_value)
                != std::bit_cast<std::uint64_t>(missingNumber<double>);
        else
            return m_value != missingNumber<Number>;
    }
    constexpr explicit operator bool() const { return has_value(); }
    constexpr void reset() { m_value = missingNumber<Number>; }
    /// Returns the number; only valid if present.
    constexpr Number operator*() const { return m_value; }
    constexpr Number value_or(Number other) const { return has_value() ? m_value : other; }
    constexpr operator std::optional<Number>() const
    {
        return has_value() ? std::optional<Number>(m_value) : std::nullopt;
    }

    friend constexpr bool operator==(const OptionalNumber &a, const OptionalNumber &b)
    {
        return a.has_value() && b.has_value() ? a.m_value == b.m_value
                                              : a.has_value() == b.has_value();
    }
    friend constexpr bool operator==(const OptionalNumber &a, const std::optional<Number> &b)
    {
        return a == OptionalNumber(b);
    }
    friend constexpr bool operator==(const OptionalNumber &a, Number b)
    {
        return a == OptionalNumber(b);
    }
    friend constexpr bool operator==(const OptionalNumber &a, std::nullopt_t)
    {
        return !a.has_value();
    }

private:
    Number m_value = missingNumber<Number>;
};

} // namespace loupe
