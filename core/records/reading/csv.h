// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Record of comma-separated values with the line of its start.
struct CsvRow {
    int line = 0;
    std::vector<std::string> fields;
};

/// Parses a text whose fields may be quoted (RFC 4180); empty lines are skipped. Fails with
/// InvalidInput and `source`:line if a quote is not closed or is followed by other text.
Result<std::vector<CsvRow>> parseCsv(std::string_view text, const std::string &source,
                                     int firstLine = 1);

} // namespace loupe
