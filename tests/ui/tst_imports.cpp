// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the dialog for imports, with sources whose names say what they contain.
#include "ui/dialogs/importdialog.h"
#include "ui/models/importlistmodel.h"
#include "ui/shell/runs/importjob.h"
#include "ui/shell/window/statusarea.h"
#include "ui/shell/window/windowstores.h"
#include "ui/widgets/input/choicebox.h"

#include <QAction>
#include <QFile>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>

#include <atomic>

#include "tests/ui/patience.h"
#include "tests/ui/uitest.h"
#include "tests/ui/windowfixture.h"

namespace tst_imports {

using namespace loupe;
using namespace loupe::ui;
using namespace Qt::StringLiterals;

namespace {

using Paths = std::vector<std::filesystem::path>;
using Column = ImportListModel::Column;

/// Recognises "NAME.json" as a run of 12 records of two methods, except for "bad.json". "copy.json"
/// has the run of "good.json", and "first.json" that of the fake store.
Result<RecognisedSource> recognise(const std::filesystem::path &source, const std::stop_token &)
{
    if (source.extension() == ".log")
        return Error{Errc::InvalidInput, "the file is of no known format", source.string()};
    const std::string stem = source.stem().string();
    if (stem == "bad")
        return Error{Errc::InvalidInput, "no level is given", source.string() + ":3:level",
                     "end the folder's name in _l1", "keys of bad.json: \"a\""};
    const std::string run = stem == "copy" ? "good" : stem;
    return RecognisedSource{
        {{"uuid of " + run, "run " + run, "kernelbench", {"gpt", "claude"}, 12}}, {}};
}

/// Window with a store that is a file, so that it can be the target of an import.
struct Fixture : test::WindowFixture {
    Fixture() : WindowFixture(3)
    {
        QFile stored(file);
        if (!stored.open(QIODevice::WriteOnly))
            qFatal("the folder for the test cannot be written");
        services.recogniseRecords = recognise;
        services.importRecords
            = [this](const std::filesystem::path &source, const std::filesystem::path &,
                     const ImportProgress &progress,
                     const std::stop_token &stop) { return import(source, progress, stop); };
        show();
    }
    /// Stores "good", has "first" already, blocks at "slow" and refuses the rest.
    Result<std::vector<ImportSummary>> import(const std::filesystem::path &source,
                                              const ImportProgress &progress,
                                              const std::stop_token &stop)
    {
        const std::string stem = source.stem().string();
        ++imports;
        progress(1, 12);
        while (stem == "slow" && !stop.stop_requested())
            QThread::msleep(1);
        if (stop.stop_requested())
            return Error{Errc::Cancelled, "the import was cancelled"};
        if (stem != "good" && stem != "first")
            return Error{Errc::Busy, "the store is busy", source.string()};
        ImportSummary summary;
        summary.run = "run " + stem;
        summary.evaluations = 12;
        summary.alreadyImported = stem == "first";
        return std::vector{summary};
    }

    bool openFile()
    {
        QSignalSpy opened(&window->session(), &StoreSession::opened);
        window->openStore(file.toStdString());
        return opened.wait(test::patience) && settle();
    }
    /// Lists the sources, and waits until they are read.
    ImportDialog &list(const Paths &sources) const
    {
        window->stores().showImport(sources);
        ImportDialog &dialog = *window->stores().importDialog();
        if (!isRead(dialog))
            qFatal("the sources are not read");
        return dialog;
    }
    static bool isRead(const ImportDialog &dialog)
    {
        return QTest::qWaitFor([&dialog] { return !dialog.isReading(); }, test::patience);
    }
    static QString cell(const ImportDialog &dialog, int row, Column column)
    {
        return dialog.model()->index(row, column).data().toString();
    }

    std::atomic<int> imports = 0;
    QString file = folder.filePath(u"some.kloupe"_s);
};

} // namespace

class TestImports final : public QObject
{
    Q_OBJECT
private slots:
    void theMenuOpensAnEmptyList()
    {
        Fixture f;
        f.trigger(u"store.import"_s);
        const ImportDialog &dialog = *f.window->stores().importDialog();
        QVERIFY(dialog.isVisible());
        QCOMPARE(dialog.model()->rowCount(), 0);
        QVERIFY(!dialog.importButton()->isEnabled());
    }

