// SPDX-License-Identifier: Apache-2.0
#include "core/store/rows/runmarkrows.h"

#include "core/store/sqlite/rowlisting.h"

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
    RunMarks marks;
    const Status read = readRows(
        database, "SELECT run_id, is_pinned, is_baseline FROM v_run WHERE is_pinned OR is_baseline",
        [&](const Statement &row) {
            const auto [run, isPinned, isBaseline] = readValues<RunId, bool, bool>(row);
            if (isPinned)
                marks.pinned.insert(run);
            if (isBaseline)
                marks.baseline = run;
        });
    if (!read)
        return read.error();
    return marks;
}

} // namespace loupe
