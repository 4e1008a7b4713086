// SPDX-License-Identifier: Apache-2.0
#include "core/store/rows/measurementrows.h"

#include "core/store/rows/profilerows.h"
#include "core/store/sqlite/blobstore.h"
#include "core/store/sqlite/rowlisting.h"
#include "core/store/sqlite/rowloop.h"

#include <optional>
#include <utility>

namespace loupe {

namespace {

/// Unpacks numbers from a blob whose columns begin at `first`; empty if there is no blob.
Result<std::string> packedNumbers(const Statement &row, int first)
{
    if (row.isNull(first))
        return std::string();
    return unpackBlob(row.bytes(first), row.textView(first + 1), row.integer(first + 2));
}

Status readFigures(Database &database, RowId id, Evaluation &out)
{
    bool isThere = false;
    Status read = readRows(
        database,
        "SELECT speedup, speedup_low, speedup_high, candidate_ms, baseline_ms FROM evaluation "
        "WHERE id = ?",
        [&](const Statement &row) {
            isThere = true;
            out.speedup = row.optionalReal(0);
            out.speedupLow = row.optionalReal(1);
            out.speedupHigh = row.optionalReal(2);
            out.candidateMs = row.optionalReal(3);
            out.baselineMs = row.optionalReal(4);
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
            auto samples = packedNumbers(row, 4);
            auto calls = packedNumbers(row, 7);
            if (!samples || !calls) {
                damage = samples ? calls.error() : samples.error();
                return;
            }
            out.timings.push_back({row.text(0), row.text(1), row.text(2), unpackDoubles(*samples),
                                   unpackIntegers(*calls), row.real(3),
                                   storedIntegers(row.text(10))});
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
