// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/population/population.h"
#include "ui/models/facetmodel.h"
#include "ui/pages/frame/page.h"
#include "ui/pages/frame/pagestudy.h"
#include "ui/widgets/tables/resulttable.h"

#include <QLabel>

#include <functional>
#include <memory>

class QStackedLayout;

namespace loupe::ui {

/// Number of results by status, category, method, level, device and round, either in the scope or
/// in the whole filter. A click adds a value to the filter or removes it. Counted on a worker
/// thread, and only while visible.
class FacetPanel final : public Page
{
    Q_OBJECT
public:
    explicit FacetPanel(const Workbench &bench, QWidget *parent = nullptr);

    bool isLoading() const override;
    void takeFocus() override { m_table->setFocus(); }
    FacetModel *model() const { return m_model; }
    ResultTable *table() const { return m_table; }
    /// Returns the text shown instead of counts; empty if there are counts.
    QString emptyText() const { return m_model->rowCount() == 0 ? m_empty->text() : QString(); }
    /// Filters by the value of a row, or removes it from the filter.
    void toggle(int row);
    /// Excludes the value of a row.
    void leaveOut(int row);
    /// Counts all results under the filter instead of those in the scope.
    void setCountsEvery(bool isEvery);
    /// Delays counting of all results while `areComing` returns true, until rowsCame(). The user
    /// waits for the rows, and both read the whole store.
    void letRowsGoFirst(std::function<bool()> areComing) { m_areRowsComing = std::move(areComing); }
    void rowsCame();

protected:
    void reload() override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    using Groups = std::vector<FacetGroup>;
    void connectAll();
    void readEveryUnlessRowsCome();
    void readEvery();
    void readCounted(std::shared_ptr<const Population> population);
    void deliver(const Result<Groups> &groups);
    void apply(const Filter &filter);
    const FacetModel::Row *valueAt(int row) const;

    FacetModel *m_model;
    ResultTable *m_table;
    QLabel *m_empty;
    QStackedLayout *m_stack;
    bool m_isEvery = false;
    bool m_waits = false; ///< waits for rows before counting all results
    std::function<bool()> m_areRowsComing = [] { return false; };
    PageStudy<Groups> m_reading{[this] { invalidate(); }};
};

} // namespace loupe::ui
