// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/shortcutsdialog.h"

#include "ui/models/commandmodel.h"
#include "ui/shell/session/commandregistry.h"
#include "ui/style/theme.h"
#include "ui/widgets/layout/parts.h"
#include "ui/widgets/tables/resulttable.h"

#include <QBoxLayout>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QKeySequenceEdit>
#include <QLineEdit>
#include <QPushButton>

namespace loupe::ui {

ShortcutsDialog::ShortcutsDialog(const Theme &theme, CommandRegistry &commands, QWidget *parent)
    : QDialog(parent)
    , m_commands(commands)
    , m_model(new CommandModel(commands, this))
    , m_table(new ResultTable(theme))
    , m_keys(new QKeySequenceEdit)
    , m_assign(new QPushButton(tr("&Assign")))
    , m_default(new QPushButton(tr("&Default")))
    , m_note(makeDim())
{
    const int unit = theme.unit();
    setWindowTitle(tr("Keys"));
    auto *search = new QLineEdit;
    search->setAccessibleName(tr("Find a command"));
    search->setPlaceholderText(tr("Find a command"));
    search->setClearButtonEnabled(true);
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("Commands and their keys"));
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setColumnCharacters({40, 50, 18});
    m_table->horizontalHeader()->setStretchLastSection(false);
    m_table->horizontalHeader()->setSectionResizeMode(CommandModel::HelpColumn,
                                                      QHeaderView::Stretch);
    m_keys->setAccessibleName(tr("New keys"));
    for (auto *line : m_keys->findChildren<QLineEdit *>())
        line->setAccessibleName(m_keys->accessibleName()); // It has the focus.
    m_note->setWordWrap(true);
    m_note->setMinimumHeight(2 * m_note->fontMetrics().height());
    auto *all = new QPushButton(tr("&Reset all"));
    auto *close = new QPushButton(tr("&Close"));
    m_assign->setDefault(true);
    for (QPushButton *button : {m_assign, m_default, all, close})
        button->setAccessibleName(button->text().remove(u'&'));
    m_default->setToolTip(tr("Resets the command's keys to the default"));
    all->setToolTip(tr("Resets all keys to the default"));
    auto *row = makeRow(unit);
    row->addWidget(m_keys, 1);
    row->addWidget(m_assign);
    row->addWidget(m_default);
    row->addStretch(1);
    row->addWidget(all);
    row->addWidget(close);
    auto *column = makeColumn(unit, this, unit);
    column->addWidget(search);
    column->addWidget(m_table, 1);
    column->addLayout(row);
    column->addWidget(m_note);
    connect(search, &QLineEdit::textChanged, this, [this](const QString &typed) {
        m_model->setTyped(typed);
        m_table->selectRow(0);
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &ShortcutsDialog::showCurrent);
    connect(m_keys, &QKeySequenceEdit::keySequenceChanged, this, &ShortcutsDialog::sayClash);
    connect(m_assign, &QPushButton::clicked, this, &ShortcutsDialog::assign);
    connect(m_default, &QPushButton::clicked, this,
            [this] { m_commands.resetShortcuts(currentId()); });
    connect(all, &QPushButton::clicked, this, [this] { m_commands.resetAllShortcuts(); });
    connect(close, &QPushButton::clicked, this, &QDialog::accept);
    connect(&commands, &CommandRegistry::shortcutsChanged, this, [this] {
        m_model->update();
        showCurrent();
    });
    m_table->selectRow(0);
    resize(unit * 120, unit * 70);
}

QString ShortcutsDialog::currentId() const
{
    return m_model->idAt(m_table->currentIndex().row());
}

void ShortcutsDialog::choose(const QString &id)
{
    m_table->selectRow(m_model->rowOf(id));
    m_table->scrollTo(m_table->currentIndex());
}

void ShortcutsDialog::showCurrent()
{
    const QString id = currentId();
    for (QWidget *each : {static_cast<QWidget *>(m_keys), static_cast<QWidget *>(m_assign),
                          static_cast<QWidget *>(m_default)})
        each->setEnabled(!id.isEmpty());
    const QSignalBlocker quiet(m_keys);
    m_keys->setKeySequence(id.isEmpty() ? QKeySequence() : m_commands.action(id)->shortcut());
    sayClash();
}

void ShortcutsDialog::sayClash()
{
    const QString owner = m_commands.ownerOf(m_keys->keySequence());
    const bool isClash = !owner.isEmpty() && owner != currentId();
    if (!isClash)
        m_note->setText(tr("Press the new keys in the field, then Assign. Leave the field empty "
                           "for no shortcut."));
    else
        m_note->setText(tr("%1 is used by “%2”. Assign moves it here.")
                            .arg(m_keys->keySequence().toString(QKeySequence::NativeText),
                                 fullText(m_commands.command(owner))));
    setTone(*m_note, isClash);
}

void ShortcutsDialog::assign()
{
    const QKeySequence keys = m_keys->keySequence();
    const QString id = currentId();
    const QString owner = m_commands.ownerOf(keys);
    m_commands.setShortcuts(id, keys.isEmpty() ? QList<QKeySequence>() : QList<QKeySequence>{keys});
    if (!owner.isEmpty() && owner != id)
        m_note->setText(
            tr("%1 was moved here from “%2”.")
                .arg(keys.toString(QKeySequence::NativeText), fullText(m_commands.command(owner))));
}

} // namespace loupe::ui
