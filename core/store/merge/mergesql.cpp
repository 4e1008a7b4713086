// SPDX-License-Identifier: Apache-2.0
#include "core/store/merge/mergesql.h"

#include "core/store/rows/dialoguecolumns.h"
#include "core/store/rows/evaluationcolumns.h"

#include <cstddef>
#include <string_view>

namespace loupe {

namespace {

void replaceAll(std::string &text, std::string_view from, std::string_view to)
{
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at)) {
        text.replace(at, from.size(), to);
        at += to.size();
    }
}

/// Replaces `names[table]` and `values[table]` by the columns of the table and their merged values,
/// and `excluded[table]` by the values for a known row.
template <typename Row>
void listColumnsOf(std::string &text, const std::string &table)
{
    const ColumnNames columns = columnNames<Row>();
    replaceAll(text, "excluded[" + table + "]", columns.list("excluded."));
    replaceAll(text, "names[" + table + "]", columns.list());
    replaceAll(text, "values[" + table + "]", columns.mergedList());
}

/// Replaces `word[x]` by `pattern`, with x for its "$".
void expand(std::string &text, std::string_view word, std::string_view pattern)
{
    const std::string begin = std::string(word) + "[";
    for (std::size_t at = text.find(begin); at != std::string::npos; at = text.find(begin, at)) {
        const std::size_t inside = at + begin.size();
        const std::size_t end = text.find(']', inside);
        std::string made(pattern);
        replaceAll(made, "$", text.substr(inside, end - inside));
        text.replace(at, end + 1 - at, made);
        at += made.size();
    }
}

} // namespace

const char *const mergeTables = R"sql(
CREATE TEMP TABLE blob_map (old INTEGER PRIMARY KEY, new INTEGER NOT NULL);
CREATE TEMP TABLE task_map (old INTEGER PRIMARY KEY, new INTEGER NOT NULL);
CREATE TEMP TABLE method_map (old INTEGER PRIMARY KEY, new INTEGER NOT NULL);
CREATE TEMP TABLE environment_map (old INTEGER PRIMARY KEY, new INTEGER NOT NULL);
CREATE TEMP TABLE run_map (old INTEGER PRIMARY KEY, new INTEGER NOT NULL, shared INTEGER NOT NULL);
CREATE TEMP TABLE candidate_map (old INTEGER PRIMARY KEY, new INTEGER NOT NULL);
CREATE TEMP TABLE dialogue_map (old INTEGER PRIMARY KEY, new INTEGER NOT NULL);
CREATE TEMP TABLE request_map (old INTEGER PRIMARY KEY, new INTEGER NOT NULL);
CREATE TEMP TABLE known (old INTEGER PRIMARY KEY, new INTEGER NOT NULL);
CREATE TEMP TABLE part (blob INTEGER, candidate INTEGER, evaluation INTEGER, trial INTEGER,
    profile INTEGER);
CREATE TEMP TABLE waiting_review (evaluation_id INTEGER, decision TEXT, person TEXT, reason TEXT,
    decided_at TEXT, UNIQUE (evaluation_id, decision, person, reason, decided_at));
CREATE TEMP TABLE waiting_annotation (uuid TEXT NOT NULL UNIQUE, evaluation_id INTEGER, kind TEXT,
    value TEXT, undoes TEXT, person TEXT, made_at TEXT);
CREATE TEMP TABLE waiting_run_mark (uuid TEXT NOT NULL UNIQUE, run_id INTEGER, kind TEXT,
    person TEXT, made_at TEXT);
)sql";

const char *const mergeStart = R"sql(
DELETE FROM blob_map; DELETE FROM task_map; DELETE FROM method_map; DELETE FROM environment_map;
DELETE FROM run_map; DELETE FROM candidate_map;
DELETE FROM dialogue_map; DELETE FROM request_map; DELETE FROM known; DELETE FROM part;
INSERT INTO part SELECT (SELECT ifnull(max(id), 0) FROM main.blob),
    (SELECT ifnull(max(id), 0) FROM main.candidate), (SELECT ifnull(max(id), 0) FROM main.evaluation),
    (SELECT ifnull(max(id), 0) FROM main.trial), (SELECT ifnull(max(id), 0) FROM main.counter_profile);
)sql";

