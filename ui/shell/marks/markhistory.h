// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/saved/annotation.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace loupe::ui {

/// Undo and redo history of a user's annotations, including earlier sessions. Undo and redo add
/// events; nothing is ever deleted from a store.
class MarkHistory
{
public:
    /// Creates an event of this kind on an evaluation, with a new uuid, person and time.
    using Maker = std::function<Annotation(RowId, AnnotationKind)>;

    explicit MarkHistory(Maker make) : m_make(std::move(make)) { }

    /// Adds a new step and clears the redo history.
    void add(const std::vector<Annotation> &events);
    void clear();
    /// Adds the stored events of this user below the steps of this session; `events` must be in
    /// stored order. Equal events with the same time form one step. Steps that were undone
    /// partially or out of order are left out.
    void restore(std::span<const Annotation> events);
    bool canUndo() const { return !m_done.empty(); }
    bool canRedo() const { return !m_undone.empty(); }
    /// Return the events that undo or redo the last step, for the caller to store; empty if there
    /// is none.
    std::vector<Annotation> undo();
    std::vector<Annotation> redo();

private:
    struct Step {
        std::vector<Annotation> events;
        std::vector<Annotation> undos; ///< events of its undo, once it was undone
    };
    std::vector<Annotation> takeBack(const std::vector<Annotation> &events) const;
    /// Applies a step that was stored earlier.
    void replay(const std::vector<Annotation> &step);

    Maker m_make;
    std::vector<Step> m_done;
    std::vector<Step> m_undone;
};

} // namespace loupe::ui
