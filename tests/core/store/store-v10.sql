-- A store of schema 10 with two imported and one native evaluation: what a program of that version wrote. Later programs
-- read it. A new schema gets a file of its own, and this one never changes.
PRAGMA foreign_keys = OFF; -- a dump names tables before it makes them
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
CREATE TABLE blob (
    id     INTEGER PRIMARY KEY,
    sha256 BLOB NOT NULL UNIQUE CHECK (length(sha256) = 32), -- of the content as it was given
    size   INTEGER NOT NULL CHECK (size >= 0),               -- bytes of that content
    codec  TEXT NOT NULL CHECK (codec IN ('raw', 'zstd')),
    data   BLOB NOT NULL
) STRICT;
INSERT INTO "blob" VALUES(1,X'1CB2E4D11948AE6C00127934B5DD76650C7A4CCA3990010CCD2E0A8E052FCC83',71,'raw',X'7B2273616D706C655F6964223A20302C2022636F6D70696C6564223A20747275652C2022636F72726563746E657373223A20747275652C202272756E74696D65223A20322E307D');
INSERT INTO "blob" VALUES(2,X'89C6292D7A798CD6D94BF861BDB57079DC637A16EB83D5E999C3C02838618EE8',8,'raw',X'6572726F723A2078');
INSERT INTO "blob" VALUES(3,X'885D0546AAB30CAC1F6ECB3EF827A4AF65FEA30E01755AD4324B66E435C25D70',121,'raw',X'7B2273616D706C655F6964223A20302C2022636F6D70696C6564223A2066616C73652C2022636F72726563746E657373223A2066616C73652C202272756E74696D65223A202D312E302C20226D65746164617461223A207B22636F6D70696C6174696F6E5F6572726F72223A20226572726F723A2078227D7D');
INSERT INTO "blob" VALUES(4,X'646FB286C83770809F166174F0034F1BCEA11DC7B6EEEE921312F81371F85873',211,'zstd',X'28B52FFD20D3C50300B246161980C56D6C85C93A36CDE24290E08F19B8A106FC39268B15370442435AFBE0F08767C5AC4952DBC90E9F9D4BB622C200AC9382E33720AD208EC32BDA4E0DAFA5A91565D6865BCF324829BFA138FCB2891E06E53A0B1CDE380B0A002C513596B461D6ABB02D8708147AE48447C009654DC990603E01');
INSERT INTO "blob" VALUES(5,X'984EDA8064EBBBF3F0E51EFCA349F03E5855A0D8A72280C8D000BDAD1AD824D9',433,'zstd',X'28B52FFD60B100DD0800F690372520AB3807E74591687CCA9E2B35A46B17A1058326FB846C99510C7DB2477FB469014222300C2F002B002B00CA96324C5ACD08172651DA555EE34A4DF87801D89358384A79AE2A38C3D29D6CB352078E4AD6B70F47C10021E10A4512A7CF55522B8EBFC02BE7FF3307D62074AF3984CEF1784B8E8F794F0B81E6FDE258CE96F6A58C2D94040CD197B915230F444A0ED4CAE4476F9EF1BDA70182E6ED191FBDA1797B1EC0488D9E15EFA35FCDDB45388136EC8141CFD99AAD16D45A8B2CE4622485921929A6BA94C1A05A4AF7A6B7ED5A3E7A64210D6D1188438DEFA1E70116009620AC1F7E265E2D2EC052B77C35105542B82072C6E15434B6020694DAC379C1D3214C089CE6DDAF06087549BACAA795C57B147F58DB8402');
INSERT INTO "blob" VALUES(6,X'0993674F98CEA3573CB83F5FEA3530B7CE8B2AC186322B186C4BF15C21483A75',890,'zstd',X'28B52FFD607A02050F00F65D5723308B560798B115A2245BD3CB6891C448AD48096D06038F28B93EEE7136BED1838242C14C004C004D00B44297644C0CA1F44AE89293296A3B6B6B9BB8E9D4F45B482A5A5247761872520110C003712A48D1D9A37CFDBCD92833576F7A0FCE1E4DF9E0DE76F586C0E2D172E54060A7DC7579B37BDF104DD9D978B5D8E3B273F5B333F129BC21CA471F7395B0470D6B7BCEBD43004271582C5257B96C820012759069BFC4533A5ED282846E32442A3A79716A4C709D2963E2B9A9B7E9441B56CAB3099FB27772E4C7D5D9F9899AE9FAC4F748E8AE1C9133E4F53E1831C0BE20E1D59D29DD8B55AD6480BD79BC2659EBB0E4648684B9BC127686DBE855B20EEBC1B7EC22E7F348E13D5445127608334C91C37D1D39CA073278BFBE8A2894B5D6422889040181A23C184632188CC42343388250AC4449D81BCEAB4FA3EB70D368E4C9D95B6578BE819D5BDCC950F655D4555EFD81D8F1C611B681986E3B0B3420204282A06507F742551900DD4AE203D8C6109C81D45C19E659849C986EA568DC30119C753B015A3026E54C14A5059CDCCFC902E7700039D05E3D5DAC7CB1658389C64B7CED0250C9678179ED1A845909080182D633F8DE0681A8793191DE7A6A985F4C0C073946F2135C7D06D0156CA06C3D5901C708B058DD80365FF70E');
INSERT INTO "blob" VALUES(7,X'5A808728048463E0DCB5D206ABA241CF2C338FFF8BEB556F9D5A68750974A9C2',472,'zstd',X'28B52FFD60D80065090006123A2530A9380744C550EC378A65A30BF26BA4A03AE954389616F49377751F0560BE6FB0B080400930002E002E00532B758556334AA0B254835BE25D3BE991D2C89F87410B86A3D37315C19BD4B56CB34A058E5AAC6F254E42E400E1CF13CA18332D162A90618FA91DF51A5769C2C70BC016CD4A29D44BAD0EA17BBF482715165E39BEF13A58399152E9520CCDDB335E108F0ED015CDA3D1B3E26D6D159CE317E2ED22B4FC3F63600704E46D717CCDBBC20868DE3310E62CB5AFAC8145D059CE56B993ABA92E6D4D6AEB8E537672396C22F1A8F17D04DDF16D2E23059A580F072A35B979C6F7AE080C0419009540810BBBF416250CF495103988F471588D5603423E1BB050D532A89283538056A7B132FCB379AF1C028A3C87B1364C384C6B38CA638C6E5758CD50F04403');
INSERT INTO "blob" VALUES(8,X'EE2AD8662549ABD0927BA8081F1A67D3E08CA61EE64992D299EEB9D51E2BF4BD',32,'raw',X'2E76697369626C65202E656E7472792061646428290A7B0A097265743B0A7D0A');
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
INSERT INTO "candidate" VALUES(1,1,1,0,0,NULL,NULL,'python','',NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "candidate" VALUES(2,2,1,0,0,NULL,NULL,'python','',NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "candidate" VALUES(3,3,2,0,0,7,NULL,'cpp','Math/exp.cpp',NULL,NULL,NULL,NULL,NULL,NULL);
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
CREATE TABLE environment (
    id          INTEGER PRIMARY KEY,
    device_name TEXT NOT NULL COLLATE NOCASE,
    device_kind TEXT NOT NULL,
    json        TEXT NOT NULL
) STRICT;
INSERT INTO "environment" VALUES(1,'not recorded','unknown','{"source":"as recorded"}');
INSERT INTO "environment" VALUES(2,'Test CPU','cpu','{"compiler":"g++ (Debian 12.2.0-14+deb12u1) 12.2.0","compiler_flags":["-O3","-march=native","-std=c++20","-fopenmp","-shared","-fPIC","-fvisibility=hidden","-Wl,-z,defs"],"kernel":"Linux 6.1","machine":"x86_64","memory_bytes":17179869184,"processor":"Test CPU","processors":2,"target_cpu":"x86-64 0","tool_version":"0.2.0"}');
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
INSERT INTO "evaluation" VALUES(1,1,1,1,1,0,0,0,1,'matmul','correct','correct','not_recorded',NULL,NULL,NULL,2.0,NULL,'Recorded: right and timed.',0,NULL,NULL,NULL);
INSERT INTO "evaluation" VALUES(2,1,2,1,2,0,0,0,1,'matmul','no_build','compile_error','not_recorded',NULL,NULL,NULL,NULL,NULL,'Recorded: did not compile: error: x',0,NULL,NULL,NULL);
INSERT INTO "evaluation" VALUES(3,2,3,2,3,0,0,0,1,'Math','correct','correct','correct',NULL,NULL,NULL,NULL,NULL,'correct in 8 trials',1,'own_kernels',NULL,'float32');
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
INSERT INTO "evaluation_extra" VALUES(1,'',NULL,NULL,NULL,NULL,NULL,1,'','');
INSERT INTO "evaluation_extra" VALUES(2,'',NULL,NULL,NULL,2,NULL,3,'','');
INSERT INTO "evaluation_extra" VALUES(3,'',1596.2679449999998,343.689864,NULL,NULL,NULL,NULL,'2026-11-29T14:22:54Z','2026-11-29T14:22:55Z');
CREATE TABLE evaluation_flag (
    evaluation_id INTEGER NOT NULL REFERENCES evaluation (id),
    position      INTEGER NOT NULL,
    flag          TEXT NOT NULL COLLATE NOCASE,
    PRIMARY KEY (evaluation_id, position)
) STRICT, WITHOUT ROWID;
INSERT INTO "evaluation_flag" VALUES(3,0,'build_from_cache');
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
CREATE TABLE failure (
    evaluation_id INTEGER PRIMARY KEY REFERENCES evaluation (id),
    kind          TEXT NOT NULL COLLATE NOCASE, -- of the first cause: undefined_symbol, …
    fingerprint   TEXT NOT NULL COLLATE NOCASE, -- hexadecimal
    summary       TEXT NOT NULL                 -- the normalised first cause
) STRICT;
INSERT INTO "failure" VALUES(2,'compile_other','96dea005a06c556a','x');
CREATE TABLE figure (
    name        TEXT PRIMARY KEY COLLATE NOCASE CHECK (name <> ''),
    spec        TEXT NOT NULL,
    saved_at    TEXT NOT NULL,
    data_hash   TEXT NOT NULL DEFAULT '',
    numbers     TEXT NOT NULL DEFAULT '',
    exported_at TEXT NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;
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
INSERT INTO "finding" VALUES(3,0,'threads','static','proof','starts a thread',1);
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
INSERT INTO "generated_code" VALUES(3,0,'add','ptx',8,12,0,NULL,'');
INSERT INTO "generated_code" VALUES(3,1,'','sass',NULL,NULL,NULL,NULL,'nvdisasm was not found');
CREATE TABLE generation_profile (
    id     INTEGER PRIMARY KEY,
    sha256 TEXT NOT NULL UNIQUE, -- of name and json
    name   TEXT NOT NULL COLLATE NOCASE,
    json   TEXT NOT NULL
) STRICT;
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
CREATE TABLE imported_file (
    run_id   INTEGER NOT NULL REFERENCES run (id),
    position INTEGER NOT NULL,
    name     TEXT NOT NULL, -- path within what was imported
    content  INTEGER REFERENCES blob (id), -- NULL: an empty file
    PRIMARY KEY (run_id, position)
) STRICT, WITHOUT ROWID;
INSERT INTO "imported_file" VALUES(1,0,'a_l1/eval_results.json',4);
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
CREATE TABLE lineage (
    dialogue_id   INTEGER NOT NULL REFERENCES dialogue (id),
    round         INTEGER NOT NULL,
    parent_sample INTEGER NOT NULL,
    parent_round  INTEGER NOT NULL,
    role          TEXT NOT NULL,
    PRIMARY KEY (dialogue_id, round, parent_sample, parent_round, role)
) STRICT, WITHOUT ROWID;
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
CREATE TABLE method (
    id          INTEGER PRIMARY KEY,
    name        TEXT NOT NULL COLLATE NOCASE,
    kind        TEXT NOT NULL,
    description TEXT NOT NULL,
    is_demo     INTEGER NOT NULL CHECK (is_demo IN (0, 1))
) STRICT;
INSERT INTO "method" VALUES(1,'a','model','named after the folder of its results',0);
INSERT INTO "method" VALUES(2,'native-demo','','',0);
CREATE TABLE prompt_template (
    id        INTEGER PRIMARY KEY,
    sha256    TEXT NOT NULL UNIQUE, -- of all columns below
    name      TEXT NOT NULL COLLATE NOCASE,
    platform  TEXT NOT NULL,
    purpose   TEXT NOT NULL, -- start, fix, optimise, truncated, hint
    body      INTEGER REFERENCES blob (id),
    variables TEXT NOT NULL  -- JSON array
) STRICT;
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
CREATE TABLE review (
    id            INTEGER PRIMARY KEY,
    evaluation_id INTEGER NOT NULL REFERENCES evaluation (id),
    decision      TEXT NOT NULL CHECK (decision IN ('cleared', 'confirmed', 'reopened')),
    person        TEXT NOT NULL CHECK (person <> ''),
    reason        TEXT NOT NULL CHECK (reason <> ''),
    decided_at    TEXT NOT NULL
) STRICT;
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
INSERT INTO "run" VALUES(1,'2f174ef9bca39458e0b560f1e4d83d56','kernelbench a_l1','kernelbench','import:kernelbench','kernelbench','','','{"clock":"cuda_event","file":"eval_results.json","format":"kernelbench","layout":"list per problem","level":1,"level_source":"name of the folder","sha256":"646fb286c83770809f166174f0034f1bcea11dc7b6eeee921312f81371f85873"}','','2026-11-29T14:19:29Z','finished',1,'');
INSERT INTO "run" VALUES(2,'6e2577eee82c0d225304fe423721bb96','native: native-demo','native','engine','native-1','bubblewrap','0.2.0','{"candidates":["/kernels"],"engine":{"clock":"engine_blocks","threads":2},"library":"any","limits":{"build_seconds":60.0,"call_seconds":5.0,"cpu_seconds":120.0,"file_bytes":16777216,"memory_bytes":2147483648,"processes":64},"method":"native-demo","methods":["native-demo"],"options":{"baseline":"eager","controls":true,"device":"","fast_inputs":false,"full_headers":false,"jobs":0,"platform":"","protocol":"both","python":"","stop_at_first_failure":false,"strict_points":{},"suite_rules":"as_shipped","suite_toggles":{}},"samples":0,"sandbox":"bubblewrap","schema":1,"seed":"02f3f231da7dea9ce0d87370b2d6e67a","suite":{"folder":"/suite","hash":"80d2b96fbf4b6a0b5322ff78e318866420ac26aba1b0c5ee59dc52a5856b0e82","layout":"","name":"native"},"task_filter":"","timing":{"block_seconds":0.004,"enabled":false,"maximum_seconds":1.0,"minimum_blocks":8,"minimum_seconds":0.05,"relative_interval":0.02,"slow_seconds":0.1}}','2026-11-29T14:22:52Z','2026-11-29T14:22:55Z','finished',2,'');
CREATE TABLE run_mark (
    id      INTEGER PRIMARY KEY,
    uuid    TEXT NOT NULL UNIQUE, -- the same event in every store that holds it
    run_id  INTEGER NOT NULL REFERENCES run (id),
    kind    TEXT NOT NULL CHECK (kind IN ('pin', 'unpin', 'baseline', 'no_baseline')),
    person  TEXT NOT NULL,
    made_at TEXT NOT NULL
) STRICT;
CREATE TABLE run_preset (
    name       TEXT PRIMARY KEY COLLATE NOCASE CHECK (name <> ''),
    json       TEXT NOT NULL, -- as kloupe presets export writes it
    saved_at   TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE saved_view (
    name       TEXT PRIMARY KEY COLLATE NOCASE CHECK (name <> ''),
    filter     TEXT NOT NULL, -- as in the filter line
    saved_at   TEXT NOT NULL,
    scope      TEXT NOT NULL DEFAULT ''
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
INSERT INTO "task" VALUES(1,'kernelbench','level1/1_Square_matrix_multiplication_','matmul',1,'Square_matrix_multiplication_','',NULL,'python',NULL,NULL,'');
INSERT INTO "task" VALUES(2,'kernelbench','level1/2_Standard_matrix_multiplication_','matmul',1,'Standard_matrix_multiplication_','',NULL,'python',NULL,NULL,'');
INSERT INTO "task" VALUES(3,'native','Math/exp','Math',1,'Exponential','d8737bb9f16c69a3719ba8675c7679373bec30931f4edd11b8531f6eec072562',5,'cpp',6,1,'');
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
CREATE TABLE trial (
    id            INTEGER PRIMARY KEY,
    evaluation_id INTEGER NOT NULL REFERENCES evaluation (id),
    trial_index   INTEGER NOT NULL,
    case_name     TEXT NOT NULL,
    seed          TEXT NOT NULL,
    verdict       TEXT NOT NULL COLLATE NOCASE REFERENCES verdict (id),
    message       TEXT NOT NULL
) STRICT;
INSERT INTO "trial" VALUES(1,3,0,'even/normal','ec78de1d1441fb6872ad4d4ffb478fb9833eee1fe368b80c493d31bd8e0caa31','correct','agrees with the reference');
INSERT INTO "trial" VALUES(2,3,1,'odd/normal','ec78de1d1441fb6872ad4d4ffb478fb9833eee1fe368b80c493d31bd8e0caa31','correct','agrees with the reference');
INSERT INTO "trial" VALUES(3,3,2,'even/spiky','ec78de1d1441fb6872ad4d4ffb478fb9833eee1fe368b80c493d31bd8e0caa31','correct','agrees with the reference');
INSERT INTO "trial" VALUES(4,3,3,'odd/spiky','ec78de1d1441fb6872ad4d4ffb478fb9833eee1fe368b80c493d31bd8e0caa31','correct','agrees with the reference');
INSERT INTO "trial" VALUES(5,3,4,'even/near_zero','ec78de1d1441fb6872ad4d4ffb478fb9833eee1fe368b80c493d31bd8e0caa31','correct','agrees with the reference');
INSERT INTO "trial" VALUES(6,3,5,'odd/near_zero','ec78de1d1441fb6872ad4d4ffb478fb9833eee1fe368b80c493d31bd8e0caa31','correct','agrees with the reference');
INSERT INTO "trial" VALUES(7,3,6,'even/negative','ec78de1d1441fb6872ad4d4ffb478fb9833eee1fe368b80c493d31bd8e0caa31','correct','agrees with the reference');
INSERT INTO "trial" VALUES(8,3,7,'odd/negative','ec78de1d1441fb6872ad4d4ffb478fb9833eee1fe368b80c493d31bd8e0caa31','correct','agrees with the reference');
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
INSERT INTO "trial_output" VALUES(1,0,'y',131072,0,0,0,1.9073486328125e-06,7.958078640513122e-11,1.1734334663224595e-07,5.207627635207514e-06,1.9073486328125e-06,'[131072]','[97950]',25.52590560913086,25.525907516479492,'[]','','float32',4.77534268438167e-11,0,0,0,0,NULL,NULL,NULL,0,0,1,1,NULL,'');
INSERT INTO "trial_output" VALUES(2,0,'y',4999,0,0,0,2.384185791015625e-07,7.750153851571095e-11,1.0166255899097063e-07,5.141251324670187e-06,1.9073486328125e-06,'[4999]','[2047]',2.3451955318450928,2.345195770263672,'[]','','float32',6.434146486383912e-11,0,0,0,0,NULL,NULL,NULL,0,0,1,1,NULL,'');
INSERT INTO "trial_output" VALUES(3,0,'y',131072,0,0,0,9.5367431640625e-07,7.639755494892597e-11,1.1848400193460678e-07,6129526.587851584,1.9073486328125e-06,'[131072]','[48811]',13.569683074951172,13.569684028625488,'[]','','float32',4.825024232262722e-11,0,0,0,0,NULL,NULL,NULL,0,0,1,1,NULL,'');
INSERT INTO "trial_output" VALUES(4,0,'y',4999,0,0,0,2.384185791015625e-07,8.34631953246118e-11,8.897448629913027e-08,88.32636293077397,1.9073486328125e-06,'[4999]','[4521]',3.4648263454437256,3.4648265838623047,'[]','','float32',4.489962371920397e-11,0,0,0,0,NULL,NULL,NULL,0,0,1,1,NULL,'');
INSERT INTO "trial_output" VALUES(5,0,'y',131072,0,0,0,1.1920928955078125e-07,6.821210263296962e-12,1.1908376947763904e-07,1.9073412370438025e-06,1.9073486328125e-06,'[131072]','[41061]',1.0014595985412598,1.0014597177505493,'[]','','float32',6.814800265782606e-12,0,0,0,0,NULL,NULL,NULL,0,0,1,1,NULL,'');
INSERT INTO "trial_output" VALUES(6,0,'y',4999,0,0,0,0.0,0.0,0.0,1.907333002868732e-06,1.9073486328125e-06,'[4999]','[]',0.0,0.0,'[]','','float32',0.0,0,0,0,0,NULL,NULL,NULL,0,0,1,1,NULL,'');
INSERT INTO "trial_output" VALUES(7,0,'y',131072,0,0,0,3.637978807091713e-12,2.679402381390583e-16,1.1836793346396419e-07,1.9401873202838943e-11,1.9073486328125e-06,'[131072]','[76137]',4.1011153371073306e-05,4.101115700905211e-05,'[]','','float32',5.999394986771996e-11,0,0,0,0,NULL,NULL,NULL,0,0,1,1,NULL,'');
INSERT INTO "trial_output" VALUES(8,0,'y',4999,0,0,0,3.552713678800501e-15,1.1548629181938015e-18,1.0801451499052442e-07,1.9246301663791596e-11,1.9073486328125e-06,'[4999]','[1779]',3.289107652904022e-08,3.28910800817539e-08,'[]','','float32',6.659400485997176e-11,0,0,0,0,NULL,NULL,NULL,0,0,1,1,NULL,'');
CREATE TABLE verdict (
    id       TEXT PRIMARY KEY COLLATE NOCASE,
    position INTEGER NOT NULL UNIQUE, -- the order of tables and legends
    outcome  TEXT NOT NULL,
    stage    TEXT NOT NULL,
    label    TEXT NOT NULL,
    meaning  TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "verdict" VALUES('broke_protocol',24,'crash','run','broke the protocol','The process sent an answer that the engine did not request.');
INSERT INTO "verdict" VALUES('build_failed',15,'no_build','build','no build','The imported record only says that it did not compile or start.');
INSERT INTO "verdict" VALUES('compile_error',10,'no_build','build','compile error','The compiler rejected the source.');
INSERT INTO "verdict" VALUES('compile_timeout',11,'no_build','build','compile time-out','The compiler did not finish within the build deadline.');
INSERT INTO "verdict" VALUES('correct',0,'correct','none','correct','Every trial agreed with the reference within the task''s tolerance.');
INSERT INTO "verdict" VALUES('cpu_time_limit',26,'timeout','run','CPU time limit','The candidate used up its limit of CPU time.');
INSERT INTO "verdict" VALUES('crashed',16,'crash','run','crashed','The candidate''s process died of a signal.');
INSERT INTO "verdict" VALUES('empty_submission',9,'no_build','submit','empty submission','The submission holds no code.');
INSERT INTO "verdict" VALUES('exited_early',22,'crash','run','exited early','The candidate ended its process instead of returning.');
INSERT INTO "verdict" VALUES('infra_error',29,'infra_error','none','infra error','The machine failed, not the candidate; it is retried and never counted.');
INSERT INTO "verdict" VALUES('link_error',12,'no_build','build','link error','The source compiled, but did not link.');
INSERT INTO "verdict" VALUES('load_error',13,'no_build','load','load error','The built library could not be loaded.');
INSERT INTO "verdict" VALUES('missing_symbol',14,'no_build','load','missing symbol','The library does not export the entry point.');
INSERT INTO "verdict" VALUES('nondeterministic',7,'wrong','verify','nondeterministic','The same inputs gave right results once and wrong ones another time.');
INSERT INTO "verdict" VALUES('not_a_number',3,'wrong','verify','NaN or Inf','An output holds NaN or infinity where the reference has a number.');
INSERT INTO "verdict" VALUES('not_recorded',28,'unknown','none','unknown','Nothing is recorded; this is not a failure.');
INSERT INTO "verdict" VALUES('out_of_bounds',17,'crash','run','out of bounds','The candidate accessed memory outside a tensor.');
INSERT INTO "verdict" VALUES('out_of_memory',19,'crash','run','out of memory','The candidate asked for more memory than its limit.');
INSERT INTO "verdict" VALUES('output_flood',21,'crash','run','output flood','The candidate wrote more to its output or a file than its limit.');
INSERT INTO "verdict" VALUES('reference_failed',31,'skipped','none','skipped: reference fails','The task''s own reference cannot be run here; no candidate is to blame.');
INSERT INTO "verdict" VALUES('returned_error',23,'crash','run','returned an error','The entry point returned a non-zero code.');
INSERT INTO "verdict" VALUES('run_timeout',25,'timeout','run','time-out','The candidate did not return within the deadline.');
INSERT INTO "verdict" VALUES('too_large_for_device',27,'skipped','none','skipped: too large','The task needs more memory than this device has.');
INSERT INTO "verdict" VALUES('too_many_processes',20,'crash','run','too many processes','The candidate reached its limit of processes and threads.');
INSERT INTO "verdict" VALUES('unwritten',4,'wrong','verify','unwritten output','Elements of an output still hold the poison the engine put there.');
INSERT INTO "verdict" VALUES('wrong_answer',8,'wrong','verify','wrong result','The imported record only says that it ran and was not correct.');
INSERT INTO "verdict" VALUES('wrong_dtype',6,'wrong','verify','wrong dtype','An output has another element type than the task asks for.');
INSERT INTO "verdict" VALUES('wrong_shape',5,'wrong','verify','wrong shape','An output has another shape than the task asks for.');
INSERT INTO "verdict" VALUES('wrong_structure',30,'wrong','verify','wrong structure','The result is of another kind than the reference''s, or has another length or other keys.');
INSERT INTO "verdict" VALUES('wrong_tail',2,'wrong','verify','wrong tail','Only the last block of an axis is wrong: the tail is not handled.');
INSERT INTO "verdict" VALUES('wrong_value',1,'wrong','verify','wrong value','At least one output element is outside the task''s tolerance.');
INSERT INTO "verdict" VALUES('wrote_input',18,'crash','run','wrote an input','The candidate wrote to an input, which is read-only.');
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
CREATE UNIQUE INDEX task_identity ON task (suite COLLATE BINARY, name COLLATE BINARY, hash);
CREATE UNIQUE INDEX method_identity ON method (name COLLATE BINARY);
CREATE UNIQUE INDEX environment_identity ON environment (
    device_name COLLATE BINARY, device_kind, json);
CREATE UNIQUE INDEX run_name ON run (name COLLATE BINARY);
CREATE UNIQUE INDEX candidate_identity ON candidate (
    task_id, method_id, sample, round, ifnull(source_blob, 0), ifnull(feedback_blob, 0), language,
    file_name);
CREATE INDEX evaluation_category ON evaluation (category, outcome, speedup);
CREATE INDEX evaluation_outcome ON evaluation (outcome, speedup);
CREATE INDEX evaluation_run ON evaluation (run_id, outcome);
CREATE INDEX evaluation_task ON evaluation (task_id);
CREATE INDEX evaluation_method ON evaluation (method_id);
CREATE INDEX evaluation_verdict ON evaluation (verdict);
CREATE INDEX evaluation_speedup ON evaluation (speedup);
CREATE INDEX evaluation_candidate_ms ON evaluation (candidate_ms);
CREATE INDEX evaluation_flag_flag ON evaluation_flag (flag, evaluation_id);
CREATE INDEX trial_evaluation ON trial (evaluation_id);
CREATE INDEX counter_profile_evaluation ON counter_profile (evaluation_id);
CREATE INDEX finding_rule ON finding (rule, evaluation_id);
CREATE INDEX review_evaluation ON review (evaluation_id, id);
CREATE INDEX golden_record_run ON golden_record (run_id, task_id);
CREATE INDEX golden_record_task ON golden_record (task_id);
CREATE INDEX failure_fingerprint ON failure (fingerprint, evaluation_id);
CREATE INDEX failure_kind ON failure (kind, evaluation_id);
CREATE INDEX annotation_evaluation ON annotation (evaluation_id, id);
CREATE INDEX annotation_value ON annotation (kind, value, evaluation_id);
CREATE INDEX run_mark_run ON run_mark (run_id, id);
CREATE INDEX request_dialogue ON request (dialogue_id);
CREATE TRIGGER review_update BEFORE UPDATE ON review
BEGIN SELECT RAISE(ABORT, 'reviews are only added, never changed'); END;
CREATE TRIGGER review_delete BEFORE DELETE ON review
BEGIN SELECT RAISE(ABORT, 'reviews are only added, never removed'); END;
CREATE TRIGGER review_replace BEFORE INSERT ON review
WHEN EXISTS (SELECT 1 FROM review WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'reviews are only added, never replaced'); END;
CREATE TRIGGER annotation_update BEFORE UPDATE ON annotation
BEGIN SELECT RAISE(ABORT, 'annotations are only added, never changed'); END;
CREATE TRIGGER annotation_delete BEFORE DELETE ON annotation
BEGIN SELECT RAISE(ABORT, 'annotations are only added, never removed'); END;
CREATE TRIGGER annotation_replace BEFORE INSERT ON annotation
WHEN EXISTS (SELECT 1 FROM annotation WHERE id = NEW.id OR uuid = NEW.uuid)
BEGIN SELECT RAISE(ABORT, 'annotations are only added, never replaced'); END;
CREATE TRIGGER run_mark_update BEFORE UPDATE ON run_mark
BEGIN SELECT RAISE(ABORT, 'marks of runs are only added, never changed'); END;
CREATE TRIGGER run_mark_delete BEFORE DELETE ON run_mark
BEGIN SELECT RAISE(ABORT, 'marks of runs are only added, never removed'); END;
CREATE TRIGGER run_mark_replace BEFORE INSERT ON run_mark
WHEN EXISTS (SELECT 1 FROM run_mark WHERE id = NEW.id OR uuid = NEW.uuid)
BEGIN SELECT RAISE(ABORT, 'marks of runs are only added, never replaced'); END;
CREATE VIEW v_run AS
SELECT r.id AS run_id, r.uuid, r.name AS run, r.suite, r.origin, r.protocol, r.sandbox,
       r.tool_version, r.state, r.started_at, r.finished_at, n.device_name AS device,
       n.device_kind, n.json AS environment_json, r.profile_json,
       r.precision,
       ifnull((SELECT k.kind = 'pin' FROM run_mark k WHERE k.run_id = r.id AND k.kind IN
               ('pin', 'unpin') ORDER BY k.made_at DESC, k.id DESC LIMIT 1), 0) AS is_pinned,
       ifnull((SELECT k.kind = 'baseline' AND k.run_id = r.id FROM run_mark k WHERE k.kind IN
               ('baseline', 'no_baseline') ORDER BY k.made_at DESC, k.id DESC LIMIT 1),
              0) AS is_baseline
FROM run r JOIN environment n ON n.id = r.environment_id;
CREATE VIEW v_run_mark AS
SELECT k.id AS mark_id, r.name AS run, k.uuid, k.kind, k.person, k.made_at
FROM run_mark k JOIN run r ON r.id = k.run_id;
CREATE VIEW v_task AS
SELECT t.id AS task_id, t.suite, t.name AS task, t.category, t.level, t.title, t.hash,
       t.reference_language, t.sound, t.soundness_reason
FROM task t;
CREATE VIEW v_method AS
SELECT m.id AS method_id, m.name AS method, m.kind, m.description, m.is_demo
FROM method m;
CREATE VIEW v_candidate AS
SELECT c.id AS candidate_id, t.suite, t.name AS task, m.name AS method, c.sample, c.round,
       c.language, c.file_name, lower(hex(b.sha256)) AS source_sha256, b.size AS source_bytes,
       c.input_tokens, c.output_tokens, c.requests, c.dollars, c.generation_seconds,
       c.request_id
FROM candidate c
JOIN task t ON t.id = c.task_id
JOIN method m ON m.id = c.method_id
LEFT JOIN blob b ON b.id = c.source_blob;
CREATE VIEW v_evaluation AS
SELECT e.id AS evaluation_id, e.run_id, e.task_id, e.method_id, e.candidate_id, r.name AS run,
       t.suite, t.name AS task, e.category, t.level, m.name AS method, m.is_demo, e.sample,
       e.round, e.attempt, e.is_last_round, e.outcome, e.verdict, e.strict_verdict, e.speedup,
       e.speedup_low, e.speedup_high, e.candidate_ms, e.baseline_ms, x.baseline,
       n.device_name AS device, t.sound, e.message, x.build_ms, x.verify_ms, x.time_ms,
       x.started_at, x.finished_at, e.flagged AS withheld, e.made_of, e.own_share,
       e.arithmetic, e.flagged, e.speedup AS recorded_speedup
FROM evaluation e
JOIN run r ON r.id = e.run_id
JOIN environment n ON n.id = r.environment_id
JOIN task t ON t.id = e.task_id
JOIN method m ON m.id = e.method_id
JOIN evaluation_extra x ON x.evaluation_id = e.id;
CREATE VIEW v_flag AS
SELECT f.evaluation_id, f.flag FROM evaluation_flag f;
CREATE VIEW v_trial AS
SELECT i.id AS trial_id, i.evaluation_id, i.trial_index, i.case_name, i.seed, i.verdict, i.message
FROM trial i;
CREATE VIEW v_output AS
SELECT i.evaluation_id, o.trial_id, i.trial_index, i.case_name, o.output, o.elements,
       o.mismatched, o.unwritten, o.not_a_number, o.max_absolute_error, o.mean_absolute_error,
       o.max_relative_error, o.absolute_tolerance, o.relative_tolerance, o.shape, o.worst_index,
       o.worst_expected, o.worst_actual, o.first_mismatch, o.pattern, o.dtype,
       o.mean_relative_error, o.expected_nan, o.expected_infinite, o.actual_nan, o.actual_infinite,
       o.cosine, o.l1_relative, o.rmse, o.map_rows, o.map_columns, o.map_cell_rows,
       o.map_cell_columns, o.map_share AS map_blob_id, o.error_counts
FROM trial_output o JOIN trial i ON i.id = o.trial_id;
CREATE VIEW v_timing AS
SELECT g.evaluation_id, g.position, g.role, g.clock, g.case_name, g.overhead_ms, g.sample_count,
       g.samples_ms AS samples_blob_id, g.calls AS calls_blob_id,
       g.samples_by_process
FROM timing g;
CREATE VIEW v_kernel AS
SELECT k.evaluation_id, k.position, k.role, k.case_name, k.kind, k.name, k.launches_per_call,
       k.device_ms_per_call, k.share, k.bytes_per_call, k.grid, k.block, k.registers,
       k.static_shared_bytes, k.dynamic_shared_bytes, k.local_bytes, k.configurations, k.streams
FROM kernel_activity k;
CREATE VIEW v_work AS
SELECT w.evaluation_id, w.case_name, w.flops, w.bytes, w.compulsory_bytes, w.peak_name,
       w.peak_flops, w.bandwidth, w.cache_bytes, w.cache_bandwidth, w.evidence
FROM work w;
CREATE VIEW v_counter AS
SELECT p.evaluation_id, p.id AS profile_id, p.source, p.tool, p.device_name AS device, p.taken_at,
       p.note, c.position, c.name, c.launch, c.grid, c.block, c.duration_ms, c.dram_read_bytes,
       c.dram_write_bytes, c.achieved_occupancy, c.sm_throughput, c.memory_throughput,
       c.tensor_use, c.metrics
FROM counter_profile p JOIN kernel_counter c ON c.profile_id = p.id;
CREATE VIEW v_instruction_samples AS
SELECT p.evaluation_id, s.profile_id, s.position, s.function, s.module, s."offset", s.reason,
       s.samples
FROM counter_profile p JOIN instruction_samples s ON s.profile_id = p.id;
CREATE VIEW v_generated_code AS
SELECT g.evaluation_id, g.position, g.kernel, g.kind, g.registers, g.local_bytes, g.shared_bytes,
       g.note, g.text AS text_blob_id, lower(hex(b.sha256)) AS text_sha256, b.size AS bytes
FROM generated_code g LEFT JOIN blob b ON b.id = g.text;
CREATE VIEW v_finding AS
SELECT f.evaluation_id, f.position, f.rule, f.layer, f.severity, f.message, f.line
FROM finding f;
CREATE VIEW v_review AS
SELECT w.evaluation_id, w.id AS review_id, w.decision, w.person, w.reason, w.decided_at
FROM review w;
CREATE VIEW v_diagnostic AS
SELECT d.evaluation_id, d.position, d.severity, d.file, d.line, d.column_number, d.message,
       d.is_first_cause
FROM diagnostic d;
CREATE VIEW v_transition AS
SELECT s.id AS transition_id, r.name AS run, t.suite, t.name AS task, t.category,
       m.name AS method, s.sample, s.from_round, s.to_round, s.kind, s.identical_code
FROM transition s
JOIN run r ON r.id = s.run_id
JOIN task t ON t.id = s.task_id
JOIN method m ON m.id = s.method_id;
CREATE VIEW v_blob AS
SELECT b.id AS blob_id, lower(hex(b.sha256)) AS sha256, b.size, b.codec, b.data FROM blob b;
CREATE VIEW v_verdict AS
SELECT v.id AS verdict, v.position, v.outcome, v.stage, v.label, v.meaning FROM verdict v;
CREATE VIEW v_golden AS
SELECT g.id AS golden_id, r.name AS run, n.device_name AS device, t.suite, t.name AS task,
       t.category, g.baseline, g.case_name, g.ms, g.minimum_ms, g.maximum_ms, g.deviation_ms,
       g.gigabytes_per_second, g.teraflops, g.source
FROM golden_record g
JOIN run r ON r.id = g.run_id
JOIN environment n ON n.id = r.environment_id
JOIN task t ON t.id = g.task_id;
CREATE VIEW v_imported_file AS
SELECT r.name AS run, f.position, f.name AS file, f.content AS blob_id
FROM imported_file f JOIN run r ON r.id = f.run_id;
CREATE VIEW v_failure AS
SELECT f.evaluation_id, f.kind, f.fingerprint, f.summary FROM failure f;
CREATE VIEW v_saved_view AS
SELECT s.name, s.filter, s.saved_at, s.scope FROM saved_view s;
CREATE VIEW v_figure AS
SELECT f.name, f.spec, f.saved_at, f.data_hash, f.exported_at FROM figure f;
CREATE VIEW v_annotation AS
SELECT a.evaluation_id, a.id AS annotation_id, a.uuid, a.kind, a.value, a.undoes, a.person,
       a.made_at
FROM annotation a;
CREATE VIEW v_run_preset AS
SELECT p.name, p.json, p.saved_at FROM run_preset p;
CREATE VIEW v_generation_profile AS
SELECT p.id AS profile_id, p.sha256, p.name, p.json FROM generation_profile p;
CREATE VIEW v_prompt_template AS
SELECT p.id AS template_id, p.sha256, p.name, p.platform, p.purpose, p.body AS body_blob_id,
       p.variables
FROM prompt_template p;
CREATE VIEW v_dialogue AS
SELECT d.id AS dialogue_id, r.name AS run, t.suite, t.name AS task, t.category, m.name AS method,
       d.sample, p.name AS profile, d.strategy, d.island, d.state, d.stop_reason, d.asked_seed,
       (SELECT count(*) FROM message x WHERE x.dialogue_id = d.id) AS messages,
       (SELECT count(*) FROM request x WHERE x.dialogue_id = d.id) AS requests
FROM dialogue d
JOIN run r ON r.id = d.run_id
JOIN task t ON t.id = d.task_id
JOIN method m ON m.id = d.method_id
LEFT JOIN generation_profile p ON p.id = d.profile_id;
CREATE VIEW v_message AS
SELECT x.id AS message_id, x.dialogue_id, x.ordinal, x.round, x.role, x.kind, x.template_id,
       x.body AS body_blob_id, b.size AS bytes, x.author,
       (SELECT e.id FROM dialogue d JOIN evaluation e ON e.run_id = d.run_id AND e.task_id =
        d.task_id AND e.method_id = d.method_id AND e.sample = x.told_sample AND e.round =
        x.told_round AND e.attempt = x.told_attempt WHERE d.id = x.dialogue_id)
           AS told_evaluation_id,
       x.request_id
FROM message x LEFT JOIN blob b ON b.id = x.body;
CREATE VIEW v_request AS
SELECT q.id AS request_id, q.dialogue_id, q.uuid, q.round, q.purpose, q.attempt, q.http_method,
       q.path, q.body AS body_blob_id, lower(hex(b.sha256)) AS body_sha256, q.state,
       q.reserved_dollars, q.http_status, q.error_class, q.error_text, q.retry_after_seconds,
       q.planned_at, q.sent_at, q.first_byte_at, q.ended_at, q.provider_request_id
FROM request q LEFT JOIN blob b ON b.id = q.body;
CREATE VIEW v_response AS
SELECT s.id AS response_id, s.request_id, q.dialogue_id, q.round, s.raw AS raw_blob_id,
       s.content AS content_blob_id, s.reasoning AS reasoning_blob_id, s.finish_reason,
       s.model_said, s.fingerprint, s.input_tokens, s.cached_tokens, s.output_tokens,
       s.reasoning_tokens, s.usage_source, s.dollars, s.dollars_source, s.is_complete
FROM response s JOIN request q ON q.id = s.request_id;
CREATE VIEW v_extraction AS
SELECT x.id AS extraction_id, x.response_id, q.dialogue_id, q.round, x.rule_version, x.outcome,
       x.segmentation, x.blocks, x.chosen, x.is_unclosed, x.in_open_thought, x.ranges,
       lower(hex(b.sha256)) AS source_sha256, x.person
FROM extraction x
JOIN response s ON s.id = x.response_id
JOIN request q ON q.id = s.request_id
LEFT JOIN blob b ON b.id = x.source;
CREATE VIEW v_lineage AS
SELECT l.dialogue_id, d.sample, l.round, l.parent_sample, l.parent_round, l.role,
       (SELECT e.candidate_id FROM evaluation e WHERE e.run_id = d.run_id AND e.task_id = d.task_id
        AND e.method_id = d.method_id AND e.sample = d.sample AND e.round = l.round
        ORDER BY e.attempt DESC LIMIT 1) AS child_candidate_id,
       (SELECT e.candidate_id FROM evaluation e WHERE e.run_id = d.run_id AND e.task_id = d.task_id
        AND e.method_id = d.method_id AND e.sample = l.parent_sample AND e.round = l.parent_round
        ORDER BY e.attempt DESC LIMIT 1) AS parent_candidate_id
FROM lineage l JOIN dialogue d ON d.id = l.dialogue_id;