const char *const mergeNames = R"sql(
INSERT INTO blob_map SELECT o.id, m.id FROM {o}.blob o CROSS JOIN main.blob m ON m.sha256 = o.sha256
    WHERE (SELECT blob FROM part) > 0;
INSERT INTO main.blob (id, sha256, size, codec, data)
    SELECT o.id + (SELECT blob FROM part), o.sha256, o.size, o.codec, o.data FROM {o}.blob o
    WHERE o.id NOT IN (SELECT old FROM blob_map) ORDER BY o.id;

INSERT INTO main.verdict (id, position, outcome, stage, label, meaning)
    SELECT id, position, outcome, stage, label, meaning FROM {o}.verdict WHERE id NOT IN
    (SELECT id FROM main.verdict);

INSERT INTO main.task (suite, name, category, level, title, hash, reference_blob,
        reference_language, spec_blob, sound, soundness_reason)
    SELECT o.suite, o.name, o.category, o.level, o.title, o.hash, blob[o.reference_blob],
        o.reference_language, blob[o.spec_blob], o.sound, o.soundness_reason FROM {o}.task o
    WHERE NOT EXISTS (SELECT 1 FROM main.task m WHERE m.suite = o.suite COLLATE BINARY AND
        m.name = o.name COLLATE BINARY AND m.hash = o.hash) ORDER BY o.id;
INSERT INTO task_map SELECT o.id, m.id FROM {o}.task o JOIN main.task m ON
    m.suite = o.suite COLLATE BINARY AND m.name = o.name COLLATE BINARY AND m.hash = o.hash;
UPDATE main.task AS m SET (sound, soundness_reason) = (SELECT o.sound, o.soundness_reason FROM
    task_map k JOIN {o}.task o ON o.id = k.old WHERE k.new = m.id) WHERE m.sound IS NULL AND m.id IN
    (SELECT k.new FROM task_map k JOIN {o}.task o ON o.id = k.old WHERE o.sound IS NOT NULL);

INSERT INTO main.method (name, kind, description, is_demo)
    SELECT o.name, o.kind, o.description, o.is_demo FROM {o}.method o WHERE NOT EXISTS
    (SELECT 1 FROM main.method m WHERE m.name = o.name COLLATE BINARY) ORDER BY o.id;
INSERT INTO method_map SELECT o.id, m.id FROM {o}.method o JOIN main.method m ON
    m.name = o.name COLLATE BINARY;

INSERT INTO main.environment (device_name, device_kind, json)
    SELECT o.device_name, o.device_kind, o.json FROM {o}.environment o WHERE NOT EXISTS
    (SELECT 1 FROM main.environment m WHERE m.device_name = o.device_name COLLATE BINARY AND
        m.device_kind = o.device_kind AND m.json = o.json) ORDER BY o.id;
INSERT INTO environment_map SELECT o.id, m.id FROM {o}.environment o JOIN main.environment m ON
    m.device_name = o.device_name COLLATE BINARY AND m.device_kind = o.device_kind AND
    m.json = o.json;

INSERT INTO run_map SELECT o.id, m.id, 1 FROM {o}.run o JOIN main.run m ON m.uuid = o.uuid;
)sql";

/// CROSS JOIN here and below fixes the join order: new rows are looked up among existing ones. The
/// other order would read the whole store for each small source.
const char *const mergeKnown = R"sql(
INSERT INTO known SELECT o.id, m.id FROM {o}.evaluation o
    CROSS JOIN run_map r ON r.old = o.run_id AND r.shared = 1
    CROSS JOIN task_map t ON t.old = o.task_id CROSS JOIN method_map d ON d.old = o.method_id
    CROSS JOIN main.evaluation m ON m.run_id = r.new AND m.task_id = t.new AND m.method_id = d.new AND
        m.sample = o.sample AND m.round = o.round AND m.attempt = o.attempt;
)sql";

