// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/store/sqlite/sqlite.h"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace loupe {

/// A condition on the table `evaluation e`. User text is only in `values`, never in `text`.
struct SqlCondition {
    std::string text = "1";
    std::vector<std::variant<std::int64_t, double, std::string>> values;

    /// Binds the values from parameter `first` on.
    void bindTo(Statement &statement, int first = 1) const;
};

} // namespace loupe
