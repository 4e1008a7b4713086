// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Record of comma-separated values with the line of its start.
struct CsvRow {
    int line = 0;
    std::vector<std::string> fields;
};

/// Reads the records of a text one by one; its rules are those of parseCsv().
class CsvReader
{
public:
    /// The text must outlive the reader.
    CsvReader(std::string_view text, std::string source, int firstLine = 1);

    /// Returns the next record; nullopt at the end.
    Result<std::optional<CsvRow>> next();
    std::size_t bytesRead() const { return m_at; }

private:
    Status readRow(CsvRow &row);
    Status readPlain(std::string &field);
    Status readQuoted(std::string &field);
    Error bad(std::string message) const;

    std::string_view m_text;
    std::string m_source;
    std::size_t m_at = 0;
    int m_line;
};

/// Parses a text whose fields may be quoted (RFC 4180); empty lines are skipped. Fails with
/// InvalidInput and `source`:line if a quote is not closed or is followed by other text.
Result<std::vector<CsvRow>> parseCsv(std::string_view text, const std::string &source,
                                     int firstLine = 1);

} // namespace loupe
