// SPDX-License-Identifier: Apache-2.0
#include "core/store/read/storecheck.h"

#include "core/base/digest.h"
#include "core/store/file/schemacheck.h"
#include "core/store/file/storefile.h"
#include "core/store/read/derivedcheck.h"
#include "core/store/rows/reviewrows.h"
#include "core/store/sqlite/rowlisting.h"

#include <utility>

namespace loupe {

namespace {

using Problems = std::vector<std::string>;

template <typename Describe>
Status collect(Database &database, const char *sql, Problems &problems, Describe describe)
{
    auto statement = database.prepare(sql);
    if (!statement)
        return std::move(statement).error();
    return forEachRow(*statement, [&](const Statement &row) {
        std::string problem = describe(row);
        if (!problem.empty())
            problems.push_back(std::move(problem));
    });
}

std::string blobProblem(const Statement &row)
{
    const auto [id, packed, digest] = readValues<std::string, BlobRow, std::string_view>(row);
    const std::string what = "blob " + id;
    const auto content = packed.content();
    if (!content)
        return what + ": " + content.error().message;
    if (sha256Hex(*content) != digest)
        return what + ": the content does not have the digest it is filed under";
    return {};
}

std::string rowProblem(const Statement &row)
{
    const auto [id, what] = readValues<std::string, std::string>(row);
    return "evaluation " + id + ": " + what;
}

constexpr const char *repeatedColumns
    = "SELECT e.id, 'its category is not its task''s' FROM evaluation e JOIN task t ON "
      "t.id = e.task_id WHERE e.category <> t.category "
      "UNION ALL SELECT e.id, 'its outcome is not its verdict''s' FROM evaluation e JOIN verdict v "
      "ON v.id = e.verdict WHERE e.outcome <> v.outcome "
      "UNION ALL SELECT e.id, 'it has no row in evaluation_extra' FROM evaluation e WHERE NOT "
      "EXISTS (SELECT 1 FROM evaluation_extra x WHERE x.evaluation_id = e.id) "
      "UNION ALL SELECT e.id, 'it is wrongly marked as last or not last round' FROM evaluation e "
      "WHERE e.is_last_round <> (e.outcome NOT IN ('unknown', 'infra_error') AND NOT EXISTS ("
      "SELECT 1 FROM evaluation l WHERE l.run_id = e.run_id AND l.task_id = e.task_id AND "
      "l.method_id = e.method_id AND l.sample = e.sample AND l.round > e.round AND l.outcome NOT "
      "IN ('unknown', 'infra_error')))";

constexpr const char *contradictingTraits
    = "SELECT id, 'what it is made of contradicts the share of its own kernels' FROM evaluation "
      "WHERE own_share IS NOT NULL AND ifnull(made_of, '') <> CASE WHEN own_share = 0 THEN "
      "'library_only' WHEN own_share = 1 THEN 'own_kernels' ELSE 'mixed' END";

constexpr const char *timingSizes
    = "SELECT g.evaluation_id, 'a timing series has not as many samples as it says' FROM timing g "
      "LEFT JOIN blob b ON b.id = g.samples_ms WHERE ifnull(b.size, 0) <> 8 * g.sample_count";

} // namespace

Result<std::vector<std::string>> checkStore(Database &database)
{
    Problems problems;
    const auto differences = schemaDifferences(database, currentSchema());
    if (!differences)
        return differences.error();
    bool isReadable = true;
    for (const SchemaDifference &difference : *differences) {
        problems.push_back(text(difference));
        isReadable = isReadable && difference.kind == SchemaDifference::Kind::Foreign;
    }
    const std::size_t ofSchema = problems.size();
    Status done
        = collect(database, "PRAGMA integrity_check(100)", problems, [](const Statement &row) {
              const auto text = readValue<std::string>(row);
              return text == "ok" ? std::string() : text;
          });
    // Stops here, because damage may make the other queries fail, and a changed table or view may
    // falsify them.
    if (!done || !isReadable || problems.size() > ofSchema) {
        if (!done)
            problems.push_back(done.error().text());
        return problems;
    }
    done = collect(database, "PRAGMA foreign_key_check", problems, [](const Statement &row) {
        const auto [table, id, parent] = readValues<std::string, std::string, std::string>(row);
        return table + " row " + id + ": refers to a missing " + parent;
    });
    if (done)
        done = collect(database,
                       "SELECT id, data, codec, size, lower(hex(sha256)) FROM blob ORDER BY id",
                       problems, blobProblem);
    if (done)
        done = collect(database, repeatedColumns, problems, rowProblem);
    if (done) {
        const std::string wronglyFlagged
            = std::string("SELECT e.id, 'it is wrongly flagged or not flagged' FROM "
                          "evaluation e WHERE e.flagged <> ")
            + withheldCondition;
        done = collect(database, wronglyFlagged.c_str(), problems, rowProblem);
    }
    if (done)
        done = collect(database, contradictingTraits, problems, rowProblem);
    if (done)
        done = collect(database, timingSizes, problems, rowProblem);
    if (!done)
        return done.error();
    auto derived = checkDerived(database);
    if (!derived)
        return std::move(derived).error();
    problems.insert(problems.end(), derived->begin(), derived->end());
    return problems;
}

Status checkSound(Database &database)
{
    const auto problems = checkStore(database);
    if (!problems)
        return problems.error();
    if (problems->empty())
        return {};
    const std::string more
        = problems->size() > 1 ? " (and " + std::to_string(problems->size() - 1) + " more)" : "";
    return Error{Errc::Corrupt, "the store is broken: " + problems->front() + more,
                 database.file().string(),
                 "kloupe check names all problems; use a backup of this store"};
}

} // namespace loupe
