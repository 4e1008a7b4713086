// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/frame/page.h"
#include "ui/shell/window/windowpages.h"
#include "ui/widgets/charts/chartview.h"
#include "ui/widgets/input/handleslider.h"

#include <QAbstractButton>
#include <QAccessible>
#include <QLabel>
#include <QRegularExpression>

#include "tests/ui/spokennames.h"
#include "tests/ui/uitest.h"
#include "tests/ui/windowfixture.h"

namespace tst_accessible {

using namespace loupe;
using namespace loupe::ui;
using namespace Qt::StringLiterals;

namespace {

using Fixture = test::WindowFixture;

QString nameOfPage(const Fixture &f, std::size_t place)
{
    return f.window->commands().action(allPages()[place].command)->text().remove(u'&');
}

/// Returns the page's button in the side bar, or null.
QAbstractButton *buttonOfPage(const Fixture &f, std::size_t place)
{
    for (auto *each : f.window->findChildren<QAbstractButton *>()) {
        if (each->property("look").toString() == u"nav"_s && each->text() == nameOfPage(f, place))
            return each;
    }
    return nullptr;
}

/// Returns the visible page.
const Page *pageShown(const Fixture &f)
{
    for (const auto *each : f.window->findChildren<Page *>()) {
        if (each->isVisible())
            return each;
    }
    return nullptr;
}

/// Returns the texts in the window that advise to use the command line.
QStringList adviceForCommandLine(const MainWindow &window)
{
    static const QRegularExpression advice(u"(?<![\\w./])kloupe [a-z]|(?:^|\\s)--[a-z]"_s);
    QStringList out;
    for (QWidget *widget : window.findChildren<QWidget *>()) {
        QStringList texts{widget->toolTip()};
        if (const auto *label = qobject_cast<const QLabel *>(widget))
            texts.append(label->text());
        if (const auto *button = qobject_cast<const QAbstractButton *>(widget))
            texts.append(button->text());
        for (const QString &text : texts) {
            if (text.contains(advice))
                out.append(text);
        }
    }
    return out;
}

} // namespace

class TestAccessible final : public QObject
{
    Q_OBJECT
private slots:
    void everyControlOfEveryPageHasAName()
    {
        Fixture f(30);
        QVERIFY(f.open());
        QStringList nameless;
        for (std::size_t page = 0; page < allPages().size(); ++page) {
            f.window->showPage(static_cast<MainWindow::PageIndex>(page));
            QVERIFY(f.settle());
            nameless += test::namelessControls(*f.window, allPages()[page].title);
        }
        nameless.removeDuplicates();
        QVERIFY2(nameless.isEmpty(), qPrintable(u"\n"_s + nameless.join(u'\n')));
    }

    void pagesDoNotMentionTheCommandLine()
    {
        Fixture f(30);
        QVERIFY(f.open());
        for (std::size_t page = 0; page < allPages().size(); ++page) {
            f.window->showPage(static_cast<MainWindow::PageIndex>(page));
            QVERIFY(f.settle());
        }
        const QStringList advice = adviceForCommandLine(*f.window);
        QVERIFY2(advice.isEmpty(), qPrintable(u"\n"_s + advice.join(u'\n')));
    }

    void controlsOfAKernelHaveNames()
    {
        Fixture f(30);
        QVERIFY(f.open());
        f.table().selectRow(0);
        f.window->page<ResultsPage>()->toggleDetail();
        QVERIFY(f.settle());
        const QStringList nameless = test::namelessControls(*f.window, u"Results"_s);
        QVERIFY2(nameless.isEmpty(), qPrintable(u"\n"_s + nameless.join(u'\n')));
    }

    void everyPageOpensByAccessibleAction()
    {
        Fixture f(30);
        QVERIFY(f.open());
        for (std::size_t place = 0; place < allPages().size(); ++place) {
            QAbstractButton *button = buttonOfPage(f, place);
            QVERIFY(button != nullptr);
            QAccessible::queryAccessibleInterface(button)->actionInterface()->doAction(
                QAccessibleActionInterface::toggleAction());
            QCOMPARE(f.window->currentPage(), static_cast<MainWindow::PageIndex>(place));
            QCOMPARE(pageShown(f)->accessibleName(), nameOfPage(f, place));
        }
    }

    void chartsAndSlidersHaveTheirRole()
    {
        Fixture f(30);
        QVERIFY(f.openThenShow(MainWindow::Distributions));
        auto *chart = f.window->findChild<ChartView *>();
        QVERIFY(chart != nullptr);
        QCOMPARE(QAccessible::queryAccessibleInterface(chart)->role(), QAccessible::Chart);
        auto *slider = f.window->findChild<HandleSlider *>();
        QVERIFY(slider != nullptr);
        QAccessibleInterface *spoken = QAccessible::queryAccessibleInterface(slider);
        QCOMPARE(spoken->role(), QAccessible::Slider);
        QAccessibleValueInterface *value = spoken->valueInterface();
        QVERIFY(value != nullptr);
        QCOMPARE(value->currentValue().toInt(), slider->value());
        const int least = value->minimumValue().toInt();
        value->setCurrentValue(least);
        QCOMPARE(slider->value(), least);
    }

    void everyPageIsReachedByKeys()
    {
        Fixture f(30);
        QVERIFY(f.open());
        f.window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(f.window.get()));
        for (std::size_t place = 0; place < allPages().size(); ++place) {
            const auto page = static_cast<MainWindow::PageIndex>(place);
            const QAction &action = *f.window->commands().action(allPages()[place].command);
            const QString name = nameOfPage(f, place);
            // Tab reaches the side bar's current button, arrows the others, Space presses one.
            QAbstractButton *button = buttonOfPage(f, place);
            QVERIFY2(button != nullptr, qPrintable(name));
            QVERIFY2(button->focusPolicy() != Qt::NoFocus, qPrintable(name));
            button->setFocus();
            QTest::keyClick(button, Qt::Key_Space);
            QCOMPARE(f.window->currentPage(), page);
            const QKeySequence keys = action.shortcut();
            if (keys.isEmpty())
                continue;
            f.window->showPage(page == MainWindow::Start ? MainWindow::Sql : MainWindow::Start);
            QTest::keySequence(f.window.get(), keys);
            QCOMPARE(f.window->currentPage(), page);
        }
    }
};

} // namespace tst_accessible

LOUPE_UI_TEST(accessible, tst_accessible::TestAccessible)
#include "tst_accessible.moc"
