// SPDX-License-Identifier: Apache-2.0
#include "core/store/rows/askedrows.h"

#include "core/store/sqlite/rowlisting.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace loupe {

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

} // namespace

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

} // namespace loupe
