// SPDX-License-Identifier: Apache-2.0
#include "core/store/sqlite/sqlite.h"

#include "core/analysis/failures/failureclusters.h"

#include <cerrno>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <utility>

#include <sqlite3.h>
#include <sys/mman.h>
#include <unistd.h>

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23 // Linux 5.14; older headers lack it
#endif

namespace loupe {

namespace {

Errc codeOf(int sqliteCode)
{
    switch (sqliteCode & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return Errc::Busy;
    case SQLITE_CORRUPT:
        return Errc::Corrupt;
    case SQLITE_NOTADB:
    case SQLITE_CONSTRAINT:
    case SQLITE_TOOBIG:
    case SQLITE_MISMATCH:
        return Errc::InvalidInput;
    case SQLITE_READONLY:
    case SQLITE_IOERR:
    case SQLITE_FULL:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
    case SQLITE_AUTH:
        return Errc::Io;
    case SQLITE_INTERRUPT:
        return Errc::Cancelled;
    case SQLITE_NOMEM:
        return Errc::Environment;
    default:
        return Errc::Internal;
    }
}

struct Words {
    int code;
    const char *message;
    const char *hint;
};

constexpr Words words[] = {
    {SQLITE_BUSY, "the store is locked by another program", "try again when it has finished"},
    {SQLITE_LOCKED, "the store is locked by another program", "try again when it has finished"},
    {SQLITE_CORRUPT, "the store is damaged",
     "restore a backup, or save what can be read: sqlite3 FILE .recover"},
    {SQLITE_NOTADB, "the file is not a KernelLoupe store", "choose a *.kloupe file"},
    {SQLITE_READONLY, "the store cannot be written",
     "check the permissions of the file and its folder, or copy it elsewhere"},
    {SQLITE_CANTOPEN, "the store cannot be opened",
     "check the permissions of the file and its folder"},
    {SQLITE_FULL, "the disk is full", "free some space and try again"},
    {SQLITE_IOERR, "the operating system reported a read or write error", "check the disk"},
    {SQLITE_INTERRUPT, "the query was cancelled", ""},
    {SQLITE_CONSTRAINT, "a constraint of the store forbids this", ""},
    {SQLITE_TOOBIG, "a text is too long for the store", ""},
    {SQLITE_NOMEM, "there is not enough memory", "close other programs"},
};

std::string percentEncoded(const std::string &path)
{
    static constexpr char digits[] = "0123456789ABCDEF";
    std::string out;
    for (const char c : path) {
        const auto byte = static_cast<unsigned char>(c);
        const bool plain = std::isalnum(byte) != 0 || c == '/' || c == '.' || c == '-' || c == '_';
        if (plain) {
            out += c;
        } else {
            out += '%';
            out += digits[byte >> 4];
            out += digits[byte & 15];
        }
    }
    return out;
}

/// Returns SQLITE_FULL if a full disk is the reason why a file could not be created or written.
int withFullDisk(sqlite3 *handle, int code)
{
    const int primary = code & 0xff;
    if (handle == nullptr || (primary != SQLITE_CANTOPEN && primary != SQLITE_IOERR))
        return code;
    const int reason = sqlite3_system_errno(handle);
    return reason == ENOSPC || reason == EDQUOT ? SQLITE_FULL : code;
}

/// Protects a connection against hostile files.
void harden(sqlite3 *handle)
{
    sqlite3_extended_result_codes(handle, 1);
    sqlite3_busy_timeout(handle, 5000);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_FKEY, 1, nullptr);
    // 64 MB, for a writer; readers use less.
    sqlite3_exec(
        handle,
        "PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -65536;",
        nullptr, nullptr, nullptr);
}

/// Implements SQL's failure_cause(summary): the cause that a failure is grouped by.
void failureCause(sqlite3_context *context, int /*arguments*/, sqlite3_value **values)
{
    const void *text = sqlite3_value_text(values[0]);
    if (text == nullptr)
        return; // NULL stays NULL
    const auto length = static_cast<std::size_t>(sqlite3_value_bytes(values[0]));
    const std::string cause = groupedCause({static_cast<const char *>(text), length});
    sqlite3_result_text(context, cause.data(), static_cast<int>(cause.size()), SQLITE_TRANSIENT);
}

/// SQLite's methods of an open file, with one replaced. It is the first member, so that a pointer
/// to it also points to the struct.
struct SafeMethods {
    sqlite3_io_methods own;
    const sqlite3_io_methods *original;
};

/// Allocates missing disk space for every page of the mapping; returns false if the disk is full.
/// SQLite extends the file by one byte per page. If blocks are smaller than pages (1 KB on a small
/// ext4), most of such a page is a hole. Writing to a hole on a full disk raises SIGBUS.
bool hasRoom(volatile void *region, int bytes)
{
    const auto pageBytes = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    auto *const begin = static_cast<char *>(const_cast<void *>(region));
    const std::uintptr_t beyond = reinterpret_cast<std::uintptr_t>(begin) % pageBytes;
    const std::size_t length = beyond + static_cast<std::size_t>(bytes);
    // EINVAL: an older kernel, or a read-only index.
    return madvise(begin - beyond, length, MADV_POPULATE_WRITE) == 0 || errno != EFAULT;
}

int mapIndex(sqlite3_file *file, int region, int bytes, int mayExtend, void volatile **mapped)
{
    const auto *methods = reinterpret_cast<const SafeMethods *>(file->pMethods);
    const int code = methods->original->xShmMap(file, region, bytes, mayExtend, mapped);
    if (code == SQLITE_IOERR_SHMSIZE)
        return SQLITE_FULL;
    if (code != SQLITE_OK || *mapped == nullptr || hasRoom(*mapped, bytes))
        return code;
    *mapped = nullptr; // SQLite uses the address even if the call fails
    return SQLITE_FULL;
}

/// Returns the methods with the replacement. They are never freed, like SQLite's own.
const sqlite3_io_methods *safeMethods(const sqlite3_io_methods *original)
{
    static std::mutex mutex;
    static std::map<const sqlite3_io_methods *, SafeMethods> known;
    const std::lock_guard lock(mutex);
    const auto [entry, isNew] = known.try_emplace(original, SafeMethods{*original, original});
    if (isNew)
        entry->second.own.xShmMap = mapIndex;
    return &entry->second.own;
}

int openFile(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *outFlags)
{
    auto *original = static_cast<sqlite3_vfs *>(vfs->pAppData);
    const int code = original->xOpen(original, name, file, flags, outFlags);
    constexpr int firstWithIndex = 2;
    if (code == SQLITE_OK && file->pMethods->iVersion >= firstWithIndex
        && file->pMethods->xShmMap != nullptr)
        file->pMethods = safeMethods(file->pMethods);
    return code;
}

/// Returns the name of a VFS for sqlite3_open_v2; null if none could be registered. It is SQLite's
/// own, but allocates the disk space of a write-ahead log's index ("-shm") before SQLite writes
/// into its memory. On a full disk, the call fails with SQLITE_FULL, where SQLite alone would be
/// killed by SIGBUS.
const char *safeIndexVfs()
{
    static sqlite3_vfs vfs;
    static const bool isRegistered = [] {
        sqlite3_vfs *original = sqlite3_vfs_find(nullptr);
        if (original == nullptr)
            return false;
        vfs = *original;
        vfs.pNext = nullptr;
        vfs.zName = "loupe-safe-index";
        vfs.pAppData = original;
        vfs.xOpen = openFile;
        return sqlite3_vfs_register(&vfs, 0) == SQLITE_OK;
    }();
    return isRegistered ? vfs.zName : nullptr;
}

int stopRequested(void *token)
{
    return static_cast<const std::stop_token *>(token)->stop_requested() ? 1 : 0;
}

} // namespace

