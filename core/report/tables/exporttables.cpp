// SPDX-License-Identifier: Apache-2.0
#include "core/report/tables/exporttables.h"

#include "core/base/result.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {

std::string exportedLine(const std::vector<std::string> &columns, const DataRow &row,
                         const std::string &format)
{
    return format == "csv" ? csvLine(row) : jsonLine(columns, row);
}

DataCell toDataCell(const SqlCell &cell)
{
    if (const auto *bytes = std::get_if<CellBytes>(&cell))
        return fmt::format("({} bytes)", bytes->size);
    if (const auto *integer = std::get_if<std::int64_t>(&cell))
        return *integer;
    if (const auto *number = std::get_if<double>(&cell))
        return *number;
    if (const auto *text = std::get_if<std::string>(&cell))
        return *text;
    return std::monostate();
}

} // namespace

const std::vector<DataColumn<ResultRow>> &evaluationColumns()
{
    const auto column = []<typename Part>(std::string name, Part part) {
        return dataColumn<ResultRow>(std::move(name), part);
    };
    static const std::vector columns{
        column("id", [](const ResultRow &row) { return row.id.value; }),
        column("run", &ResultRow::run),
        column("suite", &ResultRow::suite),
        column("task", &ResultRow::task),
        column("category", &ResultRow::category),
        column("level", &ResultRow::level),
        column("method", &ResultRow::method),
        column("sample", &ResultRow::sample),
        column("round", &ResultRow::round),
        column("status", [](const ResultRow &row) { return name(row.outcome()); }),
        column("verdict", [](const ResultRow &row) { return facts(row.verdict).id; }),
        column("strict_verdict", [](const ResultRow &row) { return facts(row.strictVerdict).id; }),
        column("speedup", &ResultRow::speedup),
        column("speedup_low", &ResultRow::speedupLow),
        column("speedup_high", &ResultRow::speedupHigh),
        column("candidate_ms", &ResultRow::candidateMs),
        column("baseline_ms", &ResultRow::baselineMs),
        column("device", &ResultRow::device),
        column("demo", [](const ResultRow &row) { return row.isDemo ? "yes" : "no"; }),
        column("message", &ResultRow::message),
        column("made_of", [](const ResultRow &row) { return toString(row.traits.madeOf); }),
        column("own_share", [](const ResultRow &row) { return row.traits.ownShare; }),
        column("arithmetic", [](const ResultRow &row) { return toString(row.traits.arithmetic); }),
        column("baseline", &ResultRow::baseline),
        column("min_speedup", &ResultRow::minSpeedup),
        column("min_speedup_shape", &ResultRow::minSpeedupShape)};
    return columns;
}

const std::vector<DataColumn<RateRow>> &rateColumns()
{
    const auto column = []<typename Part>(std::string name, Part part) {
        return dataColumn<RateRow>(std::move(name), part);
    };
    static const std::vector columns{
        column("group", &RateRow::group),
        column("evaluations", &RateRow::evaluations),
        column("tasks", &RateRow::tasks),
        column("judged", &RateRow::judged),
        column("built", &RateRow::built),
        column("correct", &RateRow::correct),
        column("flagged", &RateRow::flagged),
        column("wrong", &RateRow::wrong),
        column("no_build", &RateRow::noBuild),
        column("crash", &RateRow::crashed),
        column("timeout", &RateRow::timedOut),
        column("not_counted", &RateRow::notCounted),
        column("timed", &RateRow::timed),
        column("faster", &RateRow::faster),
        column("fast_1", &RateRow::fastp1),
        column("fast_1_high", &RateRow::fastp1High),
        column("geometric_mean_speedup", &RateRow::geometricMeanSpeedup),
        column("arithmetic_mean_speedup", &RateRow::arithmeticMeanSpeedup),
        column("median_speedup", &RateRow::medianSpeedup)};
    return columns;
}

DataTable rateData(std::span<const RateRow> rates, const std::string &group)
{
    DataTable table = dataTable(
        rateColumns(), rates,
        "judged = correct + wrong + no build + crash + time-out; not counted = unknown, "
        "skipped, infra errors. fast_1 = correct with speedup > 1, of judged. Means and "
        "medians over the timed correct; speedup = baseline time / candidate time.");
    table.columns.front() = group;
    return table;
}

std::string countsText(const std::map<std::string, std::int64_t> &counts, std::size_t most)
{
    std::vector<std::pair<std::string, std::int64_t>> sorted(counts.begin(), counts.end());
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const auto &a, const auto &b) { return a.second > b.second; });
    std::string out;
    for (std::size_t i = 0; i < sorted.size() && i < most; ++i)
        out += fmt::format("{}{} {}", i == 0 ? "" : ", ",
                           sorted[i].first.empty() ? "(none)" : sorted[i].first, sorted[i].second);
    if (sorted.size() > most)
        out += fmt::format(" and {} more", sorted.size() - most);
    return out;
}