    void eachItemShowsItsFormatOrProblem()
    {
        Fixture f;
        ImportDialog &dialog = f.list({"/r/good.json", "/r/bad.json", "/r/train.log"});
        QCOMPARE(f.cell(dialog, 0, Column::SourceColumn), u"good.json"_s);
        QCOMPARE(f.cell(dialog, 0, Column::FormatColumn), u"kernelbench"_s);
        QCOMPARE(f.cell(dialog, 0, Column::MethodsColumn), u"gpt, claude"_s);
        QCOMPARE(f.cell(dialog, 0, Column::RunsColumn), u"1"_s);
        QCOMPARE(f.cell(dialog, 0, Column::RecordsColumn), u"12"_s);
        QCOMPARE(f.cell(dialog, 0, Column::StateColumn), u"new"_s);
        QCOMPARE(f.cell(dialog, 1, Column::StateColumn), u"3:level: no level is given"_s);
        QVERIFY(f.cell(dialog, 1, Column::FormatColumn).isEmpty());
        QCOMPARE(f.cell(dialog, 2, Column::StateColumn), u"the file is of no known format"_s);
        QCOMPARE(dialog.sources(), Paths{"/r/good.json"});
        dialog.table()->selectRow(0);
        QVERIFY(dialog.detail().contains(u"run good: 12 records"_s));
        dialog.table()->selectRow(1);
        QVERIFY(dialog.detail().contains(u"end the folder's name in _l1"_s));
        QVERIFY(dialog.detail().contains(u"keys of bad.json"_s));
    }

    void knownRunsAreMarked()
    {
        Fixture f;
        QVERIFY(f.openFile());
        ImportDialog &dialog = f.list({"/r/good.json", "/s/copy.json", "/r/first.json"});
        QCOMPARE(f.cell(dialog, 1, Column::StateColumn), u"the same as good.json"_s);
        QCOMPARE(f.cell(dialog, 2, Column::StateColumn), u"already in the store"_s);
        // Another target does not have that run.
        dialog.fileLine()->setText(f.folder.filePath(u"other"_s));
        dialog.target()->setCurrentIndex(1);
        emit dialog.target()->activated(1);
        QVERIFY(f.isRead(dialog));
        QCOMPARE(f.cell(dialog, 2, Column::StateColumn), u"new"_s);
        // Nor is the copy one without the other item.
        dialog.table()->selectRow(0);
        dialog.removeSelected();
        QCOMPARE(dialog.model()->rowCount(), 2);
        QCOMPARE(f.cell(dialog, 0, Column::StateColumn), u"new"_s);
    }

    void anItemIsListedOnceAndARefusedOneIsReadAgain()
    {
        Fixture f;
        std::atomic<int> reads = 0;
        f.services.recogniseRecords
            = [&reads](const std::filesystem::path &source, const std::stop_token &stop) {
                  ++reads;
                  return recognise(source, stop);
              };
        f.show();
        f.list({"/r/good.json", "/r/bad.json"});
        ImportDialog &dialog = f.list({"/r/bad.json", "/r/good.json"});
        QCOMPARE(dialog.model()->rowCount(), 2);
        QCOMPARE(reads, 3);
    }

    void aNewStoreIsProposedAndGetsItsSuffix()
    {
        Fixture f;
        ImportDialog &dialog = f.list({"/r/good.json"});
        const std::filesystem::path folder = f.folder.path().toStdString();
        QCOMPARE(dialog.store().string(), (folder / "good.kloupe").string());
        QVERIFY(dialog.targetNote().startsWith(u"Creates "_s));
        dialog.fileLine()->setText(u"study.v1"_s);
        QCOMPARE(dialog.store().string(), (folder / "study.v1.kloupe").string());
        dialog.add({"/r/another.json"}); // does not rename it
        QCOMPARE(dialog.store().string(), (folder / "study.v1.kloupe").string());
        dialog.fileLine()->setText(f.file);
        QCOMPARE(dialog.store().string(), f.file.toStdString());
        QVERIFY(dialog.targetNote().contains(u"exists"_s));
        dialog.fileLine()->clear();
        QVERIFY(dialog.store().empty());
        QVERIFY(!dialog.importButton()->isEnabled());
    }

