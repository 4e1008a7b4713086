// SPDX-License-Identifier: Apache-2.0
#include "core/store/rows/namerows.h"

#include "core/store/sqlite/blobstore.h"

#include <optional>
#include <utility>

namespace loupe {

namespace {

Error invalidName(const Database &database, std::string message, std::string hint)
{
    return Error{Errc::InvalidInput, std::move(message), database.file().string(), std::move(hint)};
}

Result<std::optional<std::int64_t>> taskRow(Database &database, const Task &task)
{
    return database.lookup(
        "SELECT id FROM task WHERE suite = ? COLLATE BINARY AND name = ? COLLATE BINARY AND "
        "hash = ?",
        task.suite, task.name, task.hash);
}

Result<TaskId> insertTask(Database &database, const Task &task)
{
    const auto reference = putBlob(database, task.reference);
    if (!reference)
        return reference.error();
    const auto spec = putBlob(database, task.specJson);
    if (!spec)
        return spec.error();
    const auto id = database.insert(
        "INSERT INTO task (suite, name, category, level, title, hash, reference_blob, "
        "reference_language, spec_blob, sound, soundness_reason) VALUES (?, ?, ?, ?, ?, ?, ?, ?, "
        "?, ?, ?)",
        task.suite, task.name, task.category, task.level, task.title, task.hash, *reference,
        task.referenceLanguage, *spec, task.sound, task.soundnessReason);
    if (!id)
        return id.error();
    return TaskId{*id};
}

} // namespace

Result<TaskId> addTaskRow(Database &database, const Task &task)
{
    const auto known = taskRow(database, task);
    if (!known)
        return known.error();
    if (!*known)
        return insertTask(database, task);
    if (task.sound) {
        // Only the audit of a known task may change.
        const Status audited = database.run(
            "UPDATE task SET sound = ?, soundness_reason = ? WHERE id = ? AND (sound IS NOT ?1 OR "
            "soundness_reason <> ?2)",
            *task.sound, task.soundnessReason, **known);
        if (!audited)
            return audited.error();
    }
    return TaskId{**known};
}

Status addReference(Database &database, const Task &task)
{
    const auto known = taskRow(database, task);
    if (!known)
        return known.error();
    if (!*known)
        return Error{Errc::NotFound,
                     "the store has no task \"" + task.name + "\" of the suite \"" + task.suite
                         + "\"",
                     database.file().string()};
    const auto reference = putBlob(database, task.reference);
    if (!reference)
        return reference.error();
    return database.run("UPDATE task SET reference_blob = ?, reference_language = ? WHERE id = ? "
                        "AND reference_blob IS NULL",
                        *reference, task.referenceLanguage, **known);
}

Result<MethodId> addMethodRow(Database &database, const Method &method)
{
    const auto known
        = database.lookup("SELECT id FROM method WHERE name = ? COLLATE BINARY", method.name);
    if (!known)
        return known.error();
    if (*known) {
        const auto same = database.lookup("SELECT 1 FROM method WHERE id = ? AND is_demo = ?",
                                          **known, method.isDemo);
        if (!same)
            return same.error();
        if (!*same)
            return invalidName(
                database,
                "the store has a method \"" + method.name + "\" that is "
                    + (method.isDemo ? "not demonstration data" : "demonstration data"),
                "choose another method name");
        return MethodId{**known};
    }
    const auto id = database.insert(
        "INSERT INTO method (name, kind, description, is_demo) VALUES (?, ?, ?, ?)", method.name,
        method.kind, method.description, method.isDemo);
    if (!id)
        return id.error();
    return MethodId{*id};
}

Result<std::int64_t> addEnvironmentRow(Database &database, const Environment &environment)
{
    const auto known = database.lookup(
        "SELECT id FROM environment WHERE device_name = ? COLLATE BINARY AND device_kind = ? AND "
        "json = ?",
        environment.deviceName, environment.deviceKind, environment.json);
    if (!known)
        return known.error();
    if (*known)
        return **known;
    return database.insert(
        "INSERT INTO environment (device_name, device_kind, json) VALUES (?, ?, ?)",
        environment.deviceName, environment.deviceKind, environment.json);
}

} // namespace loupe
