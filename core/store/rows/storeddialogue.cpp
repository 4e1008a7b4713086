// SPDX-License-Identifier: Apache-2.0
#include "core/store/rows/storeddialogue.h"

#include "core/base/digest.h"
#include "core/store/rows/dialoguecolumns.h"
#include "core/store/sqlite/blobstore.h"

#include <map>
#include <optional>
#include <string>
#include <utility>

namespace loupe {

namespace {

using OptionalId = std::optional<std::int64_t>;

/// Returns the single integer of a query.
template <typename... Values>
Result<std::int64_t> known(Database &database, std::string_view sql, const Values &...values)
{
    const auto found = database.lookup(sql, values...);
    if (!found)
        return found.error();
    if (!*found)
        return Error{Errc::NotFound, "a row is not there", database.file().string()};
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
            m_failure = Error{Errc::InvalidInput,
                              "the request " + request.uuid + " belongs to another dialogue",
                              m_database.file().string()};
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
            m_failure
                = Error{Errc::InvalidInput,
                        "message " + std::to_string(message.ordinal) + " of \"" + m_dialogue.task
                            + "\" answers a request that its dialogue does not have",
                        m_database.file().string()};
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

Result<DialogueId> storeDialogue(Database &database, RunId run, TaskId task, MethodId method,
                                 const Dialogue &dialogue, const RawAnswers &raw)
{
    return DialogueStore(database, dialogue, raw).store(run, task, method);
}

} // namespace loupe