    void anExistingNameIsNotProposed()
    {
        Fixture f;
        const ImportDialog &dialog = f.list({"/r/some.json"}); // there is some.kloupe
        QVERIFY(dialog.store().string().ends_with("some-2.kloupe"));
    }

    void theOpenStoreIsTheTarget()
    {
        Fixture f;
        QVERIFY(f.openFile());
        ImportDialog &dialog = f.list({"/r/good.json"});
        QCOMPARE(dialog.store().string(), f.file.toStdString());
        QVERIFY(!dialog.fileLine()->isVisible());
    }

    void importEndsWithASummaryAndKeepsRefusedSources()
    {
        Fixture f;
        QVERIFY(f.openFile());
        ImportDialog &dialog
            = f.list({"/r/good.json", "/r/busy.json", "/r/first.json", "/r/train.log"});
        dialog.importButton()->click();
        QVERIFY(dialog.isImporting());
        QVERIFY(!dialog.importButton()->isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.isImporting(), test::patience);
        QCOMPARE(f.imports, 3); // not the log
        QCOMPARE(dialog.summary(),
                 u"Imported 12 evaluations in 1 run; 1 run was in the store already; "
                 "refused: /r/busy.json: the store is busy"_s);
        QCOMPARE(dialog.model()->rowCount(), 2);
        QCOMPARE(f.cell(dialog, 0, Column::SourceColumn), u"busy.json"_s);
        QCOMPARE(f.cell(dialog, 0, Column::StateColumn), u"the store is busy"_s);
        QCOMPARE(f.cell(dialog, 1, Column::SourceColumn), u"train.log"_s);
        QCOMPARE(f.window->statusArea()->message(), dialog.summary());
        QCOMPARE(dialog.sources(), Paths{"/r/busy.json"}); // to be tried again
        QVERIFY(dialog.importButton()->isEnabled());
    }

    void stoppedImportKeepsRemainingSources()
    {
        Fixture f;
        QVERIFY(f.openFile());
        ImportDialog &dialog = f.list({"/r/good.json", "/r/slow.json", "/r/first.json"});
        dialog.importButton()->click();
        QTRY_COMPARE_WITH_TIMEOUT(f.cell(dialog, 0, Column::StateColumn), u"importing 1/12"_s,
                                  test::patience); // "good" has left the list
        QCOMPARE(f.cell(dialog, 0, Column::SourceColumn), u"slow.json"_s);
        QCOMPARE(f.cell(dialog, 1, Column::StateColumn), u"waiting"_s);
        QVERIFY(dialog.stopButton()->isVisible());
        dialog.stopButton()->click();
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.isImporting(), test::patience);
        QCOMPARE(dialog.summary(), u"Stopped. Imported 12 evaluations in 1 run"_s);
        QCOMPARE(f.imports, 2);
        QCOMPARE(dialog.sources(), (Paths{"/r/slow.json", "/r/first.json"}));
        QVERIFY(f.isRead(dialog));
        QCOMPARE(f.cell(dialog, 0, Column::StateColumn), u"new"_s);
    }

    void aNewStoreIsOpenedAndBecomesTheTarget()
    {
        Fixture f;
        ImportDialog &dialog = f.list({"/r/good.json"});
        const std::string store = dialog.store().string();
        QSignalSpy opened(&f.window->session(), &StoreSession::opened);
        dialog.importButton()->click();
        QVERIFY(opened.wait(test::patience));
        QCOMPARE(f.window->session().file().string(), store);
        QCOMPARE(dialog.store().string(), store);
        QCOMPARE(dialog.target()->currentIndex(), 0);
        QCOMPARE(dialog.target()->count(), 2);
        QCOMPARE(dialog.model()->rowCount(), 0);
    }

    void theNextListIsEmpty()
    {
        Fixture f;
        ImportDialog &dialog = f.list({"/r/bad.json"});
        dialog.close();
        f.list({"/r/good.json"});
        QCOMPARE(dialog.model()->rowCount(), 1);
        QCOMPARE(f.cell(dialog, 0, Column::SourceColumn), u"good.json"_s);
    }
};

} // namespace tst_imports

LOUPE_UI_TEST(imports, tst_imports::TestImports)
#include "tst_imports.moc"
