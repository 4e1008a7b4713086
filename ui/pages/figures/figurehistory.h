// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/saved/storedfigure.h"

#include <optional>
#include <string>
#include <vector>

namespace loupe::ui {

/// Undo and redo history of a session's changes to stored figures.
class FigureHistory
{
public:
    /// Change of one figure; absent if there was, or is, none of that name.
    struct Step {
        std::string name;
        std::optional<StoredFigure> before;
        std::optional<StoredFigure> after;
    };

    /// Adds a new step and clears the redo history.
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
    /// Moves the last step between the histories and returns it. There must be one.
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