/// Replaces infrastructure errors by results of the other store.
const char *const mergeInfraErrors = R"sql(
CREATE TEMP TABLE giving_way AS SELECT k.new AS id FROM known k
    JOIN {o}.evaluation o ON o.id = k.old JOIN main.evaluation m ON m.id = k.new
    WHERE m.outcome = 'infra_error' AND o.outcome <> 'infra_error';
DELETE FROM main.trial_output WHERE trial_id IN
    (SELECT id FROM main.trial WHERE evaluation_id IN giving_way);
DELETE FROM main.kernel_counter WHERE profile_id IN
    (SELECT id FROM main.counter_profile WHERE evaluation_id IN giving_way);
DELETE FROM main.instruction_samples WHERE profile_id IN
    (SELECT id FROM main.counter_profile WHERE evaluation_id IN giving_way);
DELETE FROM main.counter_profile WHERE evaluation_id IN giving_way;
DELETE FROM main.kernel_activity WHERE evaluation_id IN giving_way;
DELETE FROM main.work WHERE evaluation_id IN giving_way;
DELETE FROM main.trial WHERE evaluation_id IN giving_way;
DELETE FROM main.evaluation_extra WHERE evaluation_id IN giving_way;
DELETE FROM main.evaluation_flag WHERE evaluation_id IN giving_way;
DELETE FROM main.timing WHERE evaluation_id IN giving_way;
DELETE FROM main.finding WHERE evaluation_id IN giving_way;
DELETE FROM main.diagnostic WHERE evaluation_id IN giving_way;
DELETE FROM main.generated_code WHERE evaluation_id IN giving_way;
DELETE FROM main.failure WHERE evaluation_id IN giving_way;
DELETE FROM main.evaluation WHERE id IN giving_way;
DELETE FROM known WHERE new IN giving_way;
DROP TABLE giving_way;
)sql";

const char *const mergeEvaluations = R"sql(
INSERT INTO candidate_map SELECT o.id, m.id FROM {o}.candidate o
    CROSS JOIN task_map t ON t.old = o.task_id CROSS JOIN method_map d ON d.old = o.method_id
    CROSS JOIN main.candidate m ON m.task_id = t.new AND m.method_id = d.new AND m.sample = o.sample AND
        m.round = o.round AND ifnull(m.source_blob, 0) = ifnull(blob[o.source_blob], 0) AND
        ifnull(m.feedback_blob, 0) = ifnull(blob[o.feedback_blob], 0) AND
        m.language = o.language AND m.file_name = o.file_name
    WHERE (SELECT candidate FROM part) > 0;
INSERT INTO main.candidate (id, task_id, method_id, sample, round, source_blob, feedback_blob,
        language, file_name, input_tokens, output_tokens, requests, dollars, generation_seconds,
        request_id)
    SELECT o.id + (SELECT candidate FROM part), t.new, d.new, o.sample, o.round,
        blob[o.source_blob], blob[o.feedback_blob], o.language, o.file_name, o.input_tokens,
        o.output_tokens, o.requests, o.dollars, o.generation_seconds,
        (SELECT new FROM request_map WHERE old = o.request_id)
    FROM {o}.candidate o CROSS JOIN task_map t ON t.old = o.task_id
        CROSS JOIN method_map d ON d.old = o.method_id
    WHERE o.id NOT IN (SELECT old FROM candidate_map) ORDER BY o.id;