Statement::Statement(sqlite3_stmt *statement, const Database &database)
    : m_statement(statement)
    , m_database(&database)
{
}

void Statement::Finalizer::operator()(sqlite3_stmt *statement) const
{
    sqlite3_finalize(statement);
}

void Statement::keep(int code)
{
    if (code != SQLITE_OK && m_failure == SQLITE_OK)
        m_failure = code;
}

void Statement::bind(int index, std::nullptr_t)
{
    keep(sqlite3_bind_null(m_statement.get(), index));
}

void Statement::bind(int index, std::int64_t value)
{
    keep(sqlite3_bind_int64(m_statement.get(), index, value));
}

void Statement::bind(int index, double value)
{
    keep(sqlite3_bind_double(m_statement.get(), index, value));
}

void Statement::bind(int index, std::string_view text)
{
    keep(sqlite3_bind_text64(m_statement.get(), index, text.empty() ? "" : text.data(), text.size(),
                             m_copiesTexts ? SQLITE_TRANSIENT : SQLITE_STATIC, SQLITE_UTF8));
}

void Statement::bindBytesInPlace(int index, std::string_view bytes)
{
    keep(sqlite3_bind_blob64(m_statement.get(), index, bytes.empty() ? "" : bytes.data(),
                             bytes.size(), SQLITE_STATIC));
}

