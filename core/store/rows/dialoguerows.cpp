// SPDX-License-Identifier: Apache-2.0
#include "core/store/rows/dialoguerows.h"

#include "core/base/digest.h"
#include "core/store/rows/dialoguecolumns.h"
#include "core/store/sqlite/rowloop.h"

#include <map>
#include <utility>

namespace loupe {

namespace {

using OptionalId = std::optional<std::int64_t>;

/// The one integer that a query gives.
template <typename... Values>
Result<std::int64_t> known(Database &database, std::string_view sql, const Values &...values)
{
    const auto found = database.lookup(sql, values...);
    if (!found)
        return found.error();
    if (!*found)
        return Error{Errc::NotFound, "a row is not there", database.file().string(), {}, {}};
    return **found;
}

/// The id of a row that is added or there already.
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

/// Stores one dialogue; the first failure is kept and ends it.
class DialogueStore
{
public:
    DialogueStore(Database &database, const Dialogue &dialogue)
        : m_database(database)
        , m_dialogue(dialogue)
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
            m_failure = Error{Errc::InvalidInput,
                              "the request " + request.uuid + " belongs to another dialogue",
                              m_database.file().string(),
                              {},
                              {}};
        if (!m_failure)
            return;
        const std::int64_t id = take(upsertRow(m_database, sql, request, m_id)).value_or(0);
        if (!m_failure)
            return;
        m_requests[request.uuid] = id;
        if (request.response)
            addResponse(id, *request.response);
    }

    void addResponse(std::int64_t request, const Response &response)
    {
        static const std::string sql = upsertStatement(
            "response", {"request_id"}, columnNames<Response>(), "request_id", KnownRow::Updated);
        const OptionalId whole = take(m_database.lookup(
            "SELECT id FROM response WHERE request_id = ? AND is_complete = 1", request));
        if (!m_failure)
            return;
        const OptionalId id = whole ? whole : take(upsertRow(m_database, sql, response, request));
        for (const Extraction &extraction : response.extractions) {
            if (m_failure)
                addExtraction(id.value_or(0), extraction);
        }
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
            m_failure
                = Error{Errc::InvalidInput,
                        "message " + std::to_string(message.ordinal) + " of \"" + m_dialogue.task
                            + "\" answers a request that its dialogue does not have",
                        m_database.file().string(),
                        {},
                        {}};
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
    std::int64_t m_id = 0;
    std::map<std::string, std::int64_t> m_requests;
    Status m_failure;
};

/// Reads one dialogue piece by piece; the first failure ends it.
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
        if (m_failure)
            m_failure = readRows(m_database, sql, std::move(each), m_id.value);
    }

    /// A row of which the columns begin at the place `first`.
    template <typename Row>
    Row rowAt(const Statement &statement, int first)
    {
        auto row = readRow<Row>(m_database, statement, first);
        if (!row && m_failure)
            m_failure = row.error();
        return row ? std::move(*row) : Row{};
    }

    void readDialogue()
    {
        bool isFound = false;
        rows("SELECT t.name, m.name, p.id IS NOT NULL, p.name, p.json, "
                 + columnNames<Dialogue>().list("d.")
                 + " FROM dialogue d JOIN task t ON t.id = d.task_id JOIN method m ON m.id = "
                   "d.method_id LEFT JOIN generation_profile p ON p.id = d.profile_id WHERE d.id = "
                   "?",
             [&](const Statement &row) {
                 isFound = true;
                 m_out = rowAt<Dialogue>(row, 5);
                 m_out.task = row.text(0);
                 m_out.method = row.text(1);
                 if (row.integer(2) != 0)
                     m_out.profile = rowAt<GenerationProfile>(row, 3);
             });
        if (m_failure && !isFound)
            m_failure = Error{Errc::NotFound,
                              "the store has no dialogue " + std::to_string(m_id.value),
                              m_database.file().string(),
                              {},
                              {}};
    }

