// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analysis/asking/askeddialogue.h"

#include <array>
#include <optional>
#include <string_view>

namespace loupe {

/// Unit of a budget.
enum class BudgetUnit { Tokens, Dollars, Requests };
inline constexpr std::array allBudgetUnits{BudgetUnit::Tokens, BudgetUnit::Dollars,
                                           BudgetUnit::Requests};
std::string_view name(BudgetUnit unit); ///< "tokens" …
std::optional<BudgetUnit> budgetUnitFromName(std::string_view text);

/// The sum of the known values, with the number of known and unknown values.
struct KnownSum {
    double total = 0.0;
    int known = 0;
    int unknown = 0;

    void add(const std::optional<double> &value);
    void add(const KnownSum &other);
    /// Returns the sum, 0 if no value was added; nullopt if a value is unknown.
    std::optional<double> whole() const;
};

/// The spending of requests, as providers reported it or prices imply.
struct Spending {
    int requests = 0; ///< requests that were sent
    /// Requests among these that failed without an answer; they report no usage and count in no
    /// sum.
    int refused = 0;
    KnownSum tokens; ///< input + output of a request; known if both are
    KnownSum dollars;

    void add(const AskedRequest &request);
    void add(const Spending &other);
    /// Returns the spending in one unit; nullopt if a part is unknown.
    std::optional<double> in(BudgetUnit unit) const;
};

/// Returns true if the request was sent.
bool isSent(const AskedRequest &request);

} // namespace loupe
