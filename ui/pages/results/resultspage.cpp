// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/results/resultspage.h"

#include "core/analysis/population/countedresults.h"
#include "core/model/record/protocolname.h"
#include "core/model/saved/filteredit.h"
#include "ui/models/countedrows.h"
#include "ui/models/resulttablemodel.h"
#include "ui/pages/frame/facetpanel.h"
#include "ui/pages/frame/kernelframe.h"
#include "ui/shell/session/commandregistry.h"
#include "ui/shell/session/scopedpopulation.h"
#include "ui/shell/session/storesession.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/layout/emptystate.h"
#include "ui/widgets/layout/parts.h"
#include "ui/widgets/source/diffview.h"
#include "ui/widgets/tables/columnmemory.h"
#include "ui/widgets/tables/fittedcolumns.h"
#include "ui/widgets/tables/resulttable.h"

#include <QBoxLayout>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QPushButton>
#include <QScrollBar>
#include <QStackedLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace loupe::ui {

void ResultsPage::connectAll()
{
    const StoreSession &session = m_bench.session;
    m_facets->letRowsGoFirst([this] { return m_reading.isRunning(); });
    const auto replace = [this] {
        m_isLive = false;
        invalidate();
    };
    const auto replaceWhole = [this, replace] {
        forgetWhole();
        replace();
    };
    connect(&session, &StoreSession::leaving, this, [this] {
        m_reading.cancel();
        forgetWhole();
        if (m_splitter->isFilled())
            m_splitter->toggleDrawer();
        m_detail->clear();
        m_model->setIds({});
        m_model->setCounted(nullptr);
        m_model->setSpeedups(nullptr);
        m_speedups.reset();
        m_counting.cancel();
        m_counted.reset();
    });
    connect(&session, &StoreSession::opened, this, [this, replace] {
        m_model->setSource(m_bench.session.rows());
        replace();
    });
    connect(&session, &StoreSession::closed, this, &ResultsPage::sayEmpty);
    connect(&session, &StoreSession::runsChanged, this, &ResultsPage::showMinSpeedups);
    connect(&m_table->columnMemory(), &ColumnMemory::restored, this, &ResultsPage::showMinSpeedups);
    connect(&session, &StoreSession::filterChanged, this, replaceWhole);
    connect(&session, &StoreSession::scopeChanged, this, replaceWhole);
    connect(&session.population(), &ScopedPopulation::changed, this,
            &ResultsPage::followPopulation);
    connect(m_every, &QCheckBox::toggled, this, [this](bool isEvery) {
        m_isLive = false;
        forgetWhole();
        m_facets->setCountsEvery(isEvery);
        invalidate();
    });
    connect(&m_bench.selection, &Selection::changed, this, replace);
    connect(&session, &StoreSession::dataChanged, this, [this] {
        forgetWhole();
        m_reading.storeChanged();
    });
    connect(m_table->horizontalHeader(), &QHeaderView::sortIndicatorChanged, this,
            &ResultsPage::sortBy);
    connect(m_table, &ResultTable::openRequested, this, &ResultsPage::fillWithDetail);
    connect(m_table, &ResultTable::filterRequested, this,
            [this](const QString &field, const QString &value) {
                const Filter narrowed
                    = includingValue(m_bench.session.filter(), toCore(field), toCore(value));
                const Status applied = m_bench.session.setFilter(exactQt(text(narrowed)));
                Q_ASSERT(applied);
            });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex &current) {
                if (!m_detail->isHidden())
                    showDetailOf(current);
                if (const RowId id = m_model->idAt(current.row()); id && isVisible())
                    m_bench.selection.setCurrent(id);
            });
    connect(&m_bench.selection, &Selection::currentChanged, this, [this](RowId id) {
        const bool isElsewhere = isVisible() && m_model->idAt(m_table->currentIndex().row()) != id;
        if (const int row = isElsewhere ? m_model->rowOf(id) : -1; row >= 0)
            m_table->selectRow(row);
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &Page::statusChanged);
    connect(m_detail, &CandidateView::roundRequested, this, [this](RowId id) { show(id); });
    connect(m_detail, &CandidateView::closeRequested, this, &ResultsPage::closeDetail);
    connect(m_splitter, &KernelFrame::filledChanged, this, &Page::statusChanged);
    connect(m_splitter, &KernelFrame::left, this, [this] {
        if (m_wasBeside)
            m_table->setFocus();
        else
            closeDetail();
    });
}

