// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/store/sqlite/sqlite.h"

#include <memory>
#include <optional>

namespace loupe {

/// Read transactions that see one state of a store, on one connection or on two.
struct TwinTransactions {
    Database &first;
    Database *second = nullptr; ///< none: `first` reads alone
    Transaction onFirst;
    std::optional<Transaction> onSecond;
};

/// A second connection to the file that another one reads, so that two processors can share the
/// work of going through all evaluations. It is opened when it is first wanted.
class TwinConnection
{
public:
    /// `first` must outlive it and be open for reading.
    explicit TwinConnection(Database &first) : m_first(first) { }

    /// `first` reads alone where a second connection cannot be had, or where a writer commits so
    /// often that the two never see the same state.
    Result<TwinTransactions> begin();
    /// Gives back the pages of the file that both keep; outside of transactions.
    void forgetPages();

private:
    bool isOpen();

    Database &m_first;
    std::unique_ptr<Database> m_second;
};

} // namespace loupe
