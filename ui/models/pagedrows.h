// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/rows/rowsource.h"
#include "ui/models/columnmodel.h"

#include <QCache>

#include <functional>
#include <memory>
#include <vector>

namespace loupe::ui {

class PagedRows;

/// A row of which no more than its id is known until it is read.
struct PagedRow {
    RowId id;
    int row = 0;
    const PagedRows *model = nullptr;
};

/// A table of any number of results: it holds ids in view order and fetches only the pages that are
/// looked at.
class PagedRows : public ColumnModel<PagedRow>
{
public:
    using ColumnModel::ColumnModel;

    /// Rows come from `source` from now on; the model is empty until setIds().
    void setSource(std::shared_ptr<RowSource> source);
    /// Replaces the whole order, e.g. after a filter or a sort ran in SQL.
    void setIds(std::vector<RowId> ids);
    /// Takes `ids` by inserting what is new, so that views keep selection and place. Returns false,
    /// changing nothing, when `ids` is not the present order with rows added in a few places.
    bool insertNewIds(const std::vector<RowId> &ids);

    const std::vector<RowId> &ids() const { return m_ids; }
    RowId idAt(int row) const;
    /// The row of `id`, or -1. Linear: for one row after a reload, not for loops.
    int rowOf(RowId id) const;

    int rowCount(const QModelIndex &parent = {}) const override;

protected:
    PagedRow rowAt(int row) const override { return {idAt(row), row, this}; }

    /// Nothing of a row that is gone from the store.
    static Answer ofResult(std::function<QVariant(const ResultRow &)> answer);

private:
    using Page = std::vector<ResultRow>;
    const ResultRow *read(int row) const;

    static constexpr int pageSize = 128;

    std::shared_ptr<RowSource> m_source;
    std::vector<RowId> m_ids;
    mutable QCache<int, Page> m_pages{64};
};

} // namespace loupe::ui
