// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace loupe {

/// Returns the text of a record in one form for all that say the same: of JSON, keys are sorted,
/// white space is left out and numbers are written alike. Several documents after each other, one a
/// line, stay in their order. Any other text is returned as it is.
std::string canonicalRecord(std::string_view text);

} // namespace loupe
