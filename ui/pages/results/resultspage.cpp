// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/results/resultspage.h"

#include "core/store/read/rowset.h"
#include "ui/models/resulttablemodel.h"
#include "ui/pages/detail/detailpane.h"
#include "ui/pages/frame/facetpanel.h"
#include "ui/shell/session/commandregistry.h"
#include "ui/shell/session/selection.h"
#include "ui/shell/session/storesession.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/resulttable.h"
#include "ui/widgets/verdictcolumns.h"

#include <QBoxLayout>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QSplitter>
#include <QStackedLayout>

using namespace Qt::StringLiterals;

namespace loupe::ui {

ResultsPage::ResultsPage(const Workbench &bench, QWidget *parent)
    : Page(bench, parent)
    , m_model(new ResultTableModel(this))
    , m_table(new ResultTable(bench.theme))
    , m_detail(new DetailPane(bench))
    , m_facets(new FacetPanel(bench))
    , m_across(new QSplitter(Qt::Horizontal))
    , m_splitter(new QSplitter(Qt::Vertical))
    , m_heading(makeHeading(bench.theme))
    , m_note(new ElidedLabel)
    , m_chip(new QFrame)
    , m_chipText(new QLabel)
    , m_stack(new QStackedLayout)
    , m_empty(new EmptyState(bench.theme))
{
    buildLayout();
    connectAll();
    sayEmpty();
}

ResultsPage::~ResultsPage() = default;

void ResultsPage::buildLayout()
{
    const int unit = m_bench.theme.unit();
    m_table->setModel(m_model);
    m_table->setObjectName(u"resultTable"_s);
    m_table->setAccessibleName(tr("Results"));
    fitResultColumns(*m_table, m_bench.theme);
    m_table->horizontalHeader()->setSectionsClickable(true);
    m_table->horizontalHeader()->setSortIndicatorShown(true);
    m_table->horizontalHeader()->setSortIndicatorClearable(true);
    m_table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    m_note->setProperty("tone", u"dim"_s);

    m_chip->setProperty("look", u"chip"_s);
    auto *chipRow = new QHBoxLayout(m_chip);
    chipRow->setContentsMargins(unit, unit / 4, unit / 2, unit / 4);
    auto *all = new QPushButton(tr("Show all (Esc)"));
    all->setProperty("look", u"link"_s);
    all->setAccessibleName(tr("Clear the selection made in a chart"));
    connect(all, &QPushButton::clicked, &m_bench.selection, &Selection::clear);
    chipRow->addWidget(m_chipText);
    chipRow->addWidget(all);
    m_chip->hide();

    auto *head = makeRow(unit * 3 / 2);
    head->addWidget(m_heading);
    head->addWidget(m_note, 1);
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
    m_across->setHandleWidth(unit * 3 / 2);
    m_across->setChildrenCollapsible(false);
    m_across->setSizes({unit * 26, unit * 120});
    m_splitter->addWidget(m_across);
    m_splitter->addWidget(m_detail);
    m_splitter->setStretchFactor(0, 2);
    m_splitter->setStretchFactor(1, 3);
    m_splitter->setHandleWidth(unit * 3 / 2);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setSizes({unit * 30, unit * 65});
    m_detail->hide();
    auto *page = new QVBoxLayout(this);
    page->setContentsMargins(unit * 3 / 2, unit * 3 / 2, unit * 3 / 2, unit * 3 / 2);
    page->setSpacing(unit);
    page->addLayout(head);
    page->addWidget(m_splitter, 1);
}

void ResultsPage::connectAll()
{
    const StoreSession &session = m_bench.session;
    const auto replace = [this] {
        m_isLive = false;
        forgetFound();
        invalidate();
    };
    connect(&session, &StoreSession::leaving, this, [this] {
        m_reading.cancel();
        m_detail->clear();
        m_model->setIds({});
        forgetFound();
    });
    connect(&session, &StoreSession::opened, this, [this, replace] {
        m_model->setSource(m_bench.session.rows());
        replace();
    });
    connect(&session, &StoreSession::filterChanged, this, replace);
    connect(&m_bench.selection, &Selection::changed, this, [this] {
        m_isLive = false;
        invalidate();
    });
    connect(&session, &StoreSession::dataChanged, this, [this] {
        forgetFound();
        m_reading.storeChanged();
    });
    connect(m_table->horizontalHeader(), &QHeaderView::sortIndicatorChanged, this,
            &ResultsPage::sortBy);
    connect(m_table, &ResultTable::openRequested, this, &ResultsPage::toggleDetail);
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
    connect(m_detail, &DetailPane::roundRequested, this, &ResultsPage::show);
    connect(m_detail, &DetailPane::closeRequested, this, &ResultsPage::closeDetail);
}

void ResultsPage::sortBy(int column, Qt::SortOrder order)
{
    const auto key = ResultTableModel::sortKey(column);
    if (column >= 0 && !key) {
        // No order in the store for this column: keep the one there is.
        const QSignalBlocker quiet(m_table->horizontalHeader());
        m_table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    }
    m_sort = {key.value_or(SortKey::Recorded), key && order == Qt::DescendingOrder};
    m_isLive = false;
    forgetFound();
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
        || m_facets->isLoading();
}

void ResultsPage::reload()
{
    const auto pool = m_bench.session.pool();
    if (!pool)
        return;
    if (!m_isLive)
        m_table->setStale(true);
    if (m_isUnbrushed && !m_bench.selection.isEmpty())
        m_all = std::make_shared<const Ids>(m_model->ids());
    m_isUnbrushed = false;
    m_reading.start(
        [pool, filter = m_bench.session.filter(), sort = m_sort, all = m_all,
         selected = m_bench.selection.ids()](const std::stop_token &stop) -> Result<Found> {
            std::shared_ptr<const Ids> ids = all;
            if (!ids) {
                auto found = pool->with(
                    [&](StoreReader &reader) { return reader.ids(filter, sort, stop); });
                if (!found)
                    return std::move(found).error();
                if (selected.empty())
                    return Found{std::move(*found), {}};
                ids = std::make_shared<const Ids>(std::move(*found));
            }
            return selected.empty() ? Found{*ids, {}} : Found{rowsIn(*ids, RowSet(selected)), ids};
        },
        [this](Result<Found> result) { deliver(std::move(result)); });
}

void ResultsPage::deliver(Result<Found> result)
{
    m_table->setStale(false);
    m_error = problemOf(result);
    if (result) {
        m_all = std::move(result->all);
        m_isUnbrushed = !m_all;
        takeIds(std::move(result->shown));
    }
    sayWhatIsShown();
    emit countChanged(static_cast<std::int64_t>(m_model->ids().size()));
    emit statusChanged();
}

void ResultsPage::insertNew()
{
    m_isLive = true;
    forgetFound();
    invalidate();
}

void ResultsPage::forgetFound()
{
    m_all.reset();
    m_isUnbrushed = false;
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
        const QSignalBlocker quiet(m_table->selectionModel()); // the detail shows it already
        m_table->selectRow(row);
    }
    if (const int row = top ? m_model->rowOf(top) : -1; row >= 0)
        m_table->verticalScrollBar()->setValue(row); // one step a row: rows have one height
}

