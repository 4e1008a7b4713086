// SPDX-License-Identifier: Apache-2.0
#include "core/store/rows/annotationrows.h"

#include "core/store/rows/readqueries.h"
#include "core/store/sqlite/rowlisting.h"
#include "core/store/sqlite/wildcards.h"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace loupe {

namespace {

/// Returns an SQL condition that no valid undo refers to the event in the alias {0}. An undo of an
/// undo cannot be undone, so two levels suffice.
std::string isAlive(std::string_view alias)
{
    return fmt::format(
        "NOT EXISTS (SELECT 1 FROM annotation u_{0} WHERE u_{0}.evaluation_id = {0}.evaluation_id "
        "AND u_{0}.undoes = {0}.id AND NOT EXISTS (SELECT 1 FROM annotation r_{0} WHERE "
        "r_{0}.evaluation_id = {0}.evaluation_id AND r_{0}.undoes = u_{0}.id))",
        alias);
}

/// Selects evaluations that have a tag now; `which` restricts the event t.
std::string taggedEvaluations(const std::string &which)
{
    return fmt::format(
        "SELECT t.evaluation_id FROM annotation t WHERE t.kind = 'tag'{} AND {} AND NOT EXISTS "
        "(SELECT 1 FROM annotation x WHERE x.evaluation_id = t.evaluation_id AND x.kind = 'untag' "
        "AND x.value = t.value AND (x.made_at, x.id) > (t.made_at, t.id) AND {})",
        which, isAlive("t"), isAlive("x"));
}

/// Selects evaluations with a user-defined state; `which` restricts the last such event s.
std::string markedEvaluations(const std::string &which)
{
    return fmt::format(
        "SELECT s.evaluation_id FROM annotation s WHERE s.kind = 'state'{} AND {} AND NOT EXISTS "
        "(SELECT 1 FROM annotation y WHERE y.evaluation_id = s.evaluation_id AND y.kind = 'state' "
        "AND (y.made_at, y.id) > (s.made_at, s.id) AND {})",
        which, isAlive("s"), isAlive("y"));
}

struct StoredEvent {
    std::int64_t id = 0;
    std::int64_t evaluation = 0;
    bool isUndoOfUndo = false;
    bool isTakenBack = false;
};

Result<std::optional<StoredEvent>> findEvent(Database &database, const std::string &uuid)
{
    static const std::string sql = fmt::format(
        "SELECT a.id, a.evaluation_id, ifnull((SELECT b.kind = 'undo' FROM annotation b WHERE "
        "b.id = a.undoes), 0), NOT ({}) FROM annotation a WHERE a.uuid = ?",
        isAlive("a"));
    std::optional<StoredEvent> found;
    const Status read = readRows(
        database, sql,
        [&](const Statement &row) {
            const auto [id, evaluation, isUndoOfUndo, isTakenBack]
                = readValues<std::int64_t, std::int64_t, bool, bool>(row);
            found = StoredEvent{id, evaluation, isUndoOfUndo, isTakenBack};
        },
        uuid);
    if (!read)
        return read.error();
    return found;
}

/// Returns the row of the event that an undo refers to.
Result<std::int64_t> undoneRow(Database &database, const Annotation &undo)
{
    const auto event = findEvent(database, undo.undoes);
    if (!event)
        return event.error();
    if (!*event)
        return database.fileError(Errc::NotFound,
                                  "the store has no event " + undo.undoes + " to take back",
                                  "kloupe annotate STORE --evaluation N --list names the events");
    if ((*event)->evaluation != undo.evaluation.value)
        return database.fileError(
            Errc::InvalidInput,
            "the event to undo belongs to evaluation " + std::to_string((*event)->evaluation), {});
    if ((*event)->isUndoOfUndo)
        return database.fileError(Errc::InvalidInput, "the event restored another one",
                                  "take back that other one");
    if ((*event)->isTakenBack)
        return database.fileError(Errc::InvalidInput, "the event is already undone", {});
    return (*event)->id;
}

/// Appends the rows of the statement: id, uuid, evaluation, kind, value, undone event, person,
/// time.
Status appendAnnotations(const Database &database, Statement &statement,
                         std::vector<Annotation> &events)
{
    bool isKnown = true;
    Status read = forEachRow(statement, [&](const Statement &row) {
        const auto [id, uuid, evaluation, word, value, undoes, person, madeAt]
            = readValues<AnnotationId, std::string, RowId, std::string_view, std::string,
                         std::string, std::string, std::string>(row);
        const auto kind = annotationKindFromName(word);
        isKnown = isKnown && kind;
        if (kind)
            events.push_back({id, uuid, evaluation, *kind, value, undoes, person, madeAt});
    });
    if (read && !isKnown)
        return database.fileError(Errc::Corrupt, "an annotation is of a kind that is not known",
                                  "check the store: kloupe check");
    return read;
}

} // namespace

