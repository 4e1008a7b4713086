// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/population/population.h"
#include "core/store/read/storereader.h"
#include "ui/async/latestjob.h"
#include "ui/pages/frame/page.h"
#include "ui/pages/frame/pagestudy.h"

#include <memory>
#include <vector>

class QCheckBox;
class QFrame;
class QLabel;
class QSplitter;
class QStackedLayout;

namespace loupe::ui {

class CountedRows;
class DetailPane;
class ElidedLabel;
class EmptyState;
class FacetPanel;
class ResultTable;
class ResultTableModel;

/// The evaluations that the scope counts, one for each cell, or every one under the filter, or what
/// a chart picked; sorted by the store, with counts of their values at the left and the detail of
/// the current one below.
class ResultsPage final : public Page
{
    Q_OBJECT
public:
    explicit ResultsPage(const Workbench &bench, QWidget *parent = nullptr);
    ~ResultsPage() override;

    bool isLoading() const override;
    QString keys() const override;
    void takeFocus() override;
    DetailTabs *problemTabs() const override;
    RoundStrip *rounds() const override;

    ResultTable *table() const { return m_table; }
    ResultTableModel *model() const { return m_model; }
    DetailPane *detail() const { return m_detail; }
    QSplitter *splitter() const { return m_splitter; }
    FacetPanel *facets() const { return m_facets; }
    QSplitter *facetSplitter() const { return m_across; }
    /// Shows how many results have which values, or hides it.
    void toggleFacets();
    /// Lists every result under the filter, whether the scope counts it or not.
    void setShowsEvery(bool isEvery);
    bool showsEvery() const;
    QCheckBox *everyBox() const { return m_every; }
    QString heading() const;
    void setSort(SortOrder order);
    SortOrder sort() const { return m_sort; }
    /// Opens the detail of the current row, or closes it.
    void toggleDetail();
    void closeDetail();
    /// Selects an evaluation (e.g. another round) and shows its detail.
    void show(RowId id);

signals:
    void showsEveryChanged(bool isEvery);

protected:
    void reload() override;

private:
    using Ids = std::vector<RowId>;
    struct Found {
        Ids shown;
        std::shared_ptr<const Ids> all;             ///< that the filter finds; null: as shown
        std::shared_ptr<const CountedRows> counted; ///< null: nobody asked
        bool isWaiting = false; ///< for the population, which says what of `all` is shown
    };
    /// What is to be listed, for a worker.
    struct Wanted {
        Filter filter;
        SortOrder sort;
        std::shared_ptr<const Ids> all;
        std::shared_ptr<const Population> population;
        std::shared_ptr<const CountedRows> counted;
        Ids selected;
        bool isEvery = false;
    };
    static Result<Found> find(ReaderPool &pool, Wanted wanted, const std::stop_token &stop);
    void buildLayout();
    void connectAll();
    void deliver(Result<Found> result);
    void takeIds(Ids ids);
    void restorePlace(RowId current, RowId top);
    /// Of results that were stored meanwhile, without moving those that are shown.
    void insertNew();
    void forgetFound();
    /// Whether the population says which rows are listed: a selection is listed whole.
    bool listsCounted() const;
    void followPopulation();
    /// For what rows say of themselves where all are listed.
    void lookWhatCounts();
    void sayCounts();
    void sortBy(int column, Qt::SortOrder order);
    void sayWhatIsShown();
    void sayEmpty();
    void showDetailOf(const QModelIndex &index);

    ResultTableModel *m_model;
    ResultTable *m_table;
    DetailPane *m_detail;
    FacetPanel *m_facets;
    QSplitter *m_across; ///< facets beside the table
    QSplitter *m_splitter;
    QLabel *m_heading;
    ElidedLabel *m_note;
    QCheckBox *m_every;
    QFrame *m_chip;
    QLabel *m_chipText;
    QStackedLayout *m_stack;
    EmptyState *m_empty;
    SortOrder m_sort;
    QString m_error;
    bool m_isLive = false; ///< the reload only adds what was written meanwhile
    /// What the filter finds in this order, while only part of it is listed: neither a brush nor a
    /// scope asks the store.
    std::shared_ptr<const Ids> m_all;
    bool m_isUnbrushed = false;                   ///< the model has all that the filter finds
    std::shared_ptr<const CountedRows> m_counted; ///< of the population that is shown
    LatestJob<std::shared_ptr<const CountedRows>> m_counting;
    PageStudy<Found> m_reading{[this] { insertNew(); }};
};

} // namespace loupe::ui
