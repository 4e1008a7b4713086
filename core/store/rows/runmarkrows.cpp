// SPDX-License-Identifier: Apache-2.0
#include "core/store/rows/runmarkrows.h"

#include "core/store/sqlite/rowloop.h"

namespace loupe {

Status insertRunMark(Database &database, const RunMark &event)
{
    if (Status fits = checkRunMark(event); !fits)
        return fits;
    const auto present = database.lookup("SELECT id FROM run_mark WHERE uuid = ?", event.uuid);
    if (!present)
        return present.error();
    if (*present)
        return {};
    const auto run = database.lookup("SELECT 1 FROM run WHERE id = ?", event.run.value);
    if (!run)
        return run.error();
    if (!*run)
        return Error{Errc::NotFound, "the store has no run " + std::to_string(event.run.value),
                     database.file().string(), "kloupe runs lists the runs"};
    return database.run(
        "INSERT INTO run_mark (uuid, run_id, kind, person, made_at) VALUES (?, ?, ?, ?, ?)",
        event.uuid, event.run.value, kindName(event.kind), event.person, event.madeAt);
}

Result<RunMarks> readRunMarks(Database &database)
{
    auto statement = database.cached(
        "SELECT run_id, is_pinned, is_baseline FROM v_run WHERE is_pinned OR is_baseline");
    if (!statement)
        return std::move(statement).error();
    RunMarks marks;
    const Status read = forEachRow(**statement, [&](const Statement &row) {
        if (row.integer(1) != 0)
            marks.pinned.insert(RunId{row.integer(0)});
        if (row.integer(2) != 0)
            marks.baseline = RunId{row.integer(0)};
    });
    if (!read)
        return read.error();
    return marks;
}

} // namespace loupe
