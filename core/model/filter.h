// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// How a term compares its field.
enum class FilterOp { Is, Less, LessOrEqual, Greater, GreaterOrEqual };

/// One condition: `-category:Fusion,Math`, `speedup>1.2`, or a bare word.
struct FilterTerm {
    std::string field; ///< as in filterFields(); "" = text anywhere in task, method or message
    FilterOp op = FilterOp::Is;
    std::vector<std::string> values; ///< alternatives; `*` matches any characters
    bool negated = false;
    std::size_t position = 0; ///< byte offset in the text it was parsed from
    /// Of `device`: the values that were written in quotes, which are whole names. Any other is
    /// part of a name, unless a device is called just so.
    std::vector<std::string> quoted = {};

    bool isQuoted(const std::string &value) const;
};

/// All terms must hold. The text form is the same in the filter line and in `kloupe`.
struct Filter {
    std::vector<FilterTerm> terms;
};

struct FilterField {
    std::string_view name; ///< "status"
    bool numeric;
    std::string_view help; ///< one line for completion
};

/// status, verdict, strict, category, suite, task, method, run, device, flag, demo, precision,
/// protocol, baseline, baseline_kind, suite_version, clock, choice, language, hash, kind,
/// fingerprint, rule, finding, withheld, reviewed, made_of, arithmetic (text); level, sample,
/// round, speedup, time, baseline_ms, attempt, input_tokens, output_tokens, requests, dollars,
/// generation_seconds, id (numeric; `round` also takes `last`).
const std::vector<FilterField> &filterFields();

/// The values of a field that has only few: of `demo` yes and no. Empty for the others.
std::vector<std::string_view> choicesOf(std::string_view field);

/// Parses `status:wrong category:Fusion,Math speedup>1.2 -method:"gpt 4o" softmax`.
/// An error's `where` is "character N" (1-based) and its hint names what would be valid there.
Result<Filter> parseFilter(std::string_view text);

/// The canonical text; parseFilter(text(f)) gives the same terms.
std::string text(const Filter &filter);

} // namespace loupe
