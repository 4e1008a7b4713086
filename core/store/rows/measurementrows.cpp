// SPDX-License-Identifier: Apache-2.0
#include "core/store/rows/measurementrows.h"

#include "core/store/rows/profilerows.h"
#include "core/store/sqlite/blobstore.h"
#include "core/store/sqlite/rowlisting.h"

#include <optional>
#include <tuple>
#include <utility>

namespace loupe {

namespace {

Status readFigures(Database &database, RowId id, Evaluation &out)
{
    bool isThere = false;
    Status read = readRows(
        database,
        "SELECT speedup, speedup_low, speedup_high, candidate_ms, baseline_ms FROM evaluation "
        "WHERE id = ?",
        [&](const Statement &row) {
            isThere = true;
            using Number = std::optional<double>;
            std::tie(out.speedup, out.speedupLow, out.speedupHigh, out.candidateMs, out.baselineMs)
                = readValues<Number, Number, Number, Number, Number>(row);
        },
        id.value);
    if (read && !isThere)
        return Error{Errc::NotFound, "the store has no evaluation " + std::to_string(id.value),
                     database.file().string(), "kloupe query STORE lists the evaluations"};
    return read;
}

Status readSeries(Database &database, RowId id, Evaluation &out)
{
    std::optional<Error> damage;
    Status read = readRows(
        database,
        "SELECT t.role, t.clock, t.case_name, t.overhead_ms, s.data, s.codec, s.size, c.data, "
        "c.codec, c.size, t.samples_by_process FROM timing t LEFT JOIN blob s ON s.id = "
        "t.samples_ms LEFT JOIN blob c ON c.id = t.calls WHERE t.evaluation_id = ? ORDER BY "
        "t.position",
        [&](const Statement &row) {
            const auto [role, clock, caseName, overheadMs, packedSamples, packedCalls, processes]
                = readValues<std::string, std::string, std::string, double, BlobRow, BlobRow,
                             std::vector<std::int64_t>>(row);
            const auto samples = packedSamples.content();
            const auto calls = packedCalls.content();
            if (!samples || !calls) {
                damage = samples ? calls.error() : samples.error();
                return;
            }
            out.timings.push_back({role, clock, caseName, unpackDoubles(*samples),
                                   unpackIntegers(*calls), overheadMs, processes});
        },
        id.value);
    if (read && damage) {
        damage->where = database.file().string() + ":evaluation " + std::to_string(id.value);
        return *damage;
    }
    return read;
}

} // namespace

Result<std::vector<Evaluation>> readMeasurements(Database &database,
                                                 std::span<const RowId> evaluations)
{
    std::vector<Evaluation> out(evaluations.size());
    for (std::size_t i = 0; i < evaluations.size(); ++i) {
        Status read = readFigures(database, evaluations[i], out[i]);
        if (read)
            read = readSeries(database, evaluations[i], out[i]);
        if (read)
            read = readWork(database, evaluations[i].value, out[i]);
        if (!read)
            return read.error();
    }
    return out;
}

} // namespace loupe
