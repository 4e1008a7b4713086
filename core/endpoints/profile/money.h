// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>

namespace loupe {

/// Amount in whole picodollars, so that sums are exact. One cent for a million tokens is 10000
/// picodollars each. The range is about nine million dollars.
struct Money {
    std::int64_t pico = 0;

    /// Rounds up to the next picodollar. Returns nothing for negative, infinite or too large
    /// amounts.
    static std::optional<Money> fromDollars(double dollars);
    double dollars() const;
    Money &operator+=(Money other);
    Money &operator-=(Money other);
    friend Money operator+(Money a, Money b) { return a += b; }
    /// Saturates instead of overflowing; `count` must not be negative.
    friend Money operator*(Money price, std::int64_t count);
    friend auto operator<=>(const Money &, const Money &)
        = default; // NOLINT(modernize-use-nullptr)
};

/// Token prices of an endpoint, as the user entered them. KernelLoupe ships none.
struct Prices {
    Money input;                      ///< for one token
    std::optional<Money> cachedInput; ///< for one cached token; as `input` if absent
    Money output;                     ///< for one token, reasoning included
    std::string date;                 ///< "2026-11-25"
    std::string source;               ///< page where the prices were read, or empty
};

/// Token counts as an answer reports them; absent if not reported.
struct Usage {
    std::optional<std::int64_t> input;
    std::optional<std::int64_t> cached;    ///< of input
    std::optional<std::int64_t> output;    ///< reasoning included
    std::optional<std::int64_t> reasoning; ///< of output
    std::optional<double> dollars;         ///< cost as reported by the endpoint
};

/// Returns the cost of an answer: as reported, otherwise by the prices if input and output are
/// known.
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
