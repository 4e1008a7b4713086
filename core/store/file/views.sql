-- The stable views. Their names and columns stay; new columns may be added at the end. They are
-- dropped and made again by every migration. Described in resources/help/store.md.

DROP VIEW IF EXISTS v_run;
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

DROP VIEW IF EXISTS v_run_mark;
CREATE VIEW v_run_mark AS
SELECT k.id AS mark_id, r.name AS run, k.uuid, k.kind, k.person, k.made_at
FROM run_mark k JOIN run r ON r.id = k.run_id;

DROP VIEW IF EXISTS v_task;
CREATE VIEW v_task AS
SELECT t.id AS task_id, t.suite, t.name AS task, t.category, t.level, t.title, t.hash,
       t.reference_language, t.sound, t.soundness_reason
FROM task t;

DROP VIEW IF EXISTS v_method;
CREATE VIEW v_method AS
SELECT m.id AS method_id, m.name AS method, m.kind, m.description, m.is_demo
FROM method m;

DROP VIEW IF EXISTS v_candidate;
CREATE VIEW v_candidate AS
SELECT c.id AS candidate_id, t.suite, t.name AS task, m.name AS method, c.sample, c.round,
       c.language, c.file_name, lower(hex(b.sha256)) AS source_sha256, b.size AS source_bytes,
       c.input_tokens, c.output_tokens, c.requests, c.dollars, c.generation_seconds,
       c.request_id
FROM candidate c
JOIN task t ON t.id = c.task_id
JOIN method m ON m.id = c.method_id
LEFT JOIN blob b ON b.id = c.source_blob;

-- `withheld` is the name of `flagged` up to version 0.3. `speedup` is that of the record alone, and
-- `recorded_speedup` says so; v_pair has speedups over reference times of other runs.
DROP VIEW IF EXISTS v_evaluation;
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

DROP VIEW IF EXISTS v_flag;
CREATE VIEW v_flag AS
SELECT f.evaluation_id, f.flag FROM evaluation_flag f;

DROP VIEW IF EXISTS v_trial;
CREATE VIEW v_trial AS
SELECT i.id AS trial_id, i.evaluation_id, i.trial_index, i.case_name, i.seed, i.verdict, i.message
FROM trial i;

DROP VIEW IF EXISTS v_output;
CREATE VIEW v_output AS
SELECT i.evaluation_id, o.trial_id, i.trial_index, i.case_name, o.output, o.elements,
       o.mismatched, o.unwritten, o.not_a_number, o.max_absolute_error, o.mean_absolute_error,
       o.max_relative_error, o.absolute_tolerance, o.relative_tolerance, o.shape, o.worst_index,
       o.worst_expected, o.worst_actual, o.first_mismatch, o.pattern, o.dtype,
       o.mean_relative_error, o.expected_nan, o.expected_infinite, o.actual_nan, o.actual_infinite,
       o.cosine, o.l1_relative, o.rmse, o.map_rows, o.map_columns, o.map_cell_rows,
       o.map_cell_columns, o.map_share AS map_blob_id, o.error_counts
FROM trial_output o JOIN trial i ON i.id = o.trial_id;

DROP VIEW IF EXISTS v_timing;
CREATE VIEW v_timing AS
SELECT g.evaluation_id, g.position, g.role, g.clock, g.case_name, g.overhead_ms, g.sample_count,
       g.samples_ms AS samples_blob_id, g.calls AS calls_blob_id,
       g.samples_by_process
FROM timing g;

DROP VIEW IF EXISTS v_kernel;
CREATE VIEW v_kernel AS
SELECT k.evaluation_id, k.position, k.role, k.case_name, k.kind, k.name, k.launches_per_call,
       k.device_ms_per_call, k.share, k.bytes_per_call, k.grid, k.block, k.registers,
       k.static_shared_bytes, k.dynamic_shared_bytes, k.local_bytes, k.configurations, k.streams
FROM kernel_activity k;

DROP VIEW IF EXISTS v_work;
CREATE VIEW v_work AS
SELECT w.evaluation_id, w.case_name, w.flops, w.bytes, w.compulsory_bytes, w.peak_name,
       w.peak_flops, w.bandwidth, w.cache_bytes, w.cache_bandwidth, w.evidence
