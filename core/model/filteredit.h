// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/filter.h"

#include <cstddef>
#include <string>

namespace loupe {

// How a click changes a filter: a value of a field is asked for, left out,
// or neither.

/// Whether a term that is not negated asks for this very value of the field.
bool asksFor(const Filter &filter, const std::string &field, const std::string &value);
/// Whether a negated term leaves this very value out.
bool leavesOut(const Filter &filter, const std::string &field, const std::string &value);

/// The filter that asks for the value, too: as an alternative beside other values of the field, and
/// without a negated term of it.
Filter asking(Filter filter, const std::string &field, const std::string &value);

/// The filter that neither asks for the value nor leaves it out; a term without values goes with
/// it.
Filter forgetting(Filter filter, const std::string &field, const std::string &value);

/// The filter that leaves the value out.
Filter leavingOut(Filter filter, const std::string &field, const std::string &value);

/// Without the terms about a field: what its values are counted under.
Filter withoutField(Filter filter, const std::string &field);

/// The terms about conditions of a run: its name, suite, version, protocol, device, precision,
/// clock and baseline. They choose which attempts there are.
Filter conditionTerms(const Filter &filter);
/// All other terms. They select among task × method pairs, once each has its representative.
Filter pairTerms(const Filter &filter);

/// Without the term at this place, which must exist.
Filter withoutTerm(Filter filter, std::size_t place);

} // namespace loupe
