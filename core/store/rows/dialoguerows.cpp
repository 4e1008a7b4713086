// SPDX-License-Identifier: Apache-2.0
#include "core/store/rows/dialoguerows.h"

#include "core/base/digest.h"
#include "core/store/rows/dialoguecolumns.h"
#include "core/store/sqlite/blobstore.h"
#include "core/store/sqlite/rowlisting.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace loupe {

/// Lists what is read of a dialogue d of a run r, a task t and a method m.
template <typename Columns>
void listColumns(Columns &columns, DialogueRow &row)
{
    columns("d.id", row.id);
    columns("r.name", row.run);
    columns("t.name", row.task);
    columns("m.name", row.method);
    columns("d.sample", row.sample);
    columns("(SELECT count(DISTINCT q.round) FROM request q WHERE q.dialogue_id = d.id)",
            row.rounds);
}

/// Lists what is read of a dialogue d: r is its run, t the task, m the method, p the profile.
template <typename Columns>
void listColumns(Columns &columns, AskedDialogue &dialogue)
{
    columns("r.name", dialogue.run);
    columns("t.suite", dialogue.suite);
    columns("t.name", dialogue.task);
    columns("m.name", dialogue.method);
    columns("d.sample", dialogue.sample);
    columns("coalesce(p.json, '')", dialogue.profile);
    columns("d.strategy", dialogue.strategy);
    columns("d.stop_reason", dialogue.stopReason);
    columns("EXISTS (SELECT 1 FROM evaluation e WHERE e.run_id = d.run_id AND e.task_id = "
            "d.task_id AND e.method_id = d.method_id AND e.sample = d.sample)",
            dialogue.hasResult);
}

/// Lists what is read of a request q and its response s.
template <typename Columns>
void listColumns(Columns &columns, AskedRequest &request)
{
    columns("q.round", request.round);
    columns("q.state", request.state);
    columns("s.id IS NOT NULL", request.isAnswered);
    columns("coalesce(s.is_complete, 0)", request.isWhole);
    // A user's choice of a block takes precedence over the result of the newest rule.
    columns.parsed("(SELECT x.outcome FROM extraction x WHERE x.response_id = s.id ORDER BY "
                   "x.person <> '' DESC, x.rule_version DESC, x.id DESC LIMIT 1)",
                   request.outcome, extractionOutcomeFromId);
    columns("s.input_tokens", request.inputTokens);
    columns("s.output_tokens", request.outputTokens);
    columns("s.dollars", request.dollars);
}

namespace {

/// Reads one dialogue table by table; stops at the first failure.
class DialogueQuery
{
public:
    DialogueQuery(Database &database, DialogueId id, RawBytes raw)
        : m_database(database)
        , m_id(id)
        , m_raw(raw)
    {
    }

    Result<Dialogue> read()
    {
        readDialogue();
        readRequests();
        readExtractions();
        readMessages();
        readLineage();
        if (!m_failure)
            return std::move(m_failure).error();
        return std::move(m_out);
    }

private:
    /// Runs `each` for the rows of a query whose only parameter is the dialogue.
    template <typename Each>
    void rows(const std::string &sql, Each each)
    {
        if (!m_failure)
            return;
        // A failure of `each` is the first one.
        Status read = readRows(m_database, sql, std::move(each), m_id.value);
        if (m_failure)
            m_failure = std::move(read);
    }

    /// Reads the columns of a row, with blobs.
    template <typename... Values>
    std::tuple<Values...> valuesOf(const Statement &row)
    {
        auto values = readValues<Values...>(m_database, row);
        if (!values && m_failure)
            m_failure = values.error();
        return values ? std::move(*values) : std::tuple<Values...>();
    }