Result<bool> Statement::step()
{
    if (m_failure != SQLITE_OK)
        return m_database->error(m_failure, sqlite3_sql(m_statement.get()));
    const int code = sqlite3_step(m_statement.get());
    if (code == SQLITE_ROW)
        return true;
    if (code == SQLITE_DONE)
        return false;
    return m_database->error(code, sqlite3_sql(m_statement.get()));
}

void Statement::reset()
{
    sqlite3_reset(m_statement.get());
    sqlite3_clear_bindings(m_statement.get());
    m_failure = SQLITE_OK;
}

void Statement::rewind()
{
    sqlite3_reset(m_statement.get());
    m_failure = SQLITE_OK;
}

Status Statement::forEach(const EachRow &each)
{
    Database::RowLoop loop{*this, each, {}};
    Database::RowLoop *const outer = std::exchange(m_database->m_loop, &loop);
    Result<bool> row = step();
    while (row && *row)
        row = step();
    m_database->m_loop = outer;
    m_values = nullptr;
    reset();
    if (loop.thrown)
        std::rethrow_exception(loop.thrown);
    if (!row)
        return std::move(row).error();
    return {};
}

/// Returns a value of the row. No other thread uses the connection, so it needs no lock.
sqlite3_value *Statement::value(int column) const
{
    return m_values != nullptr ? m_values[column] : sqlite3_column_value(m_statement.get(), column);
}

bool Statement::isNull(int column) const
{
    return sqlite3_value_type(value(column)) == SQLITE_NULL;
}

std::int64_t Statement::integer(int column) const
{
    return sqlite3_value_int64(value(column));
}

double Statement::real(int column) const
{
    return optionalReal(column).value_or(std::nan(""));
}

std::string_view Statement::textView(int column) const
{
    // SQLite would copy a text to append a zero byte.
    return bytes(column);
}

std::string_view Statement::bytes(int column) const
{
    sqlite3_value *const from = value(column);
    const void *data = sqlite3_value_blob(from);
    if (data == nullptr)
        return {};
    const int size = sqlite3_value_bytes(from);
    return {static_cast<const char *>(data), static_cast<std::size_t>(size)};
}

std::optional<double> Statement::optionalReal(int column) const
{
    sqlite3_value *const from = value(column);
    if (sqlite3_value_type(from) == SQLITE_NULL)
        return std::nullopt;
    return sqlite3_value_double(from);
}

std::optional<std::int64_t> Statement::optionalInteger(int column) const
{
    sqlite3_value *const from = value(column);
    if (sqlite3_value_type(from) == SQLITE_NULL)
        return std::nullopt;
    return sqlite3_value_int64(from);
}

