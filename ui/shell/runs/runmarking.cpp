// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/runs/runmarking.h"

#include "core/base/clock.h"
#include "core/base/digest.h"
#include "ui/shell/session/storesession.h"
#include "ui/text/words.h"

#include <utility>

namespace loupe::ui {

RunMarking::RunMarking(const StoreSession &session, EventQueue<RunMark>::Writer writer,
                       std::string person, QObject *parent)
    : QObject(parent)
    , m_session(session)
    , m_person(std::move(person))
    , m_queue(std::move(writer),
              [this](const std::filesystem::path &store, const std::vector<RunMark> &marks) {
                  if (store == m_session.file())
                      m_stored.insert(m_stored.end(), marks.begin(), marks.end());
              })
{
    connect(&session, &StoreSession::leaving, this, &RunMarking::forget);
    connect(&session, &StoreSession::runsChanged, this, [this] {
        if (m_queue.waitingCount() == 0)
            m_stored.clear(); // now in the list of runs
        update();
    });
    connect(&m_queue, &WriteQueue::refused, this,
            [this](const std::filesystem::path &store, int, const QString &problem) {
                if (store != m_session.file())
                    return;
                forget(); // A rejected mark cannot be undone.
                m_refusal = problem;
            });
    connect(&m_queue, &WriteQueue::changed, this, &RunMarking::update);
}

void RunMarking::update()
{
    RunMarks stored;
    for (const RunSummary &run : m_session.runList().runs) {
        if (run.isPinned)
            stored.pinned.insert(run.id);
        if (run.isBaseline)
            stored.baseline = run.id;
    }
    m_marks = afterMarks(std::move(stored), m_stored);
    emit changed();
}

RunMarks RunMarking::intended() const
{
    return afterMarks(m_marks, m_queue.waiting(m_session.file()));
}

void RunMarking::forget()
{
    m_stored.clear();
    m_done.clear();
    m_undone.clear();
    m_refusal.clear();
}

std::string RunMarking::baselineName() const
{
    for (const RunSummary &run : m_session.runList().runs) {
        if (isBaseline(run.id))
            return run.run.name;
    }
    return {};
}

RunMark RunMarking::makeMark(RunId run, RunMarkKind kind) const
{
    constexpr int uuidBytes = 16;
    return {randomHex(uuidBytes), run, kind, m_person, isoTime(systemClock().wallNow())};
}

void RunMarking::togglePin(RunId run)
{
    const bool isOn = intended().pinned.contains(run);
    take(makeMark(run, isOn ? RunMarkKind::Unpin : RunMarkKind::Pin),
         makeMark(run, isOn ? RunMarkKind::Pin : RunMarkKind::Unpin));
}

void RunMarking::toggleBaseline(RunId run)
{
    const auto before = intended().baseline;
    take(makeMark(run, before == run ? RunMarkKind::NoBaseline : RunMarkKind::Baseline),
         before ? makeMark(*before, RunMarkKind::Baseline)
                : makeMark(run, RunMarkKind::NoBaseline));
}

void RunMarking::take(RunMark mark, RunMark back)
{
    m_refusal.clear();
    m_undone.clear();
    m_done.push_back({mark, std::move(back)});
    say(std::move(mark));
}

void RunMarking::say(RunMark mark)
{
    m_queue.add(m_session.file(), {std::move(mark)});
}

void RunMarking::undo()
{
    if (m_done.empty())
        return;
    Step step = std::move(m_done.back());
    m_done.pop_back();
    // An event is never deleted, so undo adds a new one with the current time.
    RunMark back = makeMark(step.back.run, step.back.kind);
    m_undone.push_back(std::move(step));
    say(std::move(back));
}

void RunMarking::redo()
{
    if (m_undone.empty())
        return;
    Step step = std::move(m_undone.back());
    m_undone.pop_back();
    step.mark = makeMark(step.mark.run, step.mark.kind);
    m_done.push_back(step);
    say(step.mark);
}

QString RunMarking::problem() const
{
    if (m_queue.waitingCount() == 0 || m_queue.problem().isEmpty())
        return m_refusal;
    return tr("%1 not saved yet; retrying: %2")
        .arg(counted(m_queue.waitingCount(), tr("%1 mark is"), tr("%1 marks are")),
             m_queue.problem());
}

} // namespace loupe::ui