    void readDialogue()
    {
        bool isFound = false;
        rows("SELECT t.name, m.name, p.id IS NOT NULL, "
                 + columnNames<GenerationProfile>().list("p.") + ", "
                 + columnNames<Dialogue>().list("d.")
                 + " FROM dialogue d JOIN task t ON t.id = d.task_id JOIN method m ON m.id = "
                   "d.method_id LEFT JOIN generation_profile p ON p.id = d.profile_id WHERE d.id = "
                   "?",
             [&](const Statement &row) {
                 isFound = true;
                 auto [task, method, hasProfile, profile, dialogue]
                     = valuesOf<std::string, std::string, bool, GenerationProfile, Dialogue>(row);
                 m_out = std::move(dialogue);
                 m_out.task = std::move(task);
                 m_out.method = std::move(method);
                 if (hasProfile)
                     m_out.profile = std::move(profile);
             });
        if (m_failure && !isFound)
            m_failure = m_database.fileError(
                Errc::NotFound, "the store has no dialogue " + std::to_string(m_id.value));
    }

    void readRequests()
    {
        std::string answered = columnNames<Response>().list("s.");
        constexpr std::string_view rawColumn = "s.raw,";
        if (const std::size_t at = answered.find(rawColumn);
            m_raw == RawBytes::LeftOut && at != std::string::npos)
            answered.replace(at, rawColumn.size(), "NULL,");
        rows("SELECT s.id, " + columnNames<Request>().list("q.") + ", " + answered
                 + " FROM request q LEFT JOIN response s ON s.request_id = q.id WHERE "
                   "q.dialogue_id = ? ORDER BY q.id",
             [&](const Statement &row) {
                 auto [answer, request, response]
                     = valuesOf<std::optional<std::int64_t>, Request, Response>(row);
                 if (answer) {
                     request.response = std::move(response);
                     m_responses[*answer] = m_out.requests.size();
                 }
                 m_out.requests.push_back(std::move(request));
             });
    }

    void readExtractions()
    {
        rows("SELECT x.response_id, " + columnNames<Extraction>().list("x.")
                 + " FROM extraction x JOIN response s ON s.id = x.response_id JOIN request q ON "
                   "q.id = s.request_id WHERE q.dialogue_id = ? ORDER BY x.id",
             [&](const Statement &row) {
                 auto [answer, extraction] = valuesOf<std::int64_t, Extraction>(row);
                 const auto place = m_responses.find(answer);
                 if (place != m_responses.end())
                     m_out.requests[place->second].response->extractions.push_back(
                         std::move(extraction));
             });
    }

    void readMessages()
    {
        rows("SELECT q.uuid, p.id IS NOT NULL, " + columnNames<DialogueMessage>().list("x.") + ", "
                 + columnNames<PromptTemplate>().list("p.")
                 + " FROM message x LEFT JOIN request q ON q.id = x.request_id LEFT JOIN "
                   "prompt_template p ON p.id = x.template_id WHERE x.dialogue_id = ? ORDER BY "
                   "x.ordinal",
             [&](const Statement &row) {
                 auto [request, isMade, message, made]
                     = valuesOf<std::string, bool, DialogueMessage, PromptTemplate>(row);
                 message.request = std::move(request);
                 if (isMade)
                     message.made = std::move(made);
                 m_out.messages.push_back(std::move(message));
             });
    }

    void readLineage()
    {
        rows(selectOf<Lineage>("FROM lineage WHERE dialogue_id = ? ORDER BY round, parent_sample, "
                               "parent_round, role"),
             [&](const Statement &row) { m_out.lineage.push_back(readColumns<Lineage>(row, 0)); });
    }

