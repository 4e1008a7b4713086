// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// A record of comma-separated values and the line it begins on.
struct CsvRow {
    int line = 0;
    std::vector<std::string> fields;
};

/// All records of a text whose fields may be quoted (RFC 4180); empty lines are left out. Fails
/// with InvalidInput and `source`:line where a quote is not closed or something follows one.
Result<std::vector<CsvRow>> parseCsv(std::string_view text, const std::string &source,
                                     int firstLine = 1);

} // namespace loupe
