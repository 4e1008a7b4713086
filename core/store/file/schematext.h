// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace loupe {

/// Returns a CREATE statement in canonical form: no comments, one space between words and none next
/// to punctuation. For a table, columns keep their order, and constraints are sorted, because ALTER
/// TABLE may put a column before or after them. Texts and quoted names stay unchanged.
std::string canonicalSchemaSql(std::string_view sql);

} // namespace loupe