    Database &m_database;
    DialogueId m_id;
    RawBytes m_raw;
    Dialogue m_out;
    std::map<std::int64_t, std::size_t> m_responses; ///< index of the request, by the row's id
    Status m_failure;
};

std::string dialogueSql()
{
    return "SELECT d.id, " + columnNames<AskedDialogue>().list()
        + " FROM dialogue d JOIN run r ON r.id = d.run_id JOIN task t ON t.id = d.task_id JOIN "
          "method m ON m.id = d.method_id LEFT JOIN generation_profile p ON p.id = d.profile_id "
          "ORDER BY d.run_id, d.id";
}

std::string requestSql()
{
    return "SELECT q.dialogue_id, coalesce(s.usage_source IN ('counted', 'estimated'), 0), "
        + columnNames<AskedRequest>().list()
        + " FROM request q LEFT JOIN response s ON s.request_id = q.id ORDER BY q.id";
}

constexpr std::string_view messageSql
    = "SELECT x.dialogue_id, x.round, x.kind = 'hint', x.told_sample, x.told_round, "
      "x.told_attempt FROM message x WHERE x.kind IN ('feedback', 'hint') ORDER BY x.dialogue_id, "
      "x.ordinal";

/// Returns the dialogue of a request, and the request.
std::pair<std::int64_t, AskedRequest> requestAt(const Statement &row)
{
    auto [dialogue, isOurCount, out] = readValues<std::int64_t, bool, AskedRequest>(row);
    if (isOurCount) {
        out.inputTokens.reset();
        out.outputTokens.reset();
        out.dollars.reset();
    }
    return {dialogue, out};
}

/// Returns the dialogue of a message, and the message.
std::pair<std::int64_t, AskedMessage> messageAt(const Statement &row)
{
    using Number = std::optional<int>;
    const auto [dialogue, round, isHint, sample, toldRound, attempt]
        = readValues<std::int64_t, int, bool, Number, Number, Number>(row);
    AskedMessage out;
    out.round = round;
    out.isHint = isHint;
    if (sample && toldRound && attempt)
        out.told = ToldEvaluation{*sample, *toldRound, *attempt};
    return {dialogue, out};
}

using OptionalId = std::optional<std::int64_t>;

/// Returns the single integer of a query.
template <typename... Values>
Result<std::int64_t> known(Database &database, std::string_view sql, const Values &...values)
{
    const auto found = database.lookup(sql, values...);
    if (!found)
        return found.error();
    if (!*found)
        return database.fileError(Errc::NotFound, "a row is not there");
    return **found;
}

/// Adds a row, or finds the existing one, and returns its id.
template <typename Row, typename... Keys>
Result<std::int64_t> put(Database &database, const std::string &upsert, const Row &row,
                         std::string_view find, std::string_view unique, const Keys &...keys)
{
    const auto id = upsertRow(database, upsert, row, keys...);
    if (!id)
        return id.error();
    return *id ? Result<std::int64_t>(**id) : known(database, find, unique);
}

Result<std::int64_t> putProfile(Database &database, const GenerationProfile &profile)
{
    static const std::string sql
        = upsertStatement("generation_profile", {"sha256"}, columnNames<GenerationProfile>(),
                          "sha256", KnownRow::Kept);
    const std::string digest = sha256Hex(profile.name + '\0' + profile.json);
    return put(database, sql, profile, "SELECT id FROM generation_profile WHERE sha256 = ?", digest,
               digest);
}

Result<std::int64_t> putTemplate(Database &database, const PromptTemplate &made)
{
    static const std::string sql = upsertStatement(
        "prompt_template", {"sha256"}, columnNames<PromptTemplate>(), "sha256", KnownRow::Kept);
    std::string all;
    for (const std::string *part :
         {&made.name, &made.platform, &made.purpose, &made.variables, &made.body})
        all.append(*part).push_back('\0');
    const std::string digest = sha256Hex(all);
    return put(database, sql, made, "SELECT id FROM prompt_template WHERE sha256 = ?", digest,
               digest);
}

/// Stores one dialogue; stops at the first failure.
class DialogueStore
{
public:
    DialogueStore(Database &database, const Dialogue &dialogue, const RawAnswers &raw)
        : m_database(database)
        , m_dialogue(dialogue)
        , m_raw(raw)
    {
    }