Result<AnnotationId> insertAnnotation(Database &database, const Annotation &event)
{
    if (Status fits = checkAnnotation(event); !fits)
        return std::move(fits).error();
    const auto present = database.lookup("SELECT id FROM annotation WHERE uuid = ?", event.uuid);
    if (!present)
        return present.error();
    if (*present)
        return AnnotationId{**present};
    const auto evaluation
        = database.lookup("SELECT 1 FROM evaluation WHERE id = ?", event.evaluation.value);
    if (!evaluation)
        return evaluation.error();
    if (!*evaluation)
        return noEvaluation(database, event.evaluation);
    std::optional<std::int64_t> undoes;
    if (event.kind == AnnotationKind::Undo) {
        const auto row = undoneRow(database, event);
        if (!row)
            return row.error();
        undoes = *row;
    }
    const auto id = database.insert(
        "INSERT INTO annotation (uuid, evaluation_id, kind, value, undoes, person, made_at) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        event.uuid, event.evaluation.value, kindName(event.kind), event.value, undoes, event.person,
        event.madeAt);
    if (!id)
        return id.error();
    return AnnotationId{*id};
}

Result<std::vector<Annotation>> readAnnotations(Database &database,
                                                std::span<const RowId> evaluations)
{
    auto statement = database.cached(
        "SELECT a.id, a.uuid, a.evaluation_id, a.kind, a.value, ifnull(u.uuid, ''), a.person, "
        "a.made_at FROM annotation a LEFT JOIN annotation u ON u.id = a.undoes WHERE "
        "a.evaluation_id = ? ORDER BY a.id");
    if (!statement)
        return std::move(statement).error();
    std::vector<Annotation> events;
    for (const RowId evaluation : evaluations) {
        (*statement)->bindAll(evaluation.value);
        if (const Status read = appendAnnotations(database, **statement, events); !read)
            return read.error();
    }
    return events;
}

Result<std::vector<Annotation>> readLatestAnnotations(Database &database, const std::string &person,
                                                      std::int64_t most)
{
    auto statement = database.cached(
        "SELECT a.id, a.uuid, a.evaluation_id, a.kind, a.value, ifnull(u.uuid, ''), a.person, "
        "a.made_at FROM annotation a LEFT JOIN annotation u ON u.id = a.undoes WHERE "
        "a.person = ? ORDER BY a.id DESC LIMIT ?");
    if (!statement)
        return std::move(statement).error();
    (*statement)->bindAll(person, most);
    std::vector<Annotation> events;
    if (const Status read = appendAnnotations(database, **statement, events); !read)
        return read.error();
    std::ranges::reverse(events);
    return events;
}

Result<SqlCondition> annotationCondition(const FilterTerm &term)
{
    SqlCondition condition{"", {}};
    const bool isTag = term.field == "tag";
    for (const std::string &value : term.values) {
        condition.text += condition.text.empty() ? "" : " OR ";
        if (isTag && value == "none") {
            condition.text += "e.id NOT IN (" + taggedEvaluations({}) + ")";
            continue;
        }
        const auto state = isTag ? std::nullopt : stateFromName(value);
        if (!isTag && !state)
            return Error{Errc::InvalidInput, "there is no state \"" + value + "\"",
                         "character " + std::to_string(term.position + 1),
                         "one of new, looking, explained, suspicious, accepted"};
        const std::string of = isTag ? taggedEvaluations(" AND t.value LIKE ? ESCAPE '\\'")
                                     : markedEvaluations(" AND s.value = ?");
        condition.text += "e.id IN (" + of + ")";
        condition.values.emplace_back(isTag ? wildcardAsLike(value) : value);
        if (state == TriageState::New)
            condition.text += " OR e.id NOT IN (" + markedEvaluations({}) + ")";
    }
    return condition;
}

} // namespace loupe