DataTable clusterData(std::span<const FailureCluster> clusters)
{
    constexpr std::size_t most = 3;
    const auto column = []<typename Part>(std::string name, Part part) {
        return dataColumn<FailureCluster>(std::move(name), part);
    };
    static const std::vector columns{
        column("cells",
               [](const FailureCluster &each) { return static_cast<std::int64_t>(each.cells); }),
        column("evaluations", &FailureCluster::count),
        column("kind", [](const FailureCluster &each) { return each.kind.text(); }),
        column("first_cause", [](const FailureCluster &each) { return each.summary.text(); }),
        column("methods",
               [](const FailureCluster &each) { return countsText(each.byMethod, most); }),
        column("categories",
               [](const FailureCluster &each) { return countsText(each.byCategory, most); }),
        column("rounds",
               [](const FailureCluster &each) {
                   std::map<std::string, std::int64_t> rounds;
                   for (const auto &[round, count] : each.byRound)
                       rounds.emplace(fmt::format("round {}:", round), count);
                   return countsText(rounds, most);
               }),
        column("fingerprint", [](const FailureCluster &each) { return each.fingerprint.text(); })};
    return dataTable(columns, clusters,
                     "A cluster holds the failures with one first cause, without paths, numbers "
                     "and addresses. cells: task × method pairs, with the attempt that counts. "
                     "evaluations: every sample, round and attempt, as methods, categories and "
                     "rounds count them, the most frequent of each. kind: from a fixed list.");
}

DataTable goldenData(std::span<const StoredGoldenRecord> records)
{
    const auto column = []<typename Part>(std::string name, Part part) {
        return dataColumn<StoredGoldenRecord>(std::move(name), part);
    };
    const auto measured = []<typename Part>(std::string name, Part part) {
        return dataColumn<StoredGoldenRecord>(
            std::move(name),
            [part](const StoredGoldenRecord &each) { return std::invoke(part, each.record); });
    };
    static const std::vector columns{
        column("run", &StoredGoldenRecord::run),
        column("suite", &StoredGoldenRecord::suite),
        measured("task", &GoldenRecord::task),
        column("category", &StoredGoldenRecord::category),
        column("device", &StoredGoldenRecord::device),
        measured("baseline", &GoldenRecord::baseline),
        measured("case", &GoldenRecord::caseName),
        measured("ms", &GoldenRecord::milliseconds),
        measured("minimum_ms", &GoldenRecord::minimumMs),
        measured("maximum_ms", &GoldenRecord::maximumMs),
        measured("deviation_ms", &GoldenRecord::deviationMs),
        measured("gigabytes_per_second", &GoldenRecord::gigabytesPerSecond),
        measured("teraflops", &GoldenRecord::teraflops),
        measured("source", &GoldenRecord::source),
        column("suite_version", &StoredGoldenRecord::suiteVersion)};
    return dataTable(columns, records,
                     "Times of references as they are recorded, in milliseconds: case is the input "
                     "of a task that has several, source the file and the line.");
}

DataTable toDataTable(const SqlAnswer &answer)
{
    DataTable table;
    table.columns = answer.columns;
    for (const auto &row : answer.rows) {
        DataRow cells;
        for (const SqlCell &cell : row)
            cells.push_back(toDataCell(cell));
        table.rows.push_back(std::move(cells));
    }
    return table;
}

void exportRows(const DataTable &table, const std::string &format, const TextSink &write)
{
    if (format == "latex") {
        write(toLatex(table));
        return;
    }
    if (format == "csv")
        write(csvHeader(table.columns));
    for (const DataRow &row : table.rows)
        write(exportedLine(table.columns, row, format));
}

Result<std::size_t> exportEvaluations(StoreReader &reader, const ResultListing &listing,
                                      const std::string &format, const TextSink &write,
                                      const std::stop_token &stop)
{
    constexpr std::size_t atOnce = 4096;
    const std::vector<RowId> &ids = listing.ids;
    DataTable table{"", namesOf(evaluationColumns()), {}};
    if (format == "csv")
        write(csvHeader(table.columns));
    for (std::size_t at = 0; at < ids.size(); at += atOnce) {
        if (stop.stop_requested())
            return Error{Errc::Cancelled, "the export was stopped"};
        const std::size_t count = std::min(atOnce, ids.size() - at);
        for (const ResultRow &row :
             fetchListed(reader, listing, std::span(ids).subspan(at, count))) {
            if (format == "latex")
                table.rows.push_back(dataRow(evaluationColumns(), row));
            else
                write(exportedLine(table.columns, dataRow(evaluationColumns(), row), format));
        }
    }
    if (format == "latex")
        write(toLatex(table));
    return ids.size();
}

} // namespace loupe
