// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/storedfigure.h"

#include <optional>
#include <string>
#include <vector>

namespace loupe::ui {

/// What was kept, changed and removed of a store's figures in this session, step by step, for undo
/// and redo.
class FigureHistory
{
public:
    /// What a figure was and became; nothing where there was, or is, none of that name.
    struct Step {
        std::string name;
        std::optional<StoredFigure> before;
        std::optional<StoredFigure> after;
    };

    /// A step that was just made; what was undone before cannot be redone any more.
    void add(Step step)
    {
        m_done.push_back(std::move(step));
        m_undone.clear();
    }
    void clear()
    {
        m_done.clear();
        m_undone.clear();
    }
    bool canUndo() const { return !m_done.empty(); }
    bool canRedo() const { return !m_undone.empty(); }
    /// The last step, or the last that was taken back, which then counts as moved. Only where there
    /// is one.
    Step undo() { return move(m_done, m_undone); }
    Step redo() { return move(m_undone, m_done); }

private:
    static Step move(std::vector<Step> &from, std::vector<Step> &to)
    {
        to.push_back(std::move(from.back()));
        from.pop_back();
        return to.back();
    }

    std::vector<Step> m_done;
    std::vector<Step> m_undone;
};

} // namespace loupe::ui