INSERT INTO main.evaluation (id, run_id, task_id, method_id, candidate_id, sample, round, attempt,
        is_last_round, category, outcome, verdict, strict_verdict, speedup, speedup_low,
        speedup_high, candidate_ms, baseline_ms, message, flagged, made_of, own_share, arithmetic)
    SELECT o.id + (SELECT evaluation FROM part), r.new, t.new, d.new,
        ifnull((SELECT new FROM candidate_map WHERE old = o.candidate_id),
            o.candidate_id + (SELECT candidate FROM part)),
        o.sample, o.round, o.attempt, o.is_last_round, n.category, o.outcome, o.verdict,
        o.strict_verdict, o.speedup, o.speedup_low, o.speedup_high, o.candidate_ms, o.baseline_ms,
        o.message, o.flagged, o.made_of, o.own_share, o.arithmetic
    FROM {o}.evaluation o CROSS JOIN run_map r ON r.old = o.run_id
        CROSS JOIN task_map t ON t.old = o.task_id CROSS JOIN main.task n ON n.id = t.new
        CROSS JOIN method_map d ON d.old = o.method_id
    WHERE o.id NOT IN (SELECT old FROM known) ORDER BY o.id;
UPDATE main.evaluation AS e SET is_last_round = (e.outcome NOT IN ('unknown', 'infra_error') AND
    NOT EXISTS (SELECT 1 FROM main.evaluation l WHERE l.run_id = e.run_id AND
        l.task_id = e.task_id AND l.method_id = e.method_id AND l.sample = e.sample AND
        l.round > e.round AND l.outcome NOT IN ('unknown', 'infra_error')))
    WHERE e.id IN (SELECT a.id FROM main.evaluation n CROSS JOIN main.evaluation a ON a.run_id = n.run_id
        AND a.task_id = n.task_id AND a.method_id = n.method_id AND a.sample = n.sample
        WHERE n.id > (SELECT evaluation FROM part) AND n.run_id IN
        (SELECT new FROM run_map WHERE shared = 1));
)sql";

const char *const mergeParts = R"sql(
INSERT INTO main.evaluation_extra SELECT o.evaluation_id + (SELECT evaluation FROM part), o.baseline,
        o.build_ms, o.verify_ms, o.time_ms, blob[o.build_log], blob[o.run_log], blob[o.original],
        o.started_at, o.finished_at
    FROM {o}.evaluation_extra o WHERE new[o] ORDER BY o.evaluation_id;
INSERT INTO main.evaluation_flag SELECT o.evaluation_id + (SELECT evaluation FROM part), o.position,
    o.flag FROM {o}.evaluation_flag o WHERE new[o] ORDER BY o.evaluation_id;
INSERT INTO main.trial (id, evaluation_id, names[trial])
    SELECT o.id + (SELECT trial FROM part), o.evaluation_id + (SELECT evaluation FROM part),
        values[trial]
    FROM {o}.trial o WHERE new[o] ORDER BY o.id;
INSERT INTO main.trial_output (trial_id, position, names[trial_output])
    SELECT o.trial_id + (SELECT trial FROM part), o.position,
        values[trial_output]
    FROM {o}.trial_output o WHERE o.trial_id NOT IN (SELECT i.id FROM {o}.trial i WHERE
        i.evaluation_id IN (SELECT old FROM known)) ORDER BY o.trial_id;
INSERT INTO main.timing (evaluation_id, position, names[timing])
    SELECT o.evaluation_id + (SELECT evaluation FROM part), o.position,
        values[timing]
    FROM {o}.timing o WHERE new[o] ORDER BY o.evaluation_id;
INSERT INTO main.diagnostic (evaluation_id, position, names[diagnostic])
    SELECT o.evaluation_id + (SELECT evaluation FROM part), o.position,
        values[diagnostic]
    FROM {o}.diagnostic o WHERE new[o] ORDER BY o.evaluation_id;
INSERT INTO main.generated_code (evaluation_id, position, names[generated_code])
    SELECT o.evaluation_id + (SELECT evaluation FROM part), o.position,
        values[generated_code]
    FROM {o}.generated_code o WHERE new[o] ORDER BY o.evaluation_id;
INSERT INTO main.kernel_activity (evaluation_id, position, names[kernel_activity])
    SELECT o.evaluation_id + (SELECT evaluation FROM part), o.position,
        values[kernel_activity]
    FROM {o}.kernel_activity o WHERE new[o] ORDER BY o.evaluation_id;