void ResultsPage::showMinSpeedups()
{
    constexpr int column = ResultTableModel::MinSpeedupColumn;
    const bool hasShapes
        = std::ranges::any_of(m_bench.session.runList().runs, [](const RunSummary &each) {
              return !shapesOf(each.run.protocol).empty();
          });
    const bool isHidden = m_table->columnMemory().isHiddenByChoice(column);
    m_table->setColumnHidden(column, isHidden || !hasShapes);
}

void ResultsPage::sortBy(int column, Qt::SortOrder order)
{
    const auto key = ResultTableModel::sortKey(column);
    if (column >= 0 && !key) {
        // The store cannot sort by this column, so the order stays.
        const QSignalBlocker quiet(m_table->horizontalHeader());
        m_table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    }
    m_sort = {key.value_or(SortKey::Recorded), key && order == Qt::DescendingOrder};
    m_isLive = false;
    forgetWhole();
    invalidate();
}

void ResultsPage::setSort(SortOrder order)
{
    int column = -1;
    for (int i = 0; i < ResultTableModel::ColumnCount; ++i) {
        if (ResultTableModel::sortKey(i) == order.key)
            column = i;
    }
    m_table->horizontalHeader()->setSortIndicator(
        column, order.descending ? Qt::DescendingOrder : Qt::AscendingOrder);
}

bool ResultsPage::isLoading() const
{
    return Page::isLoading() || m_reading.isRunning() || m_detail->isLoading()
        || m_counting.isRunning() || m_facets->isLoading()
        || (isVisible() && !listsEvery() && m_bench.session.population().isRunning());
}

void ResultsPage::followPopulation()
{
    if (m_bench.session.population().value() == nullptr && !m_bench.session.population().error())
        return;                 // Another store is being opened.
    if (!m_reading.isRunning()) // else deliver() checks again
        invalidate();
}

void ResultsPage::lookWhatCounts()
{
    const auto population = m_bench.session.population().value();
    if (!population || (m_counted && &m_counted->population() == population.get()))
        return;
    m_counting.start(
        [population](const std::stop_token &) {
            return std::make_shared<const CountedRows>(population);
        },
        [this](const std::shared_ptr<const CountedRows> &counted) {
            m_counted = counted;
            m_model->setCounted(listsCounted() ? nullptr : counted);
        });
}

void ResultsPage::reload()
{
    const auto pool = m_bench.session.pool();
    if (!pool)
        return;
    if (!m_isLive)
        m_table->setStale(true);
    ScopedPopulation &population = m_bench.session.population();
    population.want();
    keepWhole();
    m_reading.read(
        pool,
        [wanted = wanted(listedPopulation())](StoreReader &reader, const std::stop_token &stop) {
            return find(reader, wanted, stop);
        },
        [this](Result<Found> result) { deliver(std::move(result)); });
}

ResultsPage::Wanted ResultsPage::wanted(std::shared_ptr<const Population> population) const
{
    const StoreSession &session = m_bench.session;
    return {session.filter(), session.scope(),         m_sort,  std::move(population),
            m_counted,        m_bench.selection.ids(), m_whole, listsEvery()};
}

std::function<Result<ResultListing>(StoreReader &, const std::stop_token &)>
ResultsPage::listing() const
{
    return [wanted = wanted(m_bench.session.population().current()), pool = m_bench.session.pool()](
               StoreReader &reader, const std::stop_token &stop) mutable -> Result<ResultListing> {
        if (!wanted.isEvery && !wanted.population) {
            auto population = pool->pairs().population(reader, wanted.filter, wanted.scope, stop);
            if (!population)
                return std::move(population).error();
            wanted.population = std::make_shared<const Population>(std::move(*population));
        }
        return list(reader, wanted, stop);
    };
}

std::shared_ptr<const Population> ResultsPage::listedPopulation() const
{
    const ScopedPopulation &population = m_bench.session.population();
    std::shared_ptr<const Population> known = population.value();
    if (!known || !population.isRunning())
        return known;
    // While a run adds results, the baseline of the last population is good enough.
    const bool hasBaseline = !listsCounted() && known->scope() == m_bench.session.scope();
    return hasBaseline ? known : nullptr;
}

