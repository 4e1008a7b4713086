// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/saved/runmark.h"
#include "ui/shell/session/writequeue.h"

#include <QObject>
#include <QString>

#include <string>
#include <vector>

namespace loupe::ui {

class StoreSession;

/// Pinned runs and baseline of the open store, shared by all pages. A mark counts only once it is
/// stored. Supports undo and redo in this session.
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
    /// Returns an empty string if there is no baseline.
    std::string baselineName() const;

    void togglePin(RunId run);
    /// Makes the run the baseline, or clears the baseline if it is this run.
    void toggleBaseline(RunId run);

    bool canUndo() const { return !m_done.empty(); }
    bool canRedo() const { return !m_undone.empty(); }
    void undo();
    void redo();

    /// Returns the reason why a mark is not stored (yet); empty if all are.
    QString problem() const;
    EventQueue<RunMark> &queue() { return m_queue; }

signals:
    /// Emitted when the marks or problem() changed.
    void changed();

private:
    struct Step {
        RunMark mark;
        RunMark back; ///< restores the earlier state
    };
    RunMark makeMark(RunId run, RunMarkKind kind) const;
    void take(RunMark mark, RunMark back);
    void say(RunMark mark);
    void update();
    /// Returns the marks after all queued ones are stored.
    RunMarks intended() const;
    void forget();

    const StoreSession &m_session;
    std::string m_person;
    EventQueue<RunMark> m_queue;
    RunMarks m_marks;
    std::vector<RunMark> m_stored; ///< not in the list of runs yet
    std::vector<Step> m_done;
    std::vector<Step> m_undone;
    QString m_refusal;
};

} // namespace loupe::ui
