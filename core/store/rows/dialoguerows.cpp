// SPDX-License-Identifier: Apache-2.0
#include "core/store/rows/dialoguerows.h"

#include "core/store/rows/dialoguecolumns.h"
#include "core/store/sqlite/rowloop.h"

#include <map>
#include <utility>

namespace loupe {

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

    /// Reads a row whose columns begin at index `first`.
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
            m_failure
                = Error{Errc::NotFound, "the store has no dialogue " + std::to_string(m_id.value),
                        m_database.file().string()};
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
    std::map<std::int64_t, std::size_t> m_responses; ///< index of the request, by the row's id
    Status m_failure;
};

} // namespace

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
