// SPDX-License-Identifier: Apache-2.0
//
// Scoped settings of a connection, declared in sqlite.h.
#include "core/store/sqlite/sqlite.h"

#include <utility>

#include <sqlite3.h>

namespace loupe {

namespace {

int stopRequested(void *token)
{
    return static_cast<const std::stop_token *>(token)->stop_requested() ? 1 : 0;
}

} // namespace

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
