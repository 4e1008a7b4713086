// SPDX-License-Identifier: Apache-2.0
#include "core/store/rows/dialoguerows.h"

#include "core/store/rows/dialoguecolumns.h"

#include <map>
#include <optional>
#include <string>
#include <tuple>
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
        if (m_failure)
            m_failure = readRows(m_database, sql, std::move(each), m_id.value);
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
            m_failure
                = Error{Errc::NotFound, "the store has no dialogue " + std::to_string(m_id.value),
                        m_database.file().string()};
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

} // namespace loupe