FROM work w;

DROP VIEW IF EXISTS v_counter;
CREATE VIEW v_counter AS
SELECT p.evaluation_id, p.id AS profile_id, p.source, p.tool, p.device_name AS device, p.taken_at,
       p.note, c.position, c.name, c.launch, c.grid, c.block, c.duration_ms, c.dram_read_bytes,
       c.dram_write_bytes, c.achieved_occupancy, c.sm_throughput, c.memory_throughput,
       c.tensor_use, c.metrics
FROM counter_profile p JOIN kernel_counter c ON c.profile_id = p.id;

DROP VIEW IF EXISTS v_instruction_samples;
CREATE VIEW v_instruction_samples AS
SELECT p.evaluation_id, s.profile_id, s.position, s.function, s.module, s."offset", s.reason,
       s.samples
FROM counter_profile p JOIN instruction_samples s ON s.profile_id = p.id;

DROP VIEW IF EXISTS v_generated_code;
CREATE VIEW v_generated_code AS
SELECT g.evaluation_id, g.position, g.kernel, g.kind, g.registers, g.local_bytes, g.shared_bytes,
       g.note, g.text AS text_blob_id, lower(hex(b.sha256)) AS text_sha256, b.size AS bytes
FROM generated_code g LEFT JOIN blob b ON b.id = g.text;

DROP VIEW IF EXISTS v_finding;
CREATE VIEW v_finding AS
SELECT f.evaluation_id, f.position, f.rule, f.layer, f.severity, f.message, f.line
FROM finding f;

DROP VIEW IF EXISTS v_review;
CREATE VIEW v_review AS
SELECT w.evaluation_id, w.id AS review_id, w.decision, w.person, w.reason, w.decided_at
FROM review w;

DROP VIEW IF EXISTS v_diagnostic;
CREATE VIEW v_diagnostic AS
SELECT d.evaluation_id, d.position, d.severity, d.file, d.line, d.column_number, d.message,
       d.is_first_cause
FROM diagnostic d;

DROP VIEW IF EXISTS v_transition;
CREATE VIEW v_transition AS
SELECT s.id AS transition_id, r.name AS run, t.suite, t.name AS task, t.category,
       m.name AS method, s.sample, s.from_round, s.to_round, s.kind, s.identical_code
FROM transition s
JOIN run r ON r.id = s.run_id
JOIN task t ON t.id = s.task_id
JOIN method m ON m.id = s.method_id;

DROP VIEW IF EXISTS v_blob;
CREATE VIEW v_blob AS
SELECT b.id AS blob_id, lower(hex(b.sha256)) AS sha256, b.size, b.codec, b.data FROM blob b;

DROP VIEW IF EXISTS v_verdict;
CREATE VIEW v_verdict AS
SELECT v.id AS verdict, v.position, v.outcome, v.stage, v.label, v.meaning FROM verdict v;

DROP VIEW IF EXISTS v_golden;
CREATE VIEW v_golden AS
SELECT g.id AS golden_id, r.name AS run, n.device_name AS device, t.suite, t.name AS task,
       t.category, g.baseline, g.case_name, g.ms, g.minimum_ms, g.maximum_ms, g.deviation_ms,
       g.gigabytes_per_second, g.teraflops, g.source
FROM golden_record g
JOIN run r ON r.id = g.run_id
JOIN environment n ON n.id = r.environment_id
JOIN task t ON t.id = g.task_id;

DROP VIEW IF EXISTS v_imported_file;
CREATE VIEW v_imported_file AS
SELECT r.name AS run, f.position, f.name AS file, f.content AS blob_id
FROM imported_file f JOIN run r ON r.id = f.run_id;

DROP VIEW IF EXISTS v_failure;
CREATE VIEW v_failure AS
SELECT f.evaluation_id, f.kind, f.fingerprint, f.summary FROM failure f;

DROP VIEW IF EXISTS v_saved_view;
CREATE VIEW v_saved_view AS
SELECT s.name, s.filter, s.saved_at, s.scope FROM saved_view s;

DROP VIEW IF EXISTS v_figure;
CREATE VIEW v_figure AS
SELECT f.name, f.spec, f.saved_at, f.data_hash, f.exported_at FROM figure f;