Result<ResultListing> ResultsPage::list(StoreReader &reader, const Wanted &wanted,
                                        const std::stop_token &stop)
{
    if (wanted.isEvery)
        return listResults(reader, wanted.filter, wanted.scope, wanted.sort, stop);
    const ChosenResults chosen{wanted.selected,
                               wanted.whole ? *wanted.whole : std::span<const RowId>()};
    return listPairs(reader, wanted.filter, *wanted.population, chosen, wanted.sort, stop);
}

Result<ResultsPage::Found> ResultsPage::find(StoreReader &reader, Wanted wanted,
                                             const std::stop_token &stop)
{
    Found out;
    out.isWaiting = !wanted.isEvery && wanted.population == nullptr;
    if (out.isWaiting)
        return out;
    auto listing = list(reader, wanted, stop);
    if (!listing)
        return std::move(listing).error();
    out.listing = *std::move(listing);
    if (wanted.isEvery || !wanted.selected.empty())
        return out;
    const bool isSame = wanted.counted && &wanted.counted->population() == wanted.population.get();
    out.counted = isSame ? std::move(wanted.counted)
                         : std::make_shared<const CountedRows>(std::move(wanted.population));
    return out;
}

void ResultsPage::deliver(Result<Found> result)
{
    m_error = problemOf(result);
    m_facets->rowsCame();
    const ScopedPopulation &population = m_bench.session.population();
    if (result) {
        if (result->isWaiting && population.error()) {
            m_error = errorText(*population.error());
        } else if (result->isWaiting) {
            if (!population.isRunning() && !m_reading.isOutdated())
                invalidate(); // The population arrived meanwhile. An outdated read is repeated
                              // anyway.
            return;
        } else {
            takeListing(std::move(result->listing));
            if (result->counted)
                m_counted = std::move(result->counted);
            m_model->setCounted(listsCounted() ? nullptr : m_counted);
            if (!listsCounted())
                lookWhatCounts();
        }
    }
    m_table->setStale(false);
    sayWhatIsShown();
    emit countChanged(static_cast<std::int64_t>(m_model->ids().size()));
    emit statusChanged();
}

void ResultsPage::insertNew()
{
    m_isLive = true;
    invalidate();
}

void ResultsPage::takeListing(ResultListing listing)
{
    m_speedups = std::move(listing.speedups);
    m_model->setSpeedups(m_speedups);
    takeIds(std::move(listing.ids));
    m_showsWhole = m_bench.selection.isEmpty() && !m_reading.isOutdated();
    if (m_showsWhole)
        m_whole.reset();
}

void ResultsPage::keepWhole()
{
    if (!std::exchange(m_showsWhole, false) || m_bench.selection.isEmpty())
        return;
    m_whole = std::make_shared<const Ids>(m_model->ids().begin(), m_model->ids().end());
}

void ResultsPage::forgetWhole()
{
    m_showsWhole = false;
    m_whole.reset();
}

void ResultsPage::takeIds(Ids ids)
{
    const RowId current = m_model->idAt(m_table->currentIndex().row());
    const RowId top = m_model->idAt(m_table->rowAt(0));
    const bool isAtTop = m_table->verticalScrollBar()->value() == 0;
    if (m_isLive && m_model->insertNewIds(ids)) {
        if (!isAtTop)
            restorePlace({}, top);
        return;
    }
    m_model->setIds(std::move(ids));
    restorePlace(current ? current : m_bench.selection.current(),
                 m_isLive && !isAtTop ? top : RowId{});
}

void ResultsPage::restorePlace(RowId current, RowId top)
{
    if (const int row = current ? m_model->rowOf(current) : -1; row >= 0) {
        const QSignalBlocker quiet(m_table->selectionModel()); // The detail pane already shows it.
        m_table->selectRow(row);
    }
    if (const int row = top ? m_model->rowOf(top) : -1; row >= 0)
        m_table->verticalScrollBar()->setValue(row); // one scroll step per row
}

void ResultsPage::setShowsFacets(bool on)
{
    m_showsFacets = on;
    arrange();
}

void ResultsPage::toggleDetail()
{
    if (!m_detail->isHidden()) {
        closeDetail();
        return;
    }
    openDetail();
}

void ResultsPage::openDetail()
{
    if (!m_table->currentIndex().isValid())
        return;
    m_detail->show();
    arrange();
    showDetailOf(m_table->currentIndex());
    m_table->scrollTo(m_table->currentIndex());
}

void ResultsPage::fillWithDetail()
{
    m_wasBeside = !m_detail->isHidden();
    openDetail();
    fill();
}

