// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/window/windowstate.h"

#include "ui/pages/detail/candidateview.h"
#include "ui/pages/distributions/distributionspage.h"
#include "ui/pages/frame/kernelframe.h"
#include "ui/pages/results/resultspage.h"
#include "ui/pages/roofline/rooflinepage.h"
#include "ui/pages/trajectories/trajectoriespage.h"
#include "ui/pages/trajectories/trajectoryview.h"
#include "ui/pages/triage/triagepage.h"
#include "ui/shell/session/commandregistry.h"
#include "ui/shell/window/windowpanes.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"
#include "ui/widgets/tables/columnmemory.h"
#include "ui/widgets/tables/resulttable.h"

#include <QCryptographicHash>
#include <QHeaderView>
#include <QSettings>
#include <QSplitter>

#include <utility>

using namespace Qt::StringLiterals;

namespace loupe::ui {

namespace {

constexpr qsizetype keptRecent = 10;
const QString recentKey = u"recent"_s;
const QString facetsKey = u"results/showsFacets"_s;
const QString everyKey = u"results/every"_s;
const QString themeKey = u"theme"_s;
const QString textKey = u"textPercent"_s;
const QString languageKey = u"language"_s;
const QString tourKey = u"tour/ended"_s;
const QString storeKey = u"session/store"_s;
const QString pageKey = u"session/page"_s;
const QString filterKey = u"session/filter"_s;
const QString rightPageKey = u"session/rightPage"_s;
const QString rightFilterKey = u"session/rightFilter"_s;
const QString linkedKey = u"session/linked"_s;
const QString shortcutGroup = u"shortcuts"_s;
const QString columnsGroup = u"columns"_s;
const QString lastColumnsKey = u"last"_s;
const QString scopesGroup = u"scopes"_s;

/// Returns a key for a store's path, which may have characters that keys cannot have.
QString keyOf(const QString &store)
{
    return QString::fromLatin1(
        QCryptographicHash::hash(store.toUtf8(), QCryptographicHash::Sha1).toHex());
}

QString keyOf(const std::filesystem::path &store)
{
    return keyOf(exactPath(std::filesystem::absolute(store)));
}

/// Calls `visit` for everything with saveState() and restoreState(), with its settings key.
template <typename Visit>
void forEachPane(const WindowPanes &panes, const Visit &visit)
{
    const ResultsPage *results = panes.page<ResultsPage>();
    visit(u"results/drawer"_s, results->splitter());
    visit(u"results/kernel"_s, results->detail()->splitter());
    visit(u"results/facets"_s, results->facetSplitter());
    visit(u"triage/drawer"_s, panes.page<TriagePage>()->splitter());
    visit(u"triage/kernel"_s, panes.page<TriagePage>()->view()->splitter());
    visit(u"distributions/list"_s, panes.page<DistributionsPage>()->splitter());
    visit(u"roofline/tables"_s, panes.page<RooflinePage>()->splitter());
    visit(u"trajectories/drawer"_s, panes.page<TrajectoriesPage>()->kernelFrame());
    visit(u"trajectories/charts"_s, panes.page<TrajectoriesPage>()->splitter());
    visit(u"trajectories/kernel"_s, panes.page<TrajectoriesPage>()->view()->splitter());
}

} // namespace

WindowState::WindowState(std::filesystem::path file) : m_file(std::move(file)) { }

QVariant WindowState::value(const QString &key, const QVariant &usual) const
{
    return m_file.empty() ? usual
                          : QSettings(exactPath(m_file), QSettings::IniFormat).value(key, usual);
}

void WindowState::setValue(const QString &key, const QVariant &value) const
{
    if (!m_file.empty())
        QSettings(exactPath(m_file), QSettings::IniFormat).setValue(key, value);
}

void WindowState::saveSession(const LastSession &session) const
{
    if (m_file.empty())
        return;
    QSettings settings(exactPath(m_file), QSettings::IniFormat);
    settings.setValue(storeKey, session.store);
    settings.setValue(pageKey, session.page);
    settings.setValue(filterKey, session.filter);
    settings.setValue(rightPageKey, session.rightPage);
    settings.setValue(rightFilterKey, session.rightFilter);
    settings.setValue(linkedKey, session.isLinked);
}

void WindowState::save(const QWidget &window, const WindowPanes &panes, ThemeChoice theme) const
{
    if (m_file.empty())
        return;
    QSettings settings(exactPath(m_file), QSettings::IniFormat);
    settings.setValue("window/geometry"_L1, window.saveGeometry());
    settings.setValue(themeKey, name(theme));
    settings.setValue(facetsKey, panes.page<ResultsPage>()->showsFacets());
    settings.setValue(everyKey, panes.page<ResultsPage>()->showsEvery());
    forEachPane(panes, [&](const QString &key, const auto *pane) {
        settings.setValue(key, pane->saveState());
    });
}

void WindowState::restore(QWidget &window, const WindowPanes &panes) const
{
    if (m_file.empty())
        return;
    const QSettings settings(exactPath(m_file), QSettings::IniFormat);
    window.restoreGeometry(settings.value("window/geometry"_L1).toByteArray());
    forEachPane(panes, [&](const QString &key, auto *pane) {
        const QByteArray state = settings.value(key).toByteArray();
        if (!state.isEmpty())
            pane->restoreState(state);
    });
    panes.page<ResultsPage>()->setShowsFacets(settings.value(facetsKey, true).toBool());
    panes.page<ResultsPage>()->setShowsEvery(settings.value(everyKey, false).toBool());
}

void WindowState::copyLayout(const WindowPanes &from, const WindowPanes &to)
{
    std::vector<QByteArray> states;
    forEachPane(from,
                [&](const QString &, const auto *pane) { states.push_back(pane->saveState()); });
    std::size_t next = 0;
    forEachPane(to, [&](const QString &, auto *pane) { pane->restoreState(states[next++]); });
    const auto fresh = from.namedTables();
    for (const auto &[key, table] : to.namedTables()) {
        table->columnMemory().restore({});
        const QHeaderView &widths = *fresh.at(key)->horizontalHeader();
        for (int column = 0; column < widths.count(); ++column)
            table->columnMemory().fitWidth(column, widths.sectionSize(column));
    }
}

void WindowState::saveOfStore(const QString &group, const std::filesystem::path &store,
                              const QVariant &value) const
{
    QStringList kept{lastColumnsKey, keyOf(store)};
    for (const QString &file : recent())
        kept.append(keyOf(file));
    QSettings settings(exactPath(m_file), QSettings::IniFormat);
    settings.beginGroup(group);
    for (const QString &key : settings.childKeys()) {
        if (!kept.contains(key))
            settings.remove(key);
    }
    settings.setValue(keyOf(store), value);
}

void WindowState::saveColumns(const std::filesystem::path &store, const QVariantMap &tables) const
{
    if (m_file.empty())
        return;
    saveOfStore(columnsGroup, store, tables);
    setValue(columnsGroup + u'/' + lastColumnsKey, tables);
}

void WindowState::saveScope(const std::filesystem::path &store, const QString &scope) const
{
    if (!m_file.empty())
        saveOfStore(scopesGroup, store, scope);
}

QString WindowState::scope(const std::filesystem::path &store) const
{
    return value(scopesGroup + u'/' + keyOf(store)).toString();
}

QVariantMap WindowState::columns(const std::filesystem::path &store) const
{
    if (m_file.empty())
        return {};
    QSettings settings(exactPath(m_file), QSettings::IniFormat);
    settings.beginGroup(columnsGroup);
    const QString own = keyOf(store);
    if (settings.contains(own))
        return settings.value(own).toMap();
    QVariantMap tables = settings.value(lastColumnsKey).toMap();
    for (QVariant &table : tables)
        table = ColumnMemory::withoutSort(table.toMap());
    return tables;
}

void WindowState::saveShortcuts(const CommandRegistry &commands) const
{
    if (m_file.empty())
        return;
    QSettings settings(exactPath(m_file), QSettings::IniFormat);
    settings.beginGroup(shortcutGroup);
    settings.remove({});
    for (const Command &command : commands.commands()) {
        const QList<QKeySequence> keys = commands.action(command.id)->shortcuts();
        if (keys != command.shortcuts)
            settings.setValue(command.id, QKeySequence::listToString(keys));
    }
}

void WindowState::restoreShortcuts(CommandRegistry &commands) const
{
    if (m_file.empty())
        return;
    QSettings settings(exactPath(m_file), QSettings::IniFormat);
    settings.beginGroup(shortcutGroup);
    for (const QString &id : settings.childKeys()) {
        if (!commands.contains(id))
            continue; // key of another version of the program
        auto keys = QKeySequence::listFromString(settings.value(id).toString());
        keys.removeIf(
            [](const QKeySequence &each) { return each.isEmpty(); }); // an empty text gives one
                                                                      // empty sequence
        commands.setShortcuts(id, keys);
    }
}

LastSession WindowState::lastSession() const
{
    return {value(storeKey).toString(),       value(pageKey).toString(),
            value(filterKey).toString(),      value(rightPageKey).toString(),
            value(rightFilterKey).toString(), value(linkedKey, true).toBool()};
}

QStringList WindowState::recent() const
{
    return value(recentKey).toStringList();
}

QStringList WindowState::addRecent(const QString &file)
{
    QStringList files = recent();
    files.removeAll(file);
    files.prepend(file);
    files = files.mid(0, keptRecent);
    setValue(recentKey, files);
    return files;
}

QString WindowState::theme() const
{
    return value(themeKey).toString();
}

int WindowState::textPercent() const
{
    constexpr int normal = 100;
    return value(textKey, normal).toInt();
}

void WindowState::saveTextPercent(int percent) const
{
    setValue(textKey, percent);
}

QString WindowState::language() const
{
    return value(languageKey).toString();
}

void WindowState::saveLanguage(const QString &language) const
{
    setValue(languageKey, language);
}

bool WindowState::isTourEnded() const
{
    return value(tourKey).toBool();
}

void WindowState::saveTourEnded() const
{
    setValue(tourKey, true);
}

} // namespace loupe::ui
