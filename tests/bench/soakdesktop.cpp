// SPDX-License-Identifier: Apache-2.0
//
// Stress test of the application's window on a real store. It acts at random for SECONDS while
// `kloupe` reads and writes the same store. Actions are marks, undo and redo, pins and baselines,
// cancelled file dialogs, imports, and switching stores. Every mark that the window shows is noted
// and later looked up in the store. Prints its actions. Fails if a shown mark is
// missing, if the window and the store differ, or if `kloupe check` finds the store damaged.
//
// usage: soak_desktop STORE OTHER_STORE RECORDS KLOUPE SECONDS SEED
//        STORE must hold failures; RECORDS is a folder that `kloupe import auto` can read.
#include "app/kernelloupe/realservices.h"
#include "core/store/read/storereader.h"
#include "ui/models/candidatemodel.h"
#include "ui/pages/triage/triagepage.h"
#include "ui/shell/marks/triagemarks.h"
#include "ui/shell/runs/runmarking.h"
#include "ui/shell/session/commandregistry.h"
#include "ui/shell/window/mainwindow.h"
#include "ui/shell/window/windowstores.h"
#include "ui/style/theme.h"
#include "ui/text/words.h"

#include <QAction>
#include <QApplication>
#include <QDialog>
#include <QDir>
#include <QElapsedTimer>
#include <QListView>
#include <QMessageBox>
#include <QProcess>
#include <QTest>
#include <QTextStream>
#include <QTimer>

#include <map>
#include <memory>
#include <random>
#include <set>
#include <utility>
#include <vector>

using namespace loupe;
using namespace loupe::ui;
using namespace Qt::StringLiterals;

namespace {

constexpr int longEnough = 120'000;

void say(const QString &line)
{
    QTextStream(stdout) << line << Qt::endl;
}

/// Returns a random record of a folder.
QString anyOf(const QString &folder, std::mt19937 &random)
{
    const QDir records(folder);
    const QStringList names = records.entryList(QDir::Files | QDir::Dirs | QDir::NoDotAndDotDot);
    return names.empty() ? folder
                         : records.filePath(names[static_cast<qsizetype>(random() % names.size())]);
}

/// Runs random external commands on the same store, one after another.
class Outside
{
public:
    Outside(QString program, QString store, QString records, unsigned seed)
        : m_program(std::move(program))
        , m_store(std::move(store))
        , m_records(std::move(records))
        , m_random(seed)
    {
        QObject::connect(&m_process, &QProcess::finished, [this](int code) {
            const QString verb = m_process.arguments().value(0);
            ++m_ended[verb + u" "_s + QString::number(code)];
            if (!m_isStopped)
                next();
        });
    }
    void begin() { next(); }
    /// Sets the ids that external marks may use.
    void setRows(std::vector<RowId> rows) { m_rows = std::move(rows); }
    void stop()
    {
        m_isStopped = true;
        m_process.waitForFinished(longEnough);
    }
    /// Returns how often each command ended with each code.
    const std::map<QString, int> &ended() const { return m_ended; }

private:
    void next()
    {
        const auto kind = m_random() % 12;
        QStringList words;
        if (kind < 4)
            words = {u"runs"_s, m_store};
        else if (kind < 6)
            words = {u"query"_s, u"status:failed"_s, u"--store"_s, m_store};
        else if (kind < 8)
            words = {u"metrics"_s, u"--store"_s, m_store};
        else if (kind == 8)
            words = {u"check"_s, m_store};
        else if (kind == 9)
            words = {u"import"_s, u"auto"_s, anyOf(m_records, m_random), u"--store"_s, m_store};
        else if (!m_rows.empty())
            words = {u"annotate"_s,     m_store,
                     u"--evaluation"_s, QString::number(m_rows[m_random() % m_rows.size()].value),
                     u"--tag"_s,        u"outside"_s,
                     u"--person"_s,     u"grace"_s};
        else
            words = {u"runs"_s, m_store};
        m_process.start(m_program, words);
        m_process.closeReadChannel(QProcess::StandardOutput);
        m_process.closeReadChannel(QProcess::StandardError);
    }

