// SPDX-License-Identifier: Apache-2.0
#include "core/store/file/schemaplan.h"

namespace loupe {

namespace {

/// Adds the texts that compilers generated and samples of instructions, and gives
/// evaluation.withheld its present name. A store with views of users is refused with their names.
/// Without legacy_alter_table SQLite would fail at them here, without saying whose they are.
constexpr const char *stepToVersion10 = R"sql(
CREATE TABLE generated_code (
    evaluation_id INTEGER NOT NULL REFERENCES evaluation (id),
    position      INTEGER NOT NULL,
    kernel        TEXT NOT NULL,
    kind          TEXT NOT NULL,
    text          INTEGER REFERENCES blob (id),
    registers     INTEGER,
    local_bytes   INTEGER,
    shared_bytes  INTEGER,
    note          TEXT NOT NULL,
    PRIMARY KEY (evaluation_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE instruction_samples (
    profile_id INTEGER NOT NULL REFERENCES counter_profile (id),
    position   INTEGER NOT NULL,
    function   TEXT NOT NULL,
    module     TEXT NOT NULL,
    "offset"   INTEGER NOT NULL,
    reason     TEXT NOT NULL,
    samples    INTEGER NOT NULL,
    PRIMARY KEY (profile_id, position)
) STRICT, WITHOUT ROWID;

PRAGMA legacy_alter_table = ON;
ALTER TABLE evaluation RENAME COLUMN withheld TO flagged;
PRAGMA legacy_alter_table = OFF;
)sql";

} // namespace

std::vector<MigrationStep> migrationSteps()
{
    return {{9, stepToVersion10}};
}

} // namespace loupe
