// SPDX-License-Identifier: Apache-2.0
#include "core/store/merge/mergesteps.h"

#include "core/store/file/storefile.h"
#include "core/store/merge/mergesql.h"
#include "core/store/rows/findingrows.h"
#include "core/store/rows/savedrows.h"
#include "core/store/sqlite/rowlisting.h"

#include <array>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace loupe {

namespace {

Error contradiction(const MergedPart &part, std::string message, std::string hint)
{
    return Error{Errc::InvalidInput, std::move(message), part.file.string(), std::move(hint)};
}

/// Returns the first column of the first row; empty if there is none.
Result<std::string> firstText(Database &database, const std::string &sql)
{
    auto texts = readList<std::string>(database, sql);
    if (!texts)
        return std::move(texts).error();
    return texts->empty() ? std::string() : std::move(texts->front());
}

Status checkNames(Database &database, const std::string &schema, const MergedPart &part)
{
    const auto method = firstText(
        database,
        fmt::format("SELECT o.name FROM {}.method o JOIN main.method m ON m.name = o.name "
                    "COLLATE BINARY WHERE m.is_demo <> o.is_demo LIMIT 1",
                    schema));
    if (!method)
        return method.error();
    if (!method->empty())
        return contradiction(part,
                             "the method \"" + *method
                                 + "\" is demonstration data in one store and not in the other",
                             "merge stores of the same methods");
    const auto run = firstText(
        database,
        fmt::format("SELECT o.name FROM {0}.run o JOIN main.run m ON m.uuid = o.uuid JOIN "
                    "{0}.environment a ON a.id = o.environment_id JOIN main.environment b ON b.id "
                    "= m.environment_id WHERE o.suite <> m.suite OR o.protocol <> m.protocol OR "
                    "a.device_name <> b.device_name OR a.json <> b.json LIMIT 1",
                    schema));
    if (!run)
        return run.error();
    if (!run->empty())
        return contradiction(part,
                             "the run \"" + *run
                                 + "\" has another suite, protocol, device or environment than in "
                                   "the store before",
                             "one of the stores was edited; merge only the other");
    return {};
}

Status checkKnown(Database &database, const std::string &schema, const MergedPart &part)
{
    const auto differs = firstText(
        database,
        fmt::format(
            "SELECT t.name || ' by ' || d.name || ', sample ' || o.sample || ', round ' || o.round "
            "|| ': ' || m.verdict || ' and ' || o.verdict FROM known k JOIN {0}.evaluation o ON "
            "o.id = k.old JOIN main.evaluation m ON m.id = k.new JOIN {0}.candidate x ON x.id = "
            "o.candidate_id JOIN main.candidate y ON y.id = m.candidate_id LEFT JOIN {0}.blob p ON "
            "p.id = x.source_blob LEFT JOIN main.blob q ON q.id = y.source_blob JOIN main.task t "
            "ON t.id = m.task_id JOIN main.method d ON d.id = m.method_id WHERE m.outcome <> "
            "'infra_error' AND o.outcome <> 'infra_error' AND (m.verdict <> o.verdict OR p.sha256 "
            "IS NOT q.sha256) LIMIT 1",
            schema));
    if (!differs)
        return differs.error();
    if (differs->empty())
        return {};
    return contradiction(part, "the stores differ in one evaluation: " + *differs,
                         "one of the stores was edited; merge only the other");
}

/// Returns "name", or "name (2)" … if it is taken.
template <typename IsTaken>
std::string freeName(const std::string &name, IsTaken isTaken)
{
    std::string free = name;
    for (int number = 2; isTaken(free); ++number)
        free = fmt::format("{} ({})", name, number);
    return free;
}

Status addRuns(Database &database, const std::string &schema, MergedPart &part)
{
    const auto runs = readList<std::pair<std::int64_t, std::string>>(
        database,
        fmt::format("SELECT o.id, o.name FROM {}.run o WHERE o.id NOT IN (SELECT old FROM run_map) "
                    "ORDER BY o.id",
                    schema));
    if (!runs)
        return runs.error();
    const std::string insert = fmt::format(
        "INSERT INTO main.run (uuid, name, suite, origin, protocol, sandbox, tool_version, "
        "profile_json, started_at, finished_at, state, environment_id, precision) SELECT o.uuid, "
        "?2, o.suite, o.origin, o.protocol, o.sandbox, o.tool_version, o.profile_json, "
        "o.started_at, o.finished_at, CASE o.state WHEN 'running' THEN 'interrupted' ELSE o.state "
        "END, n.new, o.precision FROM {}.run o JOIN environment_map n ON n.old = o.environment_id "
        "WHERE o.id = ?1",
        schema);
    for (const auto &[id, name] : *runs) {
        const std::string free = freeName(name, [&](const std::string &wanted) {
            const auto taken
                = database.lookup("SELECT 1 FROM main.run WHERE name = ? COLLATE BINARY", wanted);
            return taken && taken->has_value();
        });
        const auto added = database.insert(insert, id, free);
        if (!added)
            return added.error();
        if (free != name)
            part.renamed.push_back(fmt::format("run \"{}\" is now \"{}\"", name, free));
        if (Status mapped = database.run("INSERT INTO run_map VALUES (?, ?, 0)", id, *added);
            !mapped)
            return mapped;
        ++part.runs;
    }
    const auto shared = database.lookup("SELECT count(*) FROM run_map WHERE shared = 1");
    if (!shared)
        return shared.error();
    part.sharedRuns = shared->value_or(0);
    // A run counts as finished if it is finished in either store.
    return database.execute(fmt::format(
        "UPDATE main.run AS m SET (state, finished_at) = (SELECT o.state, o.finished_at FROM "
        "run_map r JOIN {0}.run o ON o.id = r.old WHERE r.new = m.id) WHERE m.state <> 'finished' "
        "AND m.id IN (SELECT r.new FROM run_map r JOIN {0}.run o ON o.id = r.old WHERE o.state = "
        "'finished')",
        schema));
}

/// A table of user-named items: (name, content, time), some with a detail.
struct NamedTable {
    const char *table;
    const char *content; ///< column with the content of the name
    const char *detail;  ///< column of a detail; null if there is none
    const char *word;    ///< for display
};

/// Keeps the items of both stores; if two contents share a name, the second is renamed.
Status addNamed(Database &database, const std::string &schema, const NamedTable &named,
                MergedPart &part)
{
    const std::string detail = named.detail != nullptr ? named.detail : "''";
    const auto rows = readList<std::array<std::string, 4>>(
        database,
        fmt::format("SELECT name, {2}, saved_at, {3} FROM {0}.{1} WHERE (name, {2}, {3}) NOT IN "
                    "(SELECT name, {2}, {3} FROM main.{1}) ORDER BY name",
                    schema, named.table, named.content, detail));
    if (!rows)
        return rows.error();
    const std::string same
        = fmt::format("SELECT 1 FROM main.{} WHERE name = ? AND {} = ? AND {} = ?", named.table,
                      named.content, detail);
    const std::string taken = fmt::format("SELECT 1 FROM main.{} WHERE name = ?", named.table);
    const std::string insert = fmt::format(
        "INSERT INTO main.{} (name, {}, saved_at{}) VALUES (?, ?, ?{})", named.table, named.content,
        named.detail != nullptr ? ", " + detail : "", named.detail != nullptr ? ", ?" : "");
    for (const auto &row : *rows) {
        const std::string &name = row[0];
        bool isThere = false;
        const std::string free = freeName(name, [&](const std::string &wanted) {
            const auto known = database.lookup(same, wanted, row[1], row[3]);
            isThere = isThere || (known && known->has_value());
            const auto other = database.lookup(taken, wanted);
            return other && other->has_value() && !isThere;
        });
        if (isThere)
            continue;
        Status added = named.detail != nullptr ? database.run(insert, free, row[1], row[2], row[3])
                                               : database.run(insert, free, row[1], row[2]);
        if (!added)
            return added;
        if (free != name)
            part.renamed.push_back(fmt::format("{} \"{}\" is now \"{}\"", named.word, name, free));
    }
    return {};
}

/// Returns the file as a URI for SQLite, with special characters percent-encoded.
std::string uriOf(const std::filesystem::path &file, const char *parameters)
{
    std::string out = "file:";
    for (const char c : std::filesystem::absolute(file).string()) {
        if (c == '%' || c == '?' || c == '#')
            out += fmt::format("%{:02x}", static_cast<unsigned char>(c));
        else
            out += c;
    }
    return out + parameters;
}

} // namespace