void ResultsPage::sayWhatIsShown()
{
    const auto shown = static_cast<std::int64_t>(m_model->ids().size());
    const std::int64_t all = m_bench.session.evaluations();
    const bool restricted = !m_bench.session.filterText().isEmpty() || !m_bench.selection.isEmpty();
    m_heading->setText(restricted ? tr("%1 of %2 results").arg(countText(shown), countText(all))
                                  : tr("%1 results").arg(countText(shown)));
    const int column = m_table->horizontalHeader()->sortIndicatorSection();
    const QString order = m_sort.key == SortKey::Recorded
        ? tr("in the order they were stored")
        : tr("by %1, %2")
              .arg(
                  m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString().toLower(),
                  m_sort.descending ? tr("descending") : tr("ascending"));
    m_note->setText(order + u" · "_s
                    + tr("speedup = baseline time / candidate time, medians; – where not timed"));
    m_chip->setVisible(!m_bench.selection.isEmpty());
    m_chipText->setText(m_bench.selection.description());
    sayEmpty();
}

void ResultsPage::sayEmpty()
{
    const bool isOpen = m_bench.session.isOpen();
    CommandRegistry &commands = m_bench.commands;
    if (!isOpen)
        m_empty->say(tr("No store is open."), tr("Open one to see its results."),
                     commands.action(u"store.open"_s));
    else if (!m_error.isEmpty())
        m_empty->say(tr("The results could not be read."), m_error,
                     commands.action(u"view.reload"_s));
    else if (!m_bench.session.filterText().isEmpty())
        m_empty->say(tr("Nothing matches the filter."),
                     tr("No result fulfils all terms of %1").arg(m_bench.session.filterText()),
                     commands.action(u"filter.clear"_s));
    else
        m_empty->say(tr("This store has no results yet."),
                     tr("Results appear here as soon as the first evaluation ends."),
                     commands.action(u"run.new"_s));
    m_heading->setVisible(isOpen);
    m_note->setVisible(isOpen && m_model->rowCount() > 0);
    m_stack->setCurrentIndex(m_model->rowCount() == 0 || !m_error.isEmpty() ? 1 : 0);
}

void ResultsPage::toggleFacets()
{
    m_facets->setVisible(m_facets->isHidden());
}

void ResultsPage::toggleDetail()
{
    if (!m_detail->isHidden()) {
        closeDetail();
        return;
    }
    if (!m_table->currentIndex().isValid())
        return;
    m_detail->show();
    showDetailOf(m_table->currentIndex());
    m_table->scrollTo(m_table->currentIndex());
}

void ResultsPage::closeDetail()
{
    m_detail->hide();
    m_table->setFocus();
}

void ResultsPage::show(RowId id)
{
    const int row = m_model->rowOf(id);
    if (row >= 0) {
        m_table->selectRow(row);
        m_table->scrollTo(m_model->index(row, 0));
    }
    m_detail->show();
    m_detail->load(id); // also when the filter hides its row
}

void ResultsPage::showDetailOf(const QModelIndex &index)
{
    if (const RowId id = m_model->idAt(index.row()))
        m_detail->load(id);
}

QString ResultsPage::keys() const
{
    const auto selected = m_table->selectionModel()->selectedRows().size();
    const QString what
        = selected > 0 ? tr("%1 selected").arg(countText(selected)) : tr("nothing selected");
    return what + u" · "_s
        + tr("J/K next row · Enter detail · [ ] rounds · F8 next problem · Ctrl+L filter");
}

void ResultsPage::takeFocus()
{
    m_table->setFocus();
}

DetailTabs *ResultsPage::problemTabs() const
{
    return m_detail->isHidden() ? nullptr : m_detail->tabs();
}

RoundStrip *ResultsPage::rounds() const
{
    return m_detail->isHidden() ? nullptr : m_detail->rounds();
}

} // namespace loupe::ui
