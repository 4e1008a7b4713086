// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/read/resultlisting.h"
#include "core/store/rows/storedvalues.h"
#include "ui/models/columnmodel.h"

#include <QCache>

#include <functional>
#include <memory>
#include <vector>

namespace loupe::ui {

class PagedRows;

/// Row of which only the id is known until it is read.
struct PagedRow {
    RowId id;
    int row = 0;
    const PagedRows *model = nullptr;
};

/// Table of any number of results. It keeps all ids in view order, and fetches only the pages in
/// view.
class PagedRows : public ColumnModel<PagedRow>
{
public:
    using ColumnModel::ColumnModel;

    /// Sets the source of the rows; the model is empty until setIds().
    void setSource(std::shared_ptr<RowSource> source);
    /// Replaces all ids, for example after a filter or sort in SQL.
    void setIds(std::vector<RowId> ids);
    /// Sets the speedups to show; null: those that the store recorded.
    void setSpeedups(std::shared_ptr<const ListedSpeedups> speedups);
    /// Inserts the new ids of `ids`, so that views keep selection and scroll position. Returns
    /// false and changes nothing unless `ids` is the present order with a few insertions.
    bool insertNewIds(const std::vector<RowId> &ids);

    const std::vector<RowId> &ids() const { return m_ids; }
    RowId idAt(int row) const;
    /// Returns the row of `id`, or -1. Linear time; not for loops.
    int rowOf(RowId id) const;

    int rowCount(const QModelIndex &parent = {}) const override
    {
        return parent.isValid() ? 0 : static_cast<int>(m_ids.size());
    }

protected:
    PagedRow rowAt(int row) const override { return {idAt(row), row, this}; }

    /// Wraps `answer`, with no value for a row that is gone from the store.
    static Answer ofResult(std::function<QVariant(const ResultRow &)> answer);

private:
    using Page = std::vector<ResultRow>;
    const ResultRow *read(int row) const;

    static constexpr int pageSize = 128;

    std::shared_ptr<RowSource> m_source;
    std::shared_ptr<const ListedSpeedups> m_speedups;
    std::vector<RowId> m_ids;
    mutable QCache<int, Page> m_pages{64};
};

} // namespace loupe::ui