    void readRequests()
    {
        const ColumnNames columns = columnNames<Request>();
        const int first = 2 + static_cast<int>(columns.count());
        std::string answered = columnNames<Response>().list("s.");
        constexpr std::string_view rawColumn = "s.raw,";
        if (const std::size_t at = answered.find(rawColumn);
            m_raw == RawBytes::LeftOut && at != std::string::npos)
            answered.replace(at, rawColumn.size(), "NULL,");
        rows("SELECT q.id, s.id, " + columns.list("q.") + ", " + answered
                 + " FROM request q LEFT JOIN response s ON s.request_id = q.id WHERE "
                   "q.dialogue_id = ? ORDER BY q.id",
             [&](const Statement &row) {
                 Request request = rowAt<Request>(row, 2);
                 if (!row.isNull(1)) {
                     request.response = rowAt<Response>(row, first);
                     m_responses[row.integer(1)] = m_out.requests.size();
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
                 const auto place = m_responses.find(row.integer(0));
                 if (place != m_responses.end())
                     m_out.requests[place->second].response->extractions.push_back(
                         rowAt<Extraction>(row, 1));
             });
    }

    void readMessages()
    {
        const ColumnNames columns = columnNames<DialogueMessage>();
        const int first = 2 + static_cast<int>(columns.count());
        rows("SELECT q.uuid, p.id, " + columns.list("x.") + ", "
                 + columnNames<PromptTemplate>().list("p.")
                 + " FROM message x LEFT JOIN request q ON q.id = x.request_id LEFT JOIN "
                   "prompt_template p ON p.id = x.template_id WHERE x.dialogue_id = ? ORDER BY "
                   "x.ordinal",
             [&](const Statement &row) {
                 DialogueMessage message = rowAt<DialogueMessage>(row, 2);
                 message.request = row.text(0);
                 if (!row.isNull(1))
                     message.made = rowAt<PromptTemplate>(row, first);
                 m_out.messages.push_back(std::move(message));
             });
    }

    void readLineage()
    {
        rows("SELECT " + columnNames<Lineage>().list()
                 + " FROM lineage WHERE dialogue_id = ? ORDER BY round, parent_sample, "
                   "parent_round, role",
             [&](const Statement &row) { m_out.lineage.push_back(rowAt<Lineage>(row, 0)); });
    }

    Database &m_database;
    DialogueId m_id;
    RawBytes m_raw;
    Dialogue m_out;
    std::map<std::int64_t, std::size_t> m_responses; ///< place of the request, by the row's id
    Status m_failure;
};

} // namespace

Result<DialogueId> storeDialogue(Database &database, RunId run, TaskId task, MethodId method,
                                 const Dialogue &dialogue)
{
    return DialogueStore(database, dialogue).store(run, task, method);
}

Result<std::vector<DialogueRow>> listDialogues(Database &database, const DialogueFilter &filter)
{
    std::vector<DialogueRow> out;
    const Status read = readRows(
        database,
        "SELECT d.id, r.name, t.name, m.name, d.sample, (SELECT count(DISTINCT q.round) FROM "
        "request q WHERE q.dialogue_id = d.id) FROM dialogue d JOIN run r ON r.id = d.run_id JOIN "
        "task t ON t.id = d.task_id JOIN method m ON m.id = d.method_id WHERE (?1 = '' OR r.name = "
        "?1 COLLATE BINARY) AND (?2 = '' OR t.name = ?2 COLLATE BINARY) AND (?3 = '' OR m.name = "
        "?3 COLLATE BINARY) AND (?4 IS NULL OR d.sample = ?4) ORDER BY r.id, t.name, m.name, "
        "d.sample",
        [&](const Statement &row) {
            out.push_back({DialogueId{row.integer(0)}, row.text(1), row.text(2), row.text(3),
                           row.smallInteger(4), row.smallInteger(5)});
        },
        filter.run, filter.task, filter.method, filter.sample);
    if (!read)
        return read.error();
    return out;
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

} // namespace loupe
