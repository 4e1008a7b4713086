// SPDX-License-Identifier: Apache-2.0
#include "core/store/file/migrations.h"

namespace loupe {

namespace {

/// Adds details of comparisons, including the mismatch map.
constexpr const char *stepToVersion2 = R"sql(
ALTER TABLE trial_output ADD COLUMN dtype TEXT NOT NULL DEFAULT '';
ALTER TABLE trial_output ADD COLUMN mean_relative_error REAL;
ALTER TABLE trial_output ADD COLUMN expected_nan INTEGER NOT NULL DEFAULT 0;
ALTER TABLE trial_output ADD COLUMN expected_infinite INTEGER NOT NULL DEFAULT 0;
ALTER TABLE trial_output ADD COLUMN actual_nan INTEGER NOT NULL DEFAULT 0;
ALTER TABLE trial_output ADD COLUMN actual_infinite INTEGER NOT NULL DEFAULT 0;
ALTER TABLE trial_output ADD COLUMN cosine REAL;
ALTER TABLE trial_output ADD COLUMN l1_relative REAL;
ALTER TABLE trial_output ADD COLUMN rmse REAL;
ALTER TABLE trial_output ADD COLUMN map_rows INTEGER NOT NULL DEFAULT 0;
ALTER TABLE trial_output ADD COLUMN map_columns INTEGER NOT NULL DEFAULT 0;
ALTER TABLE trial_output ADD COLUMN map_cell_rows INTEGER NOT NULL DEFAULT 1;
ALTER TABLE trial_output ADD COLUMN map_cell_columns INTEGER NOT NULL DEFAULT 1;
ALTER TABLE trial_output ADD COLUMN map_share INTEGER REFERENCES blob (id);
)sql";

/// Adds the kernels of timed calls, their work, hardware counters, and findings with reviews.
constexpr const char *stepToVersion3 = R"sql(
CREATE TABLE kernel_activity (
    evaluation_id        INTEGER NOT NULL REFERENCES evaluation (id),
    position             INTEGER NOT NULL,
    role                 TEXT NOT NULL,
    case_name            TEXT NOT NULL,
    kind                 TEXT NOT NULL,
    name                 TEXT NOT NULL,
    launches_per_call    REAL NOT NULL,
    device_ms_per_call   REAL NOT NULL,
    share                REAL NOT NULL,
    bytes_per_call       REAL NOT NULL,
    grid                 TEXT NOT NULL,
    block                TEXT NOT NULL,
    registers            INTEGER NOT NULL,
    static_shared_bytes  INTEGER NOT NULL,
    dynamic_shared_bytes INTEGER NOT NULL,
    local_bytes          INTEGER NOT NULL,
    configurations       INTEGER NOT NULL,
    streams              INTEGER NOT NULL,
    PRIMARY KEY (evaluation_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE work (
    evaluation_id    INTEGER PRIMARY KEY REFERENCES evaluation (id),
    case_name        TEXT NOT NULL,
    flops            REAL,
    bytes            REAL,
    compulsory_bytes REAL,
    peak_name        TEXT NOT NULL,
    peak_flops       REAL,
    bandwidth        REAL,
    cache_bytes      REAL,
    cache_bandwidth  REAL,
    evidence         TEXT NOT NULL
) STRICT;

CREATE TABLE counter_profile (
    id            INTEGER PRIMARY KEY,
    evaluation_id INTEGER NOT NULL REFERENCES evaluation (id),
    source        TEXT NOT NULL,
    tool          TEXT NOT NULL,
    device_name   TEXT NOT NULL,
    taken_at      TEXT NOT NULL,
    note          TEXT NOT NULL,
    original      INTEGER REFERENCES blob (id)
) STRICT;
CREATE INDEX counter_profile_evaluation ON counter_profile (evaluation_id);

CREATE TABLE kernel_counter (
    profile_id         INTEGER NOT NULL REFERENCES counter_profile (id),
    position           INTEGER NOT NULL,
    name               TEXT NOT NULL,
    launch             INTEGER NOT NULL,
    grid               TEXT NOT NULL,
    block              TEXT NOT NULL,
    duration_ms        REAL,
    dram_read_bytes    REAL,
    dram_write_bytes   REAL,
    achieved_occupancy REAL,
    sm_throughput      REAL,
    memory_throughput  REAL,
    tensor_use         REAL,
    metrics            TEXT NOT NULL,
    PRIMARY KEY (profile_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE finding (
    evaluation_id INTEGER NOT NULL REFERENCES evaluation (id),
    position      INTEGER NOT NULL,
    rule          TEXT NOT NULL COLLATE NOCASE,
    layer         TEXT NOT NULL,
    severity      TEXT NOT NULL,
    message       TEXT NOT NULL,
    line          INTEGER NOT NULL,
    PRIMARY KEY (evaluation_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX finding_rule ON finding (rule, evaluation_id);

ALTER TABLE evaluation ADD COLUMN withheld INTEGER NOT NULL DEFAULT 0 CHECK (withheld IN (0, 1));

CREATE TABLE review (
    id            INTEGER PRIMARY KEY,
    evaluation_id INTEGER NOT NULL REFERENCES evaluation (id),
    decision      TEXT NOT NULL CHECK (decision IN ('cleared', 'confirmed', 'reopened')),
    person        TEXT NOT NULL CHECK (person <> ''),
    reason        TEXT NOT NULL CHECK (reason <> ''),
    decided_at    TEXT NOT NULL
) STRICT;
CREATE INDEX review_evaluation ON review (evaluation_id, id);
CREATE TRIGGER review_update BEFORE UPDATE ON review
BEGIN SELECT RAISE(ABORT, 'reviews are only added, never changed'); END;
CREATE TRIGGER review_delete BEFORE DELETE ON review
BEGIN SELECT RAISE(ABORT, 'reviews are only added, never removed'); END;
CREATE TRIGGER review_replace BEFORE INSERT ON review
WHEN EXISTS (SELECT 1 FROM review WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'reviews are only added, never replaced'); END;
)sql";

/// Adds records of other tools: original files, reference times, the cost of a candidate. Also adds
/// fingerprints of failures and named filters.
constexpr const char *stepToVersion4 = R"sql(
ALTER TABLE run ADD COLUMN precision TEXT NOT NULL DEFAULT '';
ALTER TABLE candidate ADD COLUMN input_tokens INTEGER;
ALTER TABLE candidate ADD COLUMN output_tokens INTEGER;
ALTER TABLE candidate ADD COLUMN requests INTEGER;
ALTER TABLE candidate ADD COLUMN dollars REAL;
ALTER TABLE candidate ADD COLUMN generation_seconds REAL;

CREATE TABLE golden_record (
    id             INTEGER PRIMARY KEY,
    run_id         INTEGER NOT NULL REFERENCES run (id),
    task_id        INTEGER NOT NULL REFERENCES task (id),
    baseline       TEXT NOT NULL,
    case_name      TEXT NOT NULL,
    ms             REAL NOT NULL,
    minimum_ms     REAL,
    maximum_ms     REAL,
    deviation_ms   REAL,
    gigabytes_per_second REAL,
    teraflops      REAL,
    original       INTEGER REFERENCES blob (id),
    source         TEXT NOT NULL
) STRICT;
CREATE INDEX golden_record_run ON golden_record (run_id, task_id);
CREATE INDEX golden_record_task ON golden_record (task_id);

CREATE TABLE imported_file (
    run_id   INTEGER NOT NULL REFERENCES run (id),
    position INTEGER NOT NULL,
    name     TEXT NOT NULL,
    content  INTEGER REFERENCES blob (id),
    PRIMARY KEY (run_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE failure (
    evaluation_id INTEGER PRIMARY KEY REFERENCES evaluation (id),
    kind          TEXT NOT NULL COLLATE NOCASE,
    fingerprint   TEXT NOT NULL COLLATE NOCASE,
    summary       TEXT NOT NULL
) STRICT;
CREATE INDEX failure_fingerprint ON failure (fingerprint, evaluation_id);
CREATE INDEX failure_kind ON failure (kind, evaluation_id);

CREATE TABLE saved_view (
    name       TEXT PRIMARY KEY COLLATE NOCASE CHECK (name <> ''),
    filter     TEXT NOT NULL,
    saved_at   TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE annotation (
    id            INTEGER PRIMARY KEY,
    uuid          TEXT NOT NULL UNIQUE,
    evaluation_id INTEGER NOT NULL REFERENCES evaluation (id),
    kind          TEXT NOT NULL CHECK (kind IN ('note', 'tag', 'untag', 'state', 'undo')),
    value         TEXT NOT NULL COLLATE NOCASE,
    undoes        INTEGER REFERENCES annotation (id),
    person        TEXT NOT NULL,
    made_at       TEXT NOT NULL,
    CHECK ((kind = 'undo') = (undoes IS NOT NULL))
) STRICT;
CREATE INDEX annotation_evaluation ON annotation (evaluation_id, id);
CREATE INDEX annotation_value ON annotation (kind, value, evaluation_id);
CREATE TRIGGER annotation_update BEFORE UPDATE ON annotation
BEGIN SELECT RAISE(ABORT, 'annotations are only added, never changed'); END;
CREATE TRIGGER annotation_delete BEFORE DELETE ON annotation
BEGIN SELECT RAISE(ABORT, 'annotations are only added, never removed'); END;
CREATE TRIGGER annotation_replace BEFORE INSERT ON annotation
WHEN EXISTS (SELECT 1 FROM annotation WHERE id = NEW.id OR uuid = NEW.uuid)
BEGIN SELECT RAISE(ABORT, 'annotations are only added, never replaced'); END;
)sql";

/// Adds figures of papers, run presets, pinned runs and the baseline run, and counts of elements by
/// relative error.
constexpr const char *stepToVersion5 = R"sql(
CREATE TABLE run_preset (
    name       TEXT PRIMARY KEY COLLATE NOCASE CHECK (name <> ''),
    json       TEXT NOT NULL,
    saved_at   TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE figure (
    name        TEXT PRIMARY KEY COLLATE NOCASE CHECK (name <> ''),
    spec        TEXT NOT NULL,
    saved_at    TEXT NOT NULL,
    data_hash   TEXT NOT NULL DEFAULT '',
    numbers     TEXT NOT NULL DEFAULT '',
    exported_at TEXT NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;

CREATE TABLE run_mark (
    id      INTEGER PRIMARY KEY,
    uuid    TEXT NOT NULL UNIQUE,
    run_id  INTEGER NOT NULL REFERENCES run (id),
    kind    TEXT NOT NULL CHECK (kind IN ('pin', 'unpin', 'baseline', 'no_baseline')),
    person  TEXT NOT NULL,
    made_at TEXT NOT NULL
) STRICT;
CREATE INDEX run_mark_run ON run_mark (run_id, id);
CREATE TRIGGER run_mark_update BEFORE UPDATE ON run_mark
BEGIN SELECT RAISE(ABORT, 'marks of runs are only added, never changed'); END;
CREATE TRIGGER run_mark_delete BEFORE DELETE ON run_mark
BEGIN SELECT RAISE(ABORT, 'marks of runs are only added, never removed'); END;
CREATE TRIGGER run_mark_replace BEFORE INSERT ON run_mark
WHEN EXISTS (SELECT 1 FROM run_mark WHERE id = NEW.id OR uuid = NEW.uuid)
BEGIN SELECT RAISE(ABORT, 'marks of runs are only added, never replaced'); END;

ALTER TABLE trial_output ADD COLUMN error_counts TEXT NOT NULL DEFAULT '';
)sql";

/// Adds the scope of saved views.
constexpr const char *stepToVersion6 = R"sql(
ALTER TABLE saved_view ADD COLUMN scope TEXT NOT NULL DEFAULT '';
)sql";

/// Adds dialogues with models.
constexpr const char *stepToVersion7 = R"sql(
CREATE TABLE generation_profile (
    id     INTEGER PRIMARY KEY,
    sha256 TEXT NOT NULL UNIQUE,
    name   TEXT NOT NULL COLLATE NOCASE,
    json   TEXT NOT NULL
) STRICT;

CREATE TABLE prompt_template (
    id        INTEGER PRIMARY KEY,
    sha256    TEXT NOT NULL UNIQUE,
    name      TEXT NOT NULL COLLATE NOCASE,
    platform  TEXT NOT NULL,
    purpose   TEXT NOT NULL,
    body      INTEGER REFERENCES blob (id),
    variables TEXT NOT NULL
) STRICT;

CREATE TABLE dialogue (
    id          INTEGER PRIMARY KEY,
    run_id      INTEGER NOT NULL REFERENCES run (id),
    task_id     INTEGER NOT NULL REFERENCES task (id),
    method_id   INTEGER NOT NULL REFERENCES method (id),
    sample      INTEGER NOT NULL,
    profile_id  INTEGER REFERENCES generation_profile (id),
    strategy    TEXT NOT NULL,
    island      INTEGER,
    state       TEXT NOT NULL,
    stop_reason TEXT NOT NULL,
    asked_seed  TEXT NOT NULL,
    UNIQUE (run_id, task_id, method_id, sample)
) STRICT;

CREATE TABLE request (
    id                  INTEGER PRIMARY KEY,
    dialogue_id         INTEGER NOT NULL REFERENCES dialogue (id),
    uuid                TEXT NOT NULL UNIQUE,
    round               INTEGER NOT NULL,
    purpose             TEXT NOT NULL,
    attempt             INTEGER NOT NULL,
    http_method         TEXT NOT NULL,
    path                TEXT NOT NULL,
    body                INTEGER REFERENCES blob (id),
    state               TEXT NOT NULL CHECK (state IN ('planned', 'sent', 'answered', 'failed',
                                                       'unknown')),
    reserved_dollars    REAL,
    http_status         INTEGER,
    error_class         TEXT NOT NULL,
    error_text          TEXT NOT NULL,
    retry_after_seconds REAL,
    planned_at          TEXT NOT NULL,
    sent_at             TEXT NOT NULL,
    first_byte_at       TEXT NOT NULL,
    ended_at            TEXT NOT NULL,
    provider_request_id TEXT NOT NULL
) STRICT;
CREATE INDEX request_dialogue ON request (dialogue_id);

CREATE TABLE response (
    id               INTEGER PRIMARY KEY,
    request_id       INTEGER NOT NULL UNIQUE REFERENCES request (id),
    raw              INTEGER REFERENCES blob (id),
    content          INTEGER REFERENCES blob (id),
    reasoning        INTEGER REFERENCES blob (id),
    finish_reason    TEXT NOT NULL,
    model_said       TEXT NOT NULL,
    fingerprint      TEXT NOT NULL,
    input_tokens     INTEGER,
    cached_tokens    INTEGER,
    output_tokens    INTEGER,
    reasoning_tokens INTEGER,
    usage_source     TEXT NOT NULL,
    dollars          REAL,
    dollars_source   TEXT NOT NULL,
    is_complete      INTEGER NOT NULL CHECK (is_complete IN (0, 1))
) STRICT;

CREATE TABLE extraction (
    id              INTEGER PRIMARY KEY,
    response_id     INTEGER NOT NULL REFERENCES response (id),
    rule_version    INTEGER NOT NULL,
    outcome         TEXT NOT NULL,
    segmentation    TEXT NOT NULL,
    blocks          INTEGER NOT NULL,
    chosen          INTEGER NOT NULL,
    is_unclosed     INTEGER NOT NULL CHECK (is_unclosed IN (0, 1)),
    in_open_thought INTEGER NOT NULL CHECK (in_open_thought IN (0, 1)),
    ranges          TEXT NOT NULL,
    source          INTEGER REFERENCES blob (id),
    person          TEXT NOT NULL,
    UNIQUE (response_id, rule_version, person)
) STRICT;

CREATE TABLE message (
    id           INTEGER PRIMARY KEY,
    dialogue_id  INTEGER NOT NULL REFERENCES dialogue (id),
    ordinal      INTEGER NOT NULL,
    round        INTEGER NOT NULL,
    role         TEXT NOT NULL,
    kind         TEXT NOT NULL,
    template_id  INTEGER REFERENCES prompt_template (id),
    body         INTEGER REFERENCES blob (id),
    author       TEXT NOT NULL,
    told_sample  INTEGER,
    told_round   INTEGER,
    told_attempt INTEGER,
    request_id   INTEGER REFERENCES request (id),
    UNIQUE (dialogue_id, ordinal)
) STRICT;

CREATE TABLE lineage (
    dialogue_id   INTEGER NOT NULL REFERENCES dialogue (id),
    round         INTEGER NOT NULL,
    parent_sample INTEGER NOT NULL,
    parent_round  INTEGER NOT NULL,
    role          TEXT NOT NULL,
    PRIMARY KEY (dialogue_id, round, parent_sample, parent_round, role)
) STRICT, WITHOUT ROWID;

ALTER TABLE candidate ADD COLUMN request_id INTEGER REFERENCES request (id);
)sql";

/// Adds the process of each sample to timings.
constexpr const char *stepToVersion8 = R"sql(
ALTER TABLE timing ADD COLUMN samples_by_process TEXT NOT NULL DEFAULT '';
)sql";

/// Adds the columns made_of, own_share and arithmetic to evaluations. Rules that used to accuse
/// candidates of these now fill the columns. Their findings become notes that explain the values.
/// - Under the policy `pure`, suspicions stay, because the user chose it; `mixed` was the default.
/// - A fallback stays a suspicion if the device's record shows only the library's kernels.
constexpr const char *stepToVersion9 = R"sql(
ALTER TABLE evaluation ADD COLUMN made_of TEXT
    CHECK (made_of IN ('own_kernels', 'mixed', 'library_only'));
ALTER TABLE evaluation ADD COLUMN own_share REAL CHECK (own_share BETWEEN 0 AND 1);
ALTER TABLE evaluation ADD COLUMN arithmetic TEXT
    CHECK (arithmetic IN ('float32', 'as_baseline', 'reduced'));

CREATE TEMP TABLE precision_finding AS SELECT evaluation_id, position FROM finding
    WHERE rule = 'reduced_precision' OR (rule = 'precision_flags' AND (message LIKE '%allow_tf32%'
        OR message LIKE '%precision%' OR message LIKE '%AllowTF32%'
        OR message LIKE '%cublasSetMathMode%'));
UPDATE evaluation SET arithmetic = 'reduced'
    WHERE id IN (SELECT evaluation_id FROM precision_finding);
UPDATE evaluation SET arithmetic = 'as_baseline'
    WHERE id IN (SELECT evaluation_id FROM finding WHERE rule = 'as_timed');

UPDATE evaluation SET made_of = 'mixed'
    WHERE id IN (SELECT evaluation_id FROM finding WHERE rule IN ('library_use', 'fallback'));
UPDATE evaluation AS e SET own_share = (SELECT CAST(f.message AS REAL) / 100 FROM finding f
        WHERE f.evaluation_id = e.id AND f.rule = 'own_share'
            AND f.message LIKE '% of the device time%' LIMIT 1)
    WHERE id IN (SELECT evaluation_id FROM finding WHERE rule = 'own_share');
UPDATE evaluation SET made_of = iif(own_share > 0, 'mixed', 'library_only')
    WHERE own_share IS NOT NULL;
UPDATE evaluation SET made_of = 'library_only' WHERE own_share IS NULL AND id IN
    (SELECT evaluation_id FROM finding WHERE rule IN ('library_only', 'dead_kernel',
        'same_kernels'));

CREATE TEMP TABLE only_fact AS SELECT f.evaluation_id, f.position FROM finding f
        JOIN evaluation e ON e.id = f.evaluation_id JOIN run r ON r.id = e.run_id
    WHERE f.severity = 'suspicion'
        AND ifnull(iif(json_valid(r.profile_json), json_extract(r.profile_json, '$.library'), ''),
            '') <> 'pure'
        AND (f.rule IN ('library_only', 'library_use', 'own_share', 'same_kernels', 'dead_kernel')
            OR (f.rule = 'fallback' AND NOT EXISTS (SELECT 1 FROM finding g
                WHERE g.evaluation_id = e.id AND g.rule = 'own_share'
                    AND g.message LIKE '0.0 %')));
INSERT INTO only_fact SELECT f.evaluation_id, f.position FROM finding f
    JOIN precision_finding p ON p.evaluation_id = f.evaluation_id
    WHERE f.severity = 'suspicion' AND (p.position = f.position
        OR (f.rule = 'global_flags_changed' AND NOT EXISTS (SELECT 1 FROM finding g
            WHERE g.evaluation_id = f.evaluation_id AND g.rule = 'precision_flags'
                AND g.position NOT IN (SELECT position FROM precision_finding q
                    WHERE q.evaluation_id = f.evaluation_id))));
UPDATE finding SET severity = 'note'
    WHERE (evaluation_id, position) IN (SELECT evaluation_id, position FROM only_fact);
DELETE FROM evaluation_flag WHERE flag = 'suspicion'
    AND evaluation_id IN (SELECT evaluation_id FROM only_fact)
    AND NOT EXISTS (SELECT 1 FROM finding f WHERE f.evaluation_id = evaluation_flag.evaluation_id
        AND f.severity = 'suspicion');
UPDATE evaluation AS e SET withheld = EXISTS (SELECT 1 FROM finding f
        WHERE f.evaluation_id = e.id AND f.severity = 'proof')
        OR (EXISTS (SELECT 1 FROM finding f WHERE f.evaluation_id = e.id
                AND f.severity = 'suspicion')
            AND ifnull((SELECT v.decision FROM review v WHERE v.evaluation_id = e.id
                ORDER BY v.id DESC LIMIT 1), '') <> 'cleared')
    WHERE id IN (SELECT evaluation_id FROM only_fact);
DROP TABLE only_fact;
DROP TABLE precision_finding;
)sql";

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
    return {{1, stepToVersion2}, {2, stepToVersion3}, {3, stepToVersion4},
            {4, stepToVersion5}, {5, stepToVersion6}, {6, stepToVersion7},
            {7, stepToVersion8}, {8, stepToVersion9}, {9, stepToVersion10}};
}

} // namespace loupe
