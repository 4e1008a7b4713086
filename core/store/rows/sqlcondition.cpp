// SPDX-License-Identifier: Apache-2.0
#include "core/store/rows/sqlcondition.h"

namespace loupe {

void SqlCondition::bindTo(Statement &statement, int first) const
{
    for (const auto &value : values) {
        if (const auto *integer = std::get_if<std::int64_t>(&value))
            statement.bind(first, *integer);
        else if (const auto *number = std::get_if<double>(&value))
            statement.bind(first, *number);
        else
            statement.bind(first, std::string_view(std::get<std::string>(value)));
        ++first;
    }
}

} // namespace loupe