INSERT INTO main.work (evaluation_id, names[work])
    SELECT o.evaluation_id + (SELECT evaluation FROM part),
        values[work]
    FROM {o}.work o WHERE new[o] ORDER BY o.evaluation_id;
INSERT INTO main.finding SELECT o.evaluation_id + (SELECT evaluation FROM part), o.position, o.rule,
        o.layer, o.severity, o.message, o.line
    FROM {o}.finding o WHERE new[o] ORDER BY o.evaluation_id;
INSERT INTO main.failure SELECT o.evaluation_id + (SELECT evaluation FROM part), o.kind,
    o.fingerprint, o.summary FROM {o}.failure o WHERE new[o] ORDER BY o.evaluation_id;
)sql";

/// Rows that are added to evaluations and runs later; they may be new for known evaluations.
const char *const mergeLaterRows = R"sql(
CREATE TEMP TABLE new_profile AS SELECT o.id AS old, evaluation[o] AS evaluation_id
    FROM {o}.counter_profile o WHERE NOT EXISTS (SELECT 1 FROM main.counter_profile m WHERE
        m.evaluation_id = evaluation[o] AND m.source = o.source AND m.tool = o.tool AND
        m.device_name = o.device_name AND m.taken_at = o.taken_at AND m.note = o.note);
INSERT INTO main.counter_profile (id, evaluation_id, names[counter_profile])
    SELECT o.id + (SELECT profile FROM part), p.evaluation_id,
        values[counter_profile]
    FROM {o}.counter_profile o JOIN new_profile p ON p.old = o.id ORDER BY o.id;
INSERT INTO main.kernel_counter (profile_id, position, names[kernel_counter])
    SELECT o.profile_id + (SELECT profile FROM part), o.position,
        values[kernel_counter]
    FROM {o}.kernel_counter o WHERE o.profile_id IN (SELECT old FROM new_profile);
INSERT INTO main.instruction_samples (profile_id, position, names[instruction_samples])
    SELECT o.profile_id + (SELECT profile FROM part), o.position,
        values[instruction_samples]
    FROM {o}.instruction_samples o WHERE o.profile_id IN (SELECT old FROM new_profile);
DROP TABLE new_profile;
INSERT OR IGNORE INTO main.transition (run_id, task_id, method_id, sample, from_round, to_round,
        kind, identical_code, original)
    SELECT r.new, t.new, d.new, o.sample, o.from_round, o.to_round, o.kind, o.identical_code,
        blob[o.original]
    FROM {o}.transition o JOIN run_map r ON r.old = o.run_id JOIN task_map t ON
        t.old = o.task_id JOIN method_map d ON d.old = o.method_id ORDER BY o.id;
INSERT INTO main.golden_record (run_id, task_id, baseline, case_name, ms, minimum_ms, maximum_ms,
        deviation_ms, gigabytes_per_second, teraflops, original, source)
    SELECT r.new, t.new, o.baseline, o.case_name, o.ms, o.minimum_ms, o.maximum_ms, o.deviation_ms,
        o.gigabytes_per_second, o.teraflops, blob[o.original], o.source
    FROM {o}.golden_record o JOIN run_map r ON r.old = o.run_id
        JOIN task_map t ON t.old = o.task_id
    WHERE r.shared = 0 OR NOT EXISTS (SELECT 1 FROM main.golden_record m WHERE m.run_id = r.new AND
        m.task_id = t.new AND m.baseline = o.baseline AND m.case_name = o.case_name)
    ORDER BY o.id;
INSERT INTO main.imported_file SELECT r.new, o.position, o.name, blob[o.content]
    FROM {o}.imported_file o JOIN run_map r ON r.old = o.run_id AND r.shared = 0
    ORDER BY o.run_id, o.position;
INSERT OR IGNORE INTO waiting_review SELECT evaluation[o], o.decision, o.person, o.reason,
    o.decided_at FROM {o}.review o ORDER BY o.id;
