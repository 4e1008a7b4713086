// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Comparison of a term with its field.
enum class FilterOp { Is, Less, LessOrEqual, Greater, GreaterOrEqual };

/// One condition: `-category:Fusion,Math`, `speedup>1.2`, or a bare word.
struct FilterTerm {
    std::string field; ///< as in filterFields(); "" = text anywhere in task, method or message
    FilterOp op = FilterOp::Is;
    std::vector<std::string> values; ///< alternatives; `*` matches any characters
    bool negated = false;
    std::size_t position = 0; ///< byte offset in the text it was parsed from
    /// Quoted values of `device`, which are whole names. Any other value matches a part of a name,
    /// unless it is exactly a device's name.
    std::vector<std::string> quoted = {};

    bool isQuoted(const std::string &value) const;
};

/// Terms that must all hold. The text form is the same in the filter line and in `kloupe`.
struct Filter {
    std::vector<FilterTerm> terms;
};

struct FilterField {
    std::string_view name; ///< "status"
    bool numeric;
    std::string_view help; ///< one line for completion
};

/// Returns all fields, those of text first. `round` also takes `last`.
const std::vector<FilterField> &filterFields();

/// Returns the values of a field that has only a few, such as yes and no for `demo`. Empty for the
/// others.
std::vector<std::string_view> choicesOf(std::string_view field);

/// Parses `status:wrong category:Fusion,Math speedup>1.2 -method:"gpt 4o" softmax`.
/// An error's `where` is "character N" (1-based) and its hint names what would be valid there.
Result<Filter> parseFilter(std::string_view text);

/// Returns the canonical text; parseFilter(text(f)) gives the same terms.
std::string text(const Filter &filter);

} // namespace loupe
