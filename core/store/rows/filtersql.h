// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/filter.h"
#include "core/store/rows/sqlcondition.h"
#include "core/store/sqlite/sqlite.h"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace loupe {

/// The filter as SQL. Text compares without regard to the case of ASCII letters; a negated term is
/// the exact complement, rows without a value included. Refuses unknown fields, statuses and
/// verdicts (InvalidInput, `where` = the character in the filter's text).
Result<SqlCondition> sqlCondition(const Filter &filter);

} // namespace loupe