INSERT OR IGNORE INTO waiting_annotation SELECT o.uuid, evaluation[o], o.kind, o.value,
    (SELECT u.uuid FROM {o}.annotation u WHERE u.id = o.undoes), o.person, o.made_at
    FROM {o}.annotation o ORDER BY o.id;
INSERT OR IGNORE INTO waiting_run_mark SELECT o.uuid, r.new, o.kind, o.person, o.made_at
    FROM {o}.run_mark o JOIN run_map r ON r.old = o.run_id ORDER BY o.id;
)sql";

// An undo must follow what it undoes. First come annotations that are no undo, then their undos,
// then undos of undos; deeper nesting does not exist.
const char *const mergeJudgements = R"sql(
INSERT INTO main.review (evaluation_id, decision, person, reason, decided_at)
    SELECT evaluation_id, decision, person, reason, decided_at FROM waiting_review
    ORDER BY decided_at, rowid;
INSERT INTO main.annotation (uuid, evaluation_id, kind, value, undoes, person, made_at)
    SELECT uuid, evaluation_id, kind, value, NULL, person, made_at FROM waiting_annotation
    WHERE undoes IS NULL ORDER BY made_at, rowid;
INSERT INTO main.annotation (uuid, evaluation_id, kind, value, undoes, person, made_at)
    SELECT w.uuid, w.evaluation_id, w.kind, w.value, m.id, w.person, w.made_at
    FROM waiting_annotation w JOIN main.annotation m ON m.uuid = w.undoes
    ORDER BY w.made_at, w.rowid;
INSERT INTO main.annotation (uuid, evaluation_id, kind, value, undoes, person, made_at)
    SELECT w.uuid, w.evaluation_id, w.kind, w.value, m.id, w.person, w.made_at
    FROM waiting_annotation w JOIN main.annotation m ON m.uuid = w.undoes
    WHERE w.uuid NOT IN (SELECT uuid FROM main.annotation) ORDER BY w.made_at, w.rowid;
INSERT INTO main.run_mark (uuid, run_id, kind, person, made_at)
    SELECT uuid, run_id, kind, person, made_at FROM waiting_run_mark ORDER BY made_at, rowid;
)sql";

/// Identifies a dialogue by run, task, method and sample, a request by its uuid, and a message by
/// its position. If both stores have a dialogue, the one with more messages determines its state;
/// for a request, the one with an answer.
const char *const mergeDialogues = R"sql(
INSERT OR IGNORE INTO main.generation_profile (sha256, names[generation_profile])
    SELECT o.sha256, values[generation_profile] FROM {o}.generation_profile o ORDER BY o.id;
INSERT OR IGNORE INTO main.prompt_template (sha256, names[prompt_template])
    SELECT o.sha256, values[prompt_template] FROM {o}.prompt_template o ORDER BY o.id;
INSERT INTO main.dialogue (run_id, task_id, method_id, profile_id, names[dialogue])
    SELECT r.new, t.new, d.new, (SELECT m.id FROM {o}.generation_profile p JOIN
        main.generation_profile m ON m.sha256 = p.sha256 WHERE p.id = o.profile_id),
        values[dialogue]
    FROM {o}.dialogue o JOIN run_map r ON r.old = o.run_id JOIN task_map t ON t.old = o.task_id
        JOIN method_map d ON d.old = o.method_id WHERE true ORDER BY o.id
    ON CONFLICT (run_id, task_id, method_id, sample) DO NOTHING;
INSERT INTO dialogue_map SELECT o.id, m.id FROM {o}.dialogue o JOIN run_map r ON r.old = o.run_id
    JOIN task_map t ON t.old = o.task_id JOIN method_map d ON d.old = o.method_id
    JOIN main.dialogue m ON m.run_id = r.new AND m.task_id = t.new AND m.method_id = d.new AND
        m.sample = o.sample;
