// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/annotation.h"
#include "ui/shell/marks/markhistory.h"
#include "ui/shell/session/writequeue.h"

#include <QObject>

#include <filesystem>
#include <string>
#include <unordered_map>
#include <vector>

namespace loupe::ui {

/// What people said of a store's evaluations, as far as it was read. A mark counts as soon as it is
/// in the store, and not before. Undo and redo of what this person said, also in earlier sessions.
class TriageMarks final : public QObject
{
    Q_OBJECT
public:
    using Events = std::unordered_map<std::int64_t, std::vector<Annotation>>;

    TriageMarks(EventQueue<Annotation>::Writer annotate, std::string person,
                QObject *parent = nullptr);

    /// From now on about this store; what waits for another one still goes there.
    void setStore(const std::filesystem::path &store);
    /// What the store holds, of all evaluations or of one.
    void setStored(Events events);
    void setStored(RowId id, std::vector<Annotation> events);
    /// What this person said last, in the order it was stored: what undo goes back through.
    void setHistory(const std::vector<Annotation> &events);
    /// Whether the history of this store was read.
    bool hasHistory() const { return m_hasHistory; }
    const std::string &person() const { return m_person; }

    Judgement judgement(RowId id) const;
    TriageState state(RowId id) const { return judgement(id).state; }
    /// The evaluations that something is known of, with their states.
    std::unordered_map<std::int64_t, TriageState> states() const;

    /// One step: the same thing said of all these. Refused where it cannot be kept.
    void mark(const std::vector<RowId> &ids, AnnotationKind kind, const std::string &value);
    bool canUndo() const { return m_history.canUndo(); }
    bool canRedo() const { return m_history.canRedo(); }
    void undo() { store(m_history.undo()); }
    void redo() { store(m_history.redo()); }

    /// Why a mark is not in the store (yet); empty while all is well.
    QString problem() const;
    EventQueue<Annotation> &queue() { return m_queue; }

signals:
    /// What holds of these evaluations changed.
    void marked(const std::vector<loupe::RowId> &ids);
    /// problem() may have changed.
    void problemChanged();

private:
    Annotation makeEvent(RowId id, AnnotationKind kind) const;
    void store(const std::vector<Annotation> &events);
    void stored(const std::filesystem::path &store, const std::vector<Annotation> &events);
    void take(const Annotation &event);

    std::string m_person;
    std::filesystem::path m_store;
    EventQueue<Annotation> m_queue;
    MarkHistory m_history;
    Events m_events;
    bool m_hasHistory = false;
    QString m_refusal;
};

} // namespace loupe::ui
