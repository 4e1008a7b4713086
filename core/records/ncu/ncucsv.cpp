// SPDX-License-Identifier: Apache-2.0
#include "core/records/ncu/ncucsv.h"

#include "core/base/counted.h"
#include "core/base/files.h"
#include "core/records/reading/csv.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <map>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {

constexpr std::uintmax_t maxFileBytes = std::uintmax_t{64} << 20;

Error refusal(const std::string &source, int line, std::string message, std::string hint = {})
{
    return Error{Errc::InvalidInput, std::move(message), source + ":" + std::to_string(line),
                 std::move(hint)};
}

/// Parses a number in ncu's format, "1,234.5"; nullopt for anything else.
std::optional<double> numberIn(std::string text)
{
    text.erase(std::remove(text.begin(), text.end(), ','), text.end());
    double value = 0;
    const char *const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, value);
    if (text.empty() || read.ec != std::errc() || read.ptr != end || !std::isfinite(value))
        return std::nullopt;
    return value;
}

/// Parses "(256, 1, 1)".
std::optional<std::array<std::uint32_t, 3>> extentsIn(const std::string &text)
{
    std::array<std::uint32_t, 3> out = {};
    const char *at = text.data();
    const char *const end = at + text.size();
    const auto take
        = [&](char wanted) { return at != end && *at == wanted ? (++at, true) : false; };
    if (!take('('))
        return std::nullopt;
    for (std::size_t axis = 0; axis < out.size(); ++axis) {
        if (axis > 0 && !take(','))
            return std::nullopt;
        while (at != end && *at == ' ')
            ++at;
        const auto read = std::from_chars(at, end, out[axis]);
        if (read.ec != std::errc())
            return std::nullopt;
        at = read.ptr;
    }
    return take(')') && at == end ? std::optional(out) : std::nullopt;
}

/// Returns the factor from this unit to bytes, milliseconds or a share.
std::optional<double> scaleOf(const std::string &unit)
{
    static const std::map<std::string, double> scales{
        {"byte", 1},       {"Kbyte", 1e3}, {"Mbyte", 1e6},  {"Gbyte", 1e9}, {"Tbyte", 1e12},
        {"ns", 1e-6},      {"us", 1e-3},   {"ms", 1},       {"s", 1e3},     {"nsecond", 1e-6},
        {"usecond", 1e-3}, {"msecond", 1}, {"second", 1e3}, {"%", 1e-2}};
    const auto found = scales.find(unit);
    return found == scales.end() ? std::nullopt : std::optional(found->second);
}

using Member = std::optional<double> KernelCounters::*;

/// Metrics with their own column, by ncu's names on both pages. The unit is checked, because pages
/// use one name for several quantities.
struct Known {
    const char *name;
    Member member;
    char kind; ///< b bytes, t time, % share
};

constexpr Known knownMetrics[] = {
    {"gpu__time_duration.sum", &KernelCounters::durationMs, 't'},
    {"Duration", &KernelCounters::durationMs, 't'},
    {"dram__bytes_read.sum", &KernelCounters::dramReadBytes, 'b'},
    {"dram__bytes_write.sum", &KernelCounters::dramWriteBytes, 'b'},
    {"sm__warps_active.avg.pct_of_peak_sustained_active", &KernelCounters::achievedOccupancy, '%'},
    {"Achieved Occupancy", &KernelCounters::achievedOccupancy, '%'},
    {"sm__throughput.avg.pct_of_peak_sustained_elapsed", &KernelCounters::smThroughput, '%'},
    {"Compute (SM) Throughput", &KernelCounters::smThroughput, '%'},
    {"gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed",
     &KernelCounters::memoryThroughput, '%'},
    {"Memory Throughput", &KernelCounters::memoryThroughput, '%'},
    {"sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_active", &KernelCounters::tensorUse,
     '%'},
};

bool isOfKind(const std::string &unit, char kind)
{
    if (kind == '%')
        return unit == "%";
    if (kind == 'b')
        return unit.size() >= 4 && unit.compare(unit.size() - 4, 4, "byte") == 0;
    return unit == "s" || unit == "ns" || unit == "us" || unit == "ms"
        || unit.find("second") != std::string::npos;
}

