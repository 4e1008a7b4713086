// SPDX-License-Identifier: GPL-3.0-or-later
// Tests notifications with a fake desktop on a private session bus.
#include "ui/shell/runs/runnotice.h"

#include <QDBusConnection>
#include <QTest>
#include <QVariantMap>
#include <QWidget>

#include "tests/ui/uitest.h"

namespace tst_notice {

using namespace loupe::ui;
using namespace Qt::StringLiterals;

/// Fake notification server of a desktop.
class FakeDesktop final : public QObject
{
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.Notifications")
public:
    QStringList shown;
    QString menuEntry; ///< of the last notification

public slots:
    uint Notify(const QString &application, uint /*replaces*/, const QString & /*icon*/,
                const QString &summary, const QString &body, const QStringList & /*actions*/,
                const QVariantMap &hints, int /*milliseconds*/)
    {
        shown.append(application + u'|' + summary + u'|' + body);
        menuEntry = hints.value(u"desktop-entry"_s).toString();
        return 1;
    }
};

class TestNotice final : public QObject
{
    Q_OBJECT

private slots:
    void notifiesTheDesktopWhenARunEnds()
    {
        const QString service = u"org.freedesktop.Notifications"_s;
        QDBusConnection bus
            = QDBusConnection::connectToBus(QDBusConnection::SessionBus, u"desktop"_s);
        if (!bus.isConnected())
            QSKIP("there is no session bus");
        if (!bus.registerService(service))
            QSKIP("this session has a desktop already");
        FakeDesktop desktop;
        QVERIFY(bus.registerObject(u"/org/freedesktop/Notifications"_s, &desktop,
                                   QDBusConnection::ExportAllSlots));
        QWidget window; // hidden, so the user does not see it
        RunNotice notice(window);
        notice.show(u"A run finished"_s, u"<b>run</b>: 3 of 4 correct"_s);
        QTRY_COMPARE(desktop.shown.size(), 1);
        QCOMPARE(desktop.shown.front(),
                 u"KernelLoupe|A run finished|&lt;b&gt;run&lt;/b&gt;: 3 of 4 correct"_s);
        QCOMPARE(desktop.menuEntry, u"org.kernelloupe.KernelLoupe"_s);
    }
};

} // namespace tst_notice

LOUPE_UI_TEST(notice, tst_notice::TestNotice)
#include "tst_notice.moc"
