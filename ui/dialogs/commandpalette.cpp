// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/commandpalette.h"

#include "ui/shell/session/commandregistry.h"
#include "ui/style/theme.h"
#include "ui/widgets/layout/parts.h"
#include "ui/widgets/tables/resulttable.h"

#include <QBoxLayout>
#include <QCoreApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>

#include <algorithm>
#include <utility>

namespace loupe::ui {

CommandPalette::CommandPalette(const Theme &theme, CommandRegistry &commands, QWidget *parent)
    : QDialog(parent)
    , m_commands(commands)
    , m_model(new CommandModel(commands, this))
    , m_line(new QLineEdit)
    , m_table(new ResultTable(theme))
{
    const int unit = theme.unit();
    setWindowTitle(tr("Commands"));
    m_line->setAccessibleName(tr("Command"));
    m_line->setPlaceholderText(
        tr("Type part of a command, run, view or task; ↑ ↓ choose, Enter opens it"));
    m_table->setAccessibleName(tr("Commands"));
    m_table->setModel(m_model);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->horizontalHeader()->setStretchLastSection(false);
    m_table->horizontalHeader()->setSectionResizeMode(CommandModel::HelpColumn,
                                                      QHeaderView::Stretch);
    m_table->horizontalHeader()->hide();
    m_table->setColumnCharacters({38, 50, 18});
    m_table->setFocusPolicy(Qt::NoFocus); // The line keeps the keyboard focus.
    auto *column = makeColumn(unit, this, unit);
    column->addWidget(m_line);
    column->addWidget(m_table, 1);
    m_line->installEventFilter(this);
    connect(m_line, &QLineEdit::textChanged, this, &CommandPalette::setTyped);
    connect(m_line, &QLineEdit::returnPressed, this, &CommandPalette::runCurrent);
    connect(m_table, &QTableView::clicked, this, &CommandPalette::runCurrent);
    resize(unit * 115, unit * 60);
}

void CommandPalette::appear(Destinations destinations)
{
    m_commands.refresh();
    m_destinations = std::move(destinations);
    m_line->clear();
    setTyped({});
    show();
    if (const QWidget *over = parentWidget())
        move(over->mapToGlobal(QPoint((over->width() - width()) / 2, over->height() / 8)));
    raise();
    activateWindow();
    m_line->setFocus();
}

void CommandPalette::setTyped(const QString &typed)
{
    std::vector<Destination> all = m_destinations.named;
    if (m_destinations.search && !typed.trimmed().isEmpty())
        all.push_back({tr("Results: %1").arg(typed.trimmed()),
                       tr("Filters the results by this text"),
                       [search = m_destinations.search, typed] { search(typed.trimmed()); }, true});
    m_model->setDestinations(std::move(all));
    m_model->setTyped(typed);
    choose(0);
}

void CommandPalette::choose(int row)
{
    if (m_model->rowCount() == 0)
        return;
    m_table->selectRow(std::clamp(row, 0, m_model->rowCount() - 1));
    m_table->scrollTo(m_table->currentIndex());
}

void CommandPalette::runCurrent()
{
    if (const Destination *chosen = m_model->destinationAt(m_table->currentIndex().row())) {
        const std::function<void()> go = chosen->go;
        hide();
        go();
        return;
    }
    const QString id = m_model->idAt(m_table->currentIndex().row());
    if (id.isEmpty() || !m_commands.action(id)->isEnabled())
        return; // its row shows the reason
    // The page must have the focus again before the command acts on it.
    hide();
    m_commands.action(id)->trigger();
}

bool CommandPalette::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::KeyPress)
        return QDialog::eventFilter(watched, event);
    switch (static_cast<QKeyEvent *>(event)->key()) {
    case Qt::Key_Down:
        choose(m_table->currentIndex().row() + 1);
        return true;
    case Qt::Key_Up:
        choose(m_table->currentIndex().row() - 1);
        return true;
    case Qt::Key_PageDown:
    case Qt::Key_PageUp:
        QCoreApplication::sendEvent(m_table, event);
        return true;
    default:
        return QDialog::eventFilter(watched, event);
    }
}

} // namespace loupe::ui