UPDATE main.dialogue AS m SET (state, stop_reason) = (SELECT o.state, o.stop_reason FROM
    dialogue_map k JOIN {o}.dialogue o ON o.id = k.old WHERE k.new = m.id)
    WHERE (SELECT count(*) FROM dialogue_map k JOIN {o}.message x ON x.dialogue_id = k.old WHERE
        k.new = m.id) > (SELECT count(*) FROM main.message x WHERE x.dialogue_id = m.id);
INSERT INTO main.request (dialogue_id, names[request])
    SELECT k.new, values[request] FROM {o}.request o JOIN dialogue_map k ON k.old = o.dialogue_id
    WHERE true ORDER BY o.id ON CONFLICT (uuid) DO UPDATE SET
        (names[request]) = (excluded[request])
    WHERE excluded.state = 'answered' AND state <> 'answered';
INSERT INTO request_map SELECT o.id, m.id FROM {o}.request o JOIN main.request m ON
    m.uuid = o.uuid;
INSERT INTO main.response (request_id, names[response])
    SELECT k.new, values[response] FROM {o}.response o JOIN request_map k ON k.old = o.request_id
    WHERE true ORDER BY o.id ON CONFLICT (request_id) DO UPDATE SET
        (names[response]) = (excluded[response])
    WHERE excluded.is_complete = 1 AND is_complete = 0;
INSERT OR IGNORE INTO main.extraction (response_id, names[extraction])
    SELECT m.id, values[extraction] FROM {o}.extraction o JOIN {o}.response s ON
        s.id = o.response_id JOIN request_map k ON k.old = s.request_id JOIN main.response m ON
        m.request_id = k.new ORDER BY o.id;
INSERT OR IGNORE INTO main.message (dialogue_id, template_id, request_id, names[message])
    SELECT k.new, (SELECT m.id FROM {o}.prompt_template p JOIN main.prompt_template m ON
        m.sha256 = p.sha256 WHERE p.id = o.template_id),
        (SELECT new FROM request_map WHERE old = o.request_id), values[message]
    FROM {o}.message o JOIN dialogue_map k ON k.old = o.dialogue_id ORDER BY o.id;
INSERT OR IGNORE INTO main.lineage (dialogue_id, names[lineage])
    SELECT k.new, values[lineage] FROM {o}.lineage o JOIN dialogue_map k ON
        k.old = o.dialogue_id;
)sql";

std::string mergeSql(const char *statements, const std::string &schema)
{
    std::string text = statements;
    listColumnsOf<Trial>(text, "trial");
    listColumnsOf<OutputComparison>(text, "trial_output");
    listColumnsOf<TimingSeries>(text, "timing");
    listColumnsOf<Diagnostic>(text, "diagnostic");
    listColumnsOf<GeneratedCode>(text, "generated_code");
    listColumnsOf<KernelActivity>(text, "kernel_activity");
    listColumnsOf<WorkRecord>(text, "work");
    listColumnsOf<CounterProfile>(text, "counter_profile");
    listColumnsOf<KernelCounters>(text, "kernel_counter");
    listColumnsOf<InstructionSamples>(text, "instruction_samples");
    listColumnsOf<GenerationProfile>(text, "generation_profile");
    listColumnsOf<PromptTemplate>(text, "prompt_template");
    listColumnsOf<Dialogue>(text, "dialogue");
    listColumnsOf<Request>(text, "request");
    listColumnsOf<Response>(text, "response");
    listColumnsOf<Extraction>(text, "extraction");
    listColumnsOf<DialogueMessage>(text, "message");
    listColumnsOf<Lineage>(text, "lineage");
    replaceAll(text, "{o}", schema);
    expand(text, "blob",
           "ifnull((SELECT new FROM blob_map WHERE old = $), $ + (SELECT blob FROM part))");
    expand(text, "new", "$.evaluation_id NOT IN (SELECT old FROM known)");
    expand(text, "evaluation",
           "ifnull((SELECT new FROM known WHERE old = $.evaluation_id), $.evaluation_id + (SELECT "
           "evaluation FROM part))");
    return text;
}

} // namespace loupe
