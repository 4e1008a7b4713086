// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace loupe {

/// Returns the canonical text of a record. In JSON, keys are sorted, white space is removed and
/// numbers are normalized. Several documents, one per line, keep their order. Any other text is
/// unchanged.
std::string canonicalRecord(std::string_view text);

} // namespace loupe
