// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that dialogs listing the folder of an open store do not drop the store's locks.
#include "core/store/read/storereader.h"
#include "core/store/write/storewriter.h"
#include "ui/widgets/input/filechooser.h"

#include <QApplication>
#include <QDialog>
#include <QFile>
#include <QListView>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <memory>
#include <string>

#include <fcntl.h>
#include <unistd.h>

#include "tests/core/store/processlocks.h"
#include "tests/ui/uitest.h"

namespace tst_filechooser {

using namespace loupe;
using test::locksOn;
using namespace Qt::StringLiterals;

namespace {

/// Cancels the next dialog once it lists this many files.
class Canceller final : public QObject
{
public:
    explicit Canceller(int files) : m_files(files)
    {
        connect(&m_timer, &QTimer::timeout, this, &Canceller::look);
        m_timer.start(10);
    }
    bool hasSeenFiles() const { return m_hasSeen; }

private:
    void look()
    {
        auto *dialog = qobject_cast<QDialog *>(QApplication::activeModalWidget());
        if (dialog == nullptr)
            return;
        const auto *list = dialog->findChild<QListView *>(u"listView"_s);
        if (list == nullptr || list->model() == nullptr
            || list->model()->rowCount(list->rootIndex()) < m_files)
            return;
        dialog->grab(); // draws the icons
        m_hasSeen = true;
        m_timer.stop();
        dialog->reject();
    }

    int m_files;
    QTimer m_timer;
    bool m_hasSeen = false;
};

} // namespace

class TestFileChooser final : public QObject
{
    Q_OBJECT
private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        // Without a suffix, looking up the file type would open the file.
        m_store = m_folder->filePath(u"store-without-suffix"_s);
        QVERIFY(StoreWriter::open(m_store.toStdString()));
        auto reader = StoreReader::open(m_store.toStdString());
        QVERIFY(reader);
        m_reader = std::move(*reader);
        QVERIFY(m_reader->runs());
        m_locks = locksOn(m_store.toStdString());
        m_indexLocks = locksOn(m_store.toStdString() + "-shm");
        QVERIFY(m_locks > 0);
        QVERIFY(m_indexLocks > 0);
    }

    void dialogsLeaveTheLocksOfAnOpenStore_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::newRow("file") << u"file"_s;
        QTest::newRow("target") << u"target"_s;
        QTest::newRow("files") << u"files"_s;
    }
    void dialogsLeaveTheLocksOfAnOpenStore()
    {
        QFETCH(const QString, kind);
        const Canceller canceller(3); // the store, its log and the log's index
        if (kind == "file"_L1)
            QVERIFY(ui::chooseFile(nullptr, u"Open"_s, m_folder->path()).isEmpty());
        else if (kind == "files"_L1)
            QVERIFY(ui::chooseFiles(nullptr, u"Open"_s, m_folder->path()).isEmpty());
        else
            QVERIFY(ui::chooseTarget(nullptr, u"Save"_s, m_folder->path()).isEmpty());
        QVERIFY(canceller.hasSeenFiles());
        QCOMPARE(locksOn(m_store.toStdString()), m_locks);
        QCOMPARE(locksOn(m_store.toStdString() + "-shm"), m_indexLocks);
    }

    void openingAndClosingAStoreTakesItsLocks()
    {
        // The mistake that dialogs must not make, to prove that the tests above would detect it.
        ::close(::open(m_store.toStdString().c_str(), O_RDONLY | O_CLOEXEC));
        QCOMPARE(locksOn(m_store.toStdString()), 0);
    }

    void cleanup() { m_reader.reset(); }

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_store;
    std::unique_ptr<StoreReader> m_reader;
    int m_locks = 0;
    int m_indexLocks = 0;
};

} // namespace tst_filechooser

LOUPE_UI_TEST(filechooser, tst_filechooser::TestFileChooser)
#include "tst_filechooser.moc"