    QString m_program;
    QString m_store;
    QString m_records;
    std::mt19937 m_random;
    std::vector<RowId> m_rows;
    QProcess m_process;
    std::map<QString, int> m_ended;
    bool m_isStopped = false;
};

/// Cancels every dialog that opens. File dialogs are cancelled once they list their folder.
class Canceller
{
public:
    Canceller()
    {
        QObject::connect(&m_timer, &QTimer::timeout, [this] { look(); });
        m_timer.start(20);
    }
    int cancelled() const { return m_cancelled; }

private:
    void look()
    {
        auto *dialog = qobject_cast<QDialog *>(QApplication::activeModalWidget());
        if (dialog == nullptr)
            return;
        if (const auto *list = dialog->findChild<QListView *>(u"listView"_s);
            list != nullptr && list->model()->rowCount(list->rootIndex()) == 0)
            return;
        ++m_cancelled;
        dialog->reject();
    }

    QTimer m_timer;
    int m_cancelled = 0;
};

class Soak
{
public:
    Soak(const QStringList &words, MainWindow &window)
        : m_store(words[0])
        , m_other(words[1])
        , m_records(words[2])
        , m_seconds(words[4].toInt())
        , m_random(words[5].toUInt())
        , m_window(window)
        , m_outside(words[3], words[0], words[2], m_random())
    {
        QObject::connect(m_window.page<TriagePage>()->marks(), &TriageMarks::marked,
                         [this](const std::vector<RowId> &ids) { noteShown(ids); });
    }

    int run()
    {
        if (!open(m_store))
            return 1;
        m_outside.setRows(m_window.page<TriagePage>()->candidateModel()->ids());
        m_outside.begin();
        QElapsedTimer passed;
        passed.start();
        qint64 told = 0;
        while (passed.elapsed() < qint64{m_seconds} * 1000) {
            step();
            QTest::qWait(static_cast<int>(m_random() % 300));
            constexpr qint64 between = 300'000;
            if (passed.elapsed() - told > between) {
                told = passed.elapsed();
                say(u"%1 s: %2 actions, %3 marks shown"_s.arg(told / 1000)
                        .arg(m_actions)
                        .arg(m_shown.size()));
            }
        }
        m_outside.stop();
        return compare();
    }

private:
    bool settle() const
    {
        return QTest::qWaitFor([this] { return !m_window.isLoading(); }, longEnough);
    }

    bool open(const QString &store)
    {
        m_window.openStore(toPath(store));
        const bool isOpen = QTest::qWaitFor(
            [&] {
                return m_window.session().isOpen() && m_window.session().file() == toPath(store);
            },
            longEnough);
        m_window.showPage(MainWindow::Triage);
        if (!isOpen || !settle()) {
            say(u"cannot be opened: "_s + store);
            return false;
        }
        return true;
    }

    void press(const QString &command)
    {
        m_window.commands().refresh();
        QAction *action = m_window.commands().action(command);
        if (action != nullptr && action->isEnabled())
            action->trigger();
        ++m_done[command];
    }

    void step()
    {
        static const QStringList marks{u"triage.looking"_s,    u"triage.explained"_s,
                                       u"triage.suspicious"_s, u"triage.accepted"_s,
                                       u"triage.next"_s,       u"triage.undo"_s,
                                       u"triage.redo"_s};
        static const QStringList dialogs{u"store.open"_s, u"store.copy"_s};
        static const QStringList pages{u"page.results"_s, u"page.runs"_s,    u"page.compare"_s,
                                       u"page.audit"_s,   u"page.figures"_s, u"page.sql"_s,
                                       u"page.queue"_s,   u"page.start"_s};
        ++m_actions;
        const auto kind = m_random() % 100;
        if (kind < 60) {
            m_window.showPage(MainWindow::Triage);
            press(marks[static_cast<qsizetype>(m_random() % marks.size())]);
        } else if (kind < 75) {
            press(dialogs[static_cast<qsizetype>(m_random() % dialogs.size())]);
        } else if (kind < 88) {
            press(pages[static_cast<qsizetype>(m_random() % pages.size())]);
        } else if (kind < 93) {
            m_window.showPage(MainWindow::Runs);
            settle();
            press(m_random() % 2 == 0 ? u"run.pin"_s : u"run.baseline"_s);
        } else if (kind < 96) {
            ++m_done[u"import"_s];
            m_window.stores().importRecords({toPath(anyOf(m_records, m_random))}, toPath(m_store));
        } else if (kind < 98) {
            ++m_done[u"another store and back"_s];
            open(m_other);
            open(m_store);
        } else {
            press(u"view.reload"_s);
        }
    }

