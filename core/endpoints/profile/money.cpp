// SPDX-License-Identifier: Apache-2.0
#include "core/endpoints/profile/money.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace loupe {

namespace {
constexpr double picoPerDollar = 1e12;
constexpr std::int64_t maxPico = std::numeric_limits<std::int64_t>::max();
} // namespace

std::optional<Money> Money::fromDollars(double dollars)
{
    // A price such as 0.15 has no exact double. An excess below a millionth of a picodollar is that
    // rounding error.
    const double pico = std::ceil(dollars * picoPerDollar * (1 - 1e-15) - 1e-6);
    if (!(dollars >= 0) || !(pico < 9e18))
        return std::nullopt;
    return Money{static_cast<std::int64_t>(std::max(pico, 0.0))};
}

double Money::dollars() const
{
    return static_cast<double>(pico) / picoPerDollar;
}

Money &Money::operator+=(Money other)
{
    if (__builtin_add_overflow(pico, other.pico, &pico))
        pico = maxPico;
    return *this;
}

Money &Money::operator-=(Money other)
{
    pico -= other.pico;
    return *this;
}

Money operator*(Money price, std::int64_t count)
{
    Money product;
    if (__builtin_mul_overflow(price.pico, count, &product.pico))
        product.pico = maxPico;
    return product;
}

std::optional<Money> costOf(const Usage &usage, const std::optional<Prices> &prices)
{
    if (usage.dollars)
        return Money::fromDollars(*usage.dollars);
    if (!prices || !usage.input || !usage.output)
        return std::nullopt;
    const std::int64_t cached = std::clamp<std::int64_t>(usage.cached.value_or(0), 0, *usage.input);
    return prices->input * (*usage.input - cached)
        + prices->cachedInput.value_or(prices->input) * cached + prices->output * *usage.output;
}

} // namespace loupe
