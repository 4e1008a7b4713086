// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/asking/askeddialogue.h"

#include <array>
#include <optional>
#include <string_view>

namespace loupe {

/// What budgets are counted in.
enum class BudgetUnit { Tokens, Dollars, Requests };
inline constexpr std::array allBudgetUnits{BudgetUnit::Tokens, BudgetUnit::Dollars,
                                           BudgetUnit::Requests};
std::string_view name(BudgetUnit unit); ///< "tokens" …
std::optional<BudgetUnit> budgetUnitFromName(std::string_view text);

/// A sum of what is known, and of how many it is not.
struct KnownSum {
    double total = 0.0;
    int known = 0;
    int unknown = 0;

    void add(const std::optional<double> &value);
    void add(const KnownSum &other);
    /// The whole sum; nothing where a part of it is not known.
    std::optional<double> whole() const;
};

/// What requests took, by what providers reported or prices made of it.
struct Spending {
    int requests = 0; ///< that left this machine
    int refused = 0;  ///< of these: the endpoint sent no answer but an error. They report no usage
                      ///< and count in no sum
    KnownSum tokens;  ///< input and output of a request; known where both are
    KnownSum dollars;

    void add(const AskedRequest &request);
    void add(const Spending &other);
    /// In one unit; nothing where a part is not known.
    std::optional<double> in(BudgetUnit unit) const;
};

/// Whether it was sent at all.
bool isSent(const AskedRequest &request);

} // namespace loupe
