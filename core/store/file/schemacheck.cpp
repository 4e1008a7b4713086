// SPDX-License-Identifier: Apache-2.0
#include "core/store/file/schemacheck.h"

#include "core/base/json.h"
#include "core/store/sqlite/rowlisting.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace loupe {

namespace {

struct SchemaObject {
    std::string type;
    std::string name;
    std::string sql;
};

template <typename Columns>
void listColumns(Columns &columns, SchemaObject &object)
{
    columns("type", object.type);
    columns("name", object.name);
    columns("ifnull(sql, '')", object.sql);
}

/// Returns the objects of a store in the order of creation, without SQLite's own indexes and
/// statistics.
Result<std::vector<SchemaObject>> objectsOf(Database &database)
{
    return readList<SchemaObject>(
        database,
        selectOf<SchemaObject>("FROM sqlite_schema WHERE NOT (type = 'index' AND sql IS NULL) AND "
                               "NOT (type = 'table' AND name IN ('sqlite_stat1', 'sqlite_stat4')) "
                               "ORDER BY rowid"));
}

/// Returns the objects of a fresh store.
Result<std::vector<SchemaObject>> plannedObjects(const SchemaPlan &plan)
{
    auto model = Database::open({}, Database::Mode::Memory);
    if (!model)
        return std::move(model).error();
    if (const Status made = (*model)->execute(plan.tables + plan.views); !made)
        return made.error();
    return objectsOf(**model);
}

/// Runs one CREATE statement of a store, and ignores any statement after it.
Status recreate(Database &model, const SchemaObject &object)
{
    auto statement = model.prepare(object.sql);
    if (!statement)
        return std::move(statement).error();
    if (const Result<bool> done = statement->step(); !done)
        return done.error();
    return {};
}

/// Returns the objects that an older store would have after migration, from an empty copy of it.
Result<std::vector<SchemaObject>> migratedObjects(const std::vector<SchemaObject> &objects,
                                                  int version, const SchemaPlan &plan)
{
    auto model = Database::open({}, Database::Mode::Memory);
    if (!model)
        return std::move(model).error();
    Status made;
    for (const SchemaObject &object : objects) {
        if (made)
            made = recreate(**model, object);
    }
    for (const MigrationStep &step : plan.steps) {
        if (made && step.fromVersion >= version)
            made = (*model)->execute(step.sql);
    }
    if (made)
        made = (*model)->execute(plan.views);
    if (!made)
        return made.error();
    return objectsOf(**model);
}

std::string kindOf(const SchemaObject &object)
{
    return object.type + " " + object.name;
}

/// Quotes a name in ASCII, because it may contain terminal escape sequences.
std::string quoted(const std::string &name)
{
    return Json(name).dump(-1, ' ', true, Json::error_handler_t::replace);
}

bool isWordCharacter(char c)
{
    const auto byte = static_cast<unsigned char>(c);
    return std::isalnum(byte) != 0 || c == '_' || c == '$' || byte >= 0x80;
}

bool isSpace(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}

/// Returns the end of the token that begins at `begin`.
std::size_t endOfToken(std::string_view sql, std::size_t begin)
{
    const char first = sql[begin];
    const auto behind = [&](std::string_view mark, std::size_t from) {
        const std::size_t found = sql.find(mark, from);
        return found == std::string_view::npos ? sql.size() : found + mark.size();
    };
    if (sql.substr(begin, 2) == "--")
        return behind("\n", begin);
    if (sql.substr(begin, 2) == "/*")
        return behind("*/", begin + 2);
    if (first == '\'' || first == '"' || first == '`') {
        // A doubled quote becomes two adjacent tokens, which preserves the text.
        return behind(std::string_view(&first, 1), begin + 1);
    }
    if (first == '[')
        return behind("]", begin);
    std::size_t end = begin + 1;
    if (isSpace(first)) {
        while (end < sql.size() && isSpace(sql[end]))
            ++end;
    } else if (isWordCharacter(first)) {
        while (end < sql.size() && isWordCharacter(sql[end]))
            ++end;
    }
    return end;
}

/// Returns the significant tokens, with a space between two words.
std::vector<std::string> tokensOf(std::string_view sql)
{
    std::vector<std::string> tokens;
    bool isApart = true;
    for (std::size_t at = 0; at < sql.size();) {
        const std::size_t end = endOfToken(sql, at);
        const std::string_view token = sql.substr(at, end - at);
        at = end;
        if (isSpace(token[0]) || token.substr(0, 2) == "--" || token.substr(0, 2) == "/*") {
            isApart = true;
            continue;
        }
        const bool isPunctuation = token == "(" || token == ")" || token == "," || token == ";";
        const bool followsPunctuation = tokens.empty() || tokens.back() == "("
            || tokens.back() == ")" || tokens.back() == "," || tokens.back() == ";";
        // Spaces in "a = b" are ignored; the difference between 'a''b' and 'a' 'b' is kept.
        const bool isQuote = token[0] == '\'' || token[0] == '"';
        if (!isPunctuation && !followsPunctuation && (isApart || !isQuote))
            tokens.emplace_back(" ");
        tokens.emplace_back(token);
        isApart = false;
    }
    return tokens;
}

std::string joined(const std::vector<std::string> &parts)
{
    std::string text;
    for (const std::string &part : parts)
        text += part;
    return text;
}

bool isConstraint(std::string_view definition)
{
    std::string word(definition.substr(0, definition.find_first_of(" (")));
    std::transform(word.begin(), word.end(), word.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return word == "CONSTRAINT" || word == "PRIMARY" || word == "UNIQUE" || word == "CHECK"
        || word == "FOREIGN";
}

/// Splits the text within the first pair of parentheses at the commas of its own depth. The text
/// before and after goes to `before` and `behind`.
std::vector<std::string> definitionsIn(const std::vector<std::string> &tokens, std::string &before,
                                       std::string &behind)
{
    std::vector<std::string> definitions;
    std::string *into = &before;
    int depth = 0;
    bool isDone = false;
    for (const std::string &token : tokens) {
        if (!isDone && token == "(" && ++depth == 1) {
            into = &definitions.emplace_back();
            continue;
        }
        if (!isDone && token == ")" && --depth == 0) {
            into = &behind;
            isDone = true;
            continue;
        }
        if (!isDone && token == "," && depth == 1) {
            into = &definitions.emplace_back();
            continue;
        }
        if (token != " " || !into->empty())
            *into += token;
    }
    return definitions;
}

} // namespace

std::string text(const SchemaDifference &difference)
{
    const std::string what = fmt::format("the {} {} ", difference.type, quoted(difference.name));
    switch (difference.kind) {
    case SchemaDifference::Kind::Missing:
        return what + "is missing";
    case SchemaDifference::Kind::Foreign:
        return what + "is not one of KernelLoupe's";
    case SchemaDifference::Kind::Changed:
        break;
    }
    return what + "is not as KernelLoupe makes it";
}

Result<std::vector<SchemaDifference>> schemaDifferences(Database &database, const SchemaPlan &plan)
{
    const auto version = database.lookup("PRAGMA user_version");
    if (!version)
        return version.error();
    const auto planned = plannedObjects(plan);
    auto found = objectsOf(database);
    if (!planned || !found)
        return planned ? found.error() : planned.error();
    const auto stored = static_cast<int>(version->value_or(0));
    if (stored < plan.version) {
        found = migratedObjects(*found, stored, plan);
        if (!found)
            return database.fileError(Errc::InvalidInput,
                                      "the store's tables are not those of version "
                                          + std::to_string(stored) + ": " + found.error().message,
                                      "restore an unchanged copy");
    }
    std::map<std::string, const SchemaObject *> others;
    for (const SchemaObject &object : *found)
        others.emplace(kindOf(object), &object);
    std::vector<SchemaDifference> missing;
    std::vector<SchemaDifference> differences;
    for (const SchemaObject &object : *planned) {
        const auto other = others.find(kindOf(object));
        if (other == others.end()) {
            missing.push_back({SchemaDifference::Kind::Missing, object.type, object.name});
            continue;
        }
        // Identical text, the usual case, is much faster to compare.
        if (other->second->sql != object.sql
            && canonicalSchemaSql(other->second->sql) != canonicalSchemaSql(object.sql))
            differences.push_back({SchemaDifference::Kind::Changed, object.type, object.name});
        others.erase(other);
    }
    for (const auto &[kind, object] : others)
        differences.push_back({SchemaDifference::Kind::Foreign, object->type, object->name});
    missing.insert(missing.end(), differences.begin(), differences.end());
    return missing;
}

bool isLateAddition(const SchemaDifference &difference)
{
    return difference.kind == SchemaDifference::Kind::Missing
        && (difference.name == "instruction_samples" || difference.name == "v_instruction_samples");
}

Status addMissing(Database &database, const SchemaPlan &plan,
                  const std::vector<SchemaDifference> &missing)
{
    const auto planned = plannedObjects(plan);
    if (!planned)
        return planned.error();
    auto transaction = Transaction::begin(database, Transaction::Kind::Write);
    if (!transaction)
        return std::move(transaction).error();
    for (const SchemaObject &object : *planned) {
        const bool isMissing = std::ranges::any_of(missing, [&](const SchemaDifference &each) {
            return each.type == object.type && each.name == object.name;
        });
        if (!isMissing)
            continue;
        if (const Status made = database.execute(object.sql); !made)
            return made;
    }
    return transaction->commit();
}

Status checkComplete(Database &database, const std::vector<SchemaDifference> &differences)
{
    const SchemaDifference *missing = nullptr;
    for (const SchemaDifference &each : differences) {
        // One that cannot be added is named rather than one that can.
        const bool isWorse = missing == nullptr || isLateAddition(*missing);
        if (each.kind == SchemaDifference::Kind::Missing && isWorse)
            missing = &each;
    }
    if (missing == nullptr)
        return {};
    const std::string message
        = fmt::format("the store lacks the {} {}", missing->type, quoted(missing->name));
    if (isLateAddition(*missing))
        return database.fileError(Errc::Unsupported, message, "kloupe check --update FILE adds it");
    return database.fileError(Errc::Corrupt, message, "restore a backup");
}

Status checkUntouched(Database &database, const std::vector<SchemaDifference> &differences)
{
    if (Status complete = checkComplete(database, differences); !complete || differences.empty())
        return complete;
    const SchemaDifference &first = differences.front();
    if (first.kind == SchemaDifference::Kind::Foreign)
        return database.fileError(
            Errc::InvalidInput, "the store is not written to: " + text(first),
            fmt::format("kloupe check names all such objects; if you added this one, remove it "
                        "with sqlite3: DROP {} {}; otherwise use an unchanged copy",
                        first.type, quoted(first.name)));
    return database.fileError(
        Errc::InvalidInput, "the store is not written to: " + text(first),
        "kloupe check names all such objects; use an unchanged copy, or import the records again");
}

std::string canonicalSchemaSql(std::string_view sql)
{
    const std::vector<std::string> tokens = tokensOf(sql);
    std::string whole = joined(tokens);
    if (whole.rfind("CREATE TABLE ", 0) != 0)
        return whole;
    std::string out;
    std::string behind;
    std::vector<std::string> definitions = definitionsIn(tokens, out, behind);
    const auto constraints = std::stable_partition(
        definitions.begin(), definitions.end(),
        [](const std::string &definition) { return !isConstraint(definition); });
    std::sort(constraints, definitions.end());
    out += "(";
    for (const std::string &definition : definitions)
        out += definition + ",";
    return out + ")" + behind;
}

} // namespace loupe