DROP VIEW IF EXISTS v_annotation;
CREATE VIEW v_annotation AS
SELECT a.evaluation_id, a.id AS annotation_id, a.uuid, a.kind, a.value, a.undoes, a.person,
       a.made_at
FROM annotation a;

DROP VIEW IF EXISTS v_run_preset;
CREATE VIEW v_run_preset AS
SELECT p.name, p.json, p.saved_at FROM run_preset p;

DROP VIEW IF EXISTS v_generation_profile;
CREATE VIEW v_generation_profile AS
SELECT p.id AS profile_id, p.sha256, p.name, p.json FROM generation_profile p;

DROP VIEW IF EXISTS v_prompt_template;
CREATE VIEW v_prompt_template AS
SELECT p.id AS template_id, p.sha256, p.name, p.platform, p.purpose, p.body AS body_blob_id,
       p.variables
FROM prompt_template p;

DROP VIEW IF EXISTS v_dialogue;
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

DROP VIEW IF EXISTS v_message;
CREATE VIEW v_message AS
SELECT x.id AS message_id, x.dialogue_id, x.ordinal, x.round, x.role, x.kind, x.template_id,
       x.body AS body_blob_id, b.size AS bytes, x.author,
       (SELECT e.id FROM dialogue d JOIN evaluation e ON e.run_id = d.run_id AND e.task_id =
        d.task_id AND e.method_id = d.method_id AND e.sample = x.told_sample AND e.round =
        x.told_round AND e.attempt = x.told_attempt WHERE d.id = x.dialogue_id)
           AS told_evaluation_id,
       x.request_id
FROM message x LEFT JOIN blob b ON b.id = x.body;

DROP VIEW IF EXISTS v_request;
CREATE VIEW v_request AS
SELECT q.id AS request_id, q.dialogue_id, q.uuid, q.round, q.purpose, q.attempt, q.http_method,
       q.path, q.body AS body_blob_id, lower(hex(b.sha256)) AS body_sha256, q.state,
       q.reserved_dollars, q.http_status, q.error_class, q.error_text, q.retry_after_seconds,
       q.planned_at, q.sent_at, q.first_byte_at, q.ended_at, q.provider_request_id
FROM request q LEFT JOIN blob b ON b.id = q.body;

DROP VIEW IF EXISTS v_response;
CREATE VIEW v_response AS
SELECT s.id AS response_id, s.request_id, q.dialogue_id, q.round, s.raw AS raw_blob_id,
       s.content AS content_blob_id, s.reasoning AS reasoning_blob_id, s.finish_reason,
       s.model_said, s.fingerprint, s.input_tokens, s.cached_tokens, s.output_tokens,
       s.reasoning_tokens, s.usage_source, s.dollars, s.dollars_source, s.is_complete
FROM response s JOIN request q ON q.id = s.request_id;

DROP VIEW IF EXISTS v_extraction;
CREATE VIEW v_extraction AS
SELECT x.id AS extraction_id, x.response_id, q.dialogue_id, q.round, x.rule_version, x.outcome,
       x.segmentation, x.blocks, x.chosen, x.is_unclosed, x.in_open_thought, x.ranges,
       lower(hex(b.sha256)) AS source_sha256, x.person
FROM extraction x
JOIN response s ON s.id = x.response_id
JOIN request q ON q.id = s.request_id
LEFT JOIN blob b ON b.id = x.source;

DROP VIEW IF EXISTS v_lineage;
CREATE VIEW v_lineage AS
SELECT l.dialogue_id, d.sample, l.round, l.parent_sample, l.parent_round, l.role,
       (SELECT e.candidate_id FROM evaluation e WHERE e.run_id = d.run_id AND e.task_id = d.task_id
        AND e.method_id = d.method_id AND e.sample = d.sample AND e.round = l.round
        ORDER BY e.attempt DESC LIMIT 1) AS child_candidate_id,
       (SELECT e.candidate_id FROM evaluation e WHERE e.run_id = d.run_id AND e.task_id = d.task_id
        AND e.method_id = d.method_id AND e.sample = l.parent_sample AND e.round = l.parent_round
        ORDER BY e.attempt DESC LIMIT 1) AS parent_candidate_id
FROM lineage l JOIN dialogue d ON d.id = l.dialogue_id;
