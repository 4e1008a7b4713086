// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/markhistory.h"

namespace loupe::ui {

void MarkHistory::add(const std::vector<Annotation> &events)
{
    m_done.push_back({events, {}});
    m_undone.clear();
}

void MarkHistory::clear()
{
    m_done.clear();
    m_undone.clear();
}

std::vector<Annotation> MarkHistory::takeBack(const std::vector<Annotation> &events) const
{
    std::vector<Annotation> out;
    for (const Annotation &event : events) {
        Annotation undo = m_make(event.evaluation, AnnotationKind::Undo);
        undo.undoes = event.uuid;
        out.push_back(std::move(undo));
    }
    return out;
}

std::vector<Annotation> MarkHistory::undo()
{
    if (m_done.empty())
        return {};
    Step step = std::move(m_done.back());
    m_done.pop_back();
    step.undos = takeBack(step.events);
    m_undone.push_back(step);
    return step.undos;
}

std::vector<Annotation> MarkHistory::redo()
{
    if (m_undone.empty())
        return {};
    Step step = std::move(m_undone.back());
    m_undone.pop_back();
    std::vector<Annotation> redone = takeBack(step.undos);
    step.undos.clear();
    m_done.push_back(std::move(step));
    return redone;
}

} // namespace loupe::ui
