// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/population/population.h"
#include "core/store/read/resultlisting.h"
#include "core/store/read/storereader.h"
#include "ui/async/latestjob.h"
#include "ui/pages/detail/candidateview.h"
#include "ui/pages/frame/page.h"
#include "ui/pages/frame/pagestudy.h"
#include "ui/shell/session/selection.h"

#include <QCheckBox>
#include <QLabel>

#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

class QFrame;
class QSplitter;
class QStackedLayout;

namespace loupe::ui {

class CountedRows;
class ElidedLabel;
class EmptyState;
class FacetPanel;
class ResultTable;
class ResultTableModel;

/// Table of evaluations: those that the scope counts, all under the filter, or those selected in a
/// chart. Speedups of all under a scope without a chosen baseline are as listResults() says, else
/// over the scope's baseline. Counts of values are at the left. The kernel of the current one fills
/// the page, or is next to the list.
class ResultsPage final : public Page
{
    Q_OBJECT
public:
    explicit ResultsPage(const Workbench &bench, QWidget *parent = nullptr);

    bool isLoading() const override;
    QString keys() const override;
    void takeFocus() override;
    CandidateView *candidate() const override { return m_detail->isHidden() ? nullptr : m_detail; }
    RoundStrip *rounds() const override
    {
        return m_detail->isHidden() ? nullptr : m_detail->rounds();
    }
    RowId kernel() const override;
    DiffView *diff() const override { return m_detail->isHidden() ? nullptr : m_detail->diff(); }
    KernelFrame *kernelFrame() const override { return m_splitter; }

    ResultTable *table() const { return m_table; }
    ResultTableModel *model() const { return m_model; }
    CandidateView *detail() const { return m_detail; }
    KernelFrame *splitter() const { return m_splitter; }
    FacetPanel *facets() const { return m_facets; }
    QSplitter *facetSplitter() const { return m_across; }
    /// Shows or hides the counts of values. A kernel next to the list takes their place.
    void setShowsFacets(bool on);
    bool showsFacets() const { return m_showsFacets; }
    void toggleFacets() { setShowsFacets(!m_showsFacets); }
    /// Lists all results under the filter, including those outside the scope.
    void setShowsEvery(bool isEvery) { m_every->setChecked(isEvery); }
    bool showsEvery() const { return m_every->isChecked(); }
    QCheckBox *everyBox() const { return m_every; }
    QString heading() const { return m_heading->text(); }
    void setSort(SortOrder order);
    SortOrder sort() const { return m_sort; }
    /// Returns a function for a worker that reads what the page lists, in its order.
    std::function<Result<ResultListing>(StoreReader &, const std::stop_token &)> listing() const;
    /// Opens the details of the current row next to the list, or closes them.
    void toggleDetail();
    void closeDetail();
    /// Selects an evaluation, e.g. another round, and shows its details. A `line` of the candidate
    /// (1-based) is shown in its source.
    void show(RowId id, int line = 0);
    /// Does the same, and lets the kernel fill the page as Enter in the list does.
    void fillWith(RowId id);

protected:
    void reload() override;

private:
    using Ids = std::vector<RowId>;
    struct Found {
        ResultListing listing;
        std::shared_ptr<const CountedRows> counted; ///< null: not requested
        bool isWaiting = false; ///< for the population, which defines the pairs and the baseline
    };
    /// Request for a worker.
    struct Wanted {
        Filter filter;
        Scope scope;
        SortOrder sort;
        std::shared_ptr<const Population> population; ///< null: not known yet
        std::shared_ptr<const CountedRows> counted;
        Ids selected;
        std::shared_ptr<const Ids> whole; ///< the list without the selection; null: not known
        bool isEvery = false;             ///< all results are listed, which needs no population
    };
    Wanted wanted(std::shared_ptr<const Population> population) const;
    static Result<ResultListing> list(StoreReader &reader, const Wanted &wanted,
                                      const std::stop_token &stop);
    static Result<Found> find(StoreReader &reader, Wanted wanted, const std::stop_token &stop);
    void buildLayout();
    void connectAll();
    /// Returns true if all results under the filter are listed.
    bool listsEvery() const { return showsEvery() && m_bench.selection.isEmpty(); }
    /// Returns the population of which pairs or baseline are listed; null: it is being read.
    std::shared_ptr<const Population> listedPopulation() const;
    void deliver(Result<Found> result);
    void takeListing(ResultListing listing);
    void takeIds(Ids ids);
    /// Keeps the displayed list, so that selections among it need no order from the store.
    void keepWhole();
    /// Must be called when the order or the content of the list changes, unless by a selection.
    void forgetWhole();
    void restorePlace(RowId current, RowId top);
    /// Inserts newly stored results without moving the displayed ones.
    void insertNew();
    /// Returns true if the population defines the rows; a selection is always listed completely.
    bool listsCounted() const { return !showsEvery() && m_bench.selection.isEmpty(); }
    void followPopulation();
    /// Counts in the background to annotate the rows if all are listed.
    void lookWhatCounts();
    void sayCounts();
    /// Shows the column of least speedups if a run of the store has several shapes.
    void showMinSpeedups();
    void sortBy(int column, Qt::SortOrder order);
    void sayWhatIsShown();
    QString speedupWords() const;
    void sayEmpty();
    void showDetailOf(const QModelIndex &index);
    void openDetail();
    /// Lets the kernel of the current row fill the page.
    void fillWithDetail();
    void fill();
    void arrange();

    ResultTableModel *m_model;
    ResultTable *m_table;
    CandidateView *m_detail;
    FacetPanel *m_facets;
    QSplitter *m_across; ///< facets next to the table
    KernelFrame *m_splitter = nullptr;
    QLabel *m_heading;
    ElidedLabel *m_note;
    QCheckBox *m_every;
    QFrame *m_chip;
    QLabel *m_chipText;
    QStackedLayout *m_stack;
    EmptyState *m_empty;
    SortOrder m_sort;
    bool m_showsFacets = true;
    bool m_wasBeside = false; ///< the kernel was next to the list before it filled the page
    QString m_error;
    bool m_isLive = false;                            ///< the reload only adds newly stored rows
    bool m_showsWhole = false;                        ///< the list has no selection
    std::shared_ptr<const Ids> m_whole;               ///< the list before the selection
    std::shared_ptr<const ListedSpeedups> m_speedups; ///< null: each as the store recorded it
    std::shared_ptr<const CountedRows> m_counted;     ///< for the displayed population
    LatestJob<std::shared_ptr<const CountedRows>> m_counting;
    PageStudy<Found> m_reading{[this] { insertNew(); }};
};

} // namespace loupe::ui