void addMetric(KernelCounters &kernel, const std::string &name, const std::string &section,
               CounterValue value)
{
    for (const Known &known : knownMetrics) {
        if (name == known.name && isOfKind(value.unit, known.kind) && scaleOf(value.unit))
            kernel.*known.member = value.value * *scaleOf(value.unit);
    }
    // The details page repeats a name in several sections, with other units.
    const bool isTaken = kernel.metrics.count(name) != 0 && !(kernel.metrics[name] == value);
    kernel.metrics[isTaken ? name + " (" + section + ")" : name] = std::move(value);
}

class NcuReader
{
public:
    NcuReader(const std::string &source, std::vector<CsvRow> rows)
        : m_source(source)
        , m_rows(std::move(rows))
    {
        for (std::size_t i = 0; i < m_rows.front().fields.size(); ++i)
            m_columns.emplace(m_rows.front().fields[i], i);
    }

    Result<CounterProfile> read()
    {
        for (const char *needed : {"ID", "Kernel Name", "Block Size", "Grid Size"}) {
            if (m_columns.count(needed) == 0)
                return refusal(m_source, m_rows.front().line,
                               std::string("there is no column \"") + needed + "\"",
                               "export with ncu --csv --page raw or details");
        }
        const bool isDetails = m_columns.count("Metric Name") != 0;
        for (const char *needed : {"Metric Unit", "Metric Value", "Section Name"}) {
            if (isDetails && m_columns.count(needed) == 0)
                return refusal(m_source, m_rows.front().line,
                               std::string("there is no column \"") + needed + "\"");
        }
        m_profile.source = "import:ncu";
        m_profile.tool = isDetails ? "details page" : "raw page";
        for (std::size_t i = isDetails ? 1 : 2; i < m_rows.size(); ++i) {
            const CsvRow &row = m_rows[i];
            const std::size_t columns = m_rows.front().fields.size();
            const bool isShort = isDetails && isMetricOnly(row);
            if (row.fields.size() != columns && !isShort)
                return refusal(m_source, row.line,
                               counted(row.fields.size(), "field") + " under "
                                   + counted(m_rows.front().fields.size(), "column"));
            if (Status done = isDetails ? readMetric(row) : readLaunch(row); !done)
                return done.error();
        }
        if (m_profile.kernels.empty())
            return refusal(m_source, m_rows.back().line, "there is no kernel in it");
        return std::move(m_profile);
    }

    /// Checks that the second line of the raw page holds the units.
    Status checkUnits() const
    {
        if (m_columns.count("Metric Name") != 0)
            return {};
        const bool isThere = m_rows.size() > 1
            && m_rows[1].fields.size() == m_rows.front().fields.size()
            && m_rows[1].fields.front().empty();
        if (!isThere)
            return refusal(m_source, m_rows.front().line + 1, "the line of units is missing");
        return {};
    }

private:
    const std::string &field(const CsvRow &row, const char *column) const
    {
        return row.fields[m_columns.at(column)];
    }

    /// Returns true if a row of the details page ends after its metric, without the columns of
    /// rules.
    bool isMetricOnly(const CsvRow &row) const
    {
        std::size_t behind = 0; // the columns may be in any order
        for (const char *read : {"ID", "Kernel Name", "Block Size", "Grid Size", "Section Name",
                                 "Metric Name", "Metric Unit", "Metric Value"})
            behind = std::max(behind, m_columns.at(read) + 1);
        if (row.fields.size() < behind || row.fields.size() > m_columns.size())
            return false;
        return std::all_of(row.fields.begin() + static_cast<std::ptrdiff_t>(behind),
                           row.fields.end(), [](const std::string &each) { return each.empty(); });
    }

