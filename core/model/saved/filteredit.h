// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/saved/filter.h"

#include <cstddef>
#include <string>
#include <vector>

namespace loupe {

// Edits a filter after a click: a value of a field is included, excluded, or neither.

/// Returns whether a term that is not negated includes exactly this value of the field.
bool includesValue(const Filter &filter, const std::string &field, const std::string &value);
/// Returns whether a negated term excludes exactly this value.
bool excludesValue(const Filter &filter, const std::string &field, const std::string &value);

/// Returns the filter that also includes the value: as an alternative to other values of the field,
/// and removed from its negated terms.
Filter includingValue(Filter filter, const std::string &field, const std::string &value);

/// Returns the filter that neither includes nor excludes the value; a term without values is
/// removed.
Filter withoutValue(Filter filter, const std::string &field, const std::string &value);

/// Returns the filter that excludes the value.
Filter excludingValue(Filter filter, const std::string &field, const std::string &value);

/// Returns the filter in which these are the only values of the field: they replace those that it
/// includes.
Filter narrowedTo(Filter filter, const std::string &field, std::vector<std::string> values);

/// Returns the filter without the terms on a field, for counting that field's values.
Filter withoutField(Filter filter, const std::string &field);

/// Returns the terms on conditions of a run: its name, suite, version, protocol, device, precision,
/// clock and baseline. They choose which attempts there are.
Filter conditionTerms(const Filter &filter);
/// Returns all other terms. They select among task × method pairs, once each has its
/// representative.
Filter pairTerms(const Filter &filter);

/// Returns the filter without the term at this index, which must exist.
Filter withoutTerm(Filter filter, std::size_t place);

} // namespace loupe