    Result<DialogueId> store(RunId run, TaskId task, MethodId method)
    {
        addDialogue(run, task, method);
        for (const Request &request : m_dialogue.requests)
            addRequest(request);
        for (const DialogueMessage &message : m_dialogue.messages)
            addMessage(message);
        for (const Lineage &lineage : m_dialogue.lineage)
            addLineage(lineage);
        if (!m_failure)
            return std::move(m_failure).error();
        return DialogueId{m_id};
    }

private:
    template <typename Value>
    Value take(Result<Value> result)
    {
        if (!m_failure)
            return {};
        if (!result) {
            m_failure = std::move(result).error();
            return {};
        }
        return std::move(*result);
    }

    void addDialogue(RunId run, TaskId task, MethodId method)
    {
        static const std::string sql = upsertStatement(
            "dialogue", {"run_id", "task_id", "method_id", "profile_id"}, columnNames<Dialogue>(),
            "run_id, task_id, method_id, sample", KnownRow::Updated);
        OptionalId profile;
        if (m_dialogue.profile)
            profile = take(putProfile(m_database, *m_dialogue.profile));
        if (!m_failure)
            return;
        m_id = take(upsertRow(m_database, sql, m_dialogue, run.value, task.value, method.value,
                              profile))
                   .value_or(0);
    }

    void addRequest(const Request &request)
    {
        static const std::string sql = upsertStatement(
            "request", {"dialogue_id"}, columnNames<Request>(), "uuid", KnownRow::Updated);
        const OptionalId owner = take(
            m_database.lookup("SELECT dialogue_id FROM request WHERE uuid = ?", request.uuid));
        if (m_failure && owner && *owner != m_id)
            m_failure = m_database.fileError(
                Errc::InvalidInput, "the request " + request.uuid + " belongs to another dialogue");
        if (!m_failure)
            return;
        const std::int64_t id = take(upsertRow(m_database, sql, request, m_id)).value_or(0);
        if (!m_failure)
            return;
        m_requests[request.uuid] = id;
        if (request.response)
            addResponse(id, request.uuid, *request.response);
    }

    void addResponse(std::int64_t request, const std::string &uuid, const Response &response)
    {
        static const std::string sql = upsertStatement(
            "response", {"request_id"}, columnNames<Response>(), "request_id", KnownRow::Updated);
        const OptionalId whole = take(m_database.lookup(
            "SELECT id FROM response WHERE request_id = ? AND is_complete = 1", request));
        if (!m_failure)
            return;
        OptionalId id = whole;
        if (!whole) {
            const OptionalId raw = response.raw.empty() ? rawOf(request, uuid) : std::nullopt;
            if (m_failure)
                id = take(upsertRow(m_database, sql, response, request));
            if (m_failure && raw)
                m_failure = m_database.run("UPDATE response SET raw = ? WHERE id = ?", *raw,
                                           id.value_or(0));
        }
        for (const Extraction &extraction : response.extractions) {
            if (m_failure)
                addExtraction(id.value_or(0), extraction);
        }
    }

    /// Returns the blob of the raw answer: new bytes from `m_raw`, else the stored ones.
    OptionalId rawOf(std::int64_t request, const std::string &uuid)
    {
        if (m_raw && m_failure) {
            const std::string sent = take(m_raw(uuid));
            if (m_failure && !sent.empty())
                return take(putBlob(m_database, sent));
        }
        return take(m_database.lookup(
            "SELECT raw FROM response WHERE request_id = ? AND raw IS NOT NULL", request));
    }

    void addExtraction(std::int64_t response, const Extraction &extraction)
    {
        static const std::string sql
            = upsertStatement("extraction", {"response_id"}, columnNames<Extraction>(),
                              "response_id, rule_version, person", KnownRow::Kept);
        take(upsertRow(m_database, sql, extraction, response));
    }

    void addMessage(const DialogueMessage &message)
    {
        static const std::string sql = upsertStatement(
            "message", {"dialogue_id", "template_id", "request_id"}, columnNames<DialogueMessage>(),
            "dialogue_id, ordinal", KnownRow::Kept);
        OptionalId made;
        if (message.made)
            made = take(putTemplate(m_database, *message.made));
        OptionalId request;
        if (!message.request.empty())
            request = requestOf(message);
        if (m_failure)
            take(upsertRow(m_database, sql, message, m_id, made, request));
    }

