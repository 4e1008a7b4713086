// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/annotation.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace loupe::ui {

/// What a person marked, step by step, for undo and redo, also in earlier sessions. Taking back is
/// a new event, and so is bringing back: nothing is ever removed from a store.
class MarkHistory
{
public:
    /// Makes an event of this kind about an evaluation: with a new uuid, person and time.
    using Maker = std::function<Annotation(RowId, AnnotationKind)>;

    explicit MarkHistory(Maker make) : m_make(std::move(make)) { }

    /// A step that was just made; what was undone before cannot be redone any more.
    void add(const std::vector<Annotation> &events);
    void clear();
    /// Adds what the store holds of this person below the steps of this session; `events` in the
    /// order they were stored. What was said at one time and alike is one step; what is taken back
    /// elsewhere, in part or out of order, is no step any more.
    void restore(std::span<const Annotation> events);
    bool canUndo() const { return !m_done.empty(); }
    bool canRedo() const { return !m_undone.empty(); }
    /// The events that take the last step back; the caller stores them. Empty where there is none.
    std::vector<Annotation> undo();
    std::vector<Annotation> redo();

private:
    struct Step {
        std::vector<Annotation> events;
        std::vector<Annotation> undos; ///< that took the events back, once they were
    };
    std::vector<Annotation> takeBack(const std::vector<Annotation> &events) const;
    /// Follows a step that was stored earlier.
    void replay(const std::vector<Annotation> &step);

    Maker m_make;
    std::vector<Step> m_done;
    std::vector<Step> m_undone;
};

} // namespace loupe::ui
