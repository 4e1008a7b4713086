// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/window/statusarea.h"
#include "ui/shell/window/windowpages.h"
#include "ui/shell/window/windowstate.h"
#include "ui/style/language.h"
#include "ui/text/windowwords.h"
#include "ui/text/words.h"

#include <QAction>
#include <QFile>
#include <QHeaderView>
#include <QMenu>
#include <QMenuBar>
#include <QTranslator>
#include <QXmlStreamReader>

#include <map>
#include <set>

#include "tests/ui/uitest.h"
#include "tests/ui/windowfixture.h"

namespace tst_german {

using namespace loupe;
using namespace loupe::ui;
using namespace Qt::StringLiterals;

namespace {

struct Fixture : test::WindowFixture {
    using WindowFixture::WindowFixture;

    QAction &action(const QString &id) const { return *window->commands().action(id); }
};

QString plain(QString text)
{
    return text.remove(u'&');
}

/// Returns all menus of the window's bar, with the menus in them.
std::vector<const QMenu *> menusOf(const MainWindow &window)
{
    std::vector<const QMenu *> menus;
    for (const QAction *each : window.menuBar()->actions()) {
        if (each->menu())
            menus.push_back(each->menu());
    }
    for (std::size_t i = 0; i < menus.size(); ++i) {
        for (const QAction *each : menus[i]->actions()) {
            if (each->menu())
                menus.push_back(each->menu());
        }
    }
    return menus;
}

/// Returns the pairs of actions that have the same letter for the keyboard.
QStringList clashesOf(const QString &place, const QList<QAction *> &actions)
{
    QStringList clashes;
    std::map<QString, QString> owners;
    for (const QAction *each : actions) {
        const QKeySequence letter = QKeySequence::mnemonic(each->text());
        if (letter.isEmpty())
            continue;
        const auto [other, isFree] = owners.emplace(letter.toString(), each->text());
        if (!isFree)
            clashes += place + u": "_s + each->text() + u" and "_s + other->second;
    }
    return clashes;
}

/// Returns the English texts that the translation has, by any context.
std::set<QString> translatedTexts()
{
    QFile file(QStringLiteral(LOUPE_SOURCE_DIR) + u"/resources/translations/kernelloupe_de.ts"_s);
    std::set<QString> texts;
    if (!file.open(QIODevice::ReadOnly))
        return texts;
    QXmlStreamReader xml(&file);
    while (!xml.atEnd()) {
        if (xml.readNext() == QXmlStreamReader::StartElement && xml.name() == "source"_L1)
            texts.insert(xml.readElementText());
    }
    return texts;
}

/// Translates nothing, and records which texts nothing before it has translated.
class Untranslated final : public QTranslator
{
public:
    QString translate(const char *context, const char *text, const char * /*disambiguation*/,
                      int /*count*/) const override
    {
        m_texts[QString::fromUtf8(text)] = QString::fromUtf8(context);
        return {};
    }
    bool isEmpty() const override { return false; }
    /// Returns the contexts, by their texts.
    const std::map<QString, QString> &texts() const { return m_texts; }

private:
    mutable std::map<QString, QString> m_texts;
};

} // namespace

class TestGerman final : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase()
    {
        if (!hasTexts(Language::German))
            QSKIP("this build has no translations: lrelease was not found");
        // Qt asks the translator that was installed last first.
        QCoreApplication::installTranslator(&m_untranslated);
        useLanguage(Language::German);
    }

    void notesOfProfilesAreGerman()
    {
        QCOMPARE(profileNoteText(u"no findings; verdict under it: correct"_s),
                 u"keine Befunde; Urteil darunter: correct"_s);
        QCOMPARE(profileNoteText(u"2 findings; verdict under it: crashed"_s),
                 u"2 Befunde; Urteil darunter: crashed"_s);
        QCOMPARE(profileNoteText(u"the driver's own words"_s), u"the driver's own words"_s);
    }

