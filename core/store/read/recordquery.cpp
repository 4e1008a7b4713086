// SPDX-License-Identifier: Apache-2.0
#include "core/store/read/recordquery.h"

#include "core/store/read/metricquery.h"
#include "core/store/rows/profilecolumns.h"
#include "core/store/sqlite/rowloop.h"

#include <string>
#include <utility>

namespace loupe {

namespace {

std::string restSelect()
{
    return "SELECT e.id, e.attempt, n.device_name, ifnull(x.baseline, ''), "
           "ifnull(lower(hex(b.sha256)), ''), (SELECT group_concat(g.flag, char(10)) FROM "
           "evaluation_flag g WHERE g.evaluation_id = e.id), r.origin = 'engine', e.speedup_low, "
           "e.speedup_high, w.evaluation_id, "
        + columnNames<WorkRecord>().list("w.")
        + " FROM evaluation e "
          "JOIN run r ON r.id = e.run_id "
          "JOIN environment n ON n.id = r.environment_id "
          "JOIN candidate c ON c.id = e.candidate_id LEFT JOIN blob b ON b.id = c.source_blob "
          "LEFT JOIN evaluation_extra x ON x.evaluation_id = e.id "
          "LEFT JOIN work w ON w.evaluation_id = e.id WHERE ";
}

std::vector<std::string> linesOf(std::string_view text)
{
    std::vector<std::string> out;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        out.emplace_back(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return out;
}

/// Adds the values that MetricRow lacks to the state of the same evaluation.
void addRest(const Statement &row, RecordedState &state)
{
    state.attempt = row.smallInteger(1);
    state.device = row.text(2);
    state.baseline = row.text(3);
    state.sourceDigest = row.text(4);
    if (!row.isNull(5))
        state.flags = linesOf(row.text(5));
    state.isMeasuredHere = row.integer(6) != 0;
    state.speedupLow = row.optionalReal(7);
    state.speedupHigh = row.optionalReal(8);
    if (!row.isNull(9))
        state.work = readColumns<WorkRecord>(row, 10);
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
        if (at < out.size() && out[at].row.id.value == row.integer(0))
            addRest(row, out[at++]);
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
