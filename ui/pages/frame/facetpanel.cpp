// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/frame/facetpanel.h"

#include "core/model/saved/filteredit.h"
#include "core/store/read/pairfacets.h"
#include "core/store/read/resultlisting.h"
#include "ui/shell/session/scopedpopulation.h"
#include "ui/shell/session/storesession.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/layout/parts.h"

#include <QBoxLayout>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QStackedLayout>

#include <iterator>
#include <map>
#include <utility>

namespace loupe::ui {

namespace {

constexpr const char *facetFields[] = {"status", "category", "method", "level", "device", "round"};

/// Reads the values of each field under the filter's other terms, so that alternatives to a
/// filtered value are visible. Fields with the same terms are counted together.
Result<std::vector<FacetGroup>> readFacets(StoreReader &reader, const Filter &filter,
                                           const Scope &scope, const std::stop_token &stop)
{
    std::map<std::string, std::vector<std::string>> together; // by their filter
    for (const char *field : facetFields)
        together[text(withoutField(filter, field))].emplace_back(field);
    std::map<std::string, std::vector<FacetCount>> found;
    for (const auto &[_, fields] : together) {
        auto values
            = listedFacets(reader, fields, withoutField(filter, fields.front()), scope, stop);
        if (!values)
            return std::move(values).error();
        for (std::size_t i = 0; i < fields.size(); ++i)
            found[fields[i]] = std::move((*values)[i]);
    }
    std::vector<FacetGroup> groups;
    groups.reserve(std::size(facetFields));
    for (const char *field : facetFields)
        groups.push_back({field, std::move(found[field])});
    return groups;
}

/// Counts the values of the scope's results.
Result<std::vector<FacetGroup>> countFacets(StoreReader &reader, PairCache &cache,
                                            const Filter &filter, const Population &population,
                                            const std::stop_token &stop)
{
    const std::vector<std::string> fields(std::begin(facetFields), std::end(facetFields));
    auto counts = pairFacets(reader, cache, filter, population, fields, stop);
    if (!counts)
        return std::move(counts).error();
    std::vector<FacetGroup> groups;
    groups.reserve(fields.size());
    for (std::size_t i = 0; i < fields.size(); ++i)
        groups.push_back({fields[i], std::move((*counts)[i])});
    return groups;
}

} // namespace

FacetPanel::FacetPanel(const Workbench &bench, QWidget *parent)
    : Page(bench, parent)
    , m_model(new FacetModel(this))
    , m_table(new ResultTable(bench.theme))
    , m_empty(makeDim())
    , m_stack(new QStackedLayout)
{
    const int unit = bench.theme.unit();
    m_table->setModel(m_model);
    m_table->setObjectName(QStringLiteral("facets"));
    m_table->setAccessibleName(tr("Counts of the results by their values"));
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->horizontalHeader()->hide();
    m_table->horizontalHeader()->setStretchLastSection(false);
    m_table->horizontalHeader()->setSectionResizeMode(FacetModel::ValueColumn,
                                                      QHeaderView::Stretch);
    m_table->horizontalHeader()->setSectionResizeMode(FacetModel::CountColumn,
                                                      QHeaderView::ResizeToContents);
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_empty->setWordWrap(true);
    m_empty->setAlignment(Qt::AlignTop);
    m_empty->setMargin(unit);
    auto *panel = makePanel();
    auto *inside = new QWidget;
    inside->setLayout(m_stack);
    m_stack->addWidget(m_table);
    m_stack->addWidget(m_empty);
    panel->layout()->addWidget(inside);
    auto *column = makeColumn(0, this);
    column->addWidget(panel);
    setMinimumWidth(unit * 16);
    connectAll();
    deliver(Groups());
}

void FacetPanel::connectAll()
{
    const StoreSession &session = m_bench.session;
    connect(&session, &StoreSession::closed, this, [this] {
        m_reading.cancel();
        deliver(Groups());
    });
    connect(&session, &StoreSession::opened, this, &FacetPanel::invalidate);
    connect(&session, &StoreSession::filterChanged, this, &FacetPanel::invalidate);
    connect(&session, &StoreSession::dataChanged, this, [this] { m_reading.storeChanged(); });
    connect(&session, &StoreSession::scopeChanged, this, &FacetPanel::invalidate);
    connect(&session.population(), &ScopedPopulation::changed, this, [this] {
        const ScopedPopulation &population = m_bench.session.population();
        if (!m_isEvery && (population.value() || population.error()))
            invalidate();
    });
    connect(m_table, &QTableView::clicked, this, [this](const QModelIndex &index) {
        if (QGuiApplication::keyboardModifiers().testFlag(Qt::AltModifier))
            leaveOut(index.row());
        else
            toggle(index.row());
    });
    // A double click is handled as two clicks.
    disconnect(m_table, &QTableView::doubleClicked, m_table, &ResultTable::openRequested);
    connect(m_table, &ResultTable::openRequested, this,
            [this](const QModelIndex &index) { toggle(index.row()); });
    m_table->installEventFilter(this);
}

bool FacetPanel::isLoading() const
{
    const bool waits = isVisible() && !m_isEvery && m_bench.session.population().isRunning();
    return Page::isLoading() || m_reading.isRunning() || waits || m_waits;
}

void FacetPanel::reload()
{
    if (!m_bench.session.pool())
        return;
    m_table->setStale(true);
    m_waits = m_isEvery;
    if (m_isEvery) {
        // The object that finds the rows may get the same signal later.
        QMetaObject::invokeMethod(this, &FacetPanel::readEveryUnlessRowsCome, Qt::QueuedConnection);
        return;
    }
    ScopedPopulation &population = m_bench.session.population();
    population.want();
    if (population.isRunning())
        return; // changed() calls this again
    if (population.value())
        readCounted(population.value());
    else if (population.error())
        deliver(*population.error());
}

void FacetPanel::readCounted(std::shared_ptr<const Population> population)
{
    const std::shared_ptr<ReaderPool> pool = m_bench.session.pool();
    m_reading.read(
        pool,
        [pool, filter = m_bench.session.filter(),
         population = std::move(population)](StoreReader &reader, const std::stop_token &stop) {
            return countFacets(reader, pool->pairs(), filter, *population, stop);
        },
        [this](const Result<Groups> &groups) { deliver(groups); });
}

void FacetPanel::setCountsEvery(bool isEvery)
{
    if (isEvery == m_isEvery)
        return;
    m_isEvery = isEvery;
    invalidate();
}

void FacetPanel::readEveryUnlessRowsCome()
{
    if (!m_areRowsComing())
        rowsCame();
}

void FacetPanel::rowsCame()
{
    if (std::exchange(m_waits, false))
        readEvery();
}

void FacetPanel::readEvery()
{
    m_reading.read(
        m_bench.session.pool(),
        [filter = m_bench.session.filter(),
         scope = m_bench.session.scope()](StoreReader &reader, const std::stop_token &stop) {
            return readFacets(reader, filter, scope, stop);
        },
        [this](const Result<Groups> &groups) { deliver(groups); });
}

void FacetPanel::deliver(const Result<Groups> &groups)
{
    m_table->setStale(false);
    if (!groups && groups.error().code == Errc::Cancelled)
        return;
    const auto *current = valueAt(m_table->currentIndex().row());
    const FacetModel::Row before = current ? *current : FacetModel::Row{};
    m_model->setGroups(groups ? *groups : Groups(), m_bench.session.filter());
    if (const int row = m_model->rowOf(before.field, before.value); row >= 0)
        m_table->selectRow(row);
    if (!groups)
        m_empty->setText(tr("The results could not be counted: %1").arg(errorText(groups.error())));
    else if (!m_bench.session.isOpen())
        m_empty->setText(tr("No store is open."));
    else if (!m_bench.session.filterText().isEmpty())
        m_empty->setText(tr("No results match the filter."));
    else
        m_empty->setText(tr("This store has no results to count yet."));
    m_stack->setCurrentIndex(m_model->rowCount() == 0 ? 1 : 0);
}

const FacetModel::Row *FacetPanel::valueAt(int row) const
{
    if (row < 0 || row >= m_model->rowCount())
        return nullptr;
    const FacetModel::Row &each = m_model->rows()[static_cast<std::size_t>(row)];
    return each.kind == FacetModel::RowKind::Value ? &each : nullptr;
}

void FacetPanel::toggle(int row)
{
    const auto *value = valueAt(row);
    if (!value)
        return;
    const Filter &filter = m_bench.session.filter();
    apply(value->mark == FacetModel::Mark::None ? includingValue(filter, value->field, value->value)
                                                : withoutValue(filter, value->field, value->value));
}

void FacetPanel::leaveOut(int row)
{
    if (const auto *value = valueAt(row))
        apply(excludingValue(m_bench.session.filter(), value->field, value->value));
}

void FacetPanel::apply(const Filter &filter)
{
    const Status applied = m_bench.session.setFilter(exactQt(text(filter)));
    Q_ASSERT(applied);
}

bool FacetPanel::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::KeyPress
        && static_cast<QKeyEvent *>(event)->key() == Qt::Key_Minus) {
        leaveOut(m_table->currentIndex().row());
        return true;
    }
    return Page::eventFilter(watched, event);
}

} // namespace loupe::ui