    void menusAndPagesAreGerman()
    {
        const Fixture f(0);
        QStringList menus;
        for (const QAction *each : f.window->menuBar()->actions())
            menus.append(plain(each->text()));
        QCOMPARE(menus,
                 (QStringList{u"Datei"_s, u"Bearbeiten"_s, u"Lauf"_s, u"Gehe zu"_s, u"Ergebnis"_s,
                              u"Triage"_s, u"Ansicht"_s, u"Hilfe"_s}));
        QStringList pages;
        for (const PageEntry &each : allPages())
            pages.append(plain(each.title));
        QCOMPARE(
            pages,
            (QStringList{u"Start"_s, u"Übersicht"_s, u"Ergebnisse"_s, u"Vergleich"_s,
                         u"Verteilungen"_s, u"Roofline"_s, u"Trajektorien"_s, u"Triage"_s,
                         u"Audit"_s, u"Läufe"_s, u"Warteschlange"_s, u"Abbildungen"_s, u"SQL"_s}));
    }

    void columnsAndCountsAreGerman()
    {
        Fixture f(3);
        QVERIFY(f.open());
        const auto title = [&f](int column) {
            return f.model().headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        };
        QStringList titles;
        for (int column = 0; column < f.model().columnCount(); ++column)
            titles.append(title(column));
        QVERIFY2(titles.contains(u"Aufgabe"_s), qPrintable(titles.join(u", "_s)));
        QVERIFY2(titles.contains(u"Urteil"_s), qPrintable(titles.join(u", "_s)));
        QCOMPARE(durationText(130), u"2 min 10 s"_s);
        ResultRow row;
        row.method = "codex";
        row.run = "first";
        row.round = 2;
        QCOMPARE(attemptText(row), u"codex · Sample 0 · Runde 2 · first"_s);
    }

    void noTwoEntriesOfAMenuHaveTheSameLetter()
    {
        const Fixture f(0);
        QStringList clashes = clashesOf(u"menu bar"_s, f.window->menuBar()->actions());
        for (const QMenu *menu : menusOf(*f.window))
            clashes += clashesOf(menu->title(), menu->actions());
        QVERIFY2(clashes.isEmpty(), qPrintable(clashes.join(u"; "_s)));
    }

    void sourceTextsMatchTheTranslation()
    {
        Fixture f(9);
        QVERIFY(f.open());
        for (std::size_t page = 0; page < allPages().size(); ++page) {
            f.window->showPage(static_cast<MainWindow::PageIndex>(page));
            QVERIFY(f.settle());
        }
        const std::set<QString> translated = translatedTexts();
        QVERIFY(translated.size() > 1000);
        QStringList lost;
        for (const auto &[text, context] : m_untranslated.texts()) {
            // Classes of Qt have texts of their own, some of them the same as ours.
            if (!context.startsWith(u'Q') && translated.contains(text))
                lost += context + u": "_s + text;
        }
        QVERIFY2(lost.isEmpty(), qPrintable(lost.join(u"; "_s)));
    }

    void languageIsSaved()
    {
        Fixture f(0);
        QVERIFY(f.action(u"language.system"_s).isChecked());
        QVERIFY(WindowState(f.services.settingsFile).language().isEmpty());
        f.action(u"language.de"_s).trigger();
        QCOMPARE(WindowState(f.services.settingsFile).language(), u"de"_s);
        QVERIFY(f.action(u"language.de"_s).isChecked());
        QVERIFY(!f.action(u"language.system"_s).isChecked());
        QVERIFY(f.window->statusArea()->message().contains(u"neu gestartet"_s));
        f.show(); // as at the next start
        QVERIFY(f.action(u"language.de"_s).isChecked());
        f.action(u"language.en"_s).trigger();
        QCOMPARE(WindowState(f.services.settingsFile).language(), u"en"_s);
    }

    void languagesHaveNames()
    {
        for (const Language each : {Language::System, Language::English, Language::German})
            QVERIFY(languageFromName(name(each)) == each);
        QVERIFY(!languageFromName(u"fr"_s));
        QVERIFY(!languageFromName(QString()));
    }

private:
    Untranslated m_untranslated;
};

} // namespace tst_german

LOUPE_UI_TEST(german, tst_german::TestGerman)
#include "tst_german.moc"
