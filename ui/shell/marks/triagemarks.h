// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/saved/annotation.h"
#include "ui/shell/marks/markhistory.h"
#include "ui/shell/session/writequeue.h"

#include <QObject>

#include <filesystem>
#include <string>
#include <unordered_map>
#include <vector>

namespace loupe::ui {

/// Annotations of a store's evaluations, as far as they were read. An annotation counts only once
/// it is stored. Supports undo and redo of this user's annotations, including earlier sessions.
class TriageMarks final : public QObject
{
    Q_OBJECT
public:
    using Events = std::unordered_map<std::int64_t, std::vector<Annotation>>;

    TriageMarks(EventQueue<Annotation>::Writer annotate, std::string person,
                QObject *parent = nullptr);

    /// Switches to this store. Queued annotations still go to their own store.
    void setStore(const std::filesystem::path &store);
    /// Set the stored annotations, of all evaluations or of one.
    void setStored(Events events) { m_events = std::move(events); }
    void setStored(RowId id, std::vector<Annotation> events)
    {
        m_events[id.value] = std::move(events);
    }
    /// Sets this user's recent annotations in stored order, for undo.
    void setHistory(const std::vector<Annotation> &events);
    /// Returns true if the history of this store was read.
    bool hasHistory() const { return m_hasHistory; }
    const std::string &person() const { return m_person; }

    Judgement judgement(RowId id) const;
    TriageState state(RowId id) const { return judgement(id).state; }
    /// Returns the states of all annotated evaluations.
    std::unordered_map<std::int64_t, TriageState> states() const;

    /// Adds the same annotation to all these evaluations as one step. Ignores one that cannot be
    /// stored.
    void mark(const std::vector<RowId> &ids, AnnotationKind kind, const std::string &value);
    bool canUndo() const { return m_history.canUndo(); }
    bool canRedo() const { return m_history.canRedo(); }
    void undo() { store(m_history.undo()); }
    void redo() { store(m_history.redo()); }

    /// Returns the reason why an annotation is not stored (yet); empty if all are.
    QString problem() const;
    EventQueue<Annotation> &queue() { return m_queue; }

signals:
    /// Emitted when annotations of these evaluations changed.
    void marked(const std::vector<loupe::RowId> &ids);
    /// Emitted when problem() may have changed.
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