void ResultsPage::fillWith(RowId id)
{
    if (!m_splitter->isFilled()) // else another kernel already fills the page
        m_wasBeside = !m_detail->isHidden();
    show(id);
    fill();
}

void ResultsPage::fill()
{
    m_splitter->fill();
    m_detail->diff()->focusBase();
}

void ResultsPage::closeDetail()
{
    if (m_splitter->isFilled())
        m_splitter->toggleDrawer();
    m_detail->hide();
    arrange();
    m_table->setFocus();
    emit statusChanged();
}

void ResultsPage::arrange()
{
    m_facets->setVisible(m_showsFacets && m_detail->isHidden());
}

void ResultsPage::show(RowId id, int line)
{
    const int row = m_model->rowOf(id);
    if (row >= 0) {
        m_table->selectRow(row);
        m_table->scrollTo(m_model->index(row, 0));
    }
    m_detail->show();
    arrange();
    m_detail->load(id, line); // even if the filter hides its row
}

void ResultsPage::showDetailOf(const QModelIndex &index)
{
    const RowId id = m_model->idAt(index.row());
    if (id && id != m_detail->current())
        m_detail->load(id);
}

void ResultsPage::takeFocus()
{
    if (m_splitter->isFilled())
        m_detail->diff()->focusBase();
    else
        m_table->setFocus();
}

RowId ResultsPage::kernel() const
{
    return m_detail->isHidden() ? m_model->idAt(m_table->currentIndex().row())
                                : m_detail->current();
}

ResultsPage::ResultsPage(const Workbench &bench, QWidget *parent)
    : Page(bench, parent)
    , m_model(new ResultTableModel(this))
    , m_table(new ResultTable(bench.theme))
    , m_detail(new CandidateView(bench, CandidateView::Use::Detail))
    , m_facets(new FacetPanel(bench))
    , m_across(makeSplitter(Qt::Horizontal, bench.theme))
    , m_heading(makeHeading(bench.theme))
    , m_note(new ElidedLabel)
    , m_every(new QCheckBox(tr("Show all attempts")))
    , m_chip(new QFrame)
    , m_chipText(new QLabel)
    , m_stack(new QStackedLayout)
    , m_empty(new EmptyState(bench.theme))
{
    buildLayout();
    connectAll();
    showMinSpeedups();
    sayEmpty();
}

void ResultsPage::buildLayout()
{
    const int unit = m_bench.theme.unit();
    m_table->setModel(m_model);
    m_table->setObjectName(u"resultTable"_s);
    m_table->setAccessibleName(tr("Results"));
    fitResultColumns(*m_table, m_bench.theme);
    makeSortable(*m_table->horizontalHeader());
    m_note->setProperty("tone", u"dim"_s);
    m_every->setAccessibleName(m_every->text());
    m_every->setToolTip(tr("Lists all results that match the filter, also those outside the scope "
                           "and other attempts. They are dimmed, with a reason."));

    m_chip->setProperty("look", u"chip"_s);
    auto *chipRow = new QHBoxLayout(m_chip);
    chipRow->setContentsMargins(unit, unit / 4, unit / 2, unit / 4);
    auto *all = new QPushButton(tr("Show all (Esc)"));
    all->setProperty("look", u"link"_s);
    all->setAccessibleName(tr("Clear the chart selection"));
    connect(all, &QPushButton::clicked, &m_bench.selection, &Selection::clear);
    chipRow->addWidget(m_chipText);
    chipRow->addWidget(all);
    m_chip->hide();

    auto *headPart = new QWidget;
    auto *head = makeRow(unit * 3 / 2, headPart);
    head->addWidget(m_heading);
    head->addWidget(m_note, 1);
    head->addWidget(m_every);
    head->addWidget(m_chip);
    auto *panel = makePanel();
    auto *inside = new QWidget;
    inside->setLayout(m_stack);
    m_stack->addWidget(m_table);
    m_stack->addWidget(m_empty);
    panel->layout()->addWidget(inside);
    m_across->addWidget(m_facets);
    m_across->addWidget(panel);
    m_across->setStretchFactor(0, 0);
    m_across->setStretchFactor(1, 1);
    m_across->setSizes({unit * 28, unit * 118});
    m_detail->hide();
    m_splitter = new KernelFrame(m_across, m_detail, m_bench.theme);
    m_splitter->hideWhenFilled(headPart);
    m_splitter->setSizes({unit * 50, unit * 110});
    auto *page = makeColumn(unit, this, unit * 3 / 2);
    page->addWidget(headPart);
    page->addWidget(m_splitter, 1);
}

