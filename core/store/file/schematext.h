// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace loupe {

/// A CREATE statement in the one form that all equal ones have: no comments, one space between
/// words and none beside punctuation; of a table the columns in their order, then the constraints
/// of the table in an order of their own, as ALTER TABLE puts a column before or behind them.
/// Texts and quoted names stay as they are.
std::string canonicalSchemaSql(std::string_view sql);

} // namespace loupe
