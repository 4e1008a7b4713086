// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/frame/page.h"

#include "core/report/figures/charttable.h"
#include "ui/models/texttablemodel.h"
#include "ui/shell/session/scopedpopulation.h"
#include "ui/shell/session/selection.h"
#include "ui/shell/session/storesession.h"
#include "ui/text/words.h"
#include "ui/widgets/charts/chartview.h"
#include "ui/widgets/tables/resulttable.h"

#include <QBoxLayout>
#include <QCoreApplication>
#include <QHeaderView>

namespace loupe::ui {

namespace {

/// Stack with the minimum size of its current part, so that an empty page never scrolls.
class PageParts final : public QStackedLayout
{
public:
    QSize minimumSize() const override
    {
        const QLayoutItem *shown = itemAt(currentIndex());
        return shown == nullptr ? QStackedLayout::minimumSize() : shown->minimumSize();
    }
    /// The function of the base class returns the height of the highest part, shown or not.
    int heightForWidth(int width) const override
    {
        const QWidget *shown = currentWidget();
        return shown == nullptr ? QStackedLayout::heightForWidth(width)
                                : shown->heightForWidth(width);
    }
};

} // namespace

Page::Page(const Workbench &bench, QWidget *parent) : QWidget(parent), m_bench(bench) { }

void Page::invalidate()
{
    m_isStale = !isVisible();
    if (m_isStale)
        emit countChanged(std::nullopt); // The number is unknown until the next load.
    else
        reload();
}

void Page::reloadWithPopulation()
{
    const ScopedPopulation &population = m_bench.session.population();
    connect(&population, &ScopedPopulation::changed, this, [this, &population] {
        if (population.value() || population.error())
            invalidate();
    });
}

void Page::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (m_isStale) {
        m_isStale = false;
        reload();
    }
}

QStackedLayout *fillPage(QWidget *page, QWidget *content, QWidget *empty, const Theme &theme)
{
    const int margin = theme.unit() * 3 / 2;
    auto *stack = new PageParts;
    stack->addWidget(content);
    stack->addWidget(empty);
    auto *around = new QVBoxLayout(page);
    around->setContentsMargins(margin, margin, margin, margin);
    around->addLayout(stack);
    QObject::connect(stack, &QStackedLayout::currentChanged, page, [page, around] {
        around->invalidate();
        page->updateGeometry();
    });
    return stack;
}

QSplitter *makeSplitter(Qt::Orientation orientation, const Theme &theme)
{
    auto *splitter = new QSplitter(orientation);
    splitter->setHandleWidth(theme.unit() * 3 / 2);
    splitter->setChildrenCollapsible(false);
    return splitter;
}

void makeSortable(QHeaderView &titles)
{
    titles.setSectionsClickable(true);
    titles.setSortIndicatorShown(true);
    titles.setSortIndicatorClearable(true);
    titles.setSortIndicator(-1, Qt::AscendingOrder);
}

void selectBrushed(Selection &selection, const std::vector<RowId> &ids, const QString &text)
{
    if (ids.empty()) {
        selection.clear();
        return;
    }
    selection.set(ids,
                  QCoreApplication::translate("loupe::ui", "%1 selected: %2")
                      .arg(countText(ids.size()), text));
}

void connectBrush(const ChartView &chart, QWidget *page, Selection &selection)
{
    QObject::connect(&chart, &ChartView::brushed, page,
                     [&selection](const std::vector<RowId> &ids, const QString &text) {
                         selectBrushed(selection, ids, text);
                     });
}

void showNumbers(const Chart &chart, ResultTable &table, TextTableModel &model)
{
    model.setTable(toTable(chartTable(chart)));
    table.setColumnCharacters(std::vector<int>(static_cast<std::size_t>(model.columnCount()), 12));
}

void connectNumbers(const ResultTable &table, ChartView &chart)
{
    QObject::connect(&table, &ResultTable::openRequested, &chart,
                     [&table, &chart](const QModelIndex &index) {
                         // Rows and marks correspond, unless a mark has no position.
                         const auto rows = static_cast<std::size_t>(table.model()->rowCount());
                         if (rows == chart.marks().size())
                             chart.pickMark(static_cast<std::size_t>(index.row()));
                     });
}

} // namespace loupe::ui
