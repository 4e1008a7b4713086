// SPDX-License-Identifier: Apache-2.0
#include "core/store/read/recordquery.h"

#include "core/store/read/metricquery.h"
#include "core/store/rows/profilecolumns.h"
#include "core/store/sqlite/rowlisting.h"

#include <string>
#include <utility>

namespace loupe {

namespace {

std::vector<std::string> flagsOf(std::string_view text)
{
    std::vector<std::string> out;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        out.emplace_back(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return out;
}

} // namespace

/// Lists the values that MetricRow lacks: e is the evaluation, x its texts, b its source, r its run
/// in the environment n.
template <typename Columns>
void listColumns(Columns &columns, RecordedState &state)
{
    columns("e.attempt", state.attempt);
    columns("n.device_name", state.device);
    columns("x.baseline", state.baseline);
    columns("lower(hex(b.sha256))", state.sourceDigest);
    columns.parsed("(SELECT group_concat(g.flag, char(10)) FROM evaluation_flag g WHERE "
                   "g.evaluation_id = e.id)",
                   state.flags, flagsOf);
    columns("r.origin = 'engine'", state.isMeasuredHere);
    columns("e.speedup_low", state.speedupLow);
    columns("e.speedup_high", state.speedupHigh);
}

namespace {

std::string restSelect()
{
    return "SELECT e.id, w.evaluation_id IS NOT NULL, " + columnNames<WorkRecord>().list("w.")
        + ", " + columnNames<RecordedState>().list()
        + " FROM evaluation e "
          "JOIN run r ON r.id = e.run_id "
          "JOIN environment n ON n.id = r.environment_id "
          "JOIN candidate c ON c.id = e.candidate_id LEFT JOIN blob b ON b.id = c.source_blob "
          "LEFT JOIN evaluation_extra x ON x.evaluation_id = e.id "
          "LEFT JOIN work w ON w.evaluation_id = e.id WHERE ";
}

} // namespace

Result<std::vector<RecordedState>> readRecordedStates(TwinTransactions &store,
                                                      const SqlCondition &condition)
{
    auto rows = readMetricRows(store, {condition, true}, {});
    if (!rows)
        return std::move(rows).error();
    std::vector<RecordedState> out;
    for (std::size_t i = 0; i < (*rows)->count(); ++i) {
        for (MetricRow &row : (*rows)->part(i))
            out.emplace_back().row = std::move(row);
    }
    auto statement = store.first.prepare(restSelect() + condition.text + " ORDER BY e.id");
    if (!statement)
        return std::move(statement).error();
    condition.bindTo(*statement);
    std::size_t at = 0;
    const Status read = forEachRow(*statement, [&](const Statement &row) {
        auto [id, hasWork, work, rest] = readValues<RowId, bool, WorkRecord, RecordedState>(row);
        if (at >= out.size() || out[at].row.id != id)
            return;
        RecordedState &state = out[at++];
        rest.row = std::move(state.row);
        if (hasWork)
            rest.work = std::move(work);
        state = std::move(rest);
    });
    if (!read)
        return read.error();
    if (at != out.size())
        return Error{Errc::Corrupt,
                     "an evaluation refers to a candidate, run or environment that is missing",
                     store.first.file().string(),
                     "kloupe check FILE lists the damage; restore a backup"};
    return out;
}

} // namespace loupe
