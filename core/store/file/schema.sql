-- The tables of a KernelLoupe store, version 10. Tables may change with the version; the views in
-- views.sql are what other programs should use (resources/help/store.md).

-- Texts and raw samples, kept once per content.
CREATE TABLE blob (
    id     INTEGER PRIMARY KEY,
    sha256 BLOB NOT NULL UNIQUE CHECK (length(sha256) = 32), -- of the content as it was given
    size   INTEGER NOT NULL CHECK (size >= 0),               -- bytes of that content
    codec  TEXT NOT NULL CHECK (codec IN ('raw', 'zstd')),
    data   BLOB NOT NULL
) STRICT;

-- What each verdict means: the enum of the program that made the store.
CREATE TABLE verdict (
    id       TEXT PRIMARY KEY COLLATE NOCASE,
    position INTEGER NOT NULL UNIQUE, -- the order of tables and legends
    outcome  TEXT NOT NULL,
    stage    TEXT NOT NULL,
    label    TEXT NOT NULL,
    meaning  TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE task (
    id                 INTEGER PRIMARY KEY,
    suite              TEXT NOT NULL COLLATE NOCASE,
    name               TEXT NOT NULL COLLATE NOCASE,
    category           TEXT NOT NULL COLLATE NOCASE,
    level              INTEGER,
    title              TEXT NOT NULL,
    hash               TEXT NOT NULL,              -- empty when only the name is known
    reference_blob     INTEGER REFERENCES blob (id),
    reference_language TEXT NOT NULL,
    spec_blob          INTEGER REFERENCES blob (id),
    sound              INTEGER CHECK (sound IN (0, 1)), -- NULL: not audited
    soundness_reason   TEXT NOT NULL
) STRICT;
-- Names are compared exactly here: two suites' spellings are two tasks.
CREATE UNIQUE INDEX task_identity ON task (suite COLLATE BINARY, name COLLATE BINARY, hash);

CREATE TABLE method (
    id          INTEGER PRIMARY KEY,
    name        TEXT NOT NULL COLLATE NOCASE,
    kind        TEXT NOT NULL,
    description TEXT NOT NULL,
    is_demo     INTEGER NOT NULL CHECK (is_demo IN (0, 1))
) STRICT;
CREATE UNIQUE INDEX method_identity ON method (name COLLATE BINARY);

CREATE TABLE environment (
    id          INTEGER PRIMARY KEY,
    device_name TEXT NOT NULL COLLATE NOCASE,
    device_kind TEXT NOT NULL,
    json        TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX environment_identity ON environment (
    device_name COLLATE BINARY, device_kind, json);

CREATE TABLE run (
    id             INTEGER PRIMARY KEY,
    uuid           TEXT NOT NULL UNIQUE,
    name           TEXT NOT NULL COLLATE NOCASE,
    suite          TEXT NOT NULL COLLATE NOCASE,
    origin         TEXT NOT NULL,
    protocol       TEXT NOT NULL,
    sandbox        TEXT NOT NULL,
    tool_version   TEXT NOT NULL,
    profile_json   TEXT NOT NULL,
    started_at     TEXT NOT NULL,
    finished_at    TEXT NOT NULL,
    -- A row left in 'running' by a killed program is shown as interrupted by readers.
    state          TEXT NOT NULL CHECK (state IN ('running', 'finished', 'cancelled',
                                                  'interrupted')),
    environment_id INTEGER NOT NULL REFERENCES environment (id),
    precision      TEXT NOT NULL DEFAULT '' -- "fp32", "bf16" …; empty: not recorded; since version 4
) STRICT;
CREATE UNIQUE INDEX run_name ON run (name COLLATE BINARY);

CREATE TABLE candidate (
    id            INTEGER PRIMARY KEY,
    task_id       INTEGER NOT NULL REFERENCES task (id),
    method_id     INTEGER NOT NULL REFERENCES method (id),
    sample        INTEGER NOT NULL,
    round         INTEGER NOT NULL,
    source_blob   INTEGER REFERENCES blob (id),
    feedback_blob INTEGER REFERENCES blob (id),
    language      TEXT NOT NULL,
    file_name     TEXT NOT NULL,
    -- What it cost to write it, since version 4. NULL: not recorded.
    input_tokens       INTEGER,
    output_tokens      INTEGER,
    requests           INTEGER,
    dollars            REAL,
    generation_seconds REAL,
    request_id         INTEGER REFERENCES request (id) -- whose answer it is; since version 7
) STRICT;
CREATE UNIQUE INDEX candidate_identity ON candidate (
    task_id, method_id, sample, round, ifnull(source_blob, 0), ifnull(feedback_blob, 0), language,
    file_name);

-- What tables and charts need of one evaluation. Narrow on purpose: a full scan of a million rows
-- must take a fraction of a second. `category` repeats task.category, `outcome` verdict.outcome.
CREATE TABLE evaluation (
    id             INTEGER PRIMARY KEY,
    run_id         INTEGER NOT NULL REFERENCES run (id),
    task_id        INTEGER NOT NULL REFERENCES task (id),
    method_id      INTEGER NOT NULL REFERENCES method (id),
    candidate_id   INTEGER NOT NULL REFERENCES candidate (id),
    sample         INTEGER NOT NULL,
    round          INTEGER NOT NULL,
    attempt        INTEGER NOT NULL,
    -- 1: the outcome is known (not unknown, not infra_error) and no later round of the same
    -- sample in the same run has a known one.
    is_last_round  INTEGER NOT NULL CHECK (is_last_round IN (0, 1)),
    category       TEXT NOT NULL COLLATE NOCASE,
    outcome        TEXT NOT NULL COLLATE NOCASE,
    verdict        TEXT NOT NULL COLLATE NOCASE REFERENCES verdict (id),
    strict_verdict TEXT NOT NULL COLLATE NOCASE REFERENCES verdict (id),
    speedup        REAL, -- baseline time / candidate time; NULL: not timed
    speedup_low    REAL,
    speedup_high   REAL,
    candidate_ms   REAL,
    baseline_ms    REAL,
    message        TEXT NOT NULL,
    -- 1: a finding of cheating, so not counted as correct: a proof, or a suspicion that no review
    -- has cleared. Named withheld from version 3 to 9.
    flagged        INTEGER NOT NULL DEFAULT 0 CHECK (flagged IN (0, 1)),
    -- Since version 9: what the candidate is made of and how exact it computes; NULL: not known.
    made_of        TEXT CHECK (made_of IN ('own_kernels', 'mixed', 'library_only')),
    own_share      REAL CHECK (own_share BETWEEN 0 AND 1), -- of the measured device time
    arithmetic     TEXT CHECK (arithmetic IN ('float32', 'as_baseline', 'reduced')),
    UNIQUE (run_id, task_id, method_id, sample, round, attempt)
) STRICT;
CREATE INDEX evaluation_category ON evaluation (category, outcome, speedup);
CREATE INDEX evaluation_outcome ON evaluation (outcome, speedup);
CREATE INDEX evaluation_run ON evaluation (run_id, outcome);
CREATE INDEX evaluation_task ON evaluation (task_id);
CREATE INDEX evaluation_method ON evaluation (method_id);
CREATE INDEX evaluation_verdict ON evaluation (verdict);
CREATE INDEX evaluation_speedup ON evaluation (speedup);
CREATE INDEX evaluation_candidate_ms ON evaluation (candidate_ms);

-- The rest of an evaluation, read one at a time.
CREATE TABLE evaluation_extra (
    evaluation_id INTEGER PRIMARY KEY REFERENCES evaluation (id),
    baseline      TEXT NOT NULL,
    build_ms      REAL,
    verify_ms     REAL,
    time_ms       REAL,
    build_log     INTEGER REFERENCES blob (id),
    run_log       INTEGER REFERENCES blob (id),
    original      INTEGER REFERENCES blob (id), -- the imported record as it was
    started_at    TEXT NOT NULL,
    finished_at   TEXT NOT NULL
) STRICT;

CREATE TABLE evaluation_flag (
    evaluation_id INTEGER NOT NULL REFERENCES evaluation (id),
    position      INTEGER NOT NULL,
    flag          TEXT NOT NULL COLLATE NOCASE,
    PRIMARY KEY (evaluation_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX evaluation_flag_flag ON evaluation_flag (flag, evaluation_id);

CREATE TABLE trial (
    id            INTEGER PRIMARY KEY,
    evaluation_id INTEGER NOT NULL REFERENCES evaluation (id),
    trial_index   INTEGER NOT NULL,
    case_name     TEXT NOT NULL,
    seed          TEXT NOT NULL,
    verdict       TEXT NOT NULL COLLATE NOCASE REFERENCES verdict (id),
    message       TEXT NOT NULL
) STRICT;
CREATE INDEX trial_evaluation ON trial (evaluation_id);

-- One output of one trial, compared. In the REAL columns NULL means not-a-number.
CREATE TABLE trial_output (
    trial_id            INTEGER NOT NULL REFERENCES trial (id),
    position            INTEGER NOT NULL,
    output              TEXT NOT NULL,
    elements            INTEGER NOT NULL,
    mismatched          INTEGER NOT NULL,
    unwritten           INTEGER NOT NULL,
    not_a_number        INTEGER NOT NULL,
    max_absolute_error  REAL,
    mean_absolute_error REAL,
    max_relative_error  REAL,
    absolute_tolerance  REAL,
    relative_tolerance  REAL,
    shape               TEXT NOT NULL, -- JSON array
    worst_index         TEXT NOT NULL, -- JSON array
    worst_expected      REAL,
    worst_actual        REAL,
    first_mismatch      TEXT NOT NULL, -- JSON array
    pattern             TEXT NOT NULL,
    -- Since version 2; where nothing was measured, the measures are NULL.
    dtype               TEXT NOT NULL DEFAULT '',
    mean_relative_error REAL,
    expected_nan        INTEGER NOT NULL DEFAULT 0,
    expected_infinite   INTEGER NOT NULL DEFAULT 0,
    actual_nan          INTEGER NOT NULL DEFAULT 0,
    actual_infinite     INTEGER NOT NULL DEFAULT 0,
    cosine              REAL,
    l1_relative         REAL,
    rmse                REAL,
    map_rows            INTEGER NOT NULL DEFAULT 0, -- of cells; 0: there is no map
    map_columns         INTEGER NOT NULL DEFAULT 0,
    map_cell_rows       INTEGER NOT NULL DEFAULT 1, -- elements that a cell covers
    map_cell_columns    INTEGER NOT NULL DEFAULT 1,
    map_share           INTEGER REFERENCES blob (id), -- a byte a cell, row by row: 255 = all differ
    -- Since version 5: JSON array of the mismatches by relative error, below 1e-8, by half decades,
    -- from 1e4 on, and no number; empty: not counted.
    error_counts        TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (trial_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE timing (
    evaluation_id INTEGER NOT NULL REFERENCES evaluation (id),
    position      INTEGER NOT NULL,
    role          TEXT NOT NULL,
    clock         TEXT NOT NULL,
    case_name     TEXT NOT NULL,
    overhead_ms   REAL,
    sample_count  INTEGER NOT NULL,
    samples_ms    INTEGER REFERENCES blob (id), -- float64, little endian
    calls         INTEGER REFERENCES blob (id), -- int32, little endian
    -- Since version 8: JSON array of how many of the samples each process of the side gave, in
    -- their order; empty: they are of one process, or it was not recorded.
    samples_by_process TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (evaluation_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE diagnostic (
    evaluation_id  INTEGER NOT NULL REFERENCES evaluation (id),
    position       INTEGER NOT NULL,
    severity       TEXT NOT NULL CHECK (severity IN ('note', 'warning', 'error')),
    file           TEXT NOT NULL,
    line           INTEGER NOT NULL, -- 0: unknown
    column_number  INTEGER NOT NULL, -- 0: unknown
    message        TEXT NOT NULL,
    is_first_cause INTEGER NOT NULL CHECK (is_first_cause IN (0, 1)),
    PRIMARY KEY (evaluation_id, position)
) STRICT, WITHOUT ROWID;

-- Recorded steps from a round to the next.
CREATE TABLE transition (
    id             INTEGER PRIMARY KEY,
    run_id         INTEGER NOT NULL REFERENCES run (id),
    task_id        INTEGER NOT NULL REFERENCES task (id),
    method_id      INTEGER NOT NULL REFERENCES method (id),
    sample         INTEGER NOT NULL,
    from_round     INTEGER NOT NULL,
    to_round       INTEGER NOT NULL,
    kind           TEXT NOT NULL,
    identical_code INTEGER NOT NULL CHECK (identical_code IN (0, 1)),
    original       INTEGER REFERENCES blob (id),
    UNIQUE (run_id, task_id, method_id, sample, from_round, to_round)
) STRICT;

-- What a device did in the calls that were timed: one row per name and side. Since version 3, as
-- all below.
CREATE TABLE kernel_activity (
    evaluation_id        INTEGER NOT NULL REFERENCES evaluation (id),
    position             INTEGER NOT NULL,
    role                 TEXT NOT NULL,
    case_name            TEXT NOT NULL,
    kind                 TEXT NOT NULL, -- kernel, memcpy, memset, rest
    name                 TEXT NOT NULL,
    launches_per_call    REAL NOT NULL,
    device_ms_per_call   REAL NOT NULL,
    share                REAL NOT NULL, -- of the side's summed device time, 0 to 1
    bytes_per_call       REAL NOT NULL,
    grid                 TEXT NOT NULL, -- JSON array, of the longest configuration
    block                TEXT NOT NULL, -- JSON array
    registers            INTEGER NOT NULL,
    static_shared_bytes  INTEGER NOT NULL,
    dynamic_shared_bytes INTEGER NOT NULL,
    local_bytes          INTEGER NOT NULL,
    configurations       INTEGER NOT NULL,
    streams              INTEGER NOT NULL,
    PRIMARY KEY (evaluation_id, position)
) STRICT, WITHOUT ROWID;

-- What a timed case has to do and what its device was measured to do. NULL: not known.
CREATE TABLE work (
    evaluation_id    INTEGER PRIMARY KEY REFERENCES evaluation (id),
    case_name        TEXT NOT NULL,
    flops            REAL,
    bytes            REAL,
    compulsory_bytes REAL,
    peak_name        TEXT NOT NULL,
    peak_flops       REAL,          -- operations per second
    bandwidth        REAL,          -- bytes per second
    cache_bytes      REAL,
    cache_bandwidth  REAL,          -- bytes per second
    evidence         TEXT NOT NULL  -- why the time is faster than physics allow; empty: it is not
) STRICT;

-- What a profiler measured of an evaluation's candidate, after the evaluation.
CREATE TABLE counter_profile (
    id            INTEGER PRIMARY KEY,
    evaluation_id INTEGER NOT NULL REFERENCES evaluation (id),
    source        TEXT NOT NULL, -- cupti, ncu, import:ncu
    tool          TEXT NOT NULL,
    device_name   TEXT NOT NULL,
    taken_at      TEXT NOT NULL,
    note          TEXT NOT NULL,
    original      INTEGER REFERENCES blob (id) -- the imported file as it was
) STRICT;
CREATE INDEX counter_profile_evaluation ON counter_profile (evaluation_id);

-- One launch of a kernel under hardware counters. Shares are 0 to 1; NULL: not measured.
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
    metrics            TEXT NOT NULL, -- JSON: name -> {value, unit}, all that was measured
    PRIMARY KEY (profile_id, position)
) STRICT, WITHOUT ROWID;

-- How often a sampled warp was found at an instruction, by reason. Since version 10.
CREATE TABLE instruction_samples (
    profile_id INTEGER NOT NULL REFERENCES counter_profile (id),
    position   INTEGER NOT NULL,
    function   TEXT NOT NULL, -- symbol, as in the machine code
    module     TEXT NOT NULL, -- checksum of the machine code
    "offset"   INTEGER NOT NULL, -- bytes from the start of the function
    reason     TEXT NOT NULL, -- long_scoreboard, barrier, ...; selected: it was not waiting
    samples    INTEGER NOT NULL,
    PRIMARY KEY (profile_id, position)
) STRICT, WITHOUT ROWID;

-- What compilers made of an evaluation's candidate, by kernel and kind of text. NULL: not known.
-- Since version 10.
CREATE TABLE generated_code (
    evaluation_id INTEGER NOT NULL REFERENCES evaluation (id),
    position      INTEGER NOT NULL,
    kernel        TEXT NOT NULL, -- readable name; empty: about all kernels
    kind          TEXT NOT NULL, -- ttir, ttgir, llir, ptx, amdgcn, sass; empty: about all kinds
    text          INTEGER REFERENCES blob (id),
    registers     INTEGER,
    local_bytes   INTEGER,       -- of a thread: spilled registers and local arrays
    shared_bytes  INTEGER,       -- of a block, without what a launch adds
    note          TEXT NOT NULL, -- why the text is cut or missing; empty: it is whole
    PRIMARY KEY (evaluation_id, position)
) STRICT, WITHOUT ROWID;

-- What the rules of integrity found about an evaluation, the gravest first.
CREATE TABLE finding (
    evaluation_id INTEGER NOT NULL REFERENCES evaluation (id),
    position      INTEGER NOT NULL,
    rule          TEXT NOT NULL COLLATE NOCASE,
    layer         TEXT NOT NULL, -- static, runtime, differential, record
    severity      TEXT NOT NULL, -- note, suspicion, proof
    message       TEXT NOT NULL,
    line          INTEGER NOT NULL, -- of the candidate's source; 0: no single one
    PRIMARY KEY (evaluation_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX finding_rule ON finding (rule, evaluation_id);

-- What people decided about the suspicions of an evaluation: the last one counts. Rows are only added.
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
-- INSERT OR REPLACE removes the old row without telling the trigger above.
CREATE TRIGGER review_replace BEFORE INSERT ON review
WHEN EXISTS (SELECT 1 FROM review WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'reviews are only added, never replaced'); END;

-- Recorded times of references, what other tools divide by. Since version 4, as all below. The
-- run's environment names the device.
CREATE TABLE golden_record (
    id             INTEGER PRIMARY KEY,
    run_id         INTEGER NOT NULL REFERENCES run (id),
    task_id        INTEGER NOT NULL REFERENCES task (id),
    baseline       TEXT NOT NULL, -- eager, torch.compile (default), …
    case_name      TEXT NOT NULL,
    ms             REAL NOT NULL,
    minimum_ms     REAL,
    maximum_ms     REAL,
    deviation_ms   REAL,
    gigabytes_per_second REAL,
    teraflops      REAL,
    original       INTEGER REFERENCES blob (id), -- the imported record as it was
    source         TEXT NOT NULL                 -- file and place of the record
) STRICT;
CREATE INDEX golden_record_run ON golden_record (run_id, task_id);
CREATE INDEX golden_record_task ON golden_record (task_id);

-- The files of an import, whole: what `kloupe export --original` gives back byte by byte.
CREATE TABLE imported_file (
    run_id   INTEGER NOT NULL REFERENCES run (id),
    position INTEGER NOT NULL,
    name     TEXT NOT NULL, -- path within what was imported
    content  INTEGER REFERENCES blob (id), -- NULL: an empty file
    PRIMARY KEY (run_id, position)
) STRICT, WITHOUT ROWID;

-- Why an evaluation failed, normalised so that like failures have one fingerprint.
CREATE TABLE failure (
    evaluation_id INTEGER PRIMARY KEY REFERENCES evaluation (id),
    kind          TEXT NOT NULL COLLATE NOCASE, -- of the first cause: undefined_symbol, …
    fingerprint   TEXT NOT NULL COLLATE NOCASE, -- hexadecimal
    summary       TEXT NOT NULL                 -- the normalised first cause
) STRICT;
CREATE INDEX failure_fingerprint ON failure (fingerprint, evaluation_id);
CREATE INDEX failure_kind ON failure (kind, evaluation_id);

-- Filters that people named. Since version 6 with the scope of the window: JSON, or empty.
CREATE TABLE saved_view (
    name       TEXT PRIMARY KEY COLLATE NOCASE CHECK (name <> ''),
    filter     TEXT NOT NULL, -- as in the filter line
    saved_at   TEXT NOT NULL,
    scope      TEXT NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;

-- Figures of papers: how each is made (JSON), and what was in it when it was last exported: the
-- SHA-256 of its numbers and they themselves as CSV; empty: never. Since version 5.
CREATE TABLE figure (
    name        TEXT PRIMARY KEY COLLATE NOCASE CHECK (name <> ''),
    spec        TEXT NOT NULL,
    saved_at    TEXT NOT NULL,
    data_hash   TEXT NOT NULL DEFAULT '',
    numbers     TEXT NOT NULL DEFAULT '',
    exported_at TEXT NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;

-- What people say of an evaluation: events, only added, so that undo works across restarts and two
-- people's stores merge. What holds is the last event of its kind that no later one undoes.
CREATE TABLE annotation (
    id            INTEGER PRIMARY KEY,
    uuid          TEXT NOT NULL UNIQUE, -- the same event in every store that holds it
    evaluation_id INTEGER NOT NULL REFERENCES evaluation (id),
    kind          TEXT NOT NULL CHECK (kind IN ('note', 'tag', 'untag', 'state', 'undo')),
    value         TEXT NOT NULL COLLATE NOCASE, -- the note, the tag or the state
    undoes        INTEGER REFERENCES annotation (id), -- of an undo: the event it takes back
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

-- Which runs people pinned, and which one they compare with: events, only added. The last one of a
-- run's pins counts, and the last of all about the baseline. Since version 5.
CREATE TABLE run_mark (
    id      INTEGER PRIMARY KEY,
    uuid    TEXT NOT NULL UNIQUE, -- the same event in every store that holds it
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

-- What a person wants to run again and again, by name. Since version 5.
CREATE TABLE run_preset (
    name       TEXT PRIMARY KEY COLLATE NOCASE CHECK (name <> ''),
    json       TEXT NOT NULL, -- as kloupe presets export writes it
    saved_at   TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- How kernels were asked for, without secrets. Since version 7, as all below.
CREATE TABLE generation_profile (
    id     INTEGER PRIMARY KEY,
    sha256 TEXT NOT NULL UNIQUE, -- of name and json
    name   TEXT NOT NULL COLLATE NOCASE,
    json   TEXT NOT NULL
) STRICT;

-- Texts that messages were made from.
CREATE TABLE prompt_template (
    id        INTEGER PRIMARY KEY,
    sha256    TEXT NOT NULL UNIQUE, -- of all columns below
    name      TEXT NOT NULL COLLATE NOCASE,
    platform  TEXT NOT NULL,
    purpose   TEXT NOT NULL, -- start, fix, optimise, truncated, hint
    body      INTEGER REFERENCES blob (id),
    variables TEXT NOT NULL  -- JSON array
) STRICT;

-- All that was said to get the candidates of one sample.
CREATE TABLE dialogue (
    id          INTEGER PRIMARY KEY,
    run_id      INTEGER NOT NULL REFERENCES run (id),
    task_id     INTEGER NOT NULL REFERENCES task (id),
    method_id   INTEGER NOT NULL REFERENCES method (id),
    sample      INTEGER NOT NULL,
    profile_id  INTEGER REFERENCES generation_profile (id), -- NULL: imported
    strategy    TEXT NOT NULL,
    island      INTEGER,
    state       TEXT NOT NULL,
    stop_reason TEXT NOT NULL,
    asked_seed  TEXT NOT NULL,
    UNIQUE (run_id, task_id, method_id, sample)
) STRICT;

-- Calls of an endpoint: bodies as they were sent, never a header.
CREATE TABLE request (
    id                  INTEGER PRIMARY KEY,
    dialogue_id         INTEGER NOT NULL REFERENCES dialogue (id),
    uuid                TEXT NOT NULL UNIQUE, -- the same request in every store that holds it
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

-- What came back. NULL in a number: not known, never 0.
CREATE TABLE response (
    id               INTEGER PRIMARY KEY,
    request_id       INTEGER NOT NULL UNIQUE REFERENCES request (id),
    raw              INTEGER REFERENCES blob (id), -- bytes as received
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

-- What was taken from an answer, by each version of the rule and by people.
CREATE TABLE extraction (
    id              INTEGER PRIMARY KEY,
    response_id     INTEGER NOT NULL REFERENCES response (id),
    rule_version    INTEGER NOT NULL,
    outcome         TEXT NOT NULL,
    segmentation    TEXT NOT NULL,
    blocks          INTEGER NOT NULL,
    chosen          INTEGER NOT NULL, -- which block, from 0; -1: none
    is_unclosed     INTEGER NOT NULL CHECK (is_unclosed IN (0, 1)),
    in_open_thought INTEGER NOT NULL CHECK (in_open_thought IN (0, 1)),
    ranges          TEXT NOT NULL,    -- JSON array: begin and end of each range of the content
    source          INTEGER REFERENCES blob (id),
    person          TEXT NOT NULL,    -- who chose the block; empty: the rule did
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
    -- The evaluation that a feedback tells: of the same run, task and method.
    told_sample  INTEGER,
    told_round   INTEGER,
    told_attempt INTEGER,
    request_id   INTEGER REFERENCES request (id), -- whose answer it is
    UNIQUE (dialogue_id, ordinal)
) STRICT;

-- Where the candidate of a round comes from: another of the same run, task and method.
CREATE TABLE lineage (
    dialogue_id   INTEGER NOT NULL REFERENCES dialogue (id),
    round         INTEGER NOT NULL,
    parent_sample INTEGER NOT NULL,
    parent_round  INTEGER NOT NULL,
    role          TEXT NOT NULL,
    PRIMARY KEY (dialogue_id, round, parent_sample, parent_round, role)
) STRICT, WITHOUT ROWID;
