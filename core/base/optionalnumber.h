// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>

namespace loupe {

/// What stands for a number that is missing: the least integer, and one of the many NaNs that no
/// computation makes.
template <typename Number>
inline constexpr Number missingNumber = std::numeric_limits<Number>::min();
template <>
inline constexpr double
    missingNumber<double> = std::bit_cast<double>(std::uint64_t{0x7ff8'6d69'7373'6564});

/// A number that may be missing, in the space of the number itself: for rows of which a million are
/// held at once. Used as a std::optional is, and becomes one where one is asked for. Every NaN but
/// missingNumber is a number that is there.
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
    /// Only where there is one.
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
