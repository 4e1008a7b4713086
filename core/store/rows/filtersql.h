// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/saved/filter.h"
#include "core/store/rows/sqlcondition.h"

namespace loupe {

/// Converts the filter to SQL. Text comparison ignores the case of ASCII letters. A negated term is
/// the exact complement, including rows without a value. Fails with InvalidInput for unknown
/// fields, statuses and verdicts, with the character in the filter's text as `where`.
Result<SqlCondition> sqlCondition(const Filter &filter);

} // namespace loupe
