// SPDX-License-Identifier: Apache-2.0
#include "core/store/sqlite/twinconnection.h"

#include <utility>

#include <sqlite3.h>

namespace loupe {

namespace {

/// Returns true if the open file was renamed or deleted, so that its name may refer to another
/// file.
bool hasMoved(const Database &database)
{
    int moved = 0;
    const int code
        = sqlite3_file_control(database.handle(), "main", SQLITE_FCNTL_HAS_MOVED, &moved);
    return code != SQLITE_OK || moved != 0;
}

} // namespace

bool TwinConnection::isOpen()
{
    if (!m_second) {
        auto opened = Database::open(m_first.file(), m_first.mode());
        // SQLite can detect a moved file only after reading from it.
        if (!opened || !(*opened)->lookup("PRAGMA user_version"))
            return false;
        // It scans rows once, so cached pages are of little use.
        static_cast<void>((*opened)->execute("PRAGMA cache_size = -2048"));
        m_second = std::move(*opened);
    }
    return !hasMoved(m_first) && !hasMoved(*m_second);
}

Result<TwinTransactions> TwinConnection::begin()
{
    // SQLite cannot be told which state to read. The states are equal if the second connection saw
    // no commit between the start of the first transaction and its own.
    constexpr const char *commitsSeen = "PRAGMA data_version";
    constexpr int maxAttempts = 3;
    for (int attempt = 0; attempt < maxAttempts && isOpen(); ++attempt) {
        const auto before = m_second->lookup(commitsSeen);
        auto onFirst = Transaction::begin(m_first, Transaction::Kind::Read);
        if (!onFirst)
            return std::move(onFirst).error();
        // A transaction sees the state at its first read.
        const auto read = m_first.lookup("SELECT 1 FROM evaluation LIMIT 1");
        if (!read)
            return read.error();
        auto onSecond = Transaction::begin(*m_second, Transaction::Kind::Read);
        if (!onSecond)
            break;
        const auto after = m_second->lookup(commitsSeen);
        if (before && after && *before == *after)
            return TwinTransactions{m_first, m_second.get(), std::move(*onFirst),
                                    std::move(*onSecond)};
    }
    auto alone = Transaction::begin(m_first, Transaction::Kind::Read);
    if (!alone)
        return std::move(alone).error();
    return TwinTransactions{m_first, nullptr, std::move(*alone), std::nullopt};
}

void TwinConnection::forgetPages()
{
    sqlite3_db_release_memory(m_first.handle());
    if (m_second)
        sqlite3_db_release_memory(m_second->handle());
}

} // namespace loupe