    OptionalId requestOf(const DialogueMessage &message)
    {
        const auto own = m_requests.find(message.request);
        if (own != m_requests.end())
            return own->second;
        OptionalId stored = take(m_database.lookup(
            "SELECT id FROM request WHERE uuid = ? AND dialogue_id = ?", message.request, m_id));
        if (m_failure && !stored)
            m_failure = m_database.fileError(
                Errc::InvalidInput,
                "message " + std::to_string(message.ordinal) + " of \"" + m_dialogue.task
                    + "\" answers a request that its dialogue does not have");
        return stored;
    }

    void addLineage(const Lineage &lineage)
    {
        if (m_failure)
            m_failure = m_database.run(
                "INSERT INTO lineage (dialogue_id, round, parent_sample, parent_round, role) "
                "VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                m_id, lineage.round, lineage.parentSample, lineage.parentRound, lineage.role);
    }

    Database &m_database;
    const Dialogue &m_dialogue;
    const RawAnswers &m_raw;
    std::int64_t m_id = 0;
    std::map<std::string, std::int64_t> m_requests;
    Status m_failure;
};

} // namespace

Result<std::vector<DialogueRow>> listDialogues(Database &database, const DialogueFilter &filter)
{
    static const std::string sql = selectOf<DialogueRow>(
        "FROM dialogue d JOIN run r ON r.id = d.run_id JOIN task t ON t.id = d.task_id JOIN method "
        "m ON m.id = d.method_id WHERE (?1 = '' OR r.name = ?1 COLLATE BINARY) AND (?2 = '' OR "
        "t.name = ?2 COLLATE BINARY) AND (?3 = '' OR m.name = ?3 COLLATE BINARY) AND (?4 IS NULL "
        "OR d.sample = ?4) ORDER BY r.id, t.name, m.name, d.sample");
    return readList<DialogueRow>(database, sql, filter.run, filter.task, filter.method,
                                 filter.sample);
}

Result<Dialogue> readDialogue(Database &database, DialogueId id, RawBytes raw)
{
    return DialogueQuery(database, id, raw).read();
}

Result<std::optional<DialogueId>> dialogueOf(Database &database, RowId evaluation)
{
    const auto found = database.lookup(
        "SELECT d.id FROM evaluation e JOIN dialogue d ON d.run_id = e.run_id AND d.task_id = "
        "e.task_id AND d.method_id = e.method_id AND d.sample = e.sample WHERE e.id = ?",
        evaluation.value);
    if (!found)
        return found.error();
    return *found ? std::optional(DialogueId{**found}) : std::nullopt;
}

Result<std::vector<AskedDialogue>> readAskedDialogues(Database &database)
{
    std::vector<AskedDialogue> out;
    std::unordered_map<std::int64_t, std::size_t> places; // index of a dialogue, by its id
    Status read = readRows(database, dialogueSql(), [&](const Statement &row) {
        auto [id, dialogue] = readValues<std::int64_t, AskedDialogue>(row);
        places.emplace(id, out.size());
        out.push_back(std::move(dialogue));
    });
    if (read)
        read = readRows(database, requestSql(), [&](const Statement &row) {
            const auto [dialogue, request] = requestAt(row);
            if (const auto place = places.find(dialogue); place != places.end())
                out[place->second].requests.push_back(request);
        });
    if (read)
        read = readRows(database, messageSql, [&](const Statement &row) {
            const auto [dialogue, message] = messageAt(row);
            if (const auto place = places.find(dialogue); place != places.end())
                out[place->second].messages.push_back(message);
        });
    if (!read)
        return read.error();
    return out;
}

Result<DialogueId> storeDialogue(Database &database, RunId run, TaskId task, MethodId method,
                                 const Dialogue &dialogue, const RawAnswers &raw)
{
    return DialogueStore(database, dialogue, raw).store(run, task, method);
}

} // namespace loupe
