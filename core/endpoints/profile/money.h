// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>

namespace loupe {

/// An amount of dollars in whole picodollars: sums are exact, and a million tokens for a cent are
/// 10000 of them each. Up to about nine million dollars.
struct Money {
    std::int64_t pico = 0;

    /// Rounded up to the next picodollar. Nothing for negative, infinite or too large amounts.
    static std::optional<Money> fromDollars(double dollars);
    double dollars() const;
    Money &operator+=(Money other);
    Money &operator-=(Money other);
    friend Money operator+(Money a, Money b) { return a += b; }
    /// Saturates instead of overflowing; `count` is not negative.
    friend Money operator*(Money price, std::int64_t count);
    friend auto operator<=>(const Money &, const Money &)
        = default; // NOLINT(modernize-use-nullptr)
};

/// What an endpoint asks for tokens, as the user says on some day: none is shipped.
struct Prices {
    Money input;                      ///< for one token
    std::optional<Money> cachedInput; ///< for one token that the endpoint had cached; else as input
    Money output;                     ///< for one token, reasoning included
    std::string date;                 ///< "2026-11-25"
    std::string source;               ///< where they were read, or empty
};

/// Tokens as an answer reports them; what is not reported is not known.
struct Usage {
    std::optional<std::int64_t> input;
    std::optional<std::int64_t> cached;    ///< of input
    std::optional<std::int64_t> output;    ///< reasoning included
    std::optional<std::int64_t> reasoning; ///< of output
    std::optional<double> dollars;         ///< what the endpoint says that it cost
};

/// What an answer cost: as reported, else by the prices where input and output are known.
std::optional<Money> costOf(const Usage &usage, const std::optional<Prices> &prices);

template <typename Fields>
void listFields(Fields &fields, Usage &usage)
{
    auto &[input, cached, output, reasoning, dollars] = usage;
    fields("input", input);
    fields("cached", cached);
    fields("output", output);
    fields("reasoning", reasoning);
    fields("dollars", dollars);
}

} // namespace loupe
