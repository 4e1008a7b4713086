// SPDX-License-Identifier: Apache-2.0
#include "core/store/rows/askedrows.h"

#include "core/store/sqlite/rowloop.h"

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace loupe {

namespace {

constexpr std::string_view dialogueSql
    = "SELECT d.id, r.name, t.suite, t.name, m.name, d.sample, coalesce(p.json, ''), d.strategy, "
      "d.stop_reason, EXISTS (SELECT 1 FROM evaluation e WHERE e.run_id = d.run_id AND e.task_id = "
      "d.task_id AND e.method_id = d.method_id AND e.sample = d.sample) FROM dialogue d JOIN run r "
      "ON r.id = d.run_id JOIN task t ON t.id = d.task_id JOIN method m ON m.id = d.method_id LEFT "
      "JOIN generation_profile p ON p.id = d.profile_id ORDER BY d.run_id, d.id";

// A user's choice of a block takes precedence over the result of the newest rule.
constexpr std::string_view requestSql
    = "SELECT q.dialogue_id, q.round, q.state, s.id IS NOT NULL, coalesce(s.is_complete, 0), "
      "(SELECT x.outcome FROM extraction x WHERE x.response_id = s.id ORDER BY x.person <> '' "
      "DESC, "
      "x.rule_version DESC, x.id DESC LIMIT 1), s.usage_source IN ('counted', 'estimated'), "
      "s.input_tokens, s.output_tokens, s.dollars FROM request q LEFT JOIN response s ON "
      "s.request_id = q.id ORDER BY q.id";

constexpr std::string_view messageSql
    = "SELECT x.dialogue_id, x.round, x.kind = 'hint', x.told_sample, x.told_round, "
      "x.told_attempt FROM message x WHERE x.kind IN ('feedback', 'hint') ORDER BY x.dialogue_id, "
      "x.ordinal";

AskedDialogue dialogueAt(const Statement &row)
{
    AskedDialogue out;
    out.run = row.textView(1);
    out.suite = row.textView(2);
    out.task = row.textView(3);
    out.method = row.textView(4);
    out.sample = row.smallInteger(5);
    out.profile = row.textView(6);
    out.strategy = row.textView(7);
    out.stopReason = row.textView(8);
    out.hasResult = row.integer(9) != 0;
    return out;
}

AskedRequest requestAt(const Statement &row)
{
    AskedRequest out;
    out.round = row.smallInteger(1);
    out.state = row.textView(2);
    out.isAnswered = row.integer(3) != 0;
    out.isWhole = row.integer(4) != 0;
    if (!row.isNull(5))
        out.outcome = extractionOutcomeFromId(row.textView(5));
    const bool isReported = row.isNull(6) || row.integer(6) == 0;
    if (!isReported)
        return out;
    out.inputTokens = row.optionalInteger(7);
    out.outputTokens = row.optionalInteger(8);
    out.dollars = row.optionalReal(9);
    return out;
}

AskedMessage messageAt(const Statement &row)
{
    AskedMessage out;
    out.round = row.smallInteger(1);
    out.isHint = row.integer(2) != 0;
    if (!row.isNull(3) && !row.isNull(4) && !row.isNull(5))
        out.told = ToldEvaluation{row.smallInteger(3), row.smallInteger(4), row.smallInteger(5)};
    return out;
}

} // namespace

Result<std::vector<AskedDialogue>> readAskedDialogues(Database &database)
{
    std::vector<AskedDialogue> out;
    std::unordered_map<std::int64_t, std::size_t> places; // index of a dialogue, by its id
    Status read = readRows(database, dialogueSql, [&](const Statement &row) {
        places.emplace(row.integer(0), out.size());
        out.push_back(dialogueAt(row));
    });
    if (read)
        read = readRows(database, requestSql, [&](const Statement &row) {
            if (const auto place = places.find(row.integer(0)); place != places.end())
                out[place->second].requests.push_back(requestAt(row));
        });
    if (read)
        read = readRows(database, messageSql, [&](const Statement &row) {
            if (const auto place = places.find(row.integer(0)); place != places.end())
                out[place->second].messages.push_back(messageAt(row));
        });
    if (!read)
        return read.error();
    return out;
}

} // namespace loupe
