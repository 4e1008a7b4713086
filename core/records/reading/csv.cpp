// SPDX-License-Identifier: Apache-2.0
#include "core/records/reading/csv.h"

#include "core/records/reading/sourcefiles.h"

#include <utility>

namespace loupe {

CsvReader::CsvReader(std::string_view text, std::string source, int firstLine)
    : m_text(withoutByteOrderMark(text))
    , m_source(std::move(source))
    , m_line(firstLine)
{
}

Result<std::optional<CsvRow>> CsvReader::next()
{
    while (m_at < m_text.size()) {
        CsvRow row{m_line, {}};
        if (Status done = readRow(row); !done)
            return done.error();
        const bool isEmpty = row.fields.size() == 1 && row.fields.front().empty();
        if (!isEmpty)
            return std::optional(std::move(row));
    }
    return std::optional<CsvRow>();
}

Status CsvReader::readRow(CsvRow &row)
{
    for (;;) {
        std::string field;
        const bool isQuoted = m_at < m_text.size() && m_text[m_at] == '"';
        if (Status done = isQuoted ? readQuoted(field) : readPlain(field); !done)
            return done;
        row.fields.push_back(std::move(field));
        if (m_at >= m_text.size())
            return {};
        const char end = m_text[m_at++];
        if (end == ',')
            continue;
        if (end == '\r' && m_at < m_text.size() && m_text[m_at] == '\n')
            ++m_at;
        ++m_line;
        return {};
    }
}

Status CsvReader::readPlain(std::string &field)
{
    const std::size_t end = m_text.find_first_of(",\r\n", m_at);
    field = m_text.substr(m_at, end == std::string_view::npos ? end : end - m_at);
    m_at = end == std::string_view::npos ? m_text.size() : end;
    if (field.find('"') != std::string::npos)
        return bad("a quote within a field that does not begin with one");
    return {};
}

Status CsvReader::readQuoted(std::string &field)
{
    const int began = m_line;
    for (++m_at; m_at < m_text.size(); ++m_at) {
        const char c = m_text[m_at];
        m_line += c == '\n' ? 1 : 0;
        if (c != '"') {
            field += c;
            continue;
        }
        if (m_at + 1 < m_text.size() && m_text[m_at + 1] == '"') {
            field += c;
            ++m_at;
            continue;
        }
        ++m_at;
        const bool ends = m_at >= m_text.size() || m_text[m_at] == ',' || m_text[m_at] == '\n'
            || m_text[m_at] == '\r';
        return ends ? Status() : bad("something follows the quote that ends a field");
    }
    m_line = began;
    return bad("a quote is not closed");
}

Error CsvReader::bad(std::string message) const
{
    return Error{Errc::InvalidInput, std::move(message), m_source + ":" + std::to_string(m_line)};
}

Result<std::vector<CsvRow>> parseCsv(std::string_view text, const std::string &source,
                                     int firstLine)
{
    CsvReader reader(text, source, firstLine);
    std::vector<CsvRow> rows;
    for (;;) {
        auto row = reader.next();
        if (!row)
            return std::move(row).error();
        if (!*row)
            return rows;
        rows.push_back(std::move(**row));
    }
}

} // namespace loupe
