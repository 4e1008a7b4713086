// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/tables/fittedcolumns.h"

#include "ui/models/resulttablemodel.h"
#include "ui/models/roles.h"
#include "ui/style/theme.h"
#include "ui/widgets/tables/columnfit.h"
#include "ui/widgets/tables/columnmemory.h"
#include "ui/widgets/tables/resulttable.h"

#include <QAbstractItemModel>
#include <QEvent>
#include <QFontMetrics>
#include <QHeaderView>
#include <QScopedValueRollback>

#include <algorithm>
#include <numeric>
#include <utility>

namespace loupe::ui {

namespace {

constexpr int minTextCharacters = 10;
constexpr int maxLeastCharacters = 24;
constexpr int maxNameCharacters = 52; ///< longer short names may lose their middle
constexpr int measuredRows = 60;      ///< rows whose cells and short names are measured

} // namespace

void fitResultColumns(ResultTable &table, const Theme &theme)
{
    // At 1280 pixels, the columns up to the speedup fit beside the facets.
    (new FittedColumns(table, theme, ResultTableModel::MessageColumn))
        ->set({{26, 0}, {13, 0}, {18, 0}});
}

FittedColumns::FittedColumns(ResultTable &table, const Theme &theme, int stretched)
    : QObject(&table)
    , m_table(table)
    , m_theme(theme)
    , m_stretched(stretched)
{
    table.viewport()->installEventFilter(this);
    QHeaderView &header = *table.horizontalHeader();
    header.installEventFilter(this);
    header.setStretchLastSection(false);
    // With 0, Qt would measure all rows of a model that was just reset, which reads them all.
    header.setResizeContentsPrecision(measuredRows);
    connect(&table.columnMemory(), &ColumnMemory::restored, this, &FittedColumns::fit);
    connect(&table.columnMemory(), &ColumnMemory::hiddenChanged, this, &FittedColumns::fit);
    connect(&theme, &Theme::changed, this, &FittedColumns::fit);
}

void FittedColumns::set(std::vector<Room> rooms)
{
    m_rooms = std::move(rooms);
    if (m_table.model() != m_model)
        follow(m_table.model());
    fit();
}

void FittedColumns::follow(QAbstractItemModel *model)
{
    if (m_model)
        m_model->disconnect(this);
    m_model = model;
    if (model == nullptr)
        return;
    connect(model, &QAbstractItemModel::modelReset, this, [this] {
        m_widest.clear();
        fit();
    });
    connect(model, &QAbstractItemModel::rowsInserted, this, &FittedColumns::fit);
    connect(model, &QAbstractItemModel::headerDataChanged, this, &FittedColumns::fit);
    connect(model, &QAbstractItemModel::dataChanged, this, &FittedColumns::fit);
}

bool FittedColumns::eventFilter(QObject *watched, QEvent *event)
{
    const bool isRoom = watched == m_table.viewport() && event->type() == QEvent::Resize;
    if (event->type() == QEvent::StyleChange)
        m_widest.clear();
    if (isRoom || event->type() == QEvent::StyleChange)
        fit();
    return QObject::eventFilter(watched, event);
}

/// Other rows may not have been read from the store.
int FittedColumns::firstVisibleRow() const
{
    return std::max(0, m_table.rowAt(0));
}

int FittedColumns::shortestNames(int column) const
{
    const QFontMetrics metrics(m_theme.uiFont());
    int widest = 0;
    const int top = firstVisibleRow();
    const int end = std::min(m_model->rowCount(), top + measuredRows);
    for (int row = top; row < end; ++row) {
        const QVariant name = m_model->index(row, column).data(ShortNameRole);
        if (!name.isValid())
            return 0;
        widest = std::max(widest, metrics.horizontalAdvance(name.toString()));
    }
    return widest + 2 * m_theme.unit() + 1;
}

FittedColumns::Need FittedColumns::needOf(int column)
{
    const auto place = static_cast<std::size_t>(column);
    const Room room = place < m_rooms.size() ? m_rooms[place] : Room();
    const QHeaderView &header = *m_table.horizontalHeader();
    const int title = titleWidth(header, column);
    const int character = characterWidth(QFontMetrics(m_theme.uiFont()));
    const auto widthOf
        = [&](int characters) { return characters * character + 2 * m_theme.unit(); };
    if (const int width = m_table.columnMemory().widthOf(column); width > 0)
        return {column, width, width};
    const QAbstractItemView &hints = m_table; // QTableView hides sizeHintForColumn(), which is
                                              // public in its base class.
    m_widest.resize(std::max(m_widest.size(), place + 1));
    m_widest[place] = std::max(m_widest[place], hints.sizeHintForColumn(column));
    const int content = room.wanted > 0 ? widthOf(room.wanted) : m_widest[place];
    const QModelIndex first = m_model->index(firstVisibleRow(), column);
    const bool isVerdict = first.data(VerdictRole).isValid();
    int least = content;
    if (room.least > 0)
        least = widthOf(room.least);
    else if (isVerdict)
        least = std::min(content, widthOf(maxLeastCharacters));
    else if (static_cast<CellKind>(first.data(KindRole).toInt()) != CellKind::Number)
        least = std::min({content, std::max(widthOf(minTextCharacters), shortestNames(column)),
                          widthOf(maxNameCharacters)});
    least = std::max(least, title);
    return {column, least, std::max(content, least)};
}

void FittedColumns::fit()
{
    if (m_isFitting || m_model == nullptr || m_model != m_table.model())
        return;
    const QScopedValueRollback fitting(m_isFitting, true);
    std::vector<Need> needs;
    int left = m_table.viewport()->width();
    for (int column = 0; column < m_table.horizontalHeader()->count(); ++column) {
        if (m_table.isColumnHidden(column))
            continue;
        needs.push_back(needOf(column));
        left -= needs.back().least;
    }
    // Columns that need least are served first, so that a long text takes only what is left.
    std::ranges::stable_sort(needs, {}, [](const Need &need) { return need.wanted - need.least; });
    auto waiting = static_cast<int>(needs.size());
    for (Need &need : needs) {
        const int more = std::clamp(left / waiting, 0, need.wanted - need.least);
        --waiting;
        left -= more;
        need.least += more;
    }
    for (const Need &need : needs) {
        ColumnMemory &memory = m_table.columnMemory();
        const bool getsRest = need.column == m_stretched && memory.widthOf(need.column) == 0;
        memory.fitWidth(need.column, need.least + (getsRest ? std::max(left, 0) : 0));
    }
}

} // namespace loupe::ui
