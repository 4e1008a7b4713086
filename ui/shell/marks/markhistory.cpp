// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/marks/markhistory.h"

#include <algorithm>
#include <set>
#include <utility>

namespace loupe::ui {

namespace {

bool isOneStep(const Annotation &a, const Annotation &b)
{
    const bool areUndos = a.kind == AnnotationKind::Undo && b.kind == AnnotationKind::Undo;
    return a.madeAt == b.madeAt && a.kind == b.kind && (areUndos || a.value == b.value)
        && a.evaluation != b.evaluation;
}

/// Splits events into steps, whose events are stored one after another.
std::vector<std::vector<Annotation>> stepsOf(std::span<const Annotation> events)
{
    std::vector<std::vector<Annotation>> steps;
    std::set<RowId> said;
    for (const Annotation &event : events) {
        const bool goesOn = !steps.empty() && isOneStep(steps.back().back(), event)
            && !said.contains(event.evaluation);
        if (!goesOn) {
            steps.emplace_back();
            said.clear();
        }
        steps.back().push_back(event);
        said.insert(event.evaluation);
    }
    return steps;
}

std::set<std::string> uuidsOf(const std::vector<Annotation> &events)
{
    std::set<std::string> uuids;
    for (const Annotation &event : events)
        uuids.insert(event.uuid);
    return uuids;
}

} // namespace

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

void MarkHistory::restore(std::span<const Annotation> events)
{
    std::set<std::string> known;
    for (const auto *steps : {&m_done, &m_undone}) {
        for (const Step &step : *steps) {
            known.merge(uuidsOf(step.events));
            known.merge(uuidsOf(step.undos));
        }
    }
    MarkHistory earlier(m_make);
    for (const std::vector<Annotation> &step : stepsOf(events)) {
        if (!known.contains(step.front().uuid))
            earlier.replay(step);
    }
    const bool isNewSession = m_done.empty() && m_undone.empty();
    m_done.insert(m_done.begin(), std::make_move_iterator(earlier.m_done.begin()),
                  std::make_move_iterator(earlier.m_done.end()));
    if (isNewSession)
        m_undone = std::move(earlier.m_undone);
}

void MarkHistory::replay(const std::vector<Annotation> &step)
{
    if (step.front().kind != AnnotationKind::Undo) {
        add(step);
        return;
    }
    std::set<std::string> undone;
    for (const Annotation &event : step)
        undone.insert(event.undoes);
    if (!m_done.empty() && uuidsOf(m_done.back().events) == undone) {
        m_undone.push_back(std::move(m_done.back()));
        m_done.pop_back();
        m_undone.back().undos = step;
        return;
    }
    if (!m_undone.empty() && uuidsOf(m_undone.back().undos) == undone) {
        m_done.push_back(std::move(m_undone.back()));
        m_undone.pop_back();
        m_done.back().undos.clear();
        return;
    }
    for (auto *steps : {&m_done, &m_undone})
        std::erase_if(*steps, [&](const Step &each) {
            const auto isMeant
                = [&](const Annotation &event) { return undone.contains(event.uuid); };
            return std::ranges::any_of(each.events, isMeant)
                || std::ranges::any_of(each.undos, isMeant);
        });
}

std::vector<Annotation> MarkHistory::takeBack(const std::vector<Annotation> &events) const
{
    std::vector<Annotation> out;
    for (const Annotation &event : events) {
        Annotation undo = m_make(event.evaluation, AnnotationKind::Undo);
        undo.undoes = event.uuid;
        if (!out.empty())
            undo.madeAt = out.front().madeAt; // all events of a step have the same time
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
