// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/distinctnames.h"

#include <QTest>

#include "tests/ui/uitest.h"

namespace tst_distinctnames {

using namespace loupe::ui;
using namespace Qt::StringLiterals;

class TestDistinctNames final : public QObject
{
    Q_OBJECT
private slots:
    void omitsCommonParts_data()
    {
        QTest::addColumn<QStringList>("whole");
        QTest::addColumn<QStringList>("shown");
        const auto row = [](const char *name, const QStringList &whole, const QStringList &shown) {
            QTest::newRow(name) << whole << shown;
        };
        row("devices",
            {u"CUDA-L1 · NVIDIA A100"_s, u"CUDA-L1 · NVIDIA 3090"_s, u"CUDA-L1 · NVIDIA L40"_s},
            {u"A100"_s, u"3090"_s, u"L40"_s});
        row("brackets",
            {u"cuda-l1 optimized (3090, cuda graph)"_s,
             u"cuda-l1 optimized (a100, torch.compile (default))"_s},
            {u"3090, cuda graph"_s, u"a100, torch.compile (default)"_s});
        row("both ends", {u"run of gemma, level 1"_s, u"run of codex, level 1"_s},
            {u"gemma"_s, u"codex"_s});
        row("words stay whole", {u"A100"_s, u"A10"_s}, {u"A100"_s, u"A10"_s});
        row("one begins as the other", {u"demo"_s, u"demo-refine"_s},
            {u"demo"_s, u"demo-refine"_s});
        row("one name", {u"demo-refine"_s}, {u"demo-refine"_s});
        row("equal names", {u"a b"_s, u"a b"_s}, {u"a b"_s, u"a b"_s});
        row("separators", {u"-"_s, u"--"_s}, {u"-"_s, u"--"_s});
        row("none", {}, {});
    }
    void omitsCommonParts()
    {
        QFETCH(QStringList, whole);
        QFETCH(QStringList, shown);
        QCOMPARE(distinctNames(whole), shown);
    }

    void hashesHaveSevenDigits()
    {
        const QString sha1(40, u'a');
        const QString sha256(64, u'B');
        QCOMPARE(shortHashes(u"at %1, %2."_s.arg(sha1, sha256)), u"at aaaaaaa, BBBBBBB."_s);
        const QString longer = sha1 + u'0';
        QCOMPARE(shortHashes(longer), longer); // no hash
        QCOMPARE(shortHashes(u"cafe"_s), u"cafe"_s);
        const QStringList alike{sha1, sha1.chopped(1) + u'b'};
        QCOMPARE(distinctNames(alike), alike); // seven digits would not tell them apart
    }

    void namesAreCompleteIfTheyFit()
    {
        const QStringList names{u"demo-failing"_s, u"demo-plain"_s};
        QCOMPARE(fittedNames(names, 12), names);
        QCOMPARE(fittedNames(names, 11), QStringList({u"failing"_s, u"plain"_s}));
    }

    void frequentWordsGiveWay()
    {
        const QStringList devices{u"NVIDIA GeForce RTX 3090 (recorded)"_s,
                                  u"NVIDIA A100 (recorded)"_s, u"NVIDIA L40 (recorded)"_s,
                                  u"not recorded"_s};
        QCOMPARE(fittedNames(devices, 16),
                 QStringList({u"GeForce RTX 3090"_s, u"A100"_s, u"L40"_s, u"not recorded"_s}));
        QCOMPARE(fittedNames({u"codex_gpt55_retime"_s, u"gemma4_retime"_s, u"gemini_run"_s}, 8),
                 QStringList({u"codex_g…"_s, u"gemma4"_s, u"gemini_…"_s}));
    }

    void longRunNamesKeepWhatTellsThemApart()
    {
        const QStringList runs{u"baseline H100_Modal torch.compile (default)"_s,
                               u"baseline H100_PCIe_LambdaLabs torch.compile (default)"_s,
                               u"corpus all"_s};
        QCOMPARE(shortNames(runs, 24),
                 QStringList({u"Modal"_s, u"PCIe_LambdaLabs"_s, u"corpus all"_s}));
        const QStringList demo{u"native: demo-plain"_s, u"native: demo-refine"_s};
        QCOMPARE(shortNames(demo, 24), distinctNames(demo));
    }

    void elidedNamesStillDiffer()
    {
        const QStringList names{u"abcdefghijKlmnopqrst"_s, u"abcdefghijXlmnopqrst"_s, u"z"_s};
        const QStringList shown = fittedNames(names, 8);
        QCOMPARE(shown.size(), 3);
        QVERIFY(shown[0] != shown[1]);
        QCOMPARE(fittedNames({u"abcdefghijkl"_s, u"z"_s}, 8), QStringList({u"abcdefg…"_s, u"z"_s}));
    }
};

} // namespace tst_distinctnames

LOUPE_UI_TEST(distinctnames, tst_distinctnames::TestDistinctNames)
#include "tst_distinctnames.moc"