Database::Database(sqlite3 *handle, std::filesystem::path file, Mode mode)
    : m_handle(handle)
    , m_file(std::move(file))
    , m_mode(mode)
{
}

Database::~Database()
{
    m_places.clear();
    m_cache.clear();
    sqlite3_close_v2(m_handle);
}

Result<std::unique_ptr<Database>> Database::open(const std::filesystem::path &file, Mode mode)
{
    // SQLite's memory statistics, which are unused, would lock at every allocation.
    static const int uncounted = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    static_cast<void>(uncounted);
    std::string name = ":memory:";
    if (mode != Mode::Memory)
        name = "file:" + percentEncoded(std::filesystem::absolute(file).string());
    if (mode == Mode::Immutable)
        name += "?immutable=1";
    int flags = SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    if (mode == Mode::Immutable)
        flags |= SQLITE_OPEN_READONLY;
    else if (mode == Mode::Create || mode == Mode::Memory)
        flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    else
        flags |= SQLITE_OPEN_READWRITE; // SQLite falls back to read-only if writing is not allowed
    sqlite3 *handle = nullptr;
    const int code = sqlite3_open_v2(name.c_str(), &handle, flags, safeIndexVfs());
    std::unique_ptr<Database> database(new Database(handle, file, mode));
    if (code != SQLITE_OK)
        return database->error(code);
    if (mode != Mode::Memory)
        database->m_held.emplace(file);
    harden(handle);
    sqlite3_create_function_v2(handle, "failure_cause", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC,
                               nullptr, failureCause, nullptr, nullptr, nullptr);
    const auto end = [](sqlite3_context *context) { sqlite3_result_null(context); };
    sqlite3_create_function_v2(handle, "each_row", -1, SQLITE_UTF8 | SQLITE_DIRECTONLY,
                               database.get(), nullptr, passRow, end, nullptr);
    if (mode == Mode::Reading)
        sqlite3_exec(handle, "PRAGMA query_only = ON", nullptr, nullptr, nullptr);
    return database;
}

void Database::passRow(sqlite3_context *context, int /*count*/, sqlite3_value **values)
{
    RowLoop *const loop = static_cast<Database *>(sqlite3_user_data(context))->m_loop;
    if (loop == nullptr) // a user's statement
        return;
    try {
        loop->statement.m_values = values;
        loop->each(loop->statement);
    } catch (...) {
        loop->thrown = std::current_exception();
        sqlite3_result_error(context, "a row could not be read", -1);
    }
}

Status Database::execute(const std::string &sql) const
{
    const int code = sqlite3_exec(m_handle, sql.c_str(), nullptr, nullptr, nullptr);
    if (code != SQLITE_OK)
        return error(code, sql);
    return {};
}

Result<Statement> Database::prepare(std::string_view sql) const
{
    sqlite3_stmt *raw = nullptr;
    const int code = sqlite3_prepare_v3(m_handle, sql.data(), static_cast<int>(sql.size()),
                                        SQLITE_PREPARE_PERSISTENT, &raw, nullptr);
    if (code != SQLITE_OK)
        return error(code, sql);
    return Statement(raw, *this);
}

Result<Statement *> Database::cached(std::string_view sql)
{
    // The address may have been reused for another text.
    const auto place = m_places.find(sql.data());
    if (place != m_places.end() && place->second->first == sql) {
        place->second->second.reset();
        return &place->second->second;
    }
    auto known = m_cache.find(sql);
    if (known == m_cache.end()) {
        auto statement = prepare(sql);
        if (!statement)
            return std::move(statement).error();
        known = m_cache.emplace(std::string(sql), std::move(statement).value()).first;
    } else {
        known->second.reset();
    }
    m_places.insert_or_assign(sql.data(), known);
    return &known->second;
}

Status Database::finish(Statement &statement)
{
    Result<bool> more = statement.step();
    while (more && *more)
        more = statement.step();
    statement.reset();
    if (!more)
        return std::move(more).error();
    return {};
}