Status attachStore(Database &database, const std::filesystem::path &file, const std::string &schema)
{
    const std::string sql = "ATTACH ? AS " + schema;
    Status attached;
    for (const char *parameters : {"?mode=ro", "?immutable=1"}) {
        attached = database.run(sql, uriOf(file, parameters));
        if (!attached)
            continue;
        const auto readable = database.lookup("SELECT count(*) FROM " + schema + ".sqlite_schema");
        if (readable)
            return {};
        attached = readable.error();
        static_cast<void>(database.execute("DETACH " + schema));
    }
    return attached;
}

Status endMerge(Database &database)
{
    for (const char *table : {"blob_map", "task_map", "method_map", "environment_map", "run_map",
                              "candidate_map", "dialogue_map", "request_map", "known", "part",
                              "waiting_review", "waiting_annotation", "waiting_run_mark"}) {
        if (Status dropped = database.execute(fmt::format("DROP TABLE IF EXISTS temp.{}", table));
            !dropped)
            return dropped;
    }
    return {};
}

Status prepareMerge(Database &database)
{
    return database.execute(mergeTables);
}

Status absorbStore(Database &database, const std::string &schema, MergedPart &part)
{
    const auto execute = [&](const char *sql) { return database.execute(mergeSql(sql, schema)); };
    Status done = checkNames(database, schema, part);
    if (done)
        done = execute(mergeStart);
    if (done)
        done = execute(mergeNames);
    if (done)
        done = addRuns(database, schema, part);
    if (done)
        done = execute(mergeKnown);
    if (done)
        done = checkKnown(database, schema, part);
    if (done)
        done = execute(mergeInfraErrors);
    if (done)
        done = execute(mergeDialogues);
    if (done)
        done = execute(mergeEvaluations);
    if (done)
        done = execute(mergeParts);
    if (done)
        done = execute(mergeLaterRows);
    if (done)
        done = addNamed(database, schema, {"saved_view", "filter", "scope", "view"}, part);
    if (done)
        done = addNamed(database, schema, {"run_preset", "json", nullptr, "run preset"}, part);
    if (done)
        done = mergeFigures(database, schema, part.renamed);
    if (!done)
        return done;
    const auto known = database.lookup("SELECT count(*) FROM known");
    if (!known)
        return known.error();
    const auto all = database.lookup(fmt::format("SELECT count(*) FROM {}.evaluation", schema));
    if (!all)
        return all.error();
    part.known = known->value_or(0);
    part.evaluations = all->value_or(0) - part.known;
    return {};
}

