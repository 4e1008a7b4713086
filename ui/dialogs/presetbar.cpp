// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/presetbar.h"

#include "core/engine/run/outsideuse.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/input/choicebox.h"
#include "ui/widgets/input/filechooser.h"
#include "ui/widgets/layout/parts.h"

#include <QBoxLayout>
#include <QInputDialog>
#include <QMenu>
#include <QPushButton>
#include <QSignalBlocker>

#include <utility>

namespace loupe::ui {

namespace {

QString presetFileFilter()
{
    return PresetBar::tr("Run presets (*.json)");
}

} // namespace

PresetBar::PresetBar(const Theme &theme, PresetShelf shelf, std::function<RunRequest()> present,
                     QWidget *parent)
    : QWidget(parent)
    , m_shelf(std::move(shelf))
    , m_present(std::move(present))
    , m_choice(new ChoiceBox(theme))
    , m_more(makeButton(tr("Prese&ts ▾")))
    , m_menu(new QMenu(m_more))
    , m_note(makeDim())
{
    m_choice->setAccessibleName(tr("Run preset of the store"));
    m_choice->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_menu->setAccessibleName(m_more->accessibleName());
    m_more->setMenu(m_menu);
    m_note->setWordWrap(true);
    m_note->setAccessibleName(tr("About the preset"));
    m_note->setVisible(false);
    buildLayout(theme);
    connect(m_menu, &QMenu::aboutToShow, this, &PresetBar::fillMenu);
    connect(m_choice, &QComboBox::activated, this, [this](int row) {
        if (row > 0)
            load(m_choice->itemText(row));
    });
    showNames({});
}

void PresetBar::buildLayout(const Theme &theme)
{
    auto *row = makeRow(theme.unit());
    row->addWidget(m_choice, 1);
    row->addWidget(m_more);
    auto *column = makeColumn(theme.unit() / 2, this);
    column->addLayout(row);
    column->addWidget(m_note);
}

void PresetBar::fillMenu()
{
    m_menu->clear();
    const bool hasStore = !m_store.empty();
    connect(m_menu->addAction(tr("&Save as…")), &QAction::triggered, this, [this] {
        const QString name = QInputDialog::getText(this, tr("Save this run as a preset"),
                                                   tr("Preset name (replaces an existing one):"),
                                                   QLineEdit::Normal, m_chosen)
                                 .trimmed();
        if (!name.isEmpty())
            keepAs(name);
    });
    connect(m_menu->addAction(tr("&Export to a file…")), &QAction::triggered, this, [this] {
        const QString name = m_chosen.isEmpty() ? tr("preset") : m_chosen;
        const QString file = chooseTarget(this, tr("Export the preset"),
                                          name + QStringLiteral(".json"), presetFileFilter());
        if (!file.isEmpty())
            exportTo(file);
    });
    connect(m_menu->addAction(tr("&Load from a file…")), &QAction::triggered, this, [this] {
        const QString file = chooseFile(this, tr("Load a preset"), {}, presetFileFilter());
        if (!file.isEmpty())
            load(file);
    });
    m_menu->addSeparator();
    QMenu *removing = m_menu->addMenu(tr("&Remove"));
    removing->setEnabled(!names().isEmpty());
    for (const QString &name : names())
        connect(removing->addAction(name), &QAction::triggered, this,
                [this, name] { remove(name); });
    m_menu->actions().constFirst()->setEnabled(hasStore && bool(m_shelf.keep));
}

void PresetBar::setStore(const std::filesystem::path &store)
{
    if (store == m_store || !m_shelf.names)
        return;
    m_store = store;
    m_chosen.clear();
    list();
}

void PresetBar::list()
{
    m_listing.start(
        [names = m_shelf.names, store = m_store](const std::stop_token &) { return names(store); },
        [this](const Result<std::vector<std::string>> &found) {
            showNames(found ? *found : std::vector<std::string>());
        });
}

void PresetBar::showNames(const std::vector<std::string> &names)
{
    const QSignalBlocker quiet(m_choice);
    m_choice->clear();
    m_choice->addItem(names.empty() ? tr("No saved presets") : tr("none chosen"));
    for (const std::string &name : names)
        m_choice->addItem(exactQt(name));
    m_choice->setCurrentIndex(std::max(0, m_choice->findText(m_chosen)));
    m_choice->setEnabled(!names.empty());
}

QWidget *PresetBar::choice() const
{
    return m_choice;
}

QStringList PresetBar::names() const
{
    QStringList out;
    for (int row = 1; row < m_choice->count(); ++row)
        out.append(m_choice->itemText(row));
    return out;
}

void PresetBar::formChanged()
{
    if (!m_chosen.isEmpty())
        say(tr("“%1”, changed since it was loaded").arg(m_chosen));
}

void PresetBar::load(const QString &nameOrFile)
{
    m_loading.start([load = m_shelf.load, name = toCore(nameOrFile),
                     given = m_present()](const std::stop_token &) { return load(name, given); },
                    [this, nameOrFile](const Result<RunRequest> &request) {
                        if (!request) {
                            say(errorText(request.error()), true);
                            return;
                        }
                        m_chosen = names().contains(nameOrFile) ? nameOrFile : QString();
                        m_choice->setCurrentIndex(std::max(0, m_choice->findText(m_chosen)));
                        emit loaded(*request);
                        QString note = m_chosen.isEmpty() ? tr("Loaded from %1. ").arg(nameOrFile)
                                                          : QString();
                        note += toQt(overruledSandbox(*request));
                        say(note.trimmed());
                    });
}

void PresetBar::keepAs(const QString &name)
{
    work([keep = m_shelf.keep, request = m_present(),
          text = toCore(name)] { return keep(request, text); },
         tr("Saved as “%1” in the store").arg(name), name);
}

void PresetBar::exportTo(const QString &file)
{
    work([write = m_shelf.write, request = m_present(), name = toCore(m_chosen),
          path = toPath(file)] { return write(request, name, path); },
         tr("Exported to %1").arg(file), m_chosen);
}

void PresetBar::remove(const QString &name)
{
    work([remove = m_shelf.remove, store = m_store,
          text = toCore(name)] { return remove(store, text); },
         tr("Removed “%1”; runs that it started stay").arg(name),
         m_chosen == name ? QString() : m_chosen);
}

void PresetBar::work(std::function<Status()> change, const QString &done, const QString &chosenThen)
{
    m_working.start([change = std::move(change)](const std::stop_token &) { return change(); },
                    [this, done, chosenThen](const Status &changed) {
                        say(changed ? done : errorText(changed.error()), !changed);
                        if (changed) {
                            m_chosen = chosenThen;
                            list();
                        }
                    });
}

void PresetBar::say(const QString &note, bool isError)
{
    setTone(*m_note, isError);
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
}

} // namespace loupe::ui
