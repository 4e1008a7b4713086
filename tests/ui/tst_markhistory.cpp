// SPDX-License-Identifier: GPL-3.0-or-later
// Tests undo and redo of marks, in one session and over several.
#include "ui/shell/marks/markhistory.h"

#include <QTest>

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "tests/ui/uitest.h"

namespace tst_markhistory {

using namespace loupe;
using namespace loupe::ui;

namespace {

/// User's session: stored marks and their history.
class Session
{
public:
    explicit Session(std::vector<Annotation> &store) : m_store(store) { history.restore(m_store); }

    void mark(std::int64_t first, std::int64_t last, const std::string &value)
    {
        std::vector<Annotation> events;
        ++s_now;
        for (std::int64_t id = first; id <= last; ++id) {
            events.push_back(make(RowId{id}, AnnotationKind::State));
            events.back().value = value;
        }
        history.add(events);
        keep(events);
    }
    void undo()
    {
        ++s_now;
        keep(history.undo());
    }
    void redo()
    {
        ++s_now;
        keep(history.redo());
    }
    TriageState state(std::int64_t id) const
    {
        std::vector<Annotation> about;
        std::ranges::copy_if(m_store, std::back_inserter(about),
                             [&](const Annotation &each) { return each.evaluation == RowId{id}; });
        return judgementFrom(about).state;
    }

    MarkHistory history{[this](RowId id, AnnotationKind kind) { return make(id, kind); }};

private:
    Annotation make(RowId id, AnnotationKind kind) const
    {
        static int made = 0;
        Annotation event;
        event.uuid = "event " + std::to_string(++made);
        event.evaluation = id;
        event.kind = kind;
        event.person = "ada";
        event.madeAt = "step " + std::to_string(s_now);
        return event;
    }
    void keep(const std::vector<Annotation> &events)
    {
        for (Annotation event : events) {
            event.id = {static_cast<std::int64_t>(m_store.size()) + 1};
            m_store.push_back(std::move(event));
        }
    }

    std::vector<Annotation> &m_store;
    static inline int s_now = 0;
};

} // namespace

class TestMarkHistory final : public QObject
{
    Q_OBJECT
private slots:
    void newSessionUndoesMarksOfTheLastOne()
    {
        std::vector<Annotation> store;
        {
            Session first(store);
            first.mark(1, 1, "explained");
            first.mark(1, 3, "suspicious");
        }
        Session second(store);
        QVERIFY(second.history.canUndo());
        second.undo();
        QCOMPARE(second.state(1), TriageState::Explained);
        QCOMPARE(second.state(3), TriageState::New);
        second.undo();
        QCOMPARE(second.state(1), TriageState::New);
        QVERIFY(!second.history.canUndo());
        second.redo();
        QCOMPARE(second.state(1), TriageState::Explained);
    }

    void newSessionRedoesUndoneMarks()
    {
        std::vector<Annotation> store;
        {
            Session first(store);
            first.mark(1, 2, "explained");
            first.mark(2, 2, "accepted");
            first.undo();
        }
        Session second(store);
        QVERIFY(second.history.canRedo());
        second.redo();
        QCOMPARE(second.state(2), TriageState::Accepted);
        QVERIFY(!second.history.canRedo());
    }

    void newMarkEndsRedo()
    {
        std::vector<Annotation> store;
        {
            Session first(store);
            first.mark(1, 1, "explained");
            first.undo();
            first.mark(2, 2, "accepted");
        }
        const Session second(store);
        QVERIFY(!second.history.canRedo());
        QVERIFY(second.history.canUndo());
    }

    void marksUndoneElsewhereAreNoStep()
    {
        std::vector<Annotation> store;
        {
            Session first(store);
            first.mark(1, 1, "explained");
            first.mark(2, 2, "accepted");
        }
        // Another program undoes the first of the two.
        Annotation undo = store.front();
        undo.uuid = "elsewhere";
        undo.kind = AnnotationKind::Undo;
        undo.undoes = store.front().uuid;
        undo.value.clear();
        undo.id = {3};
        store.push_back(undo);
        Session second(store);
        second.undo();
        QCOMPARE(second.state(2), TriageState::New);
        QVERIFY(!second.history.canUndo());
    }

    void restoringTwiceChangesNothing()
    {
        std::vector<Annotation> store;
        Session session(store);
        session.mark(1, 1, "explained");
        session.mark(2, 2, "accepted");
        session.undo();
        session.history.restore(store);
        session.redo();
        QCOMPARE(session.state(2), TriageState::Accepted);
        session.undo();
        session.undo();
        QVERIFY(!session.history.canUndo());
    }

    void anySessionContinuesTheHistory()
    {
        std::mt19937 random(7);
        const std::vector<std::string> values{"looking", "explained", "suspicious", "accepted"};
        std::vector<Annotation> store;
        std::vector<std::vector<TriageState>> history{std::vector(5, TriageState::New)};
        std::size_t at = 0;
        for (int i = 0; i < 40; ++i) {
            Session session(store);
            for (int step = 0; step < 10; ++step) {
                const auto what = random() % 3;
                if (what == 0) {
                    const std::int64_t first = 1 + random() % 5;
                    const std::int64_t last = first + random() % (6 - first);
                    session.mark(first, last, values[random() % values.size()]);
                    history.resize(++at);
                    history.emplace_back();
                    for (std::int64_t id = 1; id <= 5; ++id)
                        history.back().push_back(session.state(id));
                } else if (what == 1 && session.history.canUndo()) {
                    session.undo();
                    --at;
                } else if (what == 2 && session.history.canRedo()) {
                    session.redo();
                    ++at;
                }
                for (std::int64_t id = 1; id <= 5; ++id)
                    QCOMPARE(session.state(id), history[at][static_cast<std::size_t>(id - 1)]);
                QCOMPARE(session.history.canUndo(), at > 0);
                QCOMPARE(session.history.canRedo(), at + 1 < history.size());
            }
        }
    }
};

} // namespace tst_markhistory

LOUPE_UI_TEST(markhistory, tst_markhistory::TestMarkHistory)
#include "tst_markhistory.moc"
