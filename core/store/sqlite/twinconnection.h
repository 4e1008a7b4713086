// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/store/sqlite/sqlite.h"

#include <memory>
#include <optional>

namespace loupe {

/// Read transactions that see one state of a store, on one or two connections.
struct TwinTransactions {
    Database &first;
    Database *second = nullptr; ///< null: `first` reads alone
    Transaction onFirst;
    std::optional<Transaction> onSecond;
};

/// A second connection to the same file, so that two threads can share a scan of all evaluations.
/// It is opened on first use.
class TwinConnection
{
public:
    /// `first` must outlive it and be open for reading.
    explicit TwinConnection(Database &first) : m_first(first) { }

    /// Begins read transactions on both connections. Uses only `first` if a second connection
    /// cannot be opened, or if frequent commits keep the two from seeing the same state.
    Result<TwinTransactions> begin();
    /// Frees the cached pages of both connections; must be called outside of transactions.
    void forgetPages();

private:
    bool isOpen();

    Database &m_first;
    std::unique_ptr<Database> m_second;
};

} // namespace loupe