    /// Returns the launch of a row.
    Result<KernelCounters *> launchOf(const CsvRow &row)
    {
        const auto id = numberIn(field(row, "ID"));
        const auto block = extentsIn(field(row, "Block Size"));
        const auto grid = extentsIn(field(row, "Grid Size"));
        if (!id || *id != std::floor(*id) || *id < 0 || *id > 1e9)
            return refusal(m_source, row.line, "\"" + field(row, "ID") + "\" is no ID");
        if (!block || !grid)
            return refusal(m_source, row.line, "block or grid size is not like (256, 1, 1)");
        const int launch = static_cast<int>(*id);
        const auto known = m_places.find(launch);
        if (known != m_places.end()) {
            KernelCounters &kernel = m_profile.kernels[known->second];
            if (kernel.name != field(row, "Kernel Name"))
                return refusal(m_source, row.line, "the ID is another kernel's above");
            return &kernel;
        }
        m_places[launch] = m_profile.kernels.size();
        KernelCounters kernel;
        kernel.name = field(row, "Kernel Name");
        kernel.launch = launch;
        kernel.block = *block;
        kernel.grid = *grid;
        if (kernel.name.empty())
            return refusal(m_source, row.line, "a kernel without a name");
        m_profile.kernels.push_back(std::move(kernel));
        return &m_profile.kernels.back();
    }

    Status readMetric(const CsvRow &row)
    {
        const auto kernel = launchOf(row);
        if (!kernel)
            return kernel.error();
        const std::string &name = field(row, "Metric Name");
        if (name.empty()) // remark of a rule
            return {};
        const auto value = numberIn(field(row, "Metric Value"));
        if (!value) { // text such as "CachePreferNone" is allowed, unless the unit requires a
                      // number
            const std::string &unit = field(row, "Metric Unit");
            if (scaleOf(unit))
                return refusal(m_source, row.line,
                               "\"" + field(row, "Metric Value") + "\" is no number of " + unit);
            return {};
        }
        addMetric(**kernel, name, field(row, "Section Name"), {*value, field(row, "Metric Unit")});
        return {};
    }

    Status readLaunch(const CsvRow &row)
    {
        const std::size_t before = m_profile.kernels.size();
        const auto kernel = launchOf(row);
        if (!kernel)
            return kernel.error();
        if (m_profile.kernels.size() == before)
            return refusal(m_source, row.line, "the ID occurs twice");
        for (const auto &[name, column] : m_columns) {
            const std::string &unit = m_rows[1].fields[column];
            const std::string &text = row.fields[column];
            if (name == "device__attribute_display_name")
                m_profile.deviceName = text;
            // Metrics are named unit__what; the other columns describe the launch.
            if (name.find("__") == std::string::npos || text.empty())
                continue;
            const auto value = numberIn(text);
            if (value)
                addMetric(**kernel, name, {}, {*value, unit});
            else if (scaleOf(unit))
                return refusal(m_source, row.line,
                               fmt::format("\"{}\" is no number of {} ({})", text, unit, name));
        }
        return {};
    }

    const std::string &m_source;
    std::vector<CsvRow> m_rows;
    std::map<std::string, std::size_t> m_columns;
    std::map<int, std::size_t> m_places; ///< of launches among the kernels
    CounterProfile m_profile;
};

} // namespace

Result<CounterProfile> parseNcuCsv(const std::string &text, const std::string &source)
{
    // Messages of ncu come first: "==PROF== Connected to process 1234".
    std::size_t begin = 0;
    int line = 1;
    while (begin < text.size() && text.compare(begin, 2, "==") == 0) {
        begin = std::min(text.find('\n', begin), text.size() - 1) + 1;
        ++line;
    }
    if (text.compare(begin, 4, "\"ID\"") != 0)
        return refusal(
            source, line, "this is not what ncu --csv writes",
            "write it with ncu --csv --log-file FILE, so that the program's output is not in it");
    auto rows = parseCsv(std::string_view(text).substr(begin), source, line);
    if (!rows)
        return rows.error();
    NcuReader reader(source, std::move(*rows));
    if (Status known = reader.checkUnits(); !known)
        return known.error();
    auto profile = reader.read();
    if (profile)
        profile->original = text;
    return profile;
}

Result<CounterProfile> readNcuCsv(const std::filesystem::path &file)
{
    const auto text = readFile(file, maxFileBytes);
    if (!text)
        return text.error();
    return parseNcuCsv(*text, file.string());
}

} // namespace loupe