void ResultsPage::sayWhatIsShown()
{
    sayCounts();
    const int column = m_table->horizontalHeader()->sortIndicatorSection();
    const QString order = m_sort.key == SortKey::Recorded
        ? QString()
        : tr("by %1, %2 · ")
              .arg(
                  m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString().toLower(),
                  m_sort.descending ? tr("descending") : tr("ascending"));
    const QString counts
        = listsCounted() ? tr("one attempt for each task × method pair · ") : QString();
    m_note->setText(counts + order + speedupWords());
    m_chip->setVisible(!m_bench.selection.isEmpty());
    m_chipText->setText(m_bench.selection.description());
    sayEmpty();
}

QString ResultsPage::speedupWords() const
{
    if (listsEvery() && !m_speedups)
        return tr("speedups as recorded, hover over one for its baseline; – where not timed");
    const bool isOfOne = m_speedups && m_speedups->baselines().size() == 1;
    const QString meaning = tr("baseline time / candidate time, medians; – where not timed");
    if (isOfOne)
        return tr("speedup over %1 = %2").arg(lineText(m_speedups->baselines().front()), meaning);
    if (m_speedups && m_speedups->baselines().empty())
        return tr("speedup = %1").arg(meaning);
    return tr("speedup = %1 (over several baselines: hover over a speedup for its own)")
        .arg(meaning);
}

void ResultsPage::sayCounts()
{
    const auto shown = static_cast<std::int64_t>(m_model->ids().size());
    const std::int64_t all = m_bench.session.evaluations();
    const bool isRestricted
        = !m_bench.session.filterText().isEmpty() || !m_bench.selection.isEmpty();
    if (listsCounted() && m_counted) {
        const std::size_t behind = countResults(m_counted->population().observations());
        m_heading->setText(tr("%1 (%2)").arg(
            counted(shown, tr("%1 task × method pair"), tr("%1 task × method pairs")),
            counted(behind, tr("%1 attempt"), tr("%1 attempts"))));
    } else {
        m_heading->setText(
            isRestricted
                ? counted(all, tr("%2 of %1 result"), tr("%2 of %1 results")).arg(countText(shown))
                : counted(shown, tr("%1 result"), tr("%1 results")));
    }
}

void ResultsPage::sayEmpty()
{
    const bool isOpen = m_bench.session.isOpen();
    CommandRegistry &commands = m_bench.commands;
    if (!isOpen)
        m_empty->sayNoStore(m_bench.session, tr("Open one to see its results."),
                            commands.action(u"store.open"_s));
    else if (!m_error.isEmpty())
        m_empty->say(tr("The results could not be read."), m_error,
                     commands.action(u"view.reload"_s));
    else if (listsCounted() && m_counted && m_counted->population().isEmptiedByScope())
        m_empty->say(
            tr("The scope excludes all results."),
            tr("The scope bar shows why each of %1 is excluded.")
                .arg(counted(m_counted->population().given, tr("%1 result"), tr("%1 results"))),
            commands.action(u"results.every"_s));
    else if (!m_bench.session.filterText().isEmpty())
        m_empty->say(listsCounted() ? tr("No results of the scope match the filter.")
                                    : tr("No results match the filter."),
                     tr("No result matches %1").arg(m_bench.session.filterText()),
                     commands.action(u"filter.clear"_s));
    else
        m_empty->say(tr("This store has no results yet."),
                     tr("Results appear here as soon as the first evaluation ends."),
                     commands.action(u"run.new"_s));
    m_heading->setVisible(isOpen);
    m_note->setVisible(isOpen && m_model->rowCount() > 0);
    m_stack->setCurrentIndex(m_model->rowCount() == 0 || !m_error.isEmpty() ? 1 : 0);
}

QString ResultsPage::keys() const
{
    const auto selected = m_table->selectionModel()->selectedRows().size();
    const QString what
        = selected > 0 ? tr("%1 selected").arg(countText(selected)) + u" · "_s : QString();
    return what
        + tr("J/K next row · Enter opens the kernel, Esc returns · Ctrl+B list · [ ] rounds · F8 "
             "next problem · Ctrl+L filter");
}

} // namespace loupe::ui
