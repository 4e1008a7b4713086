// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/population/population.h"
#include "ui/models/facetmodel.h"
#include "ui/pages/frame/page.h"
#include "ui/pages/frame/pagestudy.h"

#include <functional>
#include <memory>

class QLabel;
class QStackedLayout;

namespace loupe::ui {

class ResultTable;

/// How many results that the scope counts, or all under the filter, have which status, category,
/// method, level, device and round. A click puts a value into the filter or takes it out. Counted
/// on a worker, and not while hidden.
class FacetPanel final : public Page
{
    Q_OBJECT
public:
    explicit FacetPanel(const Workbench &bench, QWidget *parent = nullptr);

    bool isLoading() const override;
    void takeFocus() override;
    FacetModel *model() const { return m_model; }
    ResultTable *table() const { return m_table; }
    /// What stands in place of counts; empty while there are some.
    QString emptyText() const;
    /// Asks for the value of a row; of one that the filter names, forgets it.
    void toggle(int row);
    /// Leaves the value of a row out.
    void leaveOut(int row);
    /// Counts every result under the filter, whatever the scope says of it.
    void setCountsEvery(bool isEvery);
    /// Every result is counted only while `areComing` is false, or once rowsCame() says so: rows are
    /// what a person waits for, and both go through the whole store.
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
    bool m_waits = false; ///< for rows, to read every result
    std::function<bool()> m_areRowsComing = [] { return false; };
    PageStudy<Groups> m_reading{[this] { invalidate(); }};
};

} // namespace loupe::ui
