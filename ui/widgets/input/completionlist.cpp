// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/input/completionlist.h"

#include "ui/models/cell.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/layout/parts.h"
#include "ui/widgets/tables/resulttable.h"

#include <QBoxLayout>
#include <QHeaderView>
#include <QStandardItemModel>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

constexpr int maxShown = 12;

} // namespace

CompletionList::CompletionList(const Theme &theme, QWidget *parent)
    : QFrame(parent)
    , m_theme(theme)
    , m_model(new QStandardItemModel(0, 2, this))
    , m_table(new ResultTable(theme))
{
    setObjectName(u"completions"_s);
    setProperty("look", u"panel"_s);
    setAccessibleName(tr("Completions"));
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Completions of the filter"));
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setFocusPolicy(Qt::NoFocus);
    m_table->horizontalHeader()->hide();
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->setColumnCharacters({30, 50});
    makeColumn(0, this, 2)->addWidget(m_table); // the margin is the width of the frame's line
    connect(m_table, &QTableView::clicked, this,
            [this](const QModelIndex &index) { emit picked(index.row()); });
    hide();
}

void CompletionList::offer(FilterCompletion completion)
{
    m_completion = std::move(completion);
    m_model->removeRows(0, m_model->rowCount());
    for (const FilterCandidate &each : m_completion.candidates) {
        const QString note = each.count > 0 ? counted(each.count, tr("%1 result"), tr("%1 results"))
                                            : toQt(each.help);
        m_model->appendRow({cell(toQt(each.text), CellKind::Code), cell(note, CellKind::Dim)});
    }
    m_table->setCurrentIndex({});
    m_table->scrollToTop();
    const int rows = std::min(maxShown, m_model->rowCount());
    resize(m_theme.unit() * 70, rows * m_theme.compactRowHeight() + 4);
    setVisible(rows > 0);
    raise();
}

void CompletionList::walk(int step)
{
    const int row = std::clamp(current() + step, -1, m_model->rowCount() - 1);
    if (row < 0) {
        m_table->clearSelection();
        m_table->setCurrentIndex({});
        return;
    }
    m_table->selectRow(row);
    m_table->scrollTo(m_table->currentIndex());
}

int CompletionList::current() const
{
    return m_table->currentIndex().row(); // -1 for an invalid index
}

QString CompletionList::textAt(int row) const
{
    return exactQt(m_completion.candidates[static_cast<std::size_t>(row)].text);
}

} // namespace loupe::ui
