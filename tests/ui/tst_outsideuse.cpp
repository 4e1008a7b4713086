// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/outsideusequestion.h"

#include <QApplication>
#include <QMessageBox>
#include <QPushButton>
#include <QTest>

#include <future>

#include "tests/ui/uitest.h"

namespace tst_outsideuse {

using namespace loupe;
using namespace loupe::ui;

namespace {

QMessageBox *question()
{
    for (QWidget *widget : QApplication::topLevelWidgets()) {
        if (widget->objectName() == QLatin1String("outsideUseQuestion") && widget->isVisible())
            return qobject_cast<QMessageBox *>(widget);
    }
    return nullptr;
}

QAbstractButton *button(QMessageBox::ButtonRole role)
{
    for (QAbstractButton *each : question()->buttons()) {
        if (question()->buttonRole(each) == role)
            return each;
    }
    return nullptr;
}

const std::vector<OutsideUse> uses{{"the interpreter /theirs/python", {}, "a"},
                                   {"the cluster's template /site.json", "\"wrapper\": []", "b"}};

} // namespace

class TestOutsideUse final : public QObject
{
    Q_OBJECT

    static std::future<bool> ask(const std::stop_token &stop = {})
    {
        return std::async(std::launch::async, [stop] { return mayUse("theirs.json", uses, stop); });
    }

private slots:
    void showsNamedProgramsAndRefusesByDefault()
    {
        auto answer = ask();
        QTRY_VERIFY(question());
        QVERIFY(question()->text().contains(
            QLatin1String("theirs.json names programs that run outside")));
        QVERIFY(question()->text().contains(QLatin1String("/theirs/python")));
        QVERIFY(question()->detailedText().contains(QLatin1String("\"wrapper\"")));
        QCOMPARE(question()->textFormat(), Qt::PlainText);
        QCOMPARE(static_cast<QAbstractButton *>(question()->defaultButton()),
                 button(QMessageBox::RejectRole));
        QTest::keyClick(question(), Qt::Key_Escape);
        QTRY_VERIFY(!question());
        QVERIFY(!answer.get());
    }
    void acceptingIsAButton()
    {
        auto answer = ask();
        QTRY_VERIFY(question());
        button(QMessageBox::AcceptRole)->click();
        QTRY_VERIFY(!question());
        QVERIFY(answer.get());
    }
    void cancellingARunClosesItsQuestion()
    {
        std::stop_source stop;
        auto answer = ask(stop.get_token());
        QTRY_VERIFY(question());
        stop.request_stop();
        QVERIFY(!answer.get());
        QTRY_VERIFY(!question());
    }
};

} // namespace tst_outsideuse

LOUPE_UI_TEST(outsideuse, tst_outsideuse::TestOutsideUse)
#include "tst_outsideuse.moc"