Result<std::optional<std::int64_t>> Database::firstInteger(Statement &statement)
{
    const Result<bool> row = statement.step();
    std::optional<std::int64_t> value;
    if (row && *row)
        value = statement.optionalInteger(0);
    statement.reset();
    if (!row)
        return row.error();
    return value;
}

std::int64_t Database::lastInsertedId() const
{
    return sqlite3_last_insert_rowid(m_handle);
}

Error Database::error(int code, std::string_view sql) const
{
    code = withFullDisk(m_handle, code);
    Error out{codeOf(code), "the store could not be read or written", m_file.string(), {}, {}};
    for (const Words &each : words) {
        if (each.code == (code & 0xff)) {
            out.message = each.message;
            out.hint = each.hint;
        }
    }
    out.detail = m_handle == nullptr ? sqlite3_errstr(code) : sqlite3_errmsg(m_handle);
    if (!sql.empty())
        out.detail += "\n" + std::string(sql.substr(0, 2000));
    return out;
}

bool Database::lastFailureWasDuplicate() const
{
    const int code = sqlite3_extended_errcode(m_handle);
    return code == SQLITE_CONSTRAINT_UNIQUE || code == SQLITE_CONSTRAINT_PRIMARYKEY;
}

bool Database::lastFailureWasConstraint() const
{
    return (sqlite3_extended_errcode(m_handle) & 0xff) == SQLITE_CONSTRAINT;
}

std::int64_t Database::changedRows() const
{
    return sqlite3_changes64(m_handle);
}

UncheckedRows::UncheckedRows(const Database &database) : m_database(database)
{
    setChecked(false);
}

UncheckedRows::~UncheckedRows()
{
    setChecked(true);
}

void UncheckedRows::setChecked(bool isOn) const
{
    // Unlike PRAGMA foreign_keys, this takes effect within a transaction.
    sqlite3_db_config(m_database.handle(), SQLITE_DBCONFIG_ENABLE_FKEY, isOn ? 1 : 0, nullptr);
    static_cast<void>(m_database.execute(isOn ? "PRAGMA ignore_check_constraints = OFF"
                                              : "PRAGMA ignore_check_constraints = ON"));
}

Interruptible::Interruptible(const Database &database, std::stop_token stop)
    : m_database(database)
    , m_stop(std::move(stop))
{
    // About every millisecond; testing a token takes some nanoseconds.
    constexpr int instructions = 20000;
    if (m_stop.stop_possible())
        sqlite3_progress_handler(database.handle(), instructions, stopRequested, &m_stop);
}

Interruptible::~Interruptible()
{
    sqlite3_progress_handler(m_database.handle(), 0, nullptr, nullptr);
}

Result<Transaction> Transaction::begin(Database &database, Kind kind)
{
    const char *sql = "BEGIN";
    if (kind == Kind::Write)
        sql = "BEGIN IMMEDIATE";
    else if (kind == Kind::Savepoint)
        sql = "SAVEPOINT nested";
    if (const Status begun = database.run(sql); !begun)
        return begun.error();
    return Transaction(database, kind);
}

Transaction::Transaction(Transaction &&other) noexcept
    : m_database(std::exchange(other.m_database, nullptr))
    , m_kind(other.m_kind)
{
}

Transaction::~Transaction()
{
    if (m_database == nullptr || sqlite3_get_autocommit(m_database->handle()) != 0)
        return;
    if (m_kind == Kind::Savepoint)
        static_cast<void>(m_database->execute("ROLLBACK TO nested; RELEASE nested"));
    else
        static_cast<void>(m_database->execute("ROLLBACK"));
}

Status Transaction::commit()
{
    Status done = m_database->run(m_kind == Kind::Savepoint ? "RELEASE nested" : "COMMIT");
    if (done)
        m_database = nullptr;
    return done;
}

} // namespace loupe
