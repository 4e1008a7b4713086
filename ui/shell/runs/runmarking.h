// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/runmark.h"
#include "ui/shell/session/writequeue.h"

#include <QObject>
#include <QString>

#include <string>
#include <vector>

namespace loupe::ui {

class StoreSession;

/// Which runs of the open store are pinned and which one is the baseline, as the store has it: a
/// mark on its way there does not count yet. Undo and redo of this session. The same for every
/// page.
class RunMarking final : public QObject
{
    Q_OBJECT
public:
    /// `session` must outlive this.
    RunMarking(const StoreSession &session, EventQueue<RunMark>::Writer writer, std::string person,
               QObject *parent = nullptr);

    const RunMarks &marks() const { return m_marks; }
    bool isPinned(RunId run) const { return m_marks.pinned.contains(run); }
    bool isBaseline(RunId run) const { return m_marks.baseline == run; }
    /// Empty where there is none.
    std::string baselineName() const;

    void togglePin(RunId run);
    /// Makes the run the baseline, or no run where it is the one already.
    void toggleBaseline(RunId run);

    bool canUndo() const { return !m_done.empty(); }
    bool canRedo() const { return !m_undone.empty(); }
    void undo();
    void redo();

    /// Why a mark is not in the store (yet); empty while all is well.
    QString problem() const;
    EventQueue<RunMark> &queue() { return m_queue; }

signals:
    /// What holds, or why a mark is not in the store, changed.
    void changed();

private:
    struct Step {
        RunMark mark;
        RunMark back; ///< says what held before
    };
    RunMark makeMark(RunId run, RunMarkKind kind) const;
    void take(RunMark mark, RunMark back);
    void say(RunMark mark);
    void update();
    /// What will hold once all that waits is stored.
    RunMarks intended() const;
    void forget();

    const StoreSession &m_session;
    std::string m_person;
    EventQueue<RunMark> m_queue;
    RunMarks m_marks;
    std::vector<RunMark> m_stored; ///< that the list of runs does not have yet
    std::vector<Step> m_done;
    std::vector<Step> m_undone;
    QString m_refusal;
};

} // namespace loupe::ui
