// SPDX-License-Identifier: Apache-2.0
#include "core/store/sqlite/twinconnection.h"

#include <utility>

#include <sqlite3.h>

namespace loupe {

namespace {

/// Whether the file that is open has another name by now, or none: its name may stand for another.
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
        // Both must have read from the file before they can tell whether it has moved.
        if (!opened || !(*opened)->lookup("PRAGMA user_version"))
            return false;
        // It goes through rows once: the pages that it leaves behind are of no more use to it.
        static_cast<void>((*opened)->execute("PRAGMA cache_size = -8192"));
        m_second = std::move(*opened);
    }
    return !hasMoved(m_first) && !hasMoved(*m_second);
}

Result<TwinTransactions> TwinConnection::begin()
{
    // A reader cannot be told which state to see. But where the second one has seen no commit from
    // before the first one began to after it began itself, theirs are the same.
    constexpr const char *commitsSeen = "PRAGMA data_version";
    constexpr int mostAttempts = 3;
    for (int attempt = 0; attempt < mostAttempts && isOpen(); ++attempt) {
        const auto before = m_second->lookup(commitsSeen);
        auto onFirst = Transaction::begin(m_first, Transaction::Kind::Read);
        if (!onFirst)
            return std::move(onFirst).error();
        // A transaction sees what there is when it first reads.
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