    /// Notes the states that the window shows for these ids.
    void noteShown(const std::vector<RowId> &ids)
    {
        if (m_window.session().file() != toPath(m_store))
            return;
        for (const RowId id : ids)
            m_shown.emplace(id.value, m_window.page<TriagePage>()->marks()->state(id));
    }

    int compare()
    {
        if (m_window.session().file() != toPath(m_store) && !open(m_store))
            return 1;
        m_window.showPage(MainWindow::Triage);
        TriageMarks &marks = *m_window.page<TriagePage>()->marks();
        const bool isStored
            = QTest::qWaitFor([&] { return marks.queue().waitingCount() == 0; }, longEnough)
            && QTest::qWaitFor([&] { return m_window.jobs().running() == 0; }, longEnough);
        settle();
        int wrong = isStored ? 0 : 1;
        const std::vector<RowId> ids = m_window.page<TriagePage>()->candidateModel()->ids();
        auto reader = StoreReader::open(toPath(m_store));
        if (!reader) {
            say(errorText(reader.error()));
            return 1;
        }
        std::vector<RowId> all;
        for (const auto &[id, state] : m_shown)
            all.push_back(RowId{id});
        const auto events = (*reader)->annotations(all);
        if (!events) {
            say(errorText(events.error()));
            return 1;
        }
        // A shown state must have been recorded as an event. New may be the result of undo.
        std::set<std::pair<std::int64_t, TriageState>> said;
        std::map<std::int64_t, std::vector<Annotation>> byRow;
        for (const Annotation &event : *events) {
            byRow[event.evaluation.value].push_back(event);
            if (event.kind == AnnotationKind::State)
                said.emplace(event.evaluation.value,
                             stateFromName(event.value).value_or(TriageState::New));
        }
        for (const auto &[id, state] : m_shown) {
            if (state == TriageState::New || said.contains({id, state}))
                continue;
            ++wrong;
            say(u"shown, and not in the store: %1 of %2"_s.arg(toQt(stateName(state))).arg(id));
        }
        for (const RowId id : ids) {
            const auto known = byRow.find(id.value);
            if (known == byRow.end() || marks.state(id) == judgementFrom(known->second).state)
                continue;
            ++wrong;
            say(u"the window shows %1 of %2, the store holds another state"_s
                    .arg(toQt(stateName(marks.state(id))))
                    .arg(id.value));
        }
        say(u"%1 actions, %2 dialogs cancelled, %3 marks shown, %4 events in the store, %5 wrong"_s
                .arg(m_actions)
                .arg(m_canceller.cancelled())
                .arg(m_shown.size())
                .arg(events->size())
                .arg(wrong));
        for (const auto &[what, times] : m_done)
            say(u"  %1: %2"_s.arg(what).arg(times));
        for (const auto &[what, times] : m_outside.ended())
            say(u"  kloupe %1: %2"_s.arg(what).arg(times));
        return wrong == 0 ? 0 : 1;
    }

    QString m_store;
    QString m_other;
    QString m_records;
    int m_seconds;
    std::mt19937 m_random;
    MainWindow &m_window;
    Outside m_outside;
    Canceller m_canceller;
    int m_actions = 0;
    std::map<QString, int> m_done;
    std::set<std::pair<std::int64_t, TriageState>> m_shown;
};

} // namespace

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    const QStringList words = QApplication::arguments().mid(1);
    if (words.size() != 6) {
        say(u"usage: soak_desktop STORE OTHER_STORE RECORDS KLOUPE SECONDS SEED"_s);
        return 2;
    }
    Theme theme;
    theme.choose(ThemeChoice::Light);
    int code = 0;
    {
        MainWindow window(app::realServices(false), theme);
        window.show();
        code = Soak(words, window).run();
    }
    QProcess check;
    check.start(words[3], {u"check"_s, words[0]});
    check.waitForFinished(longEnough);
    say(QString::fromUtf8(check.readAllStandardOutput()).trimmed());
    return check.exitCode() == 0 ? code : 1;
}
