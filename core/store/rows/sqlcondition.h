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
    static constexpr const char *everything = "1";

    std::string text = everything;
    std::vector<std::variant<std::int64_t, double, std::string>> values;

    /// Returns true if it is that of an empty filter, which every evaluation meets.
    bool isEverything() const { return text == everything; }
    /// Binds the values from parameter `first` on.
    void bindTo(Statement &statement, int first = 1) const
    {
        for (const auto &value : values)
            std::visit([&](const auto &each) { statement.bindFrom(first++, each); }, value);
    }
};

} // namespace loupe