Status finishMerge(Database &database)
{
    if (Status stored = database.execute(mergeJudgements); !stored)
        return stored;
    return database.execute(
        fmt::format("UPDATE evaluation AS e SET flagged = {} WHERE e.id IN (SELECT evaluation_id "
                    "FROM main.finding)",
                    withheldCondition));
}

namespace {
constexpr const char *versionSql = "PRAGMA data_version";
}

Result<MergeSource> MergeSource::open(const std::filesystem::path &file)
{
    auto database = openForReading(file, currentSchema());
    if (!database)
        return std::move(database).error();
    MergeSource out(std::move(*database));
    auto reading = Transaction::begin(*out.m_database, Transaction::Kind::Read);
    if (!reading)
        return std::move(reading).error();
    out.m_reading.emplace(std::move(*reading));
    // A transaction sees the state at its first read.
    if (const auto read = out.m_database->lookup("PRAGMA user_version"); !read)
        return read.error();
    const auto version = out.m_database->lookup(versionSql);
    if (!version)
        return version.error();
    out.m_version = *version;
    return out;
}

Status MergeSource::confirm(Database &merging, const std::string &schema)
{
    const auto read = merging.lookup("PRAGMA " + schema + ".user_version");
    if (!read)
        return read.error();
    // Without a commit between the start of the checks and now, both transactions see one state.
    m_reading.reset();
    const auto version = m_database->lookup(versionSql);
    if (!version)
        return version.error();
    if (*version == m_version)
        return {};
    return m_database->fileError(Errc::Busy, "the store changed between its check and the merge",
                                 "try again when no program writes to it");
}

} // namespace loupe
