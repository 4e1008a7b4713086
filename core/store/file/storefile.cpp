// SPDX-License-Identifier: Apache-2.0
#include "core/store/file/storefile.h"

#include "core/model/verdict/verdict.h"
#include "core/store/file/schemacheck.h"
#include "core/store/sqlite/rowlisting.h"
#include "core/store/sqlite/writerlock.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>

namespace loupe {

namespace fs = std::filesystem;

namespace {

Error refusal(Errc code, const fs::path &file, std::string message, std::string hint)
{
    return Error{code, std::move(message), file.string(), std::move(hint)};
}

Error notOurs(const fs::path &file, const char *what)
{
    return refusal(Errc::InvalidInput, file, what, "choose a *.kloupe file, or a new name");
}

struct Header {
    std::uint32_t applicationId = 0;
    int version = 0;
    std::uint64_t pageBytes = 4096;
    bool isUtf8 = true;
};

std::uint32_t bigEndian(const unsigned char *bytes)
{
    return (std::uint32_t{bytes[0]} << 24) | (std::uint32_t{bytes[1]} << 16)
        | (std::uint32_t{bytes[2]} << 8) | std::uint32_t{bytes[3]};
}

/// Reads the file's header through SQLite. Closing a descriptor of our own would release the locks
/// of other connections in this process (POSIX).
Result<Header> readHeader(const fs::path &file)
{
    auto database = Database::open(file, Database::Mode::Immutable);
    if (!database)
        return std::move(database).error();
    sqlite3_file *handle = nullptr;
    sqlite3_file_control((*database)->handle(), "main", SQLITE_FCNTL_FILE_POINTER, &handle);
    std::array<unsigned char, 100> bytes{};
    const int code = handle == nullptr || handle->pMethods == nullptr
        ? SQLITE_CANTOPEN
        : handle->pMethods->xRead(handle, bytes.data(), bytes.size(), 0);
    if (code != SQLITE_OK && code != SQLITE_IOERR_SHORT_READ)
        return (*database)->error(code);
    constexpr std::string_view magic("SQLite format 3\0", 16);
    if (std::memcmp(bytes.data(), magic.data(), magic.size()) != 0)
        return notOurs(file, "the file is not a KernelLoupe store");
    if (code == SQLITE_IOERR_SHORT_READ)
        return refusal(Errc::Corrupt, file, "the store is truncated", "restore a backup");
    const std::uint64_t pageBytes = std::uint64_t{bytes[16]} << 8 | bytes[17];
    return Header{bigEndian(&bytes[68]), static_cast<int>(bigEndian(&bytes[60])),
                  pageBytes == 1 ? 65536 : pageBytes, bigEndian(&bytes[56]) == SQLITE_UTF8};
}

Status checkVersion(const fs::path &file, int version, const SchemaPlan &plan)
{
    if (version > plan.version)
        return refusal(Errc::Unsupported, file,
                       "the store has version " + std::to_string(version)
                           + ", this program knows up to " + std::to_string(plan.version),
                       "use a newer KernelLoupe");
    if (version < 1)
        return refusal(Errc::Corrupt, file, "the store has no version", "restore a backup");
    const int oldest = plan.steps.empty() ? plan.version : plan.steps.front().fromVersion;
    if (version < oldest)
        return refusal(Errc::Unsupported, file,
                       "the store has version " + std::to_string(version) + ", this program reads "
                           + std::to_string(oldest) + " and later",
                       "open it with KernelLoupe 0.3 once, which brings it up to date");
    return {};
}

Result<int> userVersion(Database &database)
{
    auto version = database.lookup("PRAGMA user_version");
    if (!version)
        return std::move(version).error();
    return static_cast<int>(version->value_or(0));
}

/// Adds verdicts that the store does not know yet; existing positions never change.
Status fillVerdicts(Database &database)
{
    for (const VerdictFacts &each : allVerdicts()) {
        Status stored = database.run(
            "INSERT INTO verdict (id, position, outcome, stage, label, meaning) VALUES (?, ?, ?, "
            "?, ?, ?) ON CONFLICT (id) DO UPDATE SET outcome = excluded.outcome, stage = "
            "excluded.stage, label = excluded.label, meaning = excluded.meaning",
            each.id, static_cast<int>(each.verdict), name(each.outcome), name(each.stage),
            each.label, each.meaning);
        if (!stored)
            return stored;
    }
    return {};
}

Status fillNewStore(const fs::path &file, const SchemaPlan &plan)
{
    auto database = Database::open(file, Database::Mode::Create);
    if (!database)
        return std::move(database).error();
    // Larger pages than SQLite's 4096 bytes halve the number of pages to search, write and check.
    if (Status sized = (*database)->execute("PRAGMA page_size = 8192"); !sized)
        return sized;
    auto transaction = Transaction::begin(**database, Transaction::Kind::Write);
    if (!transaction)
        return std::move(transaction).error();
    const std::string marks = "PRAGMA application_id = " + std::to_string(storeApplicationId)
        + "; PRAGMA user_version = " + std::to_string(plan.version);
    Status made = (*database)->execute(marks);
    if (made)
        made = (*database)->execute(plan.tables);
    if (made)
        made = (*database)->execute(plan.views);
    if (made)
        made = fillVerdicts(**database);
    return made ? transaction->commit() : made;
}

fs::path freeBackupName(const fs::path &file, int version)
{
    for (int number = 0;; ++number) {
        fs::path name = file;
        name += ".v" + std::to_string(version) + "-backup";
        if (number > 0)
            name += "-" + std::to_string(number);
        if (!fs::exists(name))
            return name;
    }
}

Status backUp(Database &database, int version)
{
    const fs::path backup = freeBackupName(database.file(), version);
    fs::path unfinished = backup;
    unfinished += ".new";
    std::error_code failed;
    fs::remove(unfinished, failed);
    if (Status copied = database.run("VACUUM INTO ?", std::string_view(unfinished.string()));
        !copied) {
        fs::remove(unfinished, failed);
        return copied;
    }
    fs::rename(unfinished, backup, failed);
    if (failed)
        return refusal(Errc::Io, backup, "the backup cannot be finished: " + failed.message(),
                       "check the permissions of the folder");
    return {};
}

/// Runs all steps in one transaction, so that a store is never between two versions.
Status migrate(Database &database, int version, const SchemaPlan &plan)
{
    if (Status kept = backUp(database, version); !kept)
        return kept;
    auto transaction = Transaction::begin(database, Transaction::Kind::Write);
    if (!transaction)
        return std::move(transaction).error();
    for (const MigrationStep &step : plan.steps) {
        if (step.fromVersion != version)
            continue;
        if (Status done = database.execute(step.sql); !done)
            return done;
        ++version;
    }
    if (version != plan.version)
        return database.fileError(
            Errc::Internal, "no update from version " + std::to_string(version) + " of the store");
    if (Status done = database.execute(plan.views); !done)
        return done;
    if (Status done = fillVerdicts(database); !done)
        return done;
    const std::string mark = "PRAGMA user_version = " + std::to_string(version);
    if (Status done = database.execute(mark); !done)
        return done;
    return transaction->commit();
}

Result<std::unique_ptr<Database>> openReadable(const fs::path &file, Database::Mode mode)
{
    auto database = Database::open(file, mode);
    if (!database)
        return database;
    // SQLite reads nothing before the first query, which therefore tests whether the file is
    // readable.
    if (const auto version = (*database)->lookup("SELECT count(*) FROM sqlite_schema"); !version)
        return version.error();
    return database;
}

/// Returns true if a non-empty write-ahead log exists next to the store, so that the main file is
/// incomplete. Opens nothing.
bool hasWriteAheadLog(const fs::path &file)
{
    constexpr std::uintmax_t headerBytes = 32;
    std::error_code failed;
    fs::path log = fs::weakly_canonical(file, failed); // SQLite resolves links, too
    if (failed)
        log = file;
    log += "-wal";
    const std::uintmax_t bytes = fs::file_size(log, failed);
    return !failed && bytes > headerBytes;
}

/// Creates an empty store. It gets its name last, so that no incomplete store is visible. A failure
/// leaves no file.
Status createStore(const fs::path &file, const SchemaPlan &plan)
{
    fs::path unfinished = file;
    unfinished += ".new";
    removeStoreFiles(unfinished);
    if (Status filled = fillNewStore(unfinished, plan); !filled) {
        removeStoreFiles(unfinished);
        return filled;
    }
    return placeNewStore(unfinished, file);
}

/// Switches the connection to write-ahead logging. Fails with Environment if the file system does
/// not allow it.
Status useWriteAheadLog(Database &database)
{
    auto statement = database.prepare("PRAGMA journal_mode = WAL");
    if (!statement)
        return std::move(statement).error();
    const Result<bool> row = statement->step();
    if (!row)
        return row.error();
    if (statement->textView(0) != "wal")
        return refusal(Errc::Environment, database.file(),
                       "the file system does not allow write-ahead logging",
                       "keep the store on a local disk");
    // NORMAL: commits survive a kill of the process. A power cut may lose the last commits, but
    // never damages the file.
    return database.execute("PRAGMA synchronous = NORMAL");
}

} // namespace

Status placeNewStore(const fs::path &unfinished, const fs::path &file)
{
    // A program may still hold the log, so that it stays.
    if (Status fresh = checkNoOldLog(file); !fresh) {
        removeStoreFiles(unfinished);
        return fresh;
    }
    if (renameat2(AT_FDCWD, unfinished.c_str(), AT_FDCWD, file.c_str(), RENAME_NOREPLACE) == 0)
        return {};
    // Some file systems do not support RENAME_NOREPLACE. The writer lock excludes other writers.
    if (errno == EINVAL && !fs::exists(file) && rename(unfinished.c_str(), file.c_str()) == 0)
        return {};
    const std::string reason = std::system_category().message(errno);
    removeStoreFiles(unfinished);
    return refusal(Errc::Io, file, "the store cannot be created: " + reason,
                   "check the permissions of the folder");
}

const SchemaPlan &currentSchema()
{
    static const SchemaPlan plan{10, schemaSql, viewsSql, migrationSteps()};
    return plan;
}

Status probeStoreFile(const fs::path &file, const SchemaPlan &plan)
{
    std::error_code failed;
    const fs::file_status status = fs::status(file, failed);
    if (status.type() == fs::file_type::not_found)
        return refusal(Errc::NotFound, file, "there is no such file", "check the path");
    if (status.type() == fs::file_type::directory)
        return notOurs(file, "is a folder, not a store");
    if (status.type() != fs::file_type::regular)
        return refusal(Errc::Io, file,
                       failed ? "cannot be reached: " + failed.message() : "is not a regular file",
                       "check the path and its permissions");
    if (fs::file_size(file, failed) == 0 && !failed)
        return notOurs(file, "the file is empty, not a KernelLoupe store");
    const auto header = readHeader(file);
    if (!header)
        return header.error();
    if (header->applicationId != static_cast<std::uint32_t>(storeApplicationId))
        return notOurs(file, "the file is a SQLite database of another program");
    if (!header->isUtf8)
        return notOurs(file, "the file's texts are not in UTF-8, as a store's are");
    // SQLite finds a truncated last page only when it needs it. A page whose write was interrupted
    // is complete in the log.
    const std::uintmax_t size = fs::file_size(file, failed);
    if (!failed && header->pageBytes != 0 && size % header->pageBytes != 0
        && !hasWriteAheadLog(file))
        return refusal(Errc::Corrupt, file, "the store is truncated", "restore a backup");
    return checkVersion(file, header->version, plan);
}

Result<std::unique_ptr<Database>> openForReading(const fs::path &file, const SchemaPlan &plan)
{
    if (const Status ours = probeStoreFile(file, plan); !ours)
        return ours.error();
    auto database = openReadable(file, Database::Mode::Reading);
    if (!database && database.error().code == Errc::Io && !hasWriteAheadLog(file)) {
        // The log's index cannot be created on a read-only medium or a full disk. Without a log,
        // the main file is the whole store.
        auto alone = openReadable(file, Database::Mode::Immutable);
        if (alone)
            database = std::move(alone);
    }
    if (!database)
        return database;
    const auto version = userVersion(**database);
    if (!version)
        return version.error();
    if (const Status known = checkVersion(file, *version, plan); !known)
        return known.error();
    if (*version < plan.version)
        return refusal(
            Errc::Unsupported, file, "the store has the older version " + std::to_string(*version),
            "kloupe check --update FILE updates it and keeps a backup in the same folder");
    const auto differences = schemaDifferences(**database, plan);
    if (!differences)
        return differences.error();
    if (const Status complete = checkComplete(**database, *differences); !complete)
        return complete.error();
    // One program may have many readers, and the system caches their pages for all.
    if (const Status small = (*database)->execute("PRAGMA cache_size = -2048"); !small)
        return small.error();
    return database;
}

bool isReadOnlyStore(const fs::path &file)
{
    const auto isRefused = [](const fs::path &path) {
        return access(path.c_str(), F_OK) == 0 && access(path.c_str(), W_OK) != 0;
    };
    const fs::path folder = file.parent_path();
    return isRefused(file) || isRefused(folder.empty() ? fs::path(".") : folder);
}

Result<std::unique_ptr<Database>> openForWriting(const fs::path &file, const SchemaPlan &plan,
                                                 std::stop_token stop, IfMissing missing)
{
    if (const Status ours = probeStoreFile(file, plan); !ours) {
        if (ours.error().code != Errc::NotFound || missing == IfMissing::Refuse)
            return ours.error();
        if (const Status created = createStore(file, plan); !created)
            return created.error();
    }
    if (access(file.c_str(), W_OK) != 0)
        return refusal(Errc::Io, file, "the store is read-only",
                       "check the permissions of the file, or copy it elsewhere");
    auto database = Database::open(file, Database::Mode::ReadWrite);
    if (!database)
        return database;
    const auto version = userVersion(**database);
    if (!version)
        return version.error();
    if (const Status known = checkVersion(file, *version, plan); !known)
        return known.error();
    // Checked before any write, which would run a foreign trigger.
    auto differences = schemaDifferences(**database, plan);
    if (!differences)
        return differences.error();
    const auto rest = std::ranges::stable_partition(*differences, isLateAddition);
    const std::vector<SchemaDifference> others(rest.begin(), rest.end());
    differences->erase(rest.begin(), rest.end());
    if (const Status untouched = checkUntouched(**database, others); !untouched)
        return untouched.error();
    if (const Status ready = useWriteAheadLog(**database); !ready)
        return ready.error();
    if (*version == plan.version && !differences->empty()) {
        if (const Status added = addMissing(**database, plan, *differences); !added)
            return added.error();
    }
    if (*version < plan.version) {
        const Interruptible interruptible(**database, std::move(stop));
        if (const Status migrated = migrate(**database, *version, plan); !migrated)
            return migrated.error();
    }
    return database;
}

Status checkNoOldLog(const fs::path &file)
{
    std::error_code failed;
    if (fs::exists(file, failed))
        return {}; // the log is that of the store
    for (const char *suffix : {"-wal", "-journal"}) {
        fs::path log = file;
        log += suffix;
        const std::uintmax_t bytes = fs::file_size(log, failed);
        if (!failed && bytes > 0)
            return Error{Errc::InvalidInput,
                         "the log of an earlier store of this name is still there, and would "
                         "damage a new store",
                         log.string(),
                         "close the programs that still use the earlier store, then move this log "
                         "elsewhere; or choose another name"};
    }
    return {};
}

void removeStoreFiles(const fs::path &file)
{
    for (const char *suffix : {"", "-wal", "-shm", "-journal"}) {
        fs::path each = file;
        each += suffix;
        std::error_code ignored;
        fs::remove(each, ignored);
    }
}

Status copyStore(const fs::path &store, const fs::path &target)
{
    const auto database = openForReading(store, currentSchema());
    return database ? copyStore(**database, target) : Status(database.error());
}

Status copyStore(Database &database, const fs::path &target)
{
    fs::path unfinished = target;
    unfinished += ".copying-" + std::to_string(getpid());
    std::error_code failed;
    fs::remove(unfinished, failed);
    // query_only forbids VACUUM INTO, although it does not change the store itself.
    const bool isReadOnly = database.mode() == Database::Mode::Reading;
    Status copied = database.execute("PRAGMA query_only = OFF");
    if (copied)
        copied = database.run("VACUUM INTO ?", std::string_view(unfinished.string()));
    if (isReadOnly) {
        const Status closedAgain = database.execute("PRAGMA query_only = ON");
        if (copied)
            copied = closedAgain;
    }
    if (copied) {
        fs::rename(unfinished, target, failed);
        if (failed)
            copied = Error{Errc::Io, "the copy cannot be given its name: " + failed.message(),
                           target.string(), "check the permissions of the folder"};
    }
    if (!copied)
        fs::remove(unfinished, failed);
    return copied;
}

Result<std::unique_ptr<Database>> openNewStore(const fs::path &file, const SchemaPlan &plan)
{
    if (Status created = createStore(file, plan); !created)
        return created.error();
    auto database = Database::open(file, Database::Mode::ReadWrite);
    if (!database)
        return database;
    Status set = (*database)->execute("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = "
                                      "MEMORY; PRAGMA synchronous = NORMAL");
    if (!set)
        return set.error();
    return database;
}

Status finishNewStore(const fs::path &file)
{
    const auto database = Database::open(file, Database::Mode::ReadWrite);
    if (!database)
        return database.error();
    // An exclusive connection keeps the log's index in its own memory instead of a file.
    if (Status alone = (*database)->execute("PRAGMA locking_mode = EXCLUSIVE"); !alone)
        return alone;
    return useWriteAheadLog(**database);
}

std::optional<int> olderVersion(const fs::path &file)
{
    const SchemaPlan &plan = currentSchema();
    if (!probeStoreFile(file, plan))
        return std::nullopt;
    const auto database = Database::open(file, Database::Mode::Reading);
    if (!database)
        return std::nullopt;
    const auto version = userVersion(**database);
    return version && *version >= 1 && *version < plan.version ? std::optional(*version)
                                                               : std::nullopt;
}

Status updateStore(const fs::path &file, std::stop_token stop)
{
    // Probes before taking the lock, which would touch the folder of a file that is not ours.
    if (Status ours = probeStoreFile(file, currentSchema()); !ours)
        return ours;
    const auto lock = WriterLock::take(file);
    if (!lock)
        return lock.error();
    // Opening for writing migrates the store.
    const auto database = openForWriting(file, currentSchema(), std::move(stop), IfMissing::Refuse);
    return database ? Status() : Status(database.error());
}

Result<std::vector<SchemaTable>> readSchema(const fs::path &store)
{
    const auto database = openForReading(store, currentSchema());
    if (!database)
        return database.error();
    auto statement = (*database)->prepare(
        "SELECT m.name, m.type = 'view', p.name FROM sqlite_schema m JOIN "
        "pragma_table_info(m.name) "
        "p WHERE m.type IN ('table', 'view') AND m.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' "
        "ORDER BY m.type = 'table', m.name, p.cid");
    if (!statement)
        return std::move(statement).error();
    std::vector<SchemaTable> out;
    const Status read = forEachRow(*statement, [&](const Statement &row) {
        const auto [table, isView, column] = readValues<std::string, bool, std::string>(row);
        if (out.empty() || out.back().name != table)
            out.push_back({table, isView, {}});
        out.back().columns.push_back(column);
    });
    if (!read)
        return read.error();
    return out;
}

Result<std::vector<std::string>> foreignSchema(const fs::path &store)
{
    const auto database = openForReading(store, currentSchema());
    if (!database)
        return database.error();
    const auto differences = schemaDifferences(**database, currentSchema());
    if (!differences)
        return differences.error();
    std::vector<std::string> out;
    out.reserve(differences->size());
    for (const SchemaDifference &difference : *differences)
        out.push_back(text(difference));
    return out;
}

} // namespace loupe
