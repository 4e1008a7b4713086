// SPDX-License-Identifier: Apache-2.0
//
// Fuzzes the CSV parser. Accepted rows must survive quoting and parsing again.
#include "core/records/reading/csv.h"

#include <cstdint>

#include "tests/fuzz/promise.h"

namespace {

using loupe::fuzz::require;

std::string quoted(const std::vector<loupe::CsvRow> &rows)
{
    std::string out;
    for (const loupe::CsvRow &row : rows) {
        for (std::size_t i = 0; i < row.fields.size(); ++i) {
            out += i == 0 ? "\"" : ",\"";
            for (const char c : row.fields[i])
                out += c == '"' ? std::string("\"\"") : std::string(1, c);
            out += '"';
        }
        out += '\n';
    }
    return out;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) // NOLINT
{
    const std::string_view input(reinterpret_cast<const char *>(data), size);
    const auto rows = loupe::parseCsv(input, "input.csv");
    if (!rows) {
        require(!rows.error().where.empty(), "a refusal says where");
        return 0;
    }
    const auto again = loupe::parseCsv(quoted(*rows), "again.csv");
    require(static_cast<bool>(again), "quoted rows are rows");
    require(again->size() == rows->size(), "no row is lost");
    for (std::size_t i = 0; i < rows->size(); ++i)
        require((*again)[i].fields == (*rows)[i].fields, "fields come back");
    return 0;
}
